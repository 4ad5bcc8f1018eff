import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { createDelta } from "fossil-delta";
import { SNAPSHOT_FILE } from "../../../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../../../platform/file-system.ts";
import { sha256 } from "../../../platform/hash.ts";
import { groupBy } from "../../../platform/lists.ts";
import { DAY_MS, HOUR_MS } from "../../../platform/time.ts";
import { PAGE_SECTIONS, sectionFile } from "../../file.ts";
import type { IndexDifference } from "../../index-difference.ts";
import { KEPT_SECTION } from "../../index-section.ts";
import { isSameSnapshot, readEntry, type Transition, type TransitionStep } from "../../transition.ts";
import { isKept, pinFile, pinFolder, timeIn, UNINDEXED, unindexedFiles } from "../../unindexed.ts";
import { partsOf } from "../deltas/make.ts";
import { joinPins, NODE_PIN_TOOLS, type OpenPin, openPin, readBlob, withChecksum } from "./files.ts";
import { bytesOf, deltaParent, type PinObject, type PinTable, pinBlob, pinContent, writePin } from "./table.ts";

/**
 * Keeps the recent pins of the previous tree, and adds the one of its snapshot. They are in no index: decoded contents have the hashes
 * of that snapshot. If one cannot be made, earlier ones are useless too, because they lack the contents removed with it: then all are
 * removed, which is reported.
 *
 * @param keepFor how long a replaced snapshot stays available, in ms of `as_of`; 0: not at all
 * @returns a step that throws Error if a pin cannot be written
 */
export function pinFiles(keepFor: number = UNINDEXED.pins.keptFor): TransitionStep {
  return (transition) => (transition.before && keepFor > 0 ? update(transition, transition.before, keepFor) : undefined);
}

type Before = NonNullable<Transition["before"]>;

async function update(transition: Transition, before: Before, keepFor: number): Promise<void> {
  const { fs, after, keep, write, report } = transition;
  const now = Date.parse(after.snapshot.as_of);
  const pin = isSameSnapshot(before.snapshot, after.snapshot) ? undefined : await pinOf(transition, before).catch((error: Error) => error);
  if (pin instanceof Error) {
    report(`earlier snapshots are no longer available: ${pin.message}`);
    return;
  }
  const old = unindexedFiles(fs, before.dir, UNINDEXED.pins).filter((path) => isKept(path, now, keepFor));
  const over = old.filter((path) => path.startsWith(pinFolder("step")) && hourOf(timeIn(path)) < hourOf(now));
  const merged = pin ? over : [];
  for (const path of old) if (!merged.includes(path)) keep(path);
  for (const paths of groupBy(merged, (path) => hourOf(timeIn(path))).values()) {
    const joined = joinPins(paths.map((path) => fs.read(join(before.dir, path))));
    // Under the name of the last.
    write((paths.at(-1) ?? "").replace(pinFolder("step"), pinFolder("hour")), joined);
  }
  if (pin) write(pinFile("step", { id: before.snapshot.id, since: after.snapshot.as_of }), pin);
}

/** The beginning of its day, UTC. */
function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}

async function pinOf({ fs, after: { snapshot }, difference }: Transition, before: Before): Promise<Uint8Array> {
  if (!before.index) throw new Error("its index cannot be read");
  const since = Date.parse(snapshot.as_of);
  const today = await pinnedOn(dayOf(since), fs, before.dir);
  const pin = await makePin({ before, since, difference, today });
  if (!pin) throw new Error("too much has changed");
  return withChecksum(pin);
}

/** The contents of the pins of a day. */
async function pinnedOn(day: number, fs: TreeFileSystem, dir: string): Promise<PinnedToday> {
  const paths = unindexedFiles(fs, dir, UNINDEXED.pins).filter((path) => dayOf(timeIn(path)) === day);
  const opened = await Promise.all(paths.map((path) => openPin(dir, path)));
  const pins = opened.filter((pin): pin is OpenPin => pin !== undefined);
  const versions = new Map<string, string[]>();
  for (const { table } of pins) noteVersions(table, versions);
  const where = (sha256: string) => pins.find(({ table }) => table.find(sha256) !== undefined);
  const find = async (hash: string) => {
    const pin = where(hash);
    const object = pin?.table.find(hash);
    const blob = pin && object && (await readBlob(dir, pin.path, object));
    return blob && { blob, bytes: object.bytes };
  };
  return {
    has: (hash) => where(hash) !== undefined,
    last: (lineage) => ((versions.get(lineage)?.length ?? 0) > 0 ? (versions.get(lineage) as string[]).length - 1 : undefined),
    version: (lineage, version) => versions.get(lineage)?.[version],
    async content(hash) {
      const made = await pinContent(hash, find, NODE_PIN_TOOLS).catch(() => undefined);
      return made && sha256(made) === hash ? made : undefined;
    },
  };
}

