import { type IndexSection, malformedMember, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { pathFault, SNAPSHOT_FILE } from "./file.ts";

/** Reads `snapshot.json` strictly. Unknown fields are kept. @throws UserError `tree-damaged` with the wrong field */
export function parseRecord(text: string): SnapshotRecord {
  const fault = recordFault(parseJson(text));
  if (fault) throw broken(fault);
  return JSON.parse(text) as SnapshotRecord;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken("is not JSON");
  }
}

function recordFault(given: unknown): string | undefined {
  if (!isObject(given)) return "is not an object";
  const { format, sequence, sources, shards, index } = given as Partial<SnapshotRecord>;
  const malformed = malformedMember(given);
  if (malformed === "format") return `has format ${JSON.stringify(format)}; this version reads format 3`;
  if (malformed === "id") return "has no id of 16 hex digits";
  if (malformed === "as_of") return "has no time as_of";
  if (!Number.isSafeInteger(sequence) || (sequence as number) < 1) return "has no sequence number";
  if (!Array.isArray(sources) || !sources.every(isObject)) return "has no list of sources";
  if (!isObject(shards)) return "names no shards";
  if (!Array.isArray(index)) return "has no index";
  return index.map(sectionFault).find((fault) => fault !== undefined);
}

function sectionFault(section: unknown): string | undefined {
  if (!isObject(section)) return "has an index section that is not an object";
  const { name, path, sha256, bytes, files } = section as Partial<IndexSection>;
  if (typeof name !== "string" || !/^[a-z]+(?:-[a-z]+)*$/.test(name)) return "has an index section without a name";
  if (typeof path !== "string" || pathFault(path)) return `has no path for the index section ${name}`;
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return `has no hash for the index section ${name}`;
  if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(files)) return `has no size for the index section ${name}`;
  return undefined;
}

/** Whether a value of JSON is an object, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function broken(what: string): UserError {
  return new UserError("tree-damaged", `${SNAPSHOT_FILE} ${what}`, "build the tree again");
}

/**
 * When a snapshot becomes stale, ms since 1970 UTC; undefined if it does not state a period. The publisher's signature covers the
 * period, so a mirror that receives only old data detects this with its own clock.
 */
export function expiryOf({ as_of, stale_after_s }: Pick<SnapshotRecord, "as_of" | "stale_after_s">): number | undefined {
  if (typeof stale_after_s !== "number" || !(stale_after_s > 0)) return undefined;
  return Date.parse(as_of) + stale_after_s * 1000;
}
