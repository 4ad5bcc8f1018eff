import { ShardError } from "./shard-error.ts";

/** The arrays that a binary shard is made of. */
export type Section = Float64Array | Uint32Array | Int32Array | Int16Array | Uint8Array;
type SectionType = "f64" | "u32" | "i32" | "i16" | "u8";

/** A binary shard is four characters, a version, its counts, and its sections one after the other. */
export interface BinaryFormat {
  /** For messages. */
  name: string;
  magic: string;
  version: number;
  /** Names of the counts in the header, each a u32. */
  counts: readonly string[];
  /** In the order of the file: the type, and the count that says how many. Wide types first, so that all are aligned. */
  sections: readonly (readonly [SectionType, string])[];
}

const ARRAYS = { f64: Float64Array, u32: Uint32Array, i32: Int32Array, i16: Int16Array, u8: Uint8Array };

/** Typed arrays read in the byte order of the machine; the files are little-endian, as all machines of today are. */
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Bytes of a format's header, a multiple of 8: magic, version and counts, then zeros. */
function headerBytes(format: BinaryFormat): number {
  return Math.ceil((8 + 4 * format.counts.length) / 8) * 8;
}

/**
 * The bytes of a shard.
 *
 * @param sections in the order of the format, as long as its counts say
 */
export function writeBinary(
  format: BinaryFormat,
  counts: readonly number[],
  sections: readonly Section[],
): Uint8Array<ArrayBuffer> {
  const header = headerBytes(format);
  const bytes = new Uint8Array(sections.reduce((sum, section) => sum + section.byteLength, header));
  bytes.set(new TextEncoder().encode(format.magic));
  const view = new DataView(bytes.buffer);
  [format.version, ...counts].forEach((value, at) => view.setUint32(4 + 4 * at, value, true));
  let at = header;
  for (const section of sections) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += section.byteLength;
  }
  return bytes;
}

/**
 * The counts and sections of a shard: views of the given bytes, copied only where those are not aligned to 8.
 * Allocates nothing that the length of the bytes does not justify.
 *
 * @throws ShardError where magic, version, padding or length is wrong
 */
export function readBinary(format: BinaryFormat, given: Uint8Array): { counts: number[]; sections: Section[] } {
  const fail = (fault: string) => new ShardError(format.name, fault);
  if (!LITTLE_ENDIAN) throw fail("this machine is big-endian, which the reader does not support");
  const header = headerBytes(format);
  if (given.length < header) throw fail(`${given.length} bytes are too few for a header of ${header}`);
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== format.magic) throw fail(`begins with ${JSON.stringify(magic)}, not with "${format.magic}"`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== format.version) throw fail(`has version ${version}; this reader knows ${format.version}`);
  const counts = format.counts.map((_, at) => view.getUint32(8 + 4 * at, true));
  for (let at = 8 + 4 * counts.length; at < header; at++) {
    if (bytes[at] !== 0) throw fail(`byte ${at} of the header is not zero`);
  }
  return { counts, sections: cut(format, bytes, header, counts, fail) };
}

function cut(
  format: BinaryFormat,
  bytes: Uint8Array,
  header: number,
  counts: readonly number[],
  fail: (fault: string) => ShardError,
): Section[] {
  const lengths = format.sections.map(([, count]) => counts[format.counts.indexOf(count)] as number);
  const widths = format.sections.map(([type]) => ARRAYS[type].BYTES_PER_ELEMENT);
  const expected = lengths.reduce((sum, length, at) => sum + length * (widths[at] as number), header);
  if (bytes.length !== expected) throw fail(`has ${bytes.length} bytes where its counts need ${expected}`);
  let at = bytes.byteOffset + header;
  return format.sections.map(([type], section) => {
    const array = new ARRAYS[type](bytes.buffer as ArrayBuffer, at, lengths[section]);
    at += array.byteLength;
    return array;
  });
}