function noteVersions(table: PinTable, versions: Map<string, string[]>): void {
  for (const { lineage, version, sha256: hash } of table.objects()) {
    const list = versions.get(lineage) ?? [];
    versions.set(lineage, list);
    list[version] = hash;
  }
}

function hourOf(instant: number): number {
  return Math.floor(instant / HOUR_MS);
}

/** The contents already in pins of the same day. */
interface PinnedToday {
  has: (sha256: string) => boolean;
  /** The last version of a lineage. */
  last: (lineage: string) => number | undefined;
  version: (lineage: string, version: number) => string | undefined;
  content: (sha256: string) => Promise<Uint8Array | undefined>;
}

interface PinInput {
  /** The tree that is replaced. */
  before: Before;
  /** `as_of` of the next, ms since 1970 UTC. */
  since: number;
  /** How the index of the tree differs from that of the next. */
  difference: IndexDifference;
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
  lineage: string;
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
async function makePin(input: PinInput): Promise<Uint8Array | undefined> {
  const { before, since, today } = input;
  const leaving = removedContents(input).filter(({ sha256 }) => !today.has(sha256));
  if (leaving.reduce((sum, { bytes }) => sum + bytes, 0) > LARGEST) return undefined;
  const objects: Parameters<typeof writePin>[1][number][] = [];
  for (const one of leaving) objects.push(await encodePin(one, input));
  const { id, as_of: asOf } = before.snapshot;
  const record = sha256(before.text);
  return writePin([{ id, asOf: Math.min(Date.parse(asOf), since), supersededAt: since, record }], objects);
}

/** Contents of changed files that no changed file of the next tree has. */
function removedContents({ before: { snapshot, text }, difference }: PinInput): RemovedContent[] {
  const parts = new Map(partsOf(snapshot.shards));
  const all: RemovedContent[] = [{ path: SNAPSHOT_FILE, lineage: SNAPSHOT_FILE, sha256: sha256(text), bytes: Buffer.byteLength(text) }];
  const stays = new Set<string>();
  for (const [section, { entries, files }] of difference) {
    if (NOT_OF_API.has(section)) continue;
    for (const { bits, path, sha256, bytes } of files.before)
      all.push({ path, lineage: `${sectionFile(section)} ${bits}`.trimEnd(), sha256, bytes });
    for (const { before } of entries) {
      if (!before) continue;
      const { path, sha256, bytes } = before;
      all.push({ path, lineage: parts.get(path) ?? path, sha256, bytes });
    }
    for (const { sha256 } of files.after) stays.add(sha256);
    for (const { after } of entries) if (after) stays.add(after.sha256);
  }
  const gone = all.filter(({ sha256 }) => !stays.has(sha256));
  return [...new Map(gone.map((one) => [one.sha256, one])).values()];
}

type EncodedObject = Omit<PinObject, "offset" | "length"> & { blob: Uint8Array };

async function encodePin(
  { path, lineage: name, sha256: hash, bytes }: RemovedContent,
  { before, today }: PinInput,
): Promise<EncodedObject> {
  const content = path === SNAPSHOT_FILE ? Buffer.from(before.text) : readEntry(before, { path, sha256: hash });
  const lineage = sha256(name).slice(0, 16);
  const version = (today.last(lineage) ?? -1) + 1;
  const baseHash = version === 0 ? undefined : today.version(lineage, deltaParent(version));
  const base = baseHash === undefined ? undefined : await today.content(baseHash);
  const difference = base && differenceTo(base, content);
  const blob =
    difference && baseHash !== undefined
      ? pinBlob(deflateRawSync(difference, { level: 9 }), bytesOf(baseHash))
      : pinBlob(deflateRawSync(content, { level: 9 }));
  return { sha256: hash, lineage, version, bytes, blob };
}

/** Undefined if it is useless: larger than the content itself, or not reproducing it. */
function differenceTo(base: Uint8Array, content: Uint8Array): Uint8Array | undefined {
  const difference = createDelta(base, content);
  if (difference.length >= content.length) return undefined;
  const made = NODE_PIN_TOOLS.applyDifference(base, difference, content.length);
  return Buffer.compare(made, content) === 0 ? difference : undefined;
}
