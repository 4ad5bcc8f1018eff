import { escapeId, idOfSlug } from "../../contract/wire/slug.ts";
import { readText, ShardError } from "./binary.ts";

/** The target of an id. `slug`: the canonical one. `packed`: the detail has no file. `withdrawnAt`: ms since 1970 UTC. */
export type IdTarget = { kind: "event"; slug: string; packed?: true } | { kind: "withdrawn"; withdrawnAt: number };

/** The ids of a snapshot, a table for each unit of time. An id is in one of them, with the event that it leads to. */
export type Ids = readonly IdTable[];

/** A validated id shard. */
interface IdTable {
  /** ASCII. */
  text: string;
}

const FORMAT = "ids";
const HEADER = "QTI1\n";

/**
 * Serialises the id shard: text with one line for each id, sorted by bytes, so that a look-up is a binary search in the file. A
 * line is `{escaped id} ` followed by one of these: for the id of an event, the part of its slug before the id, with `=` before it
 * if the detail is packed; for any other id of an event, `>` and the escaped id of the event; for a withdrawn id, `!` and the time
 * in ms since 1970 UTC.
 *
 * @param ids every known id with the slug of its event
 * @param withdrawn withdrawn ids; one that is also known counts as known
 * @param packed own ids of the events with packed details
 * @throws RangeError if an id has two slugs, a slug ends in the id of another event, or a time is not an integer
 */
export function writeIds(
  ids: Iterable<readonly [id: string, slug: string]>,
  withdrawn: Iterable<{ id: string; withdrawnAt: number }>,
  packed: ReadonlySet<string> = new Set(),
): Uint8Array {
  const lines: string[] = [];
  for (const { id, withdrawnAt } of withdrawn) {
    if (!Number.isInteger(withdrawnAt)) throw new RangeError(`${id}: ${withdrawnAt} is not a whole millisecond`);
    lines.push(`${escapeId(id)} !${withdrawnAt}\n`);
  }
  const aliases = new Map<string, string>();
  for (const [id, slug] of ids) {
    const escaped = escapeId(id);
    const target = slugTarget(escaped, slug);
    if (target.startsWith(">")) aliases.set(escaped, slug);
    lines.push(`${escaped} ${packed.has(id) ? "=" : ""}${target}\n`);
  }
  // A space sorts before all characters of ids, so sorted lines have sorted ids. A sort without a comparison function compares code
  // units and is several times faster.
  const sorted = lines.toSorted().filter((line, at, all) => !isRedundant(line, all[at - 1]) && !isRedundant(line, all[at + 1], true));
  const text = HEADER + sorted.join("");
  for (const [id, slug] of aliases) {
    const own = slugTarget(id, slug).slice(1);
    if (findLine(text, own)?.replace("=", "") !== slug.slice(0, -own.length)) {
      throw new RangeError(`the slug ${slug} ends in an id that is not its own`);
    }
  }
  return new TextEncoder().encode(text);
}

/**
 * Whether a neighbouring line makes this one redundant: an equal line, or a known id that is also withdrawn.
 *
 * @throws RangeError if the other line has another slug for the id
 */
function isRedundant(line: string, neighbour: string | undefined, after = false): boolean {
  const target = line.indexOf(" ") + 1;
  if (!neighbour?.startsWith(line.slice(0, target))) return false;
  if (line === neighbour) return !after;
  if (line[target] === "!") return after || neighbour[target] !== "!";
  if (neighbour[target] === "!") return false;
  throw new RangeError(`the id ${line.slice(0, target - 1)} has two slugs`);
}

/** @param escaped id */
function slugTarget(escaped: string, slug: string): string {
  const own = escapeId(idOfSlug(slug));
  return own === escaped ? slug.slice(0, slug.length - own.length) : `>${own}`;
}

/** A line: id and target. A time with fifteen digits is at most in the year 33658 and always a valid date. */
const LINE = /([a-z0-9-]+) (?:[>=]?[a-z0-9-]*|!(?:0|-?[1-9][0-9]{0,14}))\n/y;

/** Validates the shard in one pass. A line with an invalid target is detected only by a look-up. @throws ShardError */
export function readIds(bytes: Uint8Array): IdTable {
  const text = readText(FORMAT, bytes);
  if (!text.startsWith(HEADER)) throw new ShardError(FORMAT, "magic");
  let previous = "";
  for (let at = HEADER.length; at < text.length; at = LINE.lastIndex) {
    LINE.lastIndex = at;
    const [, id] = LINE.exec(text) ?? [];
    if (id === undefined) throw new ShardError(FORMAT, "line", at);
    if (id <= previous) throw new ShardError(FORMAT, "line-order", at);
    previous = id;
  }
  return { text };
}

/** The target of an id; undefined if it is unknown. @throws ShardError if the line has no valid target */
export function findId(ids: Ids, id: string): IdTarget | undefined {
  const escaped = escapeId(id);
  for (const { text } of ids) {
    const target = findLine(text, escaped);
    if (target !== undefined) return targetOf(text, escaped, target);
  }
  return undefined;
}

function targetOf(text: string, escaped: string, target: string): IdTarget {
  if (target.startsWith("!")) return { kind: "withdrawn", withdrawnAt: Number(target.slice(1)) };
  if (!target.startsWith(">")) return eventTarget(target, escaped);
  const own = target.slice(1);
  const prefix = findLine(text, own);
  if (prefix === undefined || /^[>!]/.test(prefix)) throw new ShardError(FORMAT, `alias ${escaped} ${own}`);
  return eventTarget(prefix, own);
}

/** @param own the escaped id at the end of the slug */
function eventTarget(prefix: string, own: string): IdTarget {
  if (!prefix.startsWith("=")) return { kind: "event", slug: prefix + own };
  return { kind: "event", slug: prefix.slice(1) + own, packed: true };
}

/** The text after the space in the line of an escaped id. */
function findLine(text: string, escaped: string): string | undefined {
  let low = HEADER.length;
  let high = text.length;
  while (low < high) {
    const line = text.lastIndexOf("\n", Math.max(low, (low + high) >> 1) - 1) + 1;
    const end = text.indexOf("\n", line);
    const blank = text.indexOf(" ", line);
    const id = text.slice(line, blank);
    if (id === escaped) return text.slice(blank + 1, end);
    if (id < escaped) low = end + 1;
    else high = line;
  }
  return undefined;
}
