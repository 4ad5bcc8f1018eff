import { brotliCompressSync, constants } from "node:zlib";
import * as z from "zod";
import type { SnapshotPosition } from "../../../contract/resources/resources.ts";
import type { IndexEntry } from "../../../contract/wire/snapshot.ts";
import { unpack } from "../../../platform/compress.ts";
import { UserError } from "../../../platform/error.ts";

/** The changes of a section of the index. */
export interface SectionChange {
  name: string;
  /** New and changed entries. */
  put: readonly IndexEntry[];
  /** Removed paths. */
  gone: readonly string[];
}

/** A content that only the newer tree has. */
export interface ContentChange {
  sha256: string;
  bytes: number;
  /** SHA-256 of the file of the older tree to which it is encoded as a difference; null: it is encoded whole. */
  base: string | null;
  /** Length of the encoded content. */
  length: number;
}

/** The difference from one snapshot to a later one, with the index, but without the record, which is signed. */
export interface Delta {
  from: SnapshotPosition;
  to: SnapshotPosition;
  sections: readonly SectionChange[];
  contents: readonly ContentChange[];
  /** The encoded contents, in order. */
  encoded: readonly Uint8Array[];
}

/** Limits of a delta, in bytes and files: a larger change is better fetched file by file. */
const LARGEST_CONTENTS = { bytes: 16_000_000, files: 4_000 };

/**
 * Maximum size of the head. With the maximum number of files it takes 2 MB; the rest is for removed paths, and for entries whose
 * bytes the older tree has.
 */
const LARGEST_HEAD = 8_000_000;

/** Maximum unpacked size of a delta: an encoded content is never larger than the content. */
const LARGEST_DELTA = LARGEST_HEAD + 1 + LARGEST_CONTENTS.bytes;

const HASH = /^[0-9a-f]{64}$/;
const hash = z.string().regex(HASH);
const size = z.int().nonnegative();
// Both become parts of a path.
const name = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  sequence: size,
  as_of: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
});
const headSchema = z.strictObject({
  format: z.literal(1),
  from: name,
  to: name,
  sections: listOf(
    z.strictObject({ name: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/), put: listOf(entrySchema()), gone: listOf(z.string()) }),
  ),
  contents: listOf(z.strictObject({ sha256: hash, bytes: size, base: hash.nullable(), length: size })),
});

/** The entries are checked strictly when the sections are complete. */
function entrySchema(): z.ZodType<IndexEntry> {
  return z.looseObject({ path: z.string(), bytes: size, sha256: hash }) as unknown as z.ZodType<IndexEntry>;
}

/** Stops at the first error: a list of millions would collect an issue for each. */
function listOf<T>(one: z.ZodType<T>): z.ZodType<T[]> {
  return z.custom<T[]>((value) => Array.isArray(value) && value.every((each) => one.safeParse(each).success), {
    message: "is not a list of what it should be",
  });
}

const NEWLINE = 10;

/**
 * Quality of brotli. A delta of a minute takes 50 ms with 10, which saves 7 %; those of an hour or a day, which have whole contents,
 * would take many seconds.
 */
const QUALITY = { small: 10, large: 5 };

/** Size from which a delta is large, bytes. */
const LARGE = 256 * 1024;

/** A delta as a file: its head as a line of JSON, then the encoded contents, in one brotli stream. */
export function encodeDelta(delta: Delta): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${headText(delta)}\n`), ...delta.encoded]);
  const quality = bytes.length < LARGE ? QUALITY.small : QUALITY.large;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return brotliCompressSync(bytes, { params });
}

function headText({ from, to, sections, contents }: Delta): string {
  return JSON.stringify({ format: 1, from, to, sections, contents });
}

/** Whether a delta is too long to be read back. */
export function isTooLong(delta: Delta): boolean {
  return isTooMuch(delta.contents) || Buffer.byteLength(headText(delta)) > LARGEST_HEAD;
}

/** Whether contents are better fetched file by file. */
export function isTooMuch(contents: readonly { bytes: number }[]): boolean {
  const { bytes, files } = LARGEST_CONTENTS;
  return contents.length > files || contents.reduce((sum, content) => sum + content.bytes, 0) > bytes;
}

/** Reads a delta, strictly, with bounded memory. @throws UserError `delta-malformed` */
export function decodeDelta(file: Uint8Array): Delta {
  const bytes = unpacked(file);
  const end = bytes.indexOf(NEWLINE);
  if (end < 0 || end > LARGEST_HEAD) throw malformed("has no head");
  const { format: _, ...head } = headOf(bytes.subarray(0, end));
  if (isTooMuch(head.contents)) throw malformed("states more contents than a delta may have");
  const encoded: Uint8Array[] = [];
  let at = end + 1;
  for (const { length } of head.contents) encoded.push(bytes.subarray(at, (at += length)));
  if (at !== bytes.length) throw malformed(`has ${bytes.length - end - 1} bytes of contents instead of ${at - end - 1}`);
  return { ...head, encoded };
}

function unpacked(file: Uint8Array): Buffer {
  try {
    return unpack(file, "br", LARGEST_DELTA);
  } catch (error) {
    throw malformed(`does not unpack: ${(error as Error).message}`);
  }
}

function headOf(line: Buffer): z.output<typeof headSchema> {
  try {
    return headSchema.parse(JSON.parse(line.toString("utf8")));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    throw malformed(issue ? `${issue.path.join(".")}: ${issue.message}` : "has a head that is not JSON");
  }
}

function malformed(what: string): UserError {
  return new UserError("delta-malformed", `the delta ${what}`);
}
