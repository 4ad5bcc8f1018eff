import { createDelta } from "fossil-delta";
import type { IndexEntry, ShardManifest, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { UserError } from "../../platform/error.ts";
import { once } from "../../platform/memoize.ts";
import { SHARD_SECTIONS } from "../../tree/file.ts";
import {
  type ContentChange,
  type Delta,
  isTooLong,
  isTooMuch,
  type SectionChange,
  type SnapshotName,
} from "./delta.ts";
import type { DeltaSide } from "./side.ts";

/**
 * The delta from one tree to a later one.
 *
 * @returns undefined if so much has changed that a delta is useless
 */
export function makeDelta(from: DeltaSide, to: DeltaSide): Delta | undefined {
  const sections = changedSections(from, to);
  const added = newContents(sections, from);
  if (isTooMuch(added)) return undefined;
  const changed = new Set(sections.filter(({ put, gone }) => put.length + gone.length > 0).map(({ name }) => name));
  const baseOf = basesOf(from, to, changed);
  const contents: ContentChange[] = [];
  const encoded: Uint8Array[] = [];
  for (const entry of added) {
    const bytes = contentOf(to, entry);
    const encoding = encode(bytes, baseOf(entry.path, bytes));
    contents.push({ sha256: entry.sha256, bytes: entry.bytes, base: encoding.base, length: encoding.encoded.length });
    encoded.push(encoding.encoded);
  }
  return unlessTooLong({ from: nameOf(from.snapshot), to: nameOf(to.snapshot), sections, contents, encoded });
}

/**
 * Joins a chain of deltas. Changed contents are encoded whole, because the tree at the start of the chain no longer exists.
 *
 * @param chain each begins with the snapshot at the end of the previous one
 * @param to the tree at the end
 * @returns undefined if so much has changed that it is useless
 */
export function joinDeltas(chain: readonly [Delta, ...Delta[]], to: DeltaSide): Delta | undefined {
  const known = new Set(chain.flatMap(({ contents }) => contents.map(({ sha256 }) => sha256)));
  const sections = joinedSections(chain);
  const puts = sections.flatMap(({ put }) => put).filter(({ sha256 }) => known.has(sha256));
  const added = [...new Map(puts.map((entry) => [entry.sha256, entry])).values()];
  if (isTooMuch(added)) return undefined;
  const contents = added.map(({ sha256, bytes }) => ({ sha256, bytes, base: null, length: bytes }));
  const encoded = added.map((entry) => contentOf(to, entry));
  return unlessTooLong({ from: chain[0].from, to: nameOf(to.snapshot), sections, contents, encoded });
}

function nameOf({ id, sequence, as_of }: SnapshotRecord): SnapshotName {
  return { id, sequence, as_of };
}

function unlessTooLong(delta: Delta): Delta | undefined {
  return isTooLong(delta) ? undefined : delta;
}

function changedSections(from: DeltaSide, to: DeltaSide): SectionChange[] {
  const names = new Set([...to.sections.keys(), ...from.sections.keys()]);
  return [...names].map((name) => {
    if (isSameSection(name, from, to)) return { name, put: [], gone: [] };
    const [before, after] = [from, to].map(({ sections }) => byPath(sections.get(name) ?? [])) as [Entries, Entries];
    const put = [...after.values()].filter((entry) => isOther(before.get(entry.path), entry));
    const gone = [...before.keys()].filter((path) => !after.has(path));
    return { name, put, gone };
  });
}

/** By its hash. */
function isSameSection(name: string, from: Pick<DeltaSide, "snapshot">, to: Pick<DeltaSide, "snapshot">): boolean {
  const [before, after] = [from, to].map(({ snapshot }) => snapshot.index.find((section) => section.name === name));
  return before !== undefined && before.sha256 === after?.sha256;
}

/** Consecutive trees have most entries in common. */
function isOther(before: IndexEntry | undefined, entry: IndexEntry): boolean {
  return before !== entry && JSON.stringify(before) !== JSON.stringify(entry);
}

type Entries = Map<string, IndexEntry>;

function byPath(entries: readonly IndexEntry[]): Entries {
  return new Map(entries.map((entry) => [entry.path, entry]));
}

function joinedSections(chain: readonly Delta[]): SectionChange[] {
  const changes = new Map<string, { put: Entries; gone: Set<string> }>();
  for (const { name, put, gone } of chain.flatMap(({ sections }) => sections)) {
    const change = changes.get(name) ?? { put: new Map(), gone: new Set() };
    changes.set(name, change);
    for (const path of gone) {
      change.put.delete(path);
      change.gone.add(path);
    }
    for (const entry of put) {
      change.put.set(entry.path, entry);
      change.gone.delete(entry.path);
    }
  }
  return [...changes].map(([name, { put, gone }]) => ({ name, put: [...put.values()], gone: [...gone] }));
}

/** Contents that the older tree lacks, each once, even if several files have it. */
function newContents(sections: readonly SectionChange[], from: DeltaSide): IndexEntry[] {
  const contents = new Map(sections.flatMap(({ put }) => put).map((entry) => [entry.sha256, entry]));
  for (const entries of from.sections.values()) for (const { sha256 } of entries) contents.delete(sha256);
  return [...contents.values()];
}

/** @throws UserError `tree-damaged` */
function contentOf({ read }: DeltaSide, { path, bytes }: IndexEntry): Uint8Array {
  const content = read(path);
  if (content?.length !== bytes)
    throw new UserError("tree-damaged", `${path} does not match the index`, "`quaketree verify` tells more");
  return content;
}

interface Base {
  sha256: string;
  bytes: Uint8Array;
}

/** Maximum number of bases that are tried for a table. */
const TABLES_TRIED = 8;

/**
 * Possible bases of the difference for a file: the previous file of its path; for a shard, whose path is its hash, that of its
 * part, or any table that is gone; for a new page or detail, another one, since most of its bytes are those of the template.
 */
function basesOf(
  from: DeltaSide,
  to: DeltaSide,
  changed: ReadonlySet<string>,
): (path: string, bytes: Uint8Array) => Base[] {
  const entries = byPath([...from.sections].flatMap(([name, list]) => (changed.has(name) ? list : [])));
  const former = new Map(partsOf(from.snapshot.shards).map(([path, part]) => [part, path]));
  const parts = new Map(partsOf(to.snapshot.shards));
  const gone = once(() => shardsGone(from, to, new Set(former.values())));
  const likes = once(() => new Map([...entries.keys()].map((path) => [likeOf(path), path])));
  const pathsOf = (path: string, bytes: Uint8Array): (string | undefined)[] => {
    if (entries.has(path)) return [path];
    const part = parts.get(path);
    if (part !== undefined) return [former.get(part)];
    if (!SHARD.test(path)) return [likes().get(likeOf(path))];
    return path.endsWith(TABLE) ? gone().tables : [gone().packs.get(firstLine(bytes) ?? "")];
  };
  return (path, given) =>
    pathsOf(path, given).flatMap((one) => {
      const entry = entries.get(one ?? "");
      const bytes = entry && from.read(entry.path);
      return bytes ? [{ sha256: entry.sha256, bytes }] : [];
    });
}

const SHARD = new RegExp(`^(?:${SHARD_SECTIONS.join("|")})/`);
const TABLE = ".bin";

/** The same for the pages of all events, and for all their details. */
function likeOf(path: string): string {
  const page = "/index.html";
  const end = path.endsWith(page) ? path.length - page.length : path.lastIndexOf(".");
  const start = path.lastIndexOf("/", end - 1) + 1;
  return end > start ? `${path.slice(0, start)}*${path.slice(end)}` : path;
}

/**
 * Shards of the older tree that neither its manifest nor the newer tree has: tables, and the others by their first line, which
 * identifies their part.
 */
function shardsGone(
  from: DeltaSide,
  to: DeltaSide,
  named: ReadonlySet<string>,
): { tables: string[]; packs: ReadonlyMap<string, string> } {
  const shards = ({ sections }: DeltaSide) => SHARD_SECTIONS.flatMap((name) => sections.get(name) ?? []);
  const stays = new Set(shards(to).map(({ path }) => path));
  const gone = shards(from).filter(({ path }) => !stays.has(path) && !named.has(path));
  const packs = new Map<string, string>();
  for (const { path } of gone) {
    const line = path.endsWith(TABLE) ? undefined : firstLine(from.read(path));
    if (line !== undefined) packs.set(line, path);
  }
  const tables = gone.map(({ path }) => path).filter((path) => path.endsWith(TABLE));
  return { tables: tables.slice(0, TABLES_TRIED), packs };
}

/** The first line of a file, if it is a short one. */
function firstLine(bytes: Uint8Array | undefined): string | undefined {
  const head = new TextDecoder().decode(bytes?.subarray(0, 64));
  const end = head.indexOf("\n");
  return end < 0 ? undefined : head.slice(0, end);
}

/** The part of each shard, by path. */
export function partsOf(shards: ShardManifest): [path: string, part: string][] {
  return Object.entries(shards).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === "string") return [[value, name]];
    const list = value as readonly { path: string; day?: string }[];
    return list.map(({ path, day }, at) => [path, `${name} ${day ?? at}`]);
  });
}

/** The shortest encoding. */
function encode(bytes: Uint8Array, bases: readonly Base[]): { base: string | null; encoded: Uint8Array } {
  let best: { base: string | null; encoded: Uint8Array } = { base: null, encoded: bytes };
  for (const { sha256, bytes: base } of bases) {
    const encoded = createDelta(base, bytes);
    if (encoded.length < best.encoded.length) best = { base: sha256, encoded };
  }
  return best;
}
