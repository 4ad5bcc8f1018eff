import { createArchiveCache, createArchiveReader, type OpenArchive } from "../../fdsn/archive/reader.ts";
import { TooLargeError } from "../../fdsn/failure.ts";
import { createShared } from "../../platform/lists.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import { SnapshotError } from "../../rewrite/record-shards.ts";
import { answerHeaders, type FileReply, notFound } from "../../rewrite/reply.ts";
import type { Content, HostFile } from "../file-answer.ts";
import { contentType } from "../media-types.ts";
import { platformDigest } from "../tree-index.ts";
import type { AssetTree, ReadAsset } from "./asset-tree.ts";

/** The list of the files that are deployed in pieces; there is none if no file is. */
export const PIECE_LIST = "archive/pieces.json";

/** The length of each file, in bytes, by its path. */
export type PieceList = Readonly<Record<string, number>>;

/**
 * Length of each piece but the last, bytes. The platform sends only whole files to a Worker, and none of more than 25 MiB. A block
 * of the archive is in one piece or two.
 */
export const PIECE_BYTES = 1_048_576;

const FOLDER = "archive/";

export function pieceName(path: string, piece: number): string {
  return `${path}.${piece}`;
}

/** The archive of the trees that are deployed with a Worker. */
export interface WorkerArchive {
  /** Opens archives for one request. @param turn called before each piece of its work */
  open: (read: ReadAsset, turn: () => undefined) => OpenArchive;
  /** A file that was deployed in pieces, of which one at a time is in memory; undefined for other files. */
  file: (path: string, read: ReadAsset) => Promise<HostFile | undefined>;
  /** The reply with such a file; undefined if the target is none. @param target path and query as received */
  page: (target: string, tree: AssetTree, read: ReadAsset) => Promise<FileReply | undefined>;
}

/** Memory limits for parsed values and for pieces, bytes. An isolate has 128 MB in total. */
const VALUES = 12_000_000;
const PIECES = 12_000_000;

/**
 * Largest number of files that a request may read. The platform allows 50 reads in the free plan, some of which open the tree, and
 * a request must fit in the memory of the isolate.
 */
const MOST_FILES = 32;

/** Requests of an isolate share loaded data, but not pending reads (see `forOneRequest`). */
export function createWorkerArchive(): WorkerArchive {
  const values = createArchiveCache(VALUES);
  const pieces = createLruCache<Uint8Array>(PIECES, (bytes) => bytes.length);
  const digest = platformDigest();
  let listed: PieceList | undefined;

  async function list(read: ReadAsset): Promise<PieceList> {
    const text = listed ? undefined : await read(PIECE_LIST);
    return (listed ??= text ? (JSON.parse(new TextDecoder().decode(text)) as PieceList) : {});
  }

  async function sizeOf(path: string, read: ReadAsset): Promise<number | undefined> {
    return path.startsWith(FOLDER) ? (await list(read))[path] : undefined;
  }

  /** Reads files of the assets for one request. Only those of the cache stay in memory; pending reads are shared. */
  function fileReader(read: ReadAsset): ReadAsset {
    const shared = createShared<Uint8Array | undefined>();
    let begun = 0;
    const load = async (name: string) => {
      if (++begun > MOST_FILES) throw new TooLargeError(TOO_LARGE);
      const bytes = await read(name);
      if (bytes) pieces.set(name, bytes);
      return bytes;
    };
    return async (name) => pieces.get(name) ?? shared(name, () => load(name));
  }

  return {
    open(read, turn) {
      const file = fileReader(read);
      const source = {
        digest,
        turn,
        async read(path: string, range?: { at: number; bytes: number }) {
          const size = (await list(read))[path];
          if (size !== undefined) return joined(path, range ?? { at: 0, bytes: size }, size, file);
          const whole = await file(path);
          return range ? whole?.subarray(range.at, range.at + range.bytes) : whole;
        },
      };
      return createArchiveReader(source, values);
    },
    async file(path, read) {
      const size = await sizeOf(path, read);
      if (size === undefined) return undefined;
      const content: Content = { size, chunks: (first, last) => bytesOf(path, first, last, read), close: () => {} };
      return { etag: `"${path.slice(FOLDER.length, FOLDER.length + 16)}"`, bytes: size, encodings: [], read: () => content };
    },
    async page(target, tree, read) {
      const path = target.slice(1).replace(/\?.*$/s, "");
      if ((await sizeOf(path, read)) === undefined) return undefined;
      const headers = { ...answerHeaders(tree.snapshot, "immutable"), "content-type": contentType(path) };
      return { kind: "file", path, headers, ifMissing: () => notFound(tree.snapshot, `There is no file ${path}.`) };
    },
  };
}

const TOO_LARGE =
  "This host reads a limited part of its archive for one request, and this request needs more. " +
  "Narrow the time, or ask for greater magnitudes.";

/** The pieces that a range of a file is in: the number of each, and the part of it. */
function* partsOf(first: number, last: number): Iterable<{ piece: number; from: number; to: number }> {
  for (let piece = Math.floor(first / PIECE_BYTES); piece * PIECE_BYTES <= last; piece++) {
    const begin = piece * PIECE_BYTES;
    yield { piece, from: Math.max(0, first - begin), to: Math.min(PIECE_BYTES, last + 1 - begin) };
  }
}

/** A range of a file, cut at its end; undefined if a piece is missing. */
async function joined(
  path: string,
  { at, bytes }: { at: number; bytes: number },
  size: number,
  read: ReadAsset,
): Promise<Uint8Array | undefined> {
  const last = Math.min(at + bytes, size) - 1;
  const parts = await Promise.all(
    [...partsOf(at, last)].map(async ({ piece, from, to }) => (await read(pieceName(path, piece)))?.subarray(from, to)),
  );
  if (!parts.every((part) => part !== undefined)) return undefined;
  const [only] = parts;
  if (parts.length === 1) return only;
  const whole = new Uint8Array(Math.max(0, last + 1 - at));
  let next = 0;
  for (const part of parts) {
    whole.set(part, next);
    next += part.length;
  }
  return whole;
}

async function* bytesOf(path: string, first: number, last: number, read: ReadAsset): AsyncIterable<Uint8Array> {
  for (const { piece, from, to } of partsOf(first, last)) {
    const name = pieceName(path, piece);
    const bytes = await read(name);
    if (!bytes) throw new SnapshotError(name, "is missing");
    yield bytes.subarray(from, to);
  }
}
