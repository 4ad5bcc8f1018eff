/** Deltas are not signed: an attacker between a publisher and a mirror may invent them. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createDelta } from "fossil-delta";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyDelta } from "../../../../build/tree/history/deltas/apply.ts";
import { type Delta, decodeDelta, encodeDelta } from "../../../../build/tree/history/deltas/delta.ts";
import { openTree } from "../../../../build/tree/read.ts";
import { verifyTree } from "../../../../build/verify/verify.ts";
import { codeOf } from "../../../support/code-of.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { drip, endless, type HostileServer, instead, silent, startHostileServer } from "../../hostile-server.ts";
import { impatient, mirror, publish } from "../../mirroring.ts";
import { filesUnder } from "../../tree-files.ts";

const folder = temporaryFolder();
const [older, newer, out] = [join(folder, "older"), join(folder, "newer"), join(folder, "copy")];
let server: HostileServer;
let from: Delta["from"];
let to: Delta["to"];

async function nameOf(dir: string): Promise<Delta["from"]> {
  const { id, sequence, as_of } = (await openTree(dir)).snapshot;
  return { id, sequence, as_of };
}

beforeAll(async () => {
  await publish(older, 1);
  for (const hour of [1, 2]) await publish(newer, hour);
  [from, to] = [await nameOf(older), await nameOf(newer)];
  server = await startHostileServer(older);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.serve(older);
  server.behave();
  for (const dir of [out, `${out}.part`]) rmSync(dir, { recursive: true, force: true });
  await mirror(impatient(server.url, { timeoutMs: 20_000 }), out);
  server.serve(newer);
  server.asked.length = 0;
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function bringing(content: { bytes: number; base: Buffer | null; encoded: Uint8Array; sha256?: string }): Delta {
  const base = content.base && sha256(content.base);
  const encoded = { sha256: "0".repeat(64), ...content, base, length: content.encoded.length };
  const { sha256: hash, bytes, length } = encoded;
  return { from, to, sections: [], contents: [{ sha256: hash, bytes, base, length }], encoded: [content.encoded] };
}

/** Bytes that this thread holds. The resident memory is that of all threads, and of what the system has left them. */
function allocated(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The head of a delta, whatever is in it, and what follows it, as a file. */
function headed(head: object, contents = ""): Buffer {
  return brotliCompressSync(Buffer.from(`${JSON.stringify({ format: 1, from, to, sections: [], contents: [], ...head })}\n${contents}`));
}

const BASE = Buffer.from("a line of a large file\n".repeat(20_000));

describe("a delta that promises", () => {
  it.each([
    ["gigabytes", () => encodeDelta(bringing({ bytes: 4_000_000_000, base: BASE, encoded: copies(4_000_000_000) }))],
    ["more than one may tell", () => encodeDelta(bringing({ bytes: 16_000_001, base: BASE, encoded: copies(16_000_001) }))],
    ["a thousand contents of a megabyte", () => encodeDelta(thousand())],
    ["a million wrong entries", () => headed({ sections: [{ name: "api", put: Array.from({ length: 900_000 }, () => []), gone: [] }] })],
    ["a head without end", () => headed({ sections: [{ name: "api", put: [], gone: Array(4_000_000).fill("") }] })],
    ["fewer contents than it has", () => headed({}, "more")],
    ["something behind its end", () => Buffer.concat([encodeDelta(bringing(whole("a"))), Buffer.from("more")])],
    ["a snapshot outside of the tree", () => headed({ to: { ...to, id: "../../../evil" } })],
    ["a snapshot of no time", () => headed({ to: { ...to, as_of: "../2018" } })],
  ])("%s is malformed, costs no more memory than a true one, and files are fetched", async (_what, made) => {
    const bytes = made();
    const before = allocated();
    expect(codeOf(() => decodeDelta(bytes))).toBe("delta-malformed");
    expect(allocated() - before).toBeLessThan(200_000_000);
    server.misbehave(/^deltas\/step/, instead(bytes));
    await expectFetched();
  });
});

describe("a delta that tells", () => {
  it.each([
    ["a content without end of copies", copies(900_000_000)],
    ["a content that is cut short", Buffer.from(createDelta(BASE, BASE.subarray(7))).subarray(0, 9)],
    ["a content of another hash", Buffer.from(createDelta(BASE, BASE))],
    ["a content of another checksum", Buffer.from(`${digits(BASE.length)}\n${digits(BASE.length)}@0,1;`)],
  ])("%s is unsound, and files are fetched", async (_what, encoded) => {
    const delta = bringing({ bytes: BASE.length, base: BASE, encoded });
    const held = { index: new Map(), content: () => BASE };
    expect(codeOf(() => applyDelta(held, decodeDelta(encodeDelta(delta))))).toBe("delta-unsound");
    server.misbehave(/^deltas\/step/, instead(encodeDelta(delta)));
    await expectFetched();
  });

  it("endless contents that were not requested do not fill the disk", async () => {
    const junk = Buffer.alloc(15_000_000);
    let step = 0;
    server.misbehave(/^deltas\/step/, (response, _bytes, request) => {
      const [, id = ""] = /-([0-9a-f]{16})\.delta/.exec(request.url ?? "") ?? [];
      junk.writeUInt32BE(++step);
      const leads = { from: { ...from, id }, to: { ...to, id: step.toString(16).padStart(16, "0"), as_of: minute(step) } };
      const delta = { ...bringing({ ...whole(junk), sha256: sha256(junk) }), ...leads };
      response.writeHead(200).end(encodeDelta(delta));
    });
    await expectFetched();
    expect(step).toBeLessThanOrEqual(6);
    expect(existsSync(`${out}.part`)).toBe(false);
  });
});

/** The entry of a file that an attacker brings, at a path. */
function evil(path: string): Delta {
  const text = Buffer.from("evil");
  const hash = sha256(text);
  const entry = { path, bytes: text.length, sha256: hash, etag: `"${hash.slice(0, 27)}"`, cache: "minute", encodings: [] } as const;
  return { ...bringing({ ...whole(text), sha256: hash }), sections: [{ name: "api", put: [entry], gone: [path] }] };
}

describe("a delta that would change", () => {
  it.each<[string, () => Delta | Buffer]>([
    ["a file outside", () => evil("../evil")],
    ["a file far outside", () => evil(`../../..${folder}/evil`)],
    ["a file of the system", () => evil("/tmp/evil")],
    ["what lies beside the tree", () => evil("api/../../evil")],
    ["the record", () => evil("snapshot.json")],
    ["what no index may name", () => evil("deltas/evil.delta")],
    ["an answer into another", () => evil("api.json")],
    ["the time to one to come", () => ({ ...bringing(whole("a")), to: { ...to, as_of: "2099-01-01T00:00:00Z", sequence: 9 } })],
    ["another snapshot", () => ({ ...bringing(whole("a")), from: { ...from, id: "0".repeat(16) } })],
    ["nothing, cut in its middle", () => encodeDelta(bringing(whole(BASE))).subarray(0, 60)],
    ["nothing, a page for people", () => Buffer.from("<html>Sorry</html>")],
    ["nothing, empty", () => Buffer.alloc(0)],
  ])("%s is not applied, nothing outside is touched, and files are fetched", async (_what, made) => {
    const delta = made();
    server.misbehave(/^deltas\/step/, instead("sections" in delta ? encodeDelta(delta) : delta));
    await expectFetched();
    expect(
      readdirSync(folder)
        .filter((name) => !name.endsWith(".cells"))
        .toSorted(),
    ).toEqual(["copy", "newer", "older"]);
  });
});

describe("deltas that come", () => {
  it.each([
    ["byte by byte", drip(50)],
    ["not at all", silent],
    ["without end", endless],
  ])("%s are given up, and files are fetched", async (_what, how) => {
    server.misbehave(/^deltas\//, how);
    await mirror(impatient(server.url, { timeoutMs: 400, tries: 1 }), out);
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });
});

async function expectFetched(): Promise<void> {
  await mirror(impatient(server.url, { timeoutMs: 20_000 }), out);
  expect(server.asked.some((path) => path.startsWith("deltas/step/"))).toBe(true);
  expect(server.asked.some((path) => /^(?:index\/)?api\.json$/.test(path))).toBe(true);
  expect(filesUnder(out)).toEqual(filesUnder(newer));
  expect((await verifyTree(out)).faults).toEqual([]);
}

function whole(content: string | Buffer) {
  const encoded = Buffer.from(content);
  return { bytes: encoded.length, base: null, encoded };
}

/** Copies of the whole base, over and over, until there are so many bytes. */
function copies(bytes: number): Buffer {
  const all = Array(Math.floor(bytes / BASE.length)).fill(`${digits(BASE.length)}@0,`);
  return Buffer.from(`${digits(bytes)}\n${all.join("")}${digits(bytes % BASE.length)}@0,0;`);
}

function thousand(): Delta {
  const encoded = copies(1_000_000);
  const one = { sha256: "0".repeat(64), bytes: 1_000_000, base: sha256(BASE), length: encoded.length };
  return { from, to, sections: [], contents: thousandTimes(one), encoded: thousandTimes(encoded) };
}

function thousandTimes<T>(one: T): T[] {
  return Array.from({ length: 1_000 }, () => one);
}

/** A number as Fossil writes it. */
function digits(value: number): string {
  const all = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
  return (value >= 64 ? digits(Math.floor(value / 64)) : "") + all[value % 64];
}

function minute(at: number): string {
  return new Date(Date.parse(from.as_of) + at * 60_000).toISOString();
}
