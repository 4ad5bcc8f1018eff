import type * as z from "zod";
import { ENDPOINT_TEXTS } from "../answers/openapi/descriptions.ts";
import { type ApiIndex, RESOURCES } from "../contract/resources/resources.ts";
import { ENDPOINTS, type Endpoint } from "../contract/table/endpoints.ts";
import { fileOf, matchPath } from "../contract/table/paths.ts";
import { idOfSlug } from "../contract/wire/slug.ts";
import { type ShardManifest, SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { readFence } from "../fdsn/archive/fence.ts";
import { UserError } from "../platform/error.ts";
import { SnapshotError } from "../rewrite/record-shards.ts";
import { readColumns } from "../rewrite/shards/columns.ts";
import { readIds } from "../rewrite/shards/ids.ts";
import { readNames } from "../rewrite/shards/names.ts";
import { packFiles, packOf, readPacks } from "../rewrite/shards/packs.ts";
import { readPlaces } from "../rewrite/shards/places.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import type { Fault } from "../tree/file.ts";
import { createLinkCheck, type LinkedTree } from "./links.ts";

type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** Checks the files of a tree beyond their bytes: first each by itself, then all together. */
export interface WholeCheck {
  /** For `verifyTree` and `verifyOrigin`. */
  check: (path: string, bytes: Uint8Array) => string | undefined;
  /**
   * Called after all files were checked: whether they are consistent with each other, and every link has a target.
   *
   * @param open loads the tree as a host does
   */
  together: (open: () => Promise<LinkedTree>, read: ReadFile) => Promise<Fault[]>;
}

export function createWholeCheck(snapshot: Pick<SnapshotRecord, "shards" | "as_of">): WholeCheck {
  const content = contentCheck(snapshot);
  const links = createLinkCheck();
  const { days, features, results } = snapshot.shards;
  const records = new Set([...days, ...features, ...results].map(({ path }) => path));
  return {
    check(path, bytes) {
      // Shards of older snapshots, which are kept for a while, may name events that were withdrawn since.
      if (!path.startsWith("shards/") || records.has(path)) links.gather(path, bytes);
      return content(path, bytes);
    },
    async together(open, read) {
      try {
        const tree = await open();
        const pack = await packsFault(tree.snapshot, read);
        return [...(pack ? [pack] : []), ...redirectFaults(tree), ...(await links.faults(tree, read))];
      } catch (error) {
        if (!(error instanceof UserError || error instanceof SnapshotError)) throw error;
        return [{ path: SNAPSHOT_FILE, kind: "content", message: error.message }];
      }
    },
  };
}

const DETAILS = "api/v1/earthquakes/";

/**
 * Whether every id and every former slug of an earthquake leads to an existing detail, and every detail has an id: hosts redirect
 * by id, so a detail without one is never found.
 */
export function redirectFaults({ snapshot, files }: LinkedTree): Fault[] {
  const paths = snapshot.record.shards.ids;
  const lines = snapshot.ids.flatMap(({ text }, at) =>
    [...text.matchAll(/^([a-z0-9-]+) (.*)$/gm)].map(([, id = "", target = ""]) => ({ id, target, shard: paths[at] as string })),
  );
  const events = lines.filter(({ target }) => !/^[>!]/.test(target));
  const known = new Set(events.map(({ id }) => id));
  const lost = lines.filter(({ target }) => target.startsWith(">") && !known.has(target.slice(1)));
  // Packed details are checked with their pack.
  const details = new Map(
    events
      .filter(({ target }) => !target.startsWith("="))
      .map(({ id, target, shard }) => [fileOf(`/${DETAILS}${target}${id}/`), { id, shard }]),
  );
  const absent = [...details].filter(([path]) => !files.has(path));
  const unfound = [...files.keys()].filter((path) => path.startsWith(DETAILS) && !details.has(path));
  return [
    ...lost.map(({ id, target, shard }) => linkFault(shard, `redirects ${id} to ${target.slice(1)}, which is not an earthquake`)),
    ...absent.map(([path, { id, shard }]) => linkFault(shard, `leads from ${id} to ${path}, which is not in the tree`)),
    ...unfound.map((path) => linkFault(path, "is the detail of an earthquake without an id")),
  ];
}

function linkFault(path: string, message: string): Fault {
  return { path, kind: "link", message };
}

/**
 * Whether every event whose detail is packed is in the pack in which hosts search for it, and no pack has other events.
 * `contentCheck` checks each pack by itself.
 *
 * @param read reads a file of the tree
 * @returns the first fault, or undefined
 */
export async function packsFault(
  { ids, packs }: Snapshot,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Fault | undefined> {
  const packed = ids.flatMap(({ text }) => [...text.matchAll(/^([a-z0-9-]+) =/gm)].map(([, escaped = ""]) => idOfEscaped(escaped)));
  if (packs === undefined) {
    if (packed.length === 0) return undefined;
    return contentFault(SNAPSHOT_FILE, `names ${packed.length} packed details, and the record lacks packs`);
  }
  const files = packFiles(packs);
  const expected = new Map<string, string[]>(files.map((path) => [path, []]));
  for (const id of packed) expected.get(packOf(packs, id))?.push(id);
  for (const [path, ids] of expected) {
    const bytes = await read(path);
    if (!bytes) return contentFault(path, "is a pack of the snapshot and is missing");
    const { earthquakes } = JSON.parse(new TextDecoder().decode(bytes)) as { earthquakes: { event_id: string }[] };
    const there = new Set(earthquakes.map(({ event_id: id }) => id));
    const lost = ids.find((id) => !there.has(id));
    if (lost !== undefined) return contentFault(path, `lacks the detail of ${lost}`);
    const more = [...there].find((id) => !ids.includes(id));
    if (more !== undefined) return contentFault(path, `has the detail of ${more}, which belongs elsewhere`);
  }
  return undefined;
}

function idOfEscaped(escaped: string): string {
  return /^[a-z0-9]+$/.test(escaped) ? escaped : idOfSlug(`--${escaped}`);
}

function contentFault(path: string, message: string): Fault {
  return { path, kind: "content", message };
}

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
  const { columns, places, names, ids, packs, days, features, results, archive = [] } = manifest;
  return new Map<string, Check>([
    ...columns.map((path): [string, Check] => [path, reads(readColumns)]),
    ...places.map((path): [string, Check] => [path, reads(readPlaces)]),
    [names, reads(readNames)],
    ...ids.map((path): [string, Check] => [path, reads(readIds)]),
    ...(packs === undefined ? [] : [[packs, reads(readPacks)] as const]),
    ...days.map(({ path }): [string, Check] => [path, records("Earthquake")]),
    ...features.map(({ path }): [string, Check] => [path, records("EarthquakeFeature")]),
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
