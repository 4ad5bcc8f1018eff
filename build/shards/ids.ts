import { escapeId, idOfSlug } from "../contract/slug.ts";
import { ShardError } from "./shard-error.ts";

/** What an id leads to. `slug`: the canonical one. `withdrawnAt`: ms since 1970 UTC. */
export type IdTarget = { kind: "event"; slug: string } | { kind: "withdrawn"; withdrawnAt: number };

/** The id shard, checked; looked up where it lies. */
export interface Ids {
  bytes: Uint8Array;
  /** Offset of the first line after the header. */
  from: number;
}

const FORMAT = "ids";
const HEADER = "QTI1\n";
const LINE_FEED = 0x0a;
const BLANK = 0x20;

/**
 * The shard is text, a line an id, sorted by bytes, so that a lookup is a binary search in the file as it is:
 * `{escaped id} ` and then, for the id of an event, what its slug has before the id; for any other id of it `>` and the
 * escaped id of the event; for a withdrawn one `!` and when, ms since 1970 UTC.
 *
 * @param ids every known id with the slug of its event
 * @param withdrawn ids that are withdrawn; one that is known all the same counts as known
 * @throws RangeError where an id has two slugs, a slug ends in an id that is not its own, or a time is no whole number
 */
export function writeIds(
  ids: Iterable<readonly [id: string, slug: string]>,
  withdrawn: Iterable<{ id: string; withdrawnAt: number }>,
): Uint8Array {
  const targets = new Map<string, string>();
  for (const { id, withdrawnAt } of withdrawn) {
    if (!Number.isInteger(withdrawnAt)) throw new RangeError(`${id}: ${withdrawnAt} is not a whole millisecond`);
    targets.set(escapeId(id), `!${withdrawnAt}`);
  }
  const slugs = new Map<string, string>();
  for (const [id, slug] of ids) {
    if ((slugs.get(id) ?? slug) !== slug) throw new RangeError(`the id ${id} has two slugs`);
    slugs.set(id, slug);
    targets.set(escapeId(id), slugTarget(id, slug));
  }
  for (const slug of slugs.values()) {
    if (slugs.get(idOfSlug(slug)) !== slug) throw new RangeError(`the slug ${slug} ends in an id that is not its own`);
  }
  const lines = Array.from(targets, ([id, target]) => `${id} ${target}\n`).toSorted(byCodeUnits);
  return new TextEncoder().encode(HEADER + lines.join(""));
}

function slugTarget(id: string, slug: string): string {
  const own = escapeId(idOfSlug(slug));
  return own === escapeId(id) ? slug.slice(0, slug.length - own.length) : `>${own}`;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/**
 * Checks the shard in one pass. A line that leads nowhere is found when it is looked up.
 *
 * @throws ShardError
 */
export function readIds(bytes: Uint8Array): Ids {
  for (let at = 0; at < HEADER.length; at++) {
    if (bytes[at] !== HEADER.charCodeAt(at)) throw new ShardError(FORMAT, 'does not begin with "QTI1"');
  }
  if (bytes.at(-1) !== LINE_FEED) throw new ShardError(FORMAT, "does not end in a line feed");
  let previous = -1;
  for (let at = HEADER.length; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    checkLine(bytes, at, end);
    if (previous >= 0 && compareIds(bytes, previous, bytes, at) >= 0) {
      throw new ShardError(FORMAT, `the line at byte ${at} is out of order`);
    }
    previous = at;
    at = end + 1;
  }
  return { bytes, from: HEADER.length };
}

const SLUG_LETTER = /^[a-z0-9-]$/;
const IS_SLUG_BYTE = Uint8Array.from({ length: 256 }, (_, byte) =>
  SLUG_LETTER.test(String.fromCharCode(byte)) ? 1 : 0,
);
/** Bytes of the time of a withdrawal at the most: sign and sixteen digits. */
const MAXIMUM_TIME_LENGTH = 17;

function checkLine(bytes: Uint8Array, from: number, to: number): void {
  const blank = skipSlug(bytes, from);
  const mark = bytes[blank + 1];
  const end = skipSlug(bytes, mark === 0x3e || mark === 0x21 ? blank + 2 : blank + 1);
  const withdrawn = mark !== 0x21 || withdrawalTime(bytes, blank + 2, to) !== undefined;
  if (blank === from || bytes[blank] !== BLANK || end !== to || !withdrawn) {
    throw new ShardError(FORMAT, `the line at byte ${from} is malformed`);
  }
}

function skipSlug(bytes: Uint8Array, from: number): number {
  let at = from;
  while (IS_SLUG_BYTE[bytes[at] ?? LINE_FEED] === 1) at++;
  return at;
}

function withdrawalTime(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (to - from > MAXIMUM_TIME_LENGTH) return undefined;
  const digits = asText(bytes, from, to);
  return /^(?:0|-?[1-9]\d*)$/.test(digits) && Math.abs(Number(digits)) <= 8.64e15 ? Number(digits) : undefined;
}

function asText(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Compares the ids (up to the blank) that begin at two offsets. */
function compareIds(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  // The blank is less than any letter of an id, so that the shorter one of two comes first.
  for (let at = 0; ; at++) {
    const one = a[atA + at] ?? BLANK;
    const other = b[atB + at] ?? BLANK;
    if (one !== other) return one - other;
    if (one === BLANK) return 0;
  }
}

/**
 * What an id leads to, or undefined where nobody knows it.
 *
 * @throws ShardError where the line of the id leads nowhere
 */
export function findId(ids: Ids, id: string): IdTarget | undefined {
  const escaped = escapeId(id);
  const line = findLine(ids, escaped);
  if (line === undefined) return undefined;
  if (line.startsWith("!")) return { kind: "withdrawn", withdrawnAt: Number(line.slice(1)) };
  if (!line.startsWith(">")) return { kind: "event", slug: line + escaped };
  const own = line.slice(1);
  const prefix = findLine(ids, own);
  if (prefix === undefined || /^[>!]/.test(prefix))
    throw new ShardError(FORMAT, `${escaped} leads to ${own}, which is no event`);
  return { kind: "event", slug: prefix + own };
}

/** What stands behind the blank in the line of an escaped id. */
function findLine({ bytes, from }: Ids, escaped: string): string | undefined {
  const wanted = new TextEncoder().encode(escaped);
  let low = from;
  let high = bytes.length;
  while (low < high) {
    const line = bytes.lastIndexOf(LINE_FEED, Math.max(low, (low + high) >> 1) - 1) + 1;
    const end = bytes.indexOf(LINE_FEED, line);
    const order = compareIds(bytes, line, wanted, 0);
    if (order === 0) return asText(bytes, line + wanted.length + 1, end);
    if (order < 0) low = end + 1;
    else high = line;
  }
  return undefined;
}
