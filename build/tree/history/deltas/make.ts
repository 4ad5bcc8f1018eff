import { createDelta } from "fossil-delta";
import type { IndexEntry, ShardManifest } from "../../../contract/wire/snapshot.ts";
import { once } from "../../../platform/lists.ts";
import { SHARD_SECTIONS } from "../../file.ts";
import { type EntryChange, type IndexDifference, indexDifference, pathChanges } from "../../index-difference.ts";
import { entriesNear, findIn } from "../../index-node.ts";
import { positionOf, readEntry, type TreeState } from "../../transition.ts";
import { type ContentChange, type Delta, isTooLong, isTooMuch, type SectionChange } from "./delta.ts";

/**
 * The delta from one tree to a later one.
 *
 * @param difference how their indexes differ
 * @returns undefined if so much has changed that a delta is useless
 */
export function makeDelta(
  from: TreeState,
  to: TreeState,
  difference: IndexDifference = indexDifference(from.index, to.index),
): Delta | undefined {
  const sections = [...difference].map(([name, { entries }]) => sectionChange(name, entries));
  const added = newContents(difference);
  if (isTooMuch(added.map(({ entry }) => entry))) return undefined;
  const baseOf = basesOf(from, to, difference);
  const contents: ContentChange[] = [];
  const encoded: Uint8Array[] = [];
  for (const { section, entry } of added) {
    const bytes = readEntry(to, entry);
    const encoding = encode(bytes, baseOf(section, entry.path, bytes));
    contents.push({ sha256: entry.sha256, bytes: entry.bytes, base: encoding.base, length: encoding.encoded.length });
    encoded.push(encoding.encoded);
  }
  return unlessTooLong({ from: positionOf(from.snapshot), to: positionOf(to.snapshot), sections, contents, encoded });
}

/**
 * Joins a chain of deltas. Changed contents are encoded whole, because the tree at the start of the chain no longer exists.
 *
 * @param chain each begins with the snapshot at the end of the previous one
 * @param to the tree at the end
 * @returns undefined if so much has changed that it is useless
 */
export function joinDeltas(chain: readonly [Delta, ...Delta[]], to: TreeState): Delta | undefined {
  const known = new Set(chain.flatMap(({ contents }) => contents.map(({ sha256 }) => sha256)));
  const sections = joinedSections(chain);
  const puts = sections.flatMap(({ put }) => put).filter(({ sha256 }) => known.has(sha256));
  const added = [...new Map(puts.map((entry) => [entry.sha256, entry])).values()];
  if (isTooMuch(added)) return undefined;
  const contents = added.map(({ sha256, bytes }) => ({ sha256, bytes, base: null, length: bytes }));
  const encoded = added.map((entry) => readEntry(to, entry));
  return unlessTooLong({ from: chain[0].from, to: positionOf(to.snapshot), sections, contents, encoded });
}

function unlessTooLong(delta: Delta): Delta | undefined {
  return isTooLong(delta) ? undefined : delta;
}

function sectionChange(name: string, entries: readonly EntryChange[]): SectionChange {
  return { name, put: entries.flatMap(({ after }) => after ?? []), gone: entries.flatMap(({ path, after }) => (after ? [] : path)) };
}

function joinedSections(chain: readonly Delta[]): SectionChange[] {
  const changes = new Map<string, { put: Map<string, IndexEntry>; gone: Set<string> }>();
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

/** A content that the older tree lacks, and the section of the last file that has it. */
interface AddedContent {
  section: string;
  entry: IndexEntry;
}

/**
 * Contents that the older tree lacks, each once, even if several files have it. Only files that differ are compared: a content that
 * the older tree has in a file that stays is seldom added elsewhere.
 */
function newContents(difference: IndexDifference): AddedContent[] {
  const contents = new Map<string, AddedContent>();
  for (const [section, { entries }] of difference)
    for (const { after } of entries) if (after) contents.set(after.sha256, { section, entry: after });
  for (const { entries } of difference.values()) for (const { before } of entries) if (before) contents.delete(before.sha256);
  return [...contents.values()];
}

interface Base {
  sha256: string;
  bytes: Uint8Array;
}

/** Maximum number of bases that are tried for a table. */
const TABLES_TRIED = 8;

/** Maximum number of other pages or details that are tried for a new one. */
const LIKES_TRIED = 2;

/**
 * Possible bases of the difference for a file: the previous file of its path; for a shard, whose path is its hash, that of its
 * part, or any table that is gone; for a new page or detail, another one, since most of its bytes are those of the template.
 */
function basesOf(
  from: TreeState,
  to: TreeState,
  difference: IndexDifference,
): (section: string, path: string, bytes: Uint8Array) => Base[] {
  const changes = pathChanges(difference);
  const former = new Map(partsOf(from.snapshot.shards).map(([path, part]) => [part, path]));
  const parts = new Map(partsOf(to.snapshot.shards));
  const gone = once(() => shardsGone(from, difference, new Set(former.values())));
  const shards = [...from.index].filter(([name]) => (SHARD_SECTIONS as readonly string[]).includes(name));
  const shardOf = (path: string | undefined) => (path === undefined ? undefined : findIn(shards, path)?.entry);
  const entriesOf = (section: string, path: string, bytes: Uint8Array): (IndexEntry | undefined)[] => {
    const same = changes.get(path)?.before;
    if (same) return [same];
    const part = parts.get(path);
    if (part !== undefined) return [shardOf(former.get(part))];
    if (!SHARD.test(path)) return likesOf(from, section, path);
    return path.endsWith(TABLE) ? gone().tables : [gone().packs.get(firstLine(bytes) ?? "")];
  };
  return (section, path, given) =>
    entriesOf(section, path, given).flatMap((entry) => {
      const bytes = entry && from.read(entry.path);
      return bytes ? [{ sha256: entry.sha256, bytes }] : [];
    });
}

/** Pages or details of other events, which are listed near a path. */
function likesOf({ index }: TreeState, section: string, path: string): IndexEntry[] {
  const like = likeOf(path);
  return entriesNear(index.get(section), path)
    .filter((entry) => likeOf(entry.path) === like)
    .slice(0, LIKES_TRIED);
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
  from: TreeState,
  difference: IndexDifference,
  named: ReadonlySet<string>,
): { tables: IndexEntry[]; packs: ReadonlyMap<string, IndexEntry> } {
  const changes = SHARD_SECTIONS.flatMap((name) => difference.get(name)?.entries ?? []);
  const stays = new Set(changes.filter(({ after }) => after).map(({ path }) => path));
  const gone = changes.flatMap(({ path, before }) => (before && !stays.has(path) && !named.has(path) ? before : []));
  const packs = new Map<string, IndexEntry>();
  for (const entry of gone) {
    const line = entry.path.endsWith(TABLE) ? undefined : firstLine(from.read(entry.path));
    if (line !== undefined) packs.set(line, entry);
  }
  return { tables: gone.filter(({ path }) => path.endsWith(TABLE)).slice(0, TABLES_TRIED), packs };
}

/** The first line of a file, if it is a short one. */
function firstLine(bytes: Uint8Array | undefined): string | undefined {
  const head = new TextDecoder().decode(bytes?.subarray(0, 64));
  const end = head.indexOf("\n");
  return end < 0 ? undefined : head.slice(0, end);
}

export function partsOf(shards: ShardManifest): [path: string, part: string][] {
  return Object.entries(shards).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === "string") return [[value, name]];
    const list = value as readonly (string | { path: string; day?: string })[];
    return list.map((one, at) => (typeof one === "string" ? [one, `${name} ${at}`] : [one.path, `${name} ${one.day ?? at}`]));
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
