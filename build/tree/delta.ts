import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { z } from "zod";
import type { IndexEntry, SnapshotRecord } from "../contract/snapshot.ts";
import { UserError } from "../error.ts";

/** A snapshot, as a delta names it. */
export type SnapshotName = Pick<SnapshotRecord, "id" | "sequence" | "as_of">;

/** What became of a section of the index. */
export interface SectionChange {
  name: string;
  /** New entries, and those that are another now. */
  put: readonly IndexEntry[];
  /** Paths. */
  gone: readonly string[];
}

/** Bytes that the newer tree has and the older one has not. */
export interface ContentChange {
  sha256: string;
  bytes: number;
  /** The file of the older tree to which they are told as a difference, by its SHA-256; null: they are told whole. */
  base: string | null;
  /** Length of what tells them. */
  length: number;
}

/** All that leads from one snapshot to a later one, index included; not the record, whose signature nothing else can bear. */
export interface Delta {
  from: SnapshotName;
  to: SnapshotName;
  sections: readonly SectionChange[];
  contents: readonly ContentChange[];
  /** What tells each of the contents, in their order. */
  told: readonly Uint8Array[];
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().nonnegative();
const name = z.strictObject({ id: z.string(), sequence: size, as_of: z.string() });
/** Entries are read strictly where they have become sections again. */
const entry = z.looseObject({ path: z.string(), bytes: size, sha256: hash }) as unknown as z.ZodType<IndexEntry>;
const headSchema = z.strictObject({
  format: z.literal(1),
  from: name,
  to: name,
  sections: z.array(
    z.strictObject({ name: z.string().regex(/^[a-z]+$/), put: z.array(entry), gone: z.array(z.string()) }),
  ),
  contents: z.array(z.strictObject({ sha256: hash, bytes: size, base: hash.nullable(), length: size })),
});

const NEWLINE = 10;

/** A delta as a file: its head as a line of JSON, then what tells the contents; all of it in one brotli stream. */
export function encodeDelta({ told, ...head }: Delta): Buffer {
  const line = Buffer.from(`${JSON.stringify({ format: 1, ...head })}\n`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return brotliCompressSync(Buffer.concat([line, ...told]), { params });
}

/**
 * Reads a delta back, strictly.
 *
 * @param maxBytes of what it unpacks to
 * @throws UserError `delta-malformed`
 */
export function decodeDelta(file: Uint8Array, maxBytes: number): Delta {
  const bytes = unpacked(file, maxBytes);
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) throw malformed("has no head");
  const { format: _, ...head } = headOf(bytes.subarray(0, end));
  const told: Uint8Array[] = [];
  let at = end + 1;
  for (const { length } of head.contents) told.push(bytes.subarray(at, (at += length)));
  if (at !== bytes.length) throw malformed(`tells ${bytes.length - end - 1} bytes, and not ${at - end - 1}`);
  return { ...head, told };
}

function unpacked(file: Uint8Array, maxBytes: number): Buffer {
  try {
    return brotliDecompressSync(file, { maxOutputLength: maxBytes });
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
