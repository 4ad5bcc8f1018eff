import { deflateRawSync } from "node:zlib";
import { createDelta } from "fossil-delta";
import { sha256 as hashOf } from "../../platform/hash.ts";
import { PAGE_SECTIONS, SNAPSHOT_FILE, sectionFile } from "../../tree/file.ts";
import { type IndexFile, KEPT_SECTION } from "../../tree/index-section.ts";
import type { Previous } from "../../tree/transition.ts";
import { partsOf } from "../deltas/make.ts";
import { baseVersion, pinBlob } from "./content.ts";
import { NODE_PIN_TOOLS } from "./files.ts";
import { bytesOf, type PinObject, writePin } from "./table.ts";

/** The contents already in pins of the same day. */
export interface PinnedToday {
  has: (sha256: string) => boolean;
  /** The last version of a role. */
  last: (role: string) => number | undefined;
  version: (role: string, version: number) => string | undefined;
  content: (sha256: string) => Promise<Uint8Array | undefined>;
}

export interface PinInput {
  /** The tree that is replaced. */
  before: Pick<Previous, "snapshot" | "sections" | "index" | "text">;
  /** A file of it. */
  read: (path: string) => Uint8Array | undefined;
  /** `as_of` of the next, ms since 1970 UTC. */
  since: number;
  /** SHA-256 of all contents of the API of the next tree. */
  stays: ReadonlySet<string>;
  today: PinnedToday;
}

/** Sections of the index that the API does not use. */
const NOT_OF_API: ReadonlySet<string> = new Set([...PAGE_SECTIONS, "archive", KEPT_SECTION]);

/** Largest pin: after a larger change the previous snapshot is not kept. */
const LARGEST = 256_000_000;

/** A content that the next tree lacks. */
interface RemovedContent {
  path: string;
  /** Its path, or for a shard, whose path is its hash, its part. */
  role: string;
  sha256: string;
  bytes: number;
}

/**
 * The pin of a snapshot that is replaced: its record and index, and every content of the API that is removed, encoded whole or
 * as a difference to an earlier version of the same path or shard on the same day.
 *
 * @returns undefined if too much is removed
 * @throws Error that names a file of the tree that does not match its index
 */
export async function makePin(input: PinInput): Promise<Uint8Array | undefined> {
  const { before, since, today } = input;
  const leaving = removedContents(input).filter(({ sha256 }) => !today.has(sha256));
  if (leaving.reduce((sum, { bytes }) => sum + bytes, 0) > LARGEST) return undefined;
  const objects: Parameters<typeof writePin>[1][number][] = [];
  for (const one of leaving) objects.push(await encodePin(one, input));
  const { id, as_of: asOf } = before.snapshot;
  const record = hashOf(before.text);
  return writePin([{ id, asOf: Math.min(Date.parse(asOf), since), since, record }], objects);
}

/** SHA-256 of all contents of the API of a snapshot. */
export function contentsOfApi(sections: Previous["sections"], index: readonly IndexFile[]): ReadonlySet<string> {
  const files = index.filter(({ section }) => !NOT_OF_API.has(section));
  const entries = [...sections].flatMap(([name, all]) => (NOT_OF_API.has(name) ? [] : all));
  return new Set([...files, ...entries].map(({ sha256 }) => sha256));
}

function removedContents({ before, stays }: PinInput): RemovedContent[] {
  const { snapshot, sections, index, text } = before;
  const parts = new Map(partsOf(snapshot.shards));
  const all: RemovedContent[] = [
    { path: SNAPSHOT_FILE, role: SNAPSHOT_FILE, sha256: hashOf(text), bytes: Buffer.byteLength(text) },
  ];
  for (const { section, bits, path, sha256, bytes } of index) {
    if (!NOT_OF_API.has(section)) all.push({ path, role: `${sectionFile(section)} ${bits}`.trimEnd(), sha256, bytes });
  }
  for (const [name, entries] of sections) {
    if (NOT_OF_API.has(name)) continue;
    for (const entry of entries) {
      all.push({
        path: entry.path,
        role: parts.get(entry.path) ?? entry.path,
        sha256: entry.sha256,
        bytes: entry.bytes,
      });
    }
  }
  const gone = all.filter(({ sha256 }) => !stays.has(sha256));
  return [...new Map(gone.map((one) => [one.sha256, one])).values()];
}

type EncodedObject = Omit<PinObject, "offset" | "length"> & { blob: Uint8Array };

async function encodePin(
  { path, role: name, sha256, bytes }: RemovedContent,
  { before, read, today }: PinInput,
): Promise<EncodedObject> {
  const content = path === SNAPSHOT_FILE ? Buffer.from(before.text) : read(path);
  if (!content || hashOf(content) !== sha256) throw new Error(`${path} is not what its index says`);
  const role = hashOf(name).slice(0, 16);
  const version = (today.last(role) ?? -1) + 1;
  const baseHash = version === 0 ? undefined : today.version(role, baseVersion(version));
  const base = baseHash === undefined ? undefined : await today.content(baseHash);
  const difference = base && differenceTo(base, content);
  const blob =
    difference && baseHash !== undefined
      ? pinBlob(deflateRawSync(difference, { level: 9 }), bytesOf(baseHash))
      : pinBlob(deflateRawSync(content, { level: 9 }));
  return { sha256, role, version, bytes, blob };
}

/** Undefined if it is useless: larger than the content itself, or not reproducing it. */
function differenceTo(base: Uint8Array, content: Uint8Array): Uint8Array | undefined {
  const difference = createDelta(base, content);
  if (difference.length >= content.length) return undefined;
  const made = NODE_PIN_TOOLS.applyDifference(base, difference, content.length);
  return Buffer.compare(made, content) === 0 ? difference : undefined;
}
