import type * as z from "zod";
import { ENDPOINT_TEXTS } from "../answers/openapi/descriptions.ts";
import { type ApiIndex, RESOURCES } from "../contract/resources/resources.ts";
import { ENDPOINTS, type Endpoint } from "../contract/table/endpoints.ts";
import { matchPath } from "../contract/table/paths.ts";
import type { ShardManifest, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { readFence } from "../fdsn/archive/fence.ts";
import { readColumns } from "../rewrite/shards/columns.ts";
import { readIds } from "../rewrite/shards/ids.ts";
import { readNames } from "../rewrite/shards/names.ts";
import { readPacks } from "../rewrite/shards/packs.ts";
import { readPlaces } from "../rewrite/shards/places.ts";

type Check = (bytes: Uint8Array) => string | undefined;

/**
 * Checks the content of the files of a tree: answers by the schema of their endpoint, shards by their strict readers. The `as_of`
 * of the API index is compared with the record, because no hash covers that time. `verifyTree` itself checks only bytes.
 */
export function contentCheck({
  shards: manifest,
  as_of,
}: Pick<SnapshotRecord, "shards" | "as_of">): (path: string, bytes: Uint8Array) => string | undefined {
  const shards = shardChecks(manifest);
  return (path, bytes) => {
    const fault = (shards.get(path) ?? packCheck(path) ?? answerCheck(path))?.(bytes);
    return fault ?? (path === "api.json" ? instantFault(bytes, as_of) : undefined);
  };
}

/** Every time window ends at this time. If record and index differ, a host answers with the wrong events. */
function instantFault(bytes: Uint8Array, asOf: string): string | undefined {
  const { snapshot } = parse(bytes) as ApiIndex;
  return snapshot.as_of === asOf ? undefined : `is as of ${snapshot.as_of}, snapshot.json as of ${asOf}`;
}

function shardChecks(manifest: ShardManifest): Map<string, Check> {
  const { columns, places, names, ids, packs, days, results, archive = [] } = manifest;
  return new Map<string, Check>([
    ...columns.map((path): [string, Check] => [path, reads(readColumns)]),
    ...places.map((path): [string, Check] => [path, reads(readPlaces)]),
    [names, reads(readNames)],
    ...ids.map((path): [string, Check] => [path, reads(readIds)]),
    ...(packs === undefined ? [] : [[packs, reads(readPacks)] as const]),
    ...days.map(({ path }): [string, Check] => [path, records("Earthquake")]),
    ...results.map(({ path }): [string, Check] => [path, records("EarthquakeSearchResult")]),
    ...archive.map(({ path }): [string, Check] => [path, reads(readFence)]),
  ]);
}

/** Strict readers throw errors with their own messages. */
function reads(reader: (bytes: Uint8Array) => unknown): Check {
  return (bytes) => void reader(bytes);
}

function records(resource: string): Check {
  const schema = schemaOf(resource);
  return (bytes) => {
    const list = parse(bytes);
    if (!Array.isArray(list)) return "is not a JSON array";
    for (const [at, record] of list.entries()) {
      const fault = faultOf(schema, record);
      if (fault) return `record ${at}: ${fault}`;
    }
    return undefined;
  };
}

/** Packs are named by the hash of their table only, and older ones are kept, so they are recognized by their first bytes. */
function packCheck(path: string): Check | undefined {
  if (!/^shards\/.*\.json$/.test(path)) return undefined;
  return (bytes) => {
    if (!startsAsPack(bytes)) return undefined;
    const { earthquakes, ...rest } = parse(bytes) as { pack: unknown; earthquakes: unknown };
    if (!Array.isArray(earthquakes)) return "has no list of earthquakes";
    const lines = earthquakes.map((detail: unknown) => JSON.stringify(detail)).join(",\n");
    const written = `${JSON.stringify(rest).slice(0, -1)},"earthquakes":[\n${lines}\n]}\n`;
    if (written !== new TextDecoder().decode(bytes)) return "is not in the form of a pack: one detail per line";
    const details = earthquakes.map((detail: unknown) => faultOf(schemaOf("EarthquakeDetail"), detail));
    return details.find((fault) => fault !== undefined);
  };
}

function startsAsPack(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 8)) === '{"pack":';
}

function answerCheck(path: string): Check | undefined {
  const endpoint = endpointOf(path);
  if (!endpoint) return undefined;
  const schema = schemaOf(ENDPOINT_TEXTS[endpoint.id].resource);
  return (bytes) => faultOf(schema, parse(bytes));
}

/** The endpoint that has the file as its answer; undefined for pages and other files. */
function endpointOf(path: string): Endpoint | undefined {
  const query = /^q\/([^/]+)\//.exec(path);
  if (query) return ENDPOINTS.find(({ id }) => id === query[1]);
  if (!/^api[/.]/.test(path)) return undefined;
  const candidates = [`/${path}`, `/${path.replace(/\.json$/, "")}/`];
  return candidates.map((pathname) => matchPath(pathname.split("/"))).find((match) => match !== undefined)?.endpoint;
}

function schemaOf(resource: string): z.ZodType {
  const schema = RESOURCES[resource];
  if (!schema) throw new Error(`the contract has no resource ${resource}`);
  return schema;
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** The first fault and its place: `earthquakes.3.magnitude: expected number`. */
function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const checked = schema.safeParse(value);
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  return `${issue?.path.join(".") || "the body"}: ${issue?.message}`;
}
