import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mulberry32 } from "../../build/platform/random.ts";
import { openTree } from "../../build/tree/read.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { type Fault, type ObjectStore, startObjectStore } from "./object-store.ts";
import { isForOthers, publishTo, s3Origin, s3Target, verifyAt } from "./publishing.ts";
import { type Read, readStrictly } from "./strict-reader.ts";
import { plantVersion } from "./versions.ts";

const PUBLISHES = Number(process.env.QUAKETREE_PUBLISHES ?? 20);

const root = temporaryFolder();
let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore(join(root, "store"));
});
afterAll(() => store.close());
beforeEach(() => store.behave());

async function expectComplete(prefix: string, tree: string): Promise<void> {
  const here = [...(await store.objects())].filter(([key]) => key.startsWith(`${prefix}/`));
  const files = here.map(([key, { bytes }]) => [key.slice(prefix.length + 1), bytes.toString("latin1")] as const);
  const wanted = Object.fromEntries(Object.entries(filesUnder(tree)).filter(([path]) => !/\.(br|gz)$/.test(path)));
  expect(Object.fromEntries(files.filter(([path]) => !isForOthers(path, wanted)))).toEqual(wanted);
}

const FAULTS: readonly Fault[] = [
  { kind: "reset" },
  { kind: "reset-after" },
  { kind: "cut" },
  { kind: "cut-request" },
  { kind: "slow", ms: 15 },
  { kind: "status", status: 500 },
  { kind: "status", status: 503, code: "SlowDown" },
  { kind: "status", status: 429, code: "TooManyRequests" },
  { kind: "status", status: 400, code: "RequestTimeout" },
];

describe("between the publisher and a store that misbehaves", () => {
  it(`${PUBLISHES} publishings succeed, and a reader finds each snapshot complete meanwhile`, async () => {
    const random = mulberry32(11);
    const tree = join(root, "hundred");
    const ids = new Set<string>();
    await plantVersion(tree, 1);
    await publishTo(s3Target(store, "hundred"), tree);
    ids.add((await openTree(tree)).snapshot.id);
    const inARow = new Map<string, number>();
    store.misbehave(({ method, key }) => {
      // Six times in a row would be a store that is down, which is another test.
      const before = inARow.get(`${method} ${key}`) ?? 0;
      inARow.set(`${method} ${key}`, 0);
      if (before >= 4) return undefined;
      // What is read by the reader is spared now and then, so that it reads more than its own retries.
      if (random() > (method === "GET" ? 0.03 : 0.12)) return undefined;
      const fault = FAULTS[Math.floor(random() * FAULTS.length)];
      inARow.set(`${method} ${key}`, before + 1);
      // Whoever reads over plain HTTP takes a 400 for an answer.
      return method === "GET" && fault?.kind === "status" && fault.status === 400 ? undefined : fault;
    });
    const reads: Read[] = [];
    const done = new AbortController();
    const reading = (async () => {
      for (; !done.signal.aborted; await delay(50)) reads.push(await readStrictly(s3Origin(store, "hundred")));
    })();
    try {
      for (let hour = 2; hour <= PUBLISHES; hour++) {
        await plantVersion(tree, hour);
        ids.add((await openTree(tree)).snapshot.id);
        await publishTo(s3Target(store, "hundred"), tree);
      }
    } finally {
      done.abort();
      await reading.catch(() => {});
      store.behave();
    }
    await reading;
    expect(reads.filter(({ id, faults }) => faults.length > 0 || !ids.has(id))).toEqual([]);
    expect(reads.length).toBeGreaterThan(PUBLISHES / 4);
    expect((await verifyAt(store, "hundred")).faults).toEqual([]);
    await expectComplete("hundred", tree);
  }, 600_000);

  it("a persistent fault ends the run, the previous snapshot stays, and the next run completes it", async () => {
    const tree = join(root, "down");
    await plantVersion(tree, 1);
    await publishTo(s3Target(store, "down"), tree);
    const before = (await openTree(tree)).snapshot.id;
    await plantVersion(tree, 2);
    store.misbehave(({ method, key }) => {
      return method === "PUT" && key.endsWith("/index.html") ? { kind: "status", status: 503, code: "SlowDown" } : undefined;
    });
    const attempt = publishTo(s3Target(store, "down"), tree);
    await expect(attempt).rejects.toMatchObject({ code: "target-refused", message: expect.stringContaining("SlowDown") });
    store.behave();
    expect(await readStrictly(s3Origin(store, "down"))).toEqual({ id: before, faults: [] });
    expect((await verifyAt(store, "down")).faults).toEqual([]);
    expect(await publishTo(s3Target(store, "down"), tree)).toMatchObject({ completed: true, changed: true });
    await expectComplete("down", tree);
  });

  it("a permanent fault is reported at once, without key or signature", async () => {
    const tree = join(root, "refused");
    await plantVersion(tree, 1);
    const wrong = { accessKeyId: store.env.AWS_ACCESS_KEY_ID, secretAccessKey: "not that one" };
    const attempt = publishTo(s3Target(store, "refused", { credentials: async () => wrong }), tree);
    const error = await attempt.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "target-refused", hint: "look at AWS_SECRET_ACCESS_KEY" });
    expect(store.asked).toHaveLength(1);
    expect(JSON.stringify(error)).not.toContain("not that one");
  });

  it("a missing store is reported in one line", async () => {
    const tree = join(root, "nowhere");
    await plantVersion(tree, 1);
    const gone = { ...store, endpoint: "http://127.0.0.1:9" };
    const attempt = publishTo(s3Target(gone), tree);
    await expect(attempt).rejects.toMatchObject({ code: "target-unreachable", hint: expect.any(String) });
  });
});

describe("a store that passes over conditions", () => {
  it("is published to nevertheless, and a second publisher is refused", async () => {
    const old = await startObjectStore(join(root, "old-store"));
    try {
      old.forgetConditions();
      const tree = join(root, "old");
      for (const hour of [1, 2]) {
        await plantVersion(tree, hour);
        await publishTo(s3Target(old), tree);
      }
      expect((await verifyAt(old)).faults).toEqual([]);
      await plantVersion(tree, 3);
      let refused: unknown;
      old.misbehave(({ key, method }) => {
        if (method === "PUT" && key.endsWith("api.json") && refused === undefined) {
          refused = publishTo(s3Target(old), tree).catch((error: unknown) => error);
          return { kind: "slow", ms: 3_000 };
        }
        return undefined;
      });
      await publishTo(s3Target(old), tree);
      expect(await refused).toMatchObject({ code: "publish-running" });
    } finally {
      await old.close();
    }
  });
});
