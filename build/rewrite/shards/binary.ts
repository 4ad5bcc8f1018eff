/**
 * Bytes that are not a valid shard: a truncated download, a flipped bit, another format. The message is short, because it is part
 * of the rewrite bundle: format, fault and related numbers. The documentation page of the formats explains each fault
 * (`data/pages/formats.md`).
 */
export class ShardError extends Error {
  readonly code = "shard-malformed";

  /**
   * @param format of the reader that refused the bytes: `columns`, `places`, …
   * @param fault the kind of error, one word
   * @param numbers position and value
   */
  constructor(format: string, fault: string, ...numbers: readonly (number | undefined)[]) {
    super(`${format}: ${[fault, ...numbers].join(" ")}`);
    this.name = "ShardError";
  }
}

type Section = Types[keyof Types];

interface Types {
  f64: Float64Array;
  f32: Float32Array;
  u32: Uint32Array;
  i32: Int32Array;
  u16: Uint16Array;
  u8: Uint8Array;
}

const ARRAYS = {
  f64: Float64Array,
  f32: Float32Array,
  u32: Uint32Array,
  i32: Int32Array,
  u16: Uint16Array,
  u8: Uint8Array,
};

/** The format of a binary shard: four characters, a version, counts, and sections in a fixed order. */
export interface BinaryFormat {
  /** Name for messages. */
  name: string;
  magic: string;
  version: number;
  /** Names of the counts in the header, each a u32. */
  counts: readonly string[];
  /** In file order: type, the count that is its length, and name. Wide types come first, so that all are aligned. */
  sections: readonly (readonly [type: keyof typeof ARRAYS, count: string, name: string])[];
}

/** The sections of a shard by name. */
type Sections<Format extends BinaryFormat> = {
  [Row in Format["sections"][number] as Row[2]]: Types[Row[0]];
};

/** Typed arrays have the byte order of the machine. The files are little-endian, like all current machines. */
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Bytes of the header, a multiple of 8: magic, version and counts, then zeros. */
export function headerBytes({ counts }: BinaryFormat): number {
  return (8 + 4 * counts.length + 7) & ~7;
}

/**
 * Serialises a shard.
 *
 * @param given sections by name; those of a count have its length
 * @param others the counts that no section has as its length
 */
export function writeBinary<Format extends BinaryFormat>(
  format: Format,
  given: Sections<Format>,
  others: Readonly<Record<string, number>> = {},
): Uint8Array<ArrayBuffer> {
  const header = headerBytes(format);
  const sections = format.sections.map(([, , name]) => (given as Record<string, Section>)[name] as Section);
  const lengthOf = new Map(format.sections.map(([, count], at) => [count, sections[at]?.length]));
  const counts = format.counts.map((count) => others[count] ?? (lengthOf.get(count) as number));
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
 * Parses a shard: its counts in their order, and its sections by name. These are views of the given bytes, which are copied only
 * if they are not aligned to 8. Memory use is bounded by the length of the bytes.
 *
 * @throws ShardError if magic, version, padding or length is wrong
 */
export function readBinary<Format extends BinaryFormat>(
  format: Format,
  given: Uint8Array,
): { counts: number[]; sections: Sections<Format> } {
  const { name, magic, version, counts: names } = format;
  const header = headerBytes(format);
  if (!LITTLE_ENDIAN) throw new ShardError(name, "big-endian");
  if (given.length < header) throw new ShardError(name, "header", given.length, header);
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== magic) throw new ShardError(name, "magic", ...bytes.subarray(0, 4));
  const [found, ...words] = Array.from({ length: header / 4 - 1 }, (_, at) => view.getUint32(4 + 4 * at, true));
  if (found !== version) throw new ShardError(name, "version", found, version);
  if (words.slice(names.length).some((word) => word !== 0)) throw new ShardError(name, "padding");
  const counts = words.slice(0, names.length);
  return { counts, sections: cut(format, bytes, header, counts) as Sections<Format> };
}

function cut({ name, counts: names, sections }: BinaryFormat, bytes: Uint8Array, header: number, counts: number[]): object {
  const lengths = sections.map(([, count]) => counts[names.indexOf(count)] as number);
  const size = lengths.reduce((sum, length, at) => sum + length * ARRAYS[sections[at]![0]].BYTES_PER_ELEMENT, header);
  if (bytes.length !== size) throw new ShardError(name, "length", bytes.length, size);
  let at = bytes.byteOffset + header;
  return Object.fromEntries(
    sections.map(([type, , key], section) => {
      const array = new ARRAYS[type](bytes.buffer as ArrayBuffer, at, lengths[section]);
      at += array.byteLength;
      return [key, array];
    }),
  );
}

/** @throws ShardError if the bytes are not UTF-8 */
export function readText(format: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ShardError(format, "utf-8");
  }
}

/** @throws ShardError if the bytes are not JSON, or if the value does not have the expected shape */
export function readJson<Value>(format: string, bytes: Uint8Array, is: (value: unknown) => value is Value): Value {
  const text = readText(format, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ShardError(format, "json");
  }
  if (!is(value)) throw new ShardError(format, "shape");
  return value;
}

/** Joins the columns of several files: the values of each, one after the other, in an array of the type. */
export function columnJoiner<Part extends { rows: number }>(parts: readonly Part[]) {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return <Values extends Section>(Type: new (length: number) => Values, valuesOf: (part: Part, at: number) => Values): Values => {
    const joined = new Type(rows);
    let to = 0;
    parts.forEach((part, at) => {
      joined.set(valuesOf(part, at), to);
      to += part.rows;
    });
    return joined;
  };
}
