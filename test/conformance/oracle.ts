import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Encoding, encodedEtag } from "../../build/contract/wire/etag.ts";
import { createArchiveCache, createArchiveReader } from "../../build/fdsn/archive/reader.ts";
import { earthquakesReply } from "../../build/fdsn/earthquakes.ts";
import { isArchiveQuery, isFdsn } from "../../build/fdsn/path.ts";
import { fdsnReply, wholeFdsnReply } from "../../build/fdsn/service.ts";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { staticReply } from "../../build/hosts/static-file.ts";
import type { BodyReply, FileReply, Headers } from "../../build/rewrite/reply.ts";
import { respond } from "../../build/rewrite/respond.ts";

/** What a case says of its answer by hand, on top of what a plain GET of its target would give. */
export interface Expectation {
  status?: 206 | 304 | 412 | 416;
  /** First byte, and the one after the last, of the plain body. */
  slice?: [from: number, to: number];
  encoding?: Encoding;
}

export interface ExpectedAnswer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** The right answers, from the rewrite in this process over the same tree; forms of a file as the case says. */
export interface Oracle {
  snapshot: string;
  answer: (method: string, target: string, expectation?: Expectation) => Promise<ExpectedAnswer>;
}

export async function oracleOf(dir: string): Promise<Oracle> {
  const tree = await loadTree(dir);
  const source = {
    digest: undefined,
    async read(path: string, range?: { at: number; bytes: number }) {
      const bytes = readFileSync(join(dir, path));
      return range ? bytes.subarray(range.at, range.at + range.bytes) : bytes;
    },
  };
  const open = createArchiveReader(source, createArchiveCache(1e7));
  return {
    snapshot: tree.snapshot.record.id,
    async answer(method, target, expectation = {}) {
      const given = octets(target);
      const asked = await respond(tree.snapshot, { method, target: given });
      const isOfArchive = asked.kind === "body" && asked.status === 400 && isArchiveQuery(given);
      const reply = isOfArchive
        ? await earthquakesReply(tree.snapshot, given, open)
        : asked.kind === "pass"
          ? await page(method, given)
          : asked;
      const plain = withLength(reply.kind === "file" ? fileAnswer(reply) : reply);
      const formed = formOf(plain, expectation);
      return method === "HEAD" ? { ...formed, body: new Uint8Array(0) } : formed;
    },
  };

  async function page(method: string, target: string): Promise<BodyReply | FileReply> {
    if (isFdsn(target)) return wholeFdsnReply(await fdsnReply(tree.snapshot, { method, target, now: 0 }, open));
    if (method === "GET" || method === "HEAD") return staticReply(tree, target);
    return (await respond(tree.snapshot, { method, target: "/api/" })) as BodyReply;
  }

  function fileAnswer({ path, headers, ifMissing }: FileReply): ExpectedAnswer {
    const entry = tree.files.get(path);
    if (!entry) return ifMissing();
    const body = readFileSync(join(dir, path));
    return { status: 200, headers: { ...headers, etag: entry.etag, "accept-ranges": "bytes" }, body };
  }
}

/** A target as a host receives it: one character an octet. */
function octets(target: string): string {
  return Buffer.from(target, "utf8").toString("latin1");
}

function withLength({ status, headers, body }: ExpectedAnswer): ExpectedAnswer {
  return { status, headers: status === 204 ? headers : { ...headers, "content-length": String(body.length) }, body };
}

function formOf(plain: ExpectedAnswer, { status, slice, encoding }: Expectation): ExpectedAnswer {
  const size = plain.body.length;
  const empty = new Uint8Array(0);
  switch (status) {
    case 206: {
      const [from, to] = slice ?? [0, size];
      const contentRange = `bytes ${from}-${to - 1}/${size}`;
      const headers = { ...plain.headers, "content-range": contentRange, "content-length": String(to - from) };
      return { status, headers, body: plain.body.subarray(from, to) };
    }
    case 304: {
      const { "content-type": _, "content-length": __, ...kept } = plain.headers;
      return { status, headers: encoding ? encoded(kept, encoding, true) : kept, body: empty };
    }
    case 412:
    case 416: {
      const { "content-type": _, etag: __, "last-modified": ___, ...kept } = plain.headers;
      const refused = { ...kept, "cache-control": "no-store", "content-length": "0" };
      return { status, headers: status === 412 ? refused : { ...refused, "content-range": `bytes */${size}` }, body: empty };
    }
    default:
      return encoding ? { ...plain, headers: encoded(plain.headers, encoding, false) } : plain;
  }
}

function encoded(headers: Headers, encoding: Encoding, unchanged: boolean): Headers {
  const { "content-length": _, ...kept } = headers;
  const etag = encodedEtag(headers["etag"] ?? "", encoding);
  return unchanged ? { ...kept, etag } : { ...kept, etag, "content-encoding": encoding };
}
