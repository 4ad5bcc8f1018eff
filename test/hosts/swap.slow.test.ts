import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createTreeServer } from "../../build/hosts/node/tree-server.ts";
import { openTree } from "../../build/tree/read.ts";
import { type ExpectedAnswer, oracleOf } from "../conformance/oracle.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { type Answer, ask, withServer } from "./ask.ts";
import { smallTree } from "./small-tree.ts";

const TARGETS = [
  "/api/v1/stats/",
  "/api/recent/?limit=1",
  "/",
  "/api/v1/earthquakes/?hours=1",
  "/docs/",
  "/api/recent/",
  "/large.txt",
  "/api/search/?q=nowhere",
  "/snapshot.json",
  "/api/nothing/",
];

/** A clock that a test moves on by hand, in ms. */
function handClock(): { now: () => number; pass: (ms: number) => void } {
  let time = 0;
  return { now: () => time, pass: (ms) => void (time += ms) };
}

/** What every target has to be answered with, by snapshot. */
type Truth = Map<string, Map<string, ExpectedAnswer>>;

async function remember(truth: Truth, out: string): Promise<void> {
  const oracle = await oracleOf(out);
  const answers = await Promise.all(TARGETS.map(async (target) => [target, await oracle.answer("GET", target)] as const));
  truth.set(oracle.snapshot, new Map(answers));
}

const HOSTS: [string, (out: string, onError: (error: Error) => void) => Promise<Server>][] = [
  ["Node", async (out, onError) => createServer(await createNodeHandler(out, { onError }))],
  ["the tree server", (out, onError) => createTreeServer(out, { onError })],
];

test.each(HOSTS)("while the tree is replaced thirty times, every response of %s is that of one snapshot", (_, start) =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    const truth: Truth = new Map();
    const plantVersion = async (version: string) => {
      await smallTree(out, { version, packLarge: false });
      await remember(truth, out);
    };
    await plantVersion("v0");
    const errors: Error[] = [];
    await withServer(await start(out, (error) => errors.push(error)), async (server) => {
      const state = { done: false };
      const answers: [string, Answer][] = [];
      const read = async (offset: number) => {
        for (let at = offset; !state.done; at++) {
          const target = TARGETS[at % TARGETS.length] as string;
          const headers: Record<string, string> = at % 3 ? { "accept-encoding": at % 3 === 1 ? "br" : "gzip" } : {};
          answers.push([target, await ask(server, target, { headers })]);
        }
      };
      const readers = [0, 3, 6].map(read);
      for (let version = 1; version <= 30; version++) {
        await plantVersion(`v${version}`);
        // However slow the machine is, the host gets as far as the newest tree now and then.
        answers.push(["/api/v1/stats/", await ask(server, "/api/v1/stats/")]);
      }
      state.done = true;
      await Promise.all(readers);
      const seen = new Set<string>();
      for (const [target, answer] of answers) {
        const id = answer.headers["x-snapshot"] as string;
        const expected = truth.get(id)?.get(target);
        expect([target, answer.status]).toEqual([target, expected?.status]);
        expect([target, unpacked(answer)]).toEqual([target, Buffer.from(expected?.body ?? "").toString()]);
        seen.add(id);
      }
      expect(seen.size).toBeGreaterThan(5);
      expect(answers.length).toBeGreaterThan(100);
    });
    expect(errors).toEqual([]);
  }),
);

function unpacked({ headers, body }: Answer): string {
  const encoding = headers["content-encoding"];
  if (encoding === undefined) return body.toString();
  return (encoding === "br" ? brotliDecompressSync(body) : gunzipSync(body)).toString();
}

test("a newer tree takes over a second later, and is not looked for before", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    const { now, pass } = handClock();
    await smallTree(out, { version: "old" });
    await withServer(await createNodeHandler(out, { now }), async (server) => {
      const version = async () => JSON.parse((await ask(server, "/api/recent/?limit=1")).text).earthquakes[0].version;
      expect(await version()).toBe("old");
      await smallTree(out, { version: "new" });
      pass(999);
      expect(await version()).toBe("old");
      pass(1);
      await expect.poll(version).toBe("new");
    });
  }));

test("a damaged newer tree leaves the older one in use, and is reported once", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    const { now, pass } = handClock();
    const errors: string[] = [];
    await smallTree(out, { version: "old" });
    const handler = await createNodeHandler(out, { now, onError: ({ message }) => errors.push(message) });
    await withServer(handler, async (server) => {
      await smallTree(join(dir, "next"), { version: "new" });
      const { snapshot } = await openTree(join(dir, "next"));
      const [columns = ""] = snapshot.shards.columns;
      rmSync(join(dir, "next", columns));
      rmSync(out, { recursive: true });
      renameSync(join(dir, "next"), out);
      for (let asked = 0; asked < 5; asked++) {
        pass(1_000);
        const answer = await ask(server, "/api/recent/?limit=1");
        expect(JSON.parse(answer.text).earthquakes[0].version).toBe("old");
      }
      await expect.poll(() => errors.length).toBe(1);
      expect(errors[0]).toContain(`${columns}: is missing`);
      const stats = await ask(server, "/api/v1/stats/");
      expect(stats.status).toBe(500);
    });
  }));

test("without a tree every answer is a 503, until there is one", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    const { now, pass } = handClock();
    await withServer(await createNodeHandler(out, { now }), async (server) => {
      for (const target of ["/", "/api/recent/", "/nothing", "/%00"]) {
        const answer = await ask(server, target);
        expect([target, answer.status, answer.headers["retry-after"]]).toEqual([target, 503, "30"]);
        expect(answer.headers).toMatchObject({ "content-type": "application/problem+json", "cache-control": "no-store" });
      }
      expect((await ask(server, "/", { method: "POST" })).status).toBe(405);
      await smallTree(out);
      pass(1_000);
      await expect.poll(async () => (await ask(server, "/")).status).toBe(200);
    });
  }));

test("a damaged file is a 500 that says nothing of the host, and a damaged variant gives way to the plain file", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    const errors: string[] = [];
    await smallTree(out);
    writeFileSync(join(out, "api/v1/stats.json"), readFileSync(join(out, "api/v1/stats.json"), "utf8").replace("stats", "stets"));
    writeFileSync(join(out, "api/recent.json.br"), "not brotli");
    const handler = await createNodeHandler(out, { onError: ({ message }) => errors.push(message) });
    await withServer(handler, async (server) => {
      for (let asked = 0; asked < 2; asked++) {
        const answer = await ask(server, "/api/v1/stats/");
        expect([answer.status, answer.headers["content-type"]]).toEqual([500, "application/problem+json"]);
        expect(answer.text).not.toContain(dir);
      }
      const recent = await ask(server, "/api/recent/", { headers: { "accept-encoding": "br" } });
      expect([recent.status, recent.headers["content-encoding"]]).toEqual([200, undefined]);
      expect(JSON.parse(recent.text).name).toBe("recent");
    });
    expect(errors).toHaveLength(2);
    expect(errors[0]).toContain("api/v1/stats.json is not the file that the index");
  }));
