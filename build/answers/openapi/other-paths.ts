import given from "../../../data/openapi/other-paths.json" with { type: "json" };
import { PARAMETERS } from "../../fdsn/parameter-table.ts";
import type { JsonObject } from "./schemas.ts";

/** An address that is not in the endpoint table: a file, a method of the event service, or the stream of changes. */
interface Other {
  operationId: string;
  summary: string;
  description: string;
  /** The media types of an answer. */
  types: readonly string[];
  /** Those of the event service are in a table of their own. */
  parameters?: "fdsn" | readonly JsonObject[];
  /** The group of its responses. */
  responses: keyof typeof given.responses;
}

const OTHERS = given.paths as Readonly<Record<string, Other>>;

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

/** Path Item Objects of what is answered besides the endpoint table. */
export function otherPaths(): JsonObject {
  return Object.fromEntries(Object.entries(OTHERS).map(([path, other]) => [path, { get: operationOf(other) }]));
}

function operationOf({ operationId, summary, description, types, parameters = [], responses }: Other): JsonObject {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return {
    operationId,
    tags: ["Service"],
    summary,
    description,
    parameters: parameters === "fdsn" ? FDSN_PARAMETERS : parameters,
    responses: { 200: { description: summary, content }, ...given.responses[responses] },
  };
}
