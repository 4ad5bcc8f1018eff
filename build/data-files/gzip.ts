import { constants, crc32, deflateRawSync } from "node:zlib";
import { groupBy } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";
import type { EventLine } from "./lines.ts";

/** A higher level takes longer than the rest of a minute's build and saves only 3 %. */
const EFFORT = 4;

/** A part of a file that is compressed separately. */
interface Part {
  lines: readonly EventLine[];
  plain: Buffer;
  packed: Buffer;
}

/** The parts of the previous build in this process, by file and day. */
const before = new Map<string, Map<number, Part>>();

/**
 * A gzip file (RFC 1952) of a header and one text for each line, oldest first. The part of an unchanged day is not compressed
 * again. The same lines give the same bytes: the file contains neither a time stamp nor the name of a system.
 *
 * @param name of the file
 */
export function gzipLines(
  name: string,
  head: string,
  lines: readonly EventLine[],
  textOf: (line: EventLine) => string,
): Uint8Array {
  const known = before.get(name) ?? new Map<number, Part>();
  const parts = new Map<number, Part>();
  for (const [day, own] of byDay(lines)) {
    const earlier = known.get(day);
    parts.set(
      day,
      earlier && isSame(earlier.lines, own) ? earlier : partOf(own, Buffer.from(own.map(textOf).join(""))),
    );
  }
  before.set(name, parts);
  const all = [partOf([], Buffer.from(head)), ...parts.values()];
  const end = Buffer.alloc(8);
  end.writeUInt32LE(
    all.reduce((sum, { plain }) => crc32(plain, sum), 0),
    0,
  );
  end.writeUInt32LE(all.reduce((sum, { plain }) => sum + plain.length, 0) % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...all.map(({ packed }) => packed), LAST_BLOCK, end]);
}

/** RFC 1952, section 2.3: deflate, no flags, no time, no compression level, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** RFC 1951, section 3.2.6: an empty final block. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** The flush ends the part at a byte boundary, so that parts can be concatenated in any order. */
function partOf(lines: readonly EventLine[], plain: Buffer): Part {
  return { lines, plain, packed: deflateRawSync(plain, { level: EFFORT, finishFlush: constants.Z_SYNC_FLUSH }) };
}

function isSame(a: readonly EventLine[], b: readonly EventLine[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}

/** Groups lines by day. All days up to the end of the year before last share one part, because they have few earthquakes each. */
function byDay(lines: readonly EventLine[]): Map<number, EventLine[]> {
  const last = lines.at(-1);
  const since = last ? Date.UTC(new Date(last.time).getUTCFullYear() - 1, 0, 1) : 0;
  return groupBy(lines, ({ time }) => (time < since ? Number.NEGATIVE_INFINITY : Math.floor(time / DAY_MS)));
}
