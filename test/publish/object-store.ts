/**
 * A real S3-compatible server (s3rver) and a front before it that makes up for what that server lacks (signatures are checked,
 * writes are atomic and may have conditions, listings have pages) and that misbehaves when it is told to.
 */
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, forward, read } from "./forward.ts";
import { KEYS, signatureFault } from "./s3-signature.ts";
import { createTurnstile } from "./turnstile.ts";

const require = createRequire(import.meta.url);

/** What the front does with a request instead of what it should. `-after`: it is carried out, and the answer is lost. */
export type Fault =
  | { kind: "reset" | "reset-after" | "cut" | "cut-request" }
  | { kind: "status"; status: number; code?: string }
  | { kind: "slow"; ms: number };

interface Asked {
  method: string;
  /** Without bucket; for a listing `?` and its prefix. */
  key: string;
  /** From 1. */
  at: number;
}

export interface ObjectStore {
  endpoint: string;
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string; AWS_REGION: string };
  asked: Asked[];
  /** Decides of each request whether it goes wrong. */
  misbehave: (choose: (asked: Asked) => Fault | undefined) => void;
  behave: () => void;
  /** From now on conditional headers are passed over, as old stores do. */
  forgetConditions: () => void;
  /** Every object of the bucket by key. */
  objects: () => Promise<Map<string, { bytes: Buffer; headers: Record<string, string | string[] | undefined> }>>;
  /** Lets all objects of such keys be so many ms older. */
  age: (keys: RegExp, ms: number) => void;
  remove: (key: string) => Promise<void>;
  write: (key: string, text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Of this process: runs that publish to one address at the same time refuse each other, and so do two runs of the tests. */
export const BUCKET = `quakes-${process.pid}`;

interface S3Server {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
  store: {
    getResourcePath: (bucket: string, key: string, resource: string) => string;
    getMetadata: (bucket: string, key: string) => Promise<object>;
    putMetadata: (bucket: string, key: string, metadata: object, md5: string) => Promise<void>;
    putObject: (object: Put) => Promise<{ size: number; md5: string }>;
    listObjects: (bucket: string, options: object) => Promise<{ objects: StoredObject[] }>;
  };
}

interface Put {
  bucket: string;
  key: string;
  content: AsyncIterable<Buffer>;
  metadata: object;
}

interface StoredObject {
  key: string;
  size: number;
  lastModifiedDate: Date;
  metadata: { etag: string };
}

/** s3rver opens two files for each object of a listing, all at the same time: with 100,000 objects there are no descriptors left. */
const READ_AT_A_TIME = 64;

/** @param dir a folder of its own */
export async function startObjectStore(dir: string): Promise<ObjectStore> {
  const S3rver = require("s3rver") as new (options: object) => S3Server;
  mkdirSync(dir, { recursive: true });
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: dir,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const readMetadata = server.store.getMetadata.bind(server.store);
  const turnstile = createTurnstile(READ_AT_A_TIME);
  server.store.getMetadata = (bucket, key) => turnstile(() => readMetadata(bucket, key));
  server.store.putObject = (object) => putAtomically(server, dir, object);
  const { port } = await server.run();
  const asked: Asked[] = [];
  const ages: { keys: RegExp; ms: number }[] = [];
  let choose = honest;
  let knowsConditions = true;
  const turns = createTurns();
  const looks = new Map<string, { objects: StoredObject[] }>();
  const behind = (method: string, key: string, headers: object = {}, body: Uint8Array = Buffer.alloc(0)) =>
    forward(port, method, `/${BUCKET}/${key}`, headers, body);

  const front = createServer((request, response) => {
    void answer(request, response).catch((error: Error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2));
    const isList = url.searchParams.has("list-type");
    const method = request.method ?? "GET";
    const one = { method, key: isList ? `?${url.searchParams.get("prefix")}` : key, at: asked.length + 1 };
    asked.push(one);
    const fault = choose(one);
    if (fault?.kind === "cut-request") {
      for (const event of ["data", "end"]) request.once(event, () => request.socket.destroy());
      return;
    }
    const body = await read(request);
    if (fault?.kind === "reset") return void request.socket.destroy();
    if (fault?.kind === "status") return refuse(response, fault.status, fault.code ?? "InternalError");
    if (fault?.kind === "slow") await delay(fault.ms);
    const wrong = await signatureFault(request, url, body);
    if (wrong) return refuse(response, 403, wrong);
    const done = isList ? await list(url) : await turns(key, () => carryOut(request, key, body));
    if (fault?.kind === "reset-after") return void request.socket.destroy();
    if (fault?.kind === "cut" && done.body.length > 1) {
      response.writeHead(done.status, { ...done.headers, "content-length": done.body.length });
      return void response.write(done.body.subarray(0, done.body.length / 2), () => response.destroy());
    }
    response.writeHead(done.status, { date: new Date().toUTCString(), ...done.headers }).end(done.body);
  }

  async function carryOut({ method = "GET", headers }: IncomingMessage, key: string, body: Buffer): Promise<Answer> {
    const [match, none] = [headers["if-match"], headers["if-none-match"]];
    if (method === "PUT" && knowsConditions && (match ?? none) !== undefined) {
      const there = await behind("HEAD", key);
      if (match !== undefined && there.status === 404) return problem(404, "NoSuchKey");
      if (match !== undefined && match !== there.headers.etag) return problem(412, "PreconditionFailed");
      if (none === "*" && there.status === 200) return problem(412, "PreconditionFailed");
    }
    const { "if-match": _, "if-none-match": __, host: ___, connection: ____, ...rest } = headers;
    const done = await behind(method, key, rest, body);
    const older = ages.filter(({ keys }) => keys.test(key)).reduce((sum, { ms }) => sum + ms, 0);
    const modified = done.headers["last-modified"];
    if (older === 0 || typeof modified !== "string") return done;
    const headersNow = { ...done.headers, "last-modified": new Date(Date.parse(modified) - older).toUTCString() };
    return { ...done, headers: headersNow };
  }

  async function list(url: URL): Promise<Answer> {
    const prefix = url.searchParams.get("prefix") ?? "";
    const after = url.searchParams.get("continuation-token") ?? "";
    // Pages of one listing are of one look, which takes long.
    const earlier = after === "" ? undefined : looks.get(prefix);
    const { objects } = earlier ?? (await server.store.listObjects(BUCKET, { prefix, maxKeys: 1e9 }));
    looks.set(prefix, { objects });
    const rest = objects.filter(({ key }) => key > after).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const page = rest.slice(0, 1_000);
    const more = rest.length > page.length;
    const entries = page.map(({ key, size, lastModifiedDate, metadata }) => {
      const older = ages.filter(({ keys }) => keys.test(key)).reduce((sum, { ms }) => sum + ms, 0);
      const modified = new Date(lastModifiedDate.getTime() - older).toISOString();
      const etag = metadata.etag.replaceAll('"', "&quot;");
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><ETag>${etag}</ETag><Size>${size}</Size></Contents>`;
    });
    const next = more ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : "";
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`;
    return { status: 200, headers: { "content-type": "application/xml" }, body: Buffer.from(xml) };
  }

  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    env: { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey, AWS_REGION: "us-east-1" },
    asked,
    misbehave(other) {
      choose = other;
    },
    behave() {
      choose = honest;
      asked.length = 0;
    },
    forgetConditions() {
      knowsConditions = false;
    },
    async objects() {
      const { objects } = await server.store.listObjects(BUCKET, { maxKeys: Number.POSITIVE_INFINITY });
      const all = objects.map(async ({ key }) => {
        const { body, headers } = await behind("GET", key);
        return [key, { bytes: body, headers }] as const;
      });
      return new Map(await Promise.all(all));
    },
    age: (keys, ms) => void ages.push({ keys, ms }),
    async remove(key) {
      await behind("DELETE", key);
    },
    async write(key, text) {
      await behind("PUT", key, {}, Buffer.from(text));
    },
    async close() {
      front.close();
      front.closeAllConnections();
      await server.close();
    },
  };
}

function honest(_asked: Asked): Fault | undefined {
  return undefined;
}

/** s3rver writes into the very file that others read. */
async function putAtomically(server: S3Server, dir: string, { bucket, key, content, metadata }: Put) {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const bytes = Buffer.concat(parts);
  const path = server.store.getResourcePath(bucket, key, "object");
  const draft = join(dir, `draft-${createHash("md5").update(key).digest("hex")}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, bytes);
  const md5 = createHash("md5").update(bytes).digest("hex");
  await server.store.putMetadata(bucket, key, metadata, md5);
  renameSync(draft, path);
  return { size: bytes.length, md5 };
}

/** One after the other for each key, as the store itself would see to. */
function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    return turn;
  };
}

function problem(status: number, code: string): Answer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>as told</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(xml) };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const { headers, body } = problem(status, code);
  response.writeHead(status, headers).end(body);
}
