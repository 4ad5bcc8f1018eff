import { createHash } from "node:crypto";

/** What a store bills, as counted. Bytes are those of bodies. */
export interface StoreCounts {
  put: number;
  copy: number;
  get: number;
  list: number;
  delete: number;
  sentBytes: number;
  readBytes: number;
}

/** What was written, by what it is for: PUT and COPY requests, and the bytes of the objects. */
type WrittenByKind = Map<string, { requests: number; bytes: number }>;

export interface CountingStore {
  /** Answers what `createS3Target` asks, as S3 would. */
  fetch: typeof globalThis.fetch;
  counts: StoreCounts;
  written: WrittenByKind;
  objects: ReadonlyMap<string, StoredObject>;
  /** Begins to count anew. */
  reset: () => void;
}

interface StoredObject {
  bytes: Buffer;
  etag: string;
  /** ms since 1970 UTC, by the clock of the store. */
  modified: number;
  headers: Record<string, string>;
}

/** As many keys as S3 puts into a page of a listing. */
const PAGE = 1_000;

/**
 * An object store in memory that speaks as much of S3's protocol as publishing uses, and counts what is billed: each page of a
 * listing is a request, a copy is one that sends nothing. Signatures are not checked; the tests do that with a real server.
 *
 * @param bucket its name, the first part of every path
 * @param now the clock by which ages are counted, ms since 1970 UTC
 * @param kindOf what an object is for, by its key
 */
export function createCountingStore(bucket: string, now: () => number, kindOf: (key: string) => string): CountingStore {
  const objects = new Map<string, StoredObject>();
  const counts = noCounts();
  const written: WrittenByKind = new Map();
  const note = (kind: string, bytes: number) => {
    const sum = written.get(kind) ?? { requests: 0, bytes: 0 };
    written.set(kind, { requests: sum.requests + 1, bytes: sum.bytes + bytes });
  };

  function put(key: string, headers: Headers, body: Buffer): Response {
    const there = objects.get(key);
    const [match, none] = [headers.get("if-match"), headers.get("if-none-match")];
    counts.put++;
    if ((none === "*" && there) || (match !== null && match !== there?.etag))
      return answer(412, problem("PreconditionFailed"));
    counts.sentBytes += body.length;
    note(kindOf(key), body.length);
    return keep(key, headers, body);
  }

  function copy(key: string, from: string, headers: Headers): Response {
    counts.copy++;
    const source = objects.get(from.slice(bucket.length + 2));
    if (!source) return answer(404, problem("NoSuchKey"));
    note(`copy of ${kindOf(from.slice(bucket.length + 2))}`, source.bytes.length);
    keep(key, headers, source.bytes);
    return answer(200, "<CopyObjectResult></CopyObjectResult>");
  }

  function keep(key: string, headers: Headers, bytes: Buffer): Response {
    const etag = `"${createHash("md5").update(bytes).digest("hex")}"`;
    const said = [...headers].filter(([name]) => /^(?:content-(?:type|encoding)|cache-control|x-amz-meta-)/.test(name));
    objects.set(key, { bytes, etag, modified: now(), headers: Object.fromEntries(said) });
    return answer(200, "", { etag });
  }

  function get(key: string): Response {
    counts.get++;
    const found = objects.get(key);
    if (!found) return answer(404, problem("NoSuchKey"));
    counts.readBytes += found.bytes.length;
    const { bytes, etag, modified, headers } = found;
    return answer(200, bytes, { ...headers, etag, "last-modified": new Date(modified).toUTCString() });
  }

  function list(prefix: string, after: string): Response {
    counts.list++;
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, PAGE);
    const entries = page.map((key) => entry(key, objects.get(key) as StoredObject));
    const more = keys.length > page.length;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const xml = `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`;
    return answer(200, xml);
  }

  function answer(status: number, body: string | Buffer, headers: Record<string, string> = {}): Response {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    return new Response(new Uint8Array(bytes), {
      status,
      headers: { ...headers, date: new Date(now()).toUTCString() },
    });
  }

  const fetch: typeof globalThis.fetch = async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target);
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const headers = new Headers(init?.headers);
    const method = init?.method ?? "GET";
    if (method === "DELETE") {
      counts.delete++;
      objects.delete(key);
      return new Response(null, { status: 204 });
    }
    const source = headers.get("x-amz-copy-source");
    if (method === "PUT" && source !== null) return copy(key, source, headers);
    if (method === "PUT") return put(key, headers, Buffer.from((init?.body as Uint8Array | undefined) ?? []));
    const { searchParams: asked } = url;
    if (asked.has("list-type")) return list(asked.get("prefix") ?? "", asked.get("continuation-token") ?? "");
    return get(key);
  };

  const reset = () => {
    Object.assign(counts, noCounts());
    written.clear();
  };
  return { fetch, counts, written, objects, reset };
}

function noCounts(): StoreCounts {
  return { put: 0, copy: 0, get: 0, list: 0, delete: 0, sentBytes: 0, readBytes: 0 };
}

function entry(key: string, { bytes, etag, modified }: StoredObject): string {
  const quoted = etag.replaceAll('"', "&quot;");
  const time = new Date(modified).toISOString();
  return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>${quoted}</ETag><Size>${bytes.length}</Size></Contents>`;
}

function problem(code: string): string {
  return `<Error><Code>${code}</Code></Error>`;
}
