import { PARAMETERS } from "../../fdsn/parameter-table.ts";
import { type JsonObject, ref } from "./schemas.ts";

/** An address that is not in the endpoint table: a file, a method of the event service, or the stream of changes. */
interface Other {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** The media types of an answer. */
  types: readonly string[];
  parameters?: readonly JsonObject[];
  responses?: JsonObject;
}

const JSON_TYPES = {
  "xs:dateTime": "string",
  "xs:double": "number",
  "xs:int": "integer",
  "xs:string": "string",
  "xs:boolean": "boolean",
} as const;

/** The parameters of FDSN, from the table of which its own description is made. */
const FDSN_PARAMETERS = Object.entries(PARAMETERS).map(([name, parameter]): JsonObject => {
  const also = "alias" in parameter ? `; \`${parameter.alias}\` is the same` : "";
  return {
    name,
    in: "query",
    required: false,
    description: `As the event service of FDSN or of the USGS defines it${also}. /docs/guides/archive/ states the differences.`,
    schema: { type: JSON_TYPES[parameter.type], ...("options" in parameter && { enum: parameter.options }) },
  };
});

const FDSN_ERRORS = {
  204: { description: "No event is found; 404 with `nodata=404`." },
  400: { description: "A parameter is wrong: a text in the form of FDSN, or JSON for GeoJSON and with `jsonerror=true`." },
  404: { description: "The tree has no archive, or no event is found and `nodata=404` was given." },
  413: { description: "More events than one answer may have." },
  503: ref("responses", "NoTree"),
};

const inPath = (name: string, description: string, example: string, choices?: readonly string[]): JsonObject => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", ...(choices && { enum: choices }) },
  example,
});

const fdsn = (method: string, operationId: string, summary: string, types: readonly string[], hasParameters = false): Other => ({
  path: `/fdsnws/event/1/${method}`,
  operationId,
  summary,
  description: `\`${method}\` of the FDSN event service over the archive, on hosts that answer queries: see /docs/guides/archive/.`,
  types,
  ...(hasParameters && { parameters: FDSN_PARAMETERS }),
  responses: FDSN_ERRORS,
});

const STREAM: Other = {
  path: "/api/changes/stream",
  operationId: "streamChanges",
  summary: "The changes as they come",
  description:
    "The entries of `/api/changes/` as server-sent events, on Node hosts; others answer 404. An event `changes` is a " +
    "ChangeEntry. An event `snapshot` is a SnapshotPosition: the stream begins there, or goes on there because entries are " +
    "missing, so read what you keep again. A comment is sent after 15 seconds of silence. A host keeps 100 streams, ten of " +
    "them for one address, and answers 503 beyond that. An event comes after the rebuild that found the change, so it is no " +
    "faster than `/api/changes/` asked each minute.",
  types: ["text/event-stream"],
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description:
        "The id of the last event that you have. The stream goes on after it, without gaps for a week. Browsers send it " +
        "when they connect again.",
      schema: { type: "string" },
      example: "4/0c1f0ab104019a9f/2018-02-07T01:49:14.000Z",
    },
  ],
  responses: {
    200: {
      description: "The events. The response has no end.",
      content: {
        "text/event-stream": {
          schema: { type: "string" },
          example:
            "event: snapshot\nid: 4/0c1f0ab104019a9f/2018-02-07T01:49:14.000Z\n" +
            'data: {"id":"0c1f0ab104019a9f","sequence":4,"as_of":"2018-02-07T01:49:14.000Z"}\n\n',
        },
      },
    },
    400: ref("responses", "InvalidParameter"),
    404: ref("responses", "NotFound"),
    405: ref("responses", "MethodNotAllowed"),
    503: ref("responses", "NoTree"),
  },
};

const OTHERS: readonly Other[] = [
  STREAM,
  fdsn("query", "queryEvents", "Earthquakes of the archive", ["application/xml", "text/plain", "application/json", "text/csv"], true),
  fdsn("count", "countEvents", "How many earthquakes a query finds", ["text/plain", "application/json", "application/xml"], true),
  fdsn("version", "getEventServiceVersion", "The version of the event service", ["text/plain"]),
  fdsn("catalogs", "getEventCatalogs", "The catalogues of the archive", ["application/xml"]),
  fdsn("contributors", "getEventContributors", "The contributors of the archive", ["application/xml"]),
  fdsn("application.json", "getEventServiceWords", "The words that parameters may have", ["application/json"]),
  fdsn("application.wadl", "getEventServiceDescription", "The event service for programs", ["application/xml"]),
  {
    path: "/earthquakes/feed/v1.0/summary/{size}_{window}.{format}",
    operationId: "getSummaryFeed",
    summary: "Feeds as those of the USGS",
    description:
      "The twenty feeds of the USGS, with the same fields, in trees that are made of its feed. They are made each minute to each 15.",
    types: ["application/json", "text/csv", "application/atom+xml"],
    parameters: [
      inPath("size", "The least magnitude, or what counts as significant.", "4.5", ["significant", "4.5", "2.5", "1.0", "all"]),
      inPath("window", "How far it reaches back from the time of the data.", "week", ["hour", "day", "week", "month"]),
      inPath("format", "The format.", "geojson", ["geojson", "csv", "atom"]),
    ],
  },
  {
    path: "/data/{file}",
    operationId: "getDataFile",
    summary: "The data as files",
    description:
      "Earthquakes, countries, plates and terms as whole files. /data/datapackage.json lists them with their columns and hashes.",
    types: ["text/csv", "application/json", "application/x-ndjson", "application/vnd.apache.parquet"],
    parameters: [inPath("file", "A name that /data/datapackage.json lists, or `datapackage.json` itself.", "datapackage.json")],
  },
  {
    path: "/status.json",
    operationId: "getStatus",
    summary: "How the last rebuild went",
    description: "Runs, ages and errors of the sources. Trees that are not rebuilt by a schedule lack it. /docs/ describes its fields.",
    types: ["application/json"],
  },
  {
    path: "/snapshot.json",
    operationId: "getSnapshot",
    summary: "The record of the snapshot",
    description: "Its id, time, sources, shards and index. /docs/formats/ describes it.",
    types: ["application/json"],
  },
];

/** Path Item Objects of what is answered besides the endpoint table. */
export function otherPaths(): JsonObject {
  return Object.fromEntries(OTHERS.map((other) => [other.path, { get: operationOf(other) }]));
}

function operationOf({ operationId, summary, description, types, parameters = [], responses }: Other): JsonObject {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return {
    operationId,
    tags: ["Service"],
    summary,
    description,
    parameters,
    responses: {
      200: { description: summary, content },
      ...(responses ?? { 404: ref("responses", "NotFound"), 503: ref("responses", "NoTree") }),
    },
  };
}
