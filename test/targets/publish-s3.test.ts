import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateKeys, readSigner } from "../../build/tree/signature.ts";
import { temporaryFolder } from "../temporary.ts";
import { makeStatus } from "../tree/make-status.ts";
import { publish } from "../tree/mirroring.ts";
import { file, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { type ObjectStore, startObjectStore } from "./object-store.ts";
import { publishTo, s3Target, verifyAt } from "./publishing.ts";

const DAY = 86_400_000;
const root = temporaryFolder();
let store: ObjectStore;
let prefix = "";
let tree = "";
let made = 0;
beforeAll(async () => {
  store = await startObjectStore(join(root, "store"));
});
afterAll(() => store.close());
beforeEach(() => {
  store.behave();
  prefix = `p${++made}`;
  tree = join(root, `tree-${made}`);
});

const target = () => s3Target(store, prefix);
const asked = (method: string) =>
  store.asked.filter((one) => one.method === method).map(({ key }) => key.replace(`${prefix}/`, ""));

function afterDays(days: number): string {
  return new Date(Date.parse("2018-02-07T00:00:00.000Z") + days * DAY).toISOString();
}

async function objects(): Promise<Map<string, { text: string; headers: Record<string, unknown> }>> {
  const all = [...(await store.objects())].filter(([key]) => key.startsWith(`${prefix}/`));
  return new Map(
    all.map(([key, { bytes, headers }]) => {
      const { date: _, ...rest } = headers;
      return [key.slice(prefix.length + 1), { text: bytes.toString(), headers: rest }];
    }),
  );
}

async function shardsThere(): Promise<string[]> {
  return [...(await objects()).keys()].filter((path) => path.startsWith("shards/"));
}

describe("publish to an object store", () => {
  it("sends shards first, then answers, pages and the index, and snapshot.json as the last", async () => {
    await publish(tree, 1);
    const report = await publishTo(target(), tree);
    expect(report).toMatchObject({ changed: true, completed: false, removed: 0, snapshot: { sequence: 1 } });
    expect(report.sent).toBe(asked("PUT").filter((path) => path !== "publishing.json").length);
    const parts = asked("PUT").map((path) => path.split("/")[0]);
    const order = [...new Set(parts)];
    expect(order).toEqual([
      "publishing.json",
      "shards",
      "api.json",
      "api",
      "q",
      "empty.txt",
      "large.txt",
      "index",
      "snapshot.json",
    ]);
    expect((await verifyAt(store, prefix)).faults).toEqual([]);
    expect((await objects()).has("publishing.json")).toBe(false);
  });

  it("says of each object its type and how long it may be kept", async () => {
    await publish(tree, 1);
    await publishTo(target(), tree);
    const all = await objects();
    expect(all.get("api/recent.json")?.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": expect.stringMatching(/^public, max-age=30,/),
    });
    expect(all.get("large.txt")?.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": expect.stringMatching(/^public, max-age=300,/),
    });
    const [, shardObject] = [...all].find(([path]) => path.startsWith("shards/")) ?? [];
    expect(shardObject?.headers["cache-control"]).toContain("immutable");
    expect(all.get("snapshot.json")?.headers["cache-control"]).toMatch(/^public, max-age=30,/);
    expect([...all.keys()].filter((path) => /\.(br|gz)$/.test(path))).toEqual([]);
  });

  it("sends only what changed, by the target's own index, and keeps what it replaces for whoever still reads it", async () => {
    await publish(tree, 1);
    await publishTo(target(), tree);
    const before = await objects();
    await publish(tree, 2);
    store.behave();
    const report = await publishTo(target(), tree);
    expect(report).toMatchObject({ changed: true, sent: 10, kept: 6 });
    const put = asked("PUT");
    expect(put.filter((path) => /same|earthquakes|empty|large/.test(path))).toEqual([]);
    const all = await objects();
    const replaced = [...all].filter(([path]) => path.startsWith("replaced/")).map(([, { text }]) => text);
    for (const path of [
      "api.json",
      "api/recent.json",
      "q/a.json",
      "index/api.json",
      "index/q.json",
      "index/shards.json",
    ])
      expect(replaced).toContain(before.get(path)?.text);
    expect(all.get("api.json")?.text).toBe('{"hour":2}');
    // The shard of the hour before stays, as the tree keeps it.
    expect([...all.keys()].filter((path) => path.startsWith("shards/"))).toHaveLength(3);
    expect((await verifyAt(store, prefix)).faults).toEqual([]);
  });

  it("asks three times and sends nothing where nothing changed but the status", async () => {
    await publish(tree, 1);
    mkdirSync(join(tree, "status"));
    writeFileSync(join(tree, "status.json"), JSON.stringify(makeStatus()));
    writeFileSync(join(tree, "status/index.html"), "<!doctype html>\n<html></html>\n");
    await publishTo(target(), tree);
    store.behave();
    expect(await publishTo(target(), tree)).toMatchObject({ changed: false, sent: 2, kept: 0, removed: 0 });
    expect(asked("GET")).toEqual(["snapshot.json", "snapshot.json.sig", "publishing.json"]);
    expect(asked("PUT")).toEqual(["status.json", "status/index.html"]);
    expect((await objects()).get("status.json")?.headers["cache-control"]).toBe("no-store");
  });

  it("removes what left the index only after snapshot.json has moved", async () => {
    await plant(tree, [shard("[1]"), file("api/a.json", "a"), file("api/b.json", "b")]);
    await publishTo(target(), tree);
    await plant(tree, [shard("[1]"), file("api/a.json", "a")], { snapshot: snapshotAt("2018-02-07T01:00:00.000Z") });
    store.behave();
    expect(await publishTo(target(), tree)).toMatchObject({ removed: 1, kept: 2 });
    const order = store.asked.map(({ method, key }) => `${method} ${key.replace(`${prefix}/`, "")}`);
    expect(order.indexOf("DELETE api/b.json")).toBeGreaterThan(order.indexOf("PUT snapshot.json"));
    expect((await objects()).has("api/b.json")).toBe(false);
  });

  it("removes what it had replaced after an hour, and not what the snapshot just replaced needs", async () => {
    for (const hour of [1, 2]) {
      await publish(tree, hour);
      await publishTo(target(), tree);
    }
    const before = [...(await objects()).keys()].filter((path) => path.startsWith("replaced/"));
    store.age(new RegExp(`^${prefix}/replaced/`), 7_200_000);
    await publish(tree, 3);
    await publishTo(target(), tree);
    const after = [...(await objects()).keys()].filter((path) => path.startsWith("replaced/"));
    expect(before.filter((path) => after.includes(path))).toEqual([]);
    expect(after.length).toBeGreaterThan(0);
    expect((await verifyAt(store, prefix)).faults).toEqual([]);
  });

  it("removes shards an hour after the tree stopped naming them, and not before", async () => {
    const versions = [
      { hours: 0, files: [shard("[old]"), file("api.json", "0")] },
      { hours: 24, files: [shard("[new]"), file("api.json", "1")] },
      { hours: 25, files: [shard("[new]"), file("api.json", "7")] },
      { hours: 25.1, files: [shard("[new]"), file("api.json", "9")] },
    ];
    const shards: number[] = [];
    for (const { hours, files } of versions) {
      await plant(tree, files, { snapshot: snapshotAt(afterDays(hours / 24)) });
      await publishTo(target(), tree);
      shards.push([...(await objects()).keys()].filter((path) => path.startsWith("shards/")).length);
    }
    expect(shards).toEqual([1, 2, 2, 1]);
  });

  it("leaves shards that a tree built anew does not know, says how many, and removes them the day after", async () => {
    await publish(tree, 1);
    await publishTo(target(), tree);
    rmSync(tree, { recursive: true });
    await plant(tree, [shard("[other]"), file("api.json", "x")], { snapshot: snapshotAt("2018-02-08T00:00:00.000Z") });
    await expect(publishTo(target(), tree)).rejects.toMatchObject({ code: "publish-backwards" });
    expect(await publishTo(target(), tree, { anew: true })).toMatchObject({ changed: true, left: 2 });
    expect(await shardsThere()).toHaveLength(3);
    expect((await verifyAt(store, prefix)).faults).toEqual([]);
    store.age(new RegExp(`^${prefix}/shards/`), 7_200_000);
    const otherAt = (time: string) =>
      plant(tree, [shard("[other]"), file("api.json", time)], { snapshot: snapshotAt(`2018-02-${time}.000Z`) });
    await otherAt("08T01:00:00");
    await publishTo(target(), tree);
    expect(await shardsThere()).toHaveLength(3);
    await otherAt("09T00:00:00");
    expect(await publishTo(target(), tree)).toMatchObject({ left: 0 });
    expect(await shardsThere()).toEqual([shard("[other]").path]);
  });

  it("publishes compressed variants as keys of their own where they are wanted, and takes them back where not", async () => {
    await publish(tree, 1);
    await publishTo(target(), tree);
    await publishTo(target(), tree, { variants: true });
    const all = await store.objects();
    const br = all.get(`${prefix}/api/recent.json.br`);
    expect(br?.headers).toMatchObject({ "content-type": "application/json", "content-encoding": "br" });
    expect(brotliDecompressSync(br?.bytes ?? "").toString()).toBe(readFileSync(join(tree, "api/recent.json"), "utf8"));
    expect(all.has(`${prefix}/api/recent.json.gz`)).toBe(true);
    store.behave();
    expect(await publishTo(target(), tree, { variants: true })).toMatchObject({ sent: 0 });
    await publish(tree, 2);
    await publishTo(target(), tree, { variants: true });
    const next = (await store.objects()).get(`${prefix}/api/recent.json.br`);
    expect(brotliDecompressSync(next?.bytes ?? "").toString()).toBe("2 quakes ".repeat(400));
    expect(await publishTo(target(), tree)).toMatchObject({ removed: 2 });
    expect([...(await objects()).keys()].filter((path) => /\.(br|gz)$/.test(path))).toEqual([]);
  });

  it("keeps the signature of a record with it, also where a cache has the older of the two", async () => {
    const signer = readSigner(generateKeys().privateKey, "key");
    for (const hour of [1, 2]) {
      await publish(tree, hour, signer);
      await publishTo(target(), tree);
    }
    expect((await objects()).get("snapshot.json.sig")?.text).toBe(
      readFileSync(join(tree, "snapshot.json.sig"), "utf8"),
    );
    expect(
      [...(await objects()).keys()].filter((path) => path.endsWith(".sig") && path !== "snapshot.json.sig"),
    ).toHaveLength(2);
    await publish(tree, 3);
    await publishTo(target(), tree);
    expect((await objects()).has("snapshot.json.sig")).toBe(false);
  });
});

describe("publish refuses", () => {
  it("to put an older snapshot in the place of a newer", async () => {
    await publish(tree, 1);
    const older = `${tree}-older`;
    await publish(older, 1);
    for (const hour of [2, 3]) await publish(tree, hour);
    await publishTo(target(), tree);
    const before = await objects();
    await expect(publishTo(target(), older)).rejects.toMatchObject({ code: "publish-backwards" });
    expect((await objects()).get("snapshot.json")).toEqual(before.get("snapshot.json"));
    await publishTo(target(), tree);
    expect((await verifyAt(store, prefix)).faults).toEqual([]);
  });

  it("a prefix where something else lies, and leaves that alone where it is told to go on", async () => {
    await publish(tree, 1);
    await store.write(`${prefix}/holiday.jpg`, "a beach");
    await expect(publishTo(target(), tree)).rejects.toMatchObject({ code: "target-not-a-tree" });
    await publishTo(target(), tree, { anew: true });
    await publishTo(target(), tree, { repair: true });
    expect((await objects()).get("holiday.jpg")?.text).toBe("a beach");
    await store.write(`${prefix}/snapshot.json`, "{}");
    await expect(publishTo(target(), tree)).rejects.toMatchObject({ code: "target-not-a-tree" });
  });

  it("a file that is not what the index says, before it sends any", async () => {
    await publish(tree, 1);
    await publishTo(target(), tree);
    const before = await objects();
    await publish(tree, 2);
    writeFileSync(join(tree, "q/a.json"), "tampered");
    await expect(publishTo(target(), tree)).rejects.toMatchObject({ code: "tree-damaged" });
    const after = await objects();
    after.delete("publishing.json");
    expect(after).toEqual(before);
  });

  it("symbolic links, whatever they lead to, and sends nothing that is not in the index", async () => {
    await publish(tree, 1);
    writeFileSync(join(root, "secret"), "a secret");
    writeFileSync(join(tree, "stray.json"), "a stray");
    symlinkSync(join(root, "secret"), join(tree, "link.json"));
    symlinkSync(join(root, "secret"), join(tree, "status.json"));
    await publishTo(target(), tree);
    const sent = await objects();
    expect([...sent.keys()].filter((path) => /stray|link|status/.test(path))).toEqual([]);
    // Also one that leads to the very same bytes.
    await publish(tree, 2);
    renameSync(join(tree, "q/a.json"), join(root, `moved-${made}`));
    symlinkSync(join(root, `moved-${made}`), join(tree, "q/a.json"));
    await expect(publishTo(target(), tree)).rejects.toMatchObject({ code: "tree-damaged" });
  });
});

describe("publish repairs", () => {
  it("what was lost or changed at the target, and removes what nobody names", async () => {
    await publish(tree, 1);
    await publishTo(target(), tree);
    await store.remove(`${prefix}/q/a.json`);
    await store.write(`${prefix}/api.json`, "tampered");
    await store.write(`${prefix}/api/stray.json`, "a stray");
    expect((await verifyAt(store, prefix)).faults).toHaveLength(2);
    expect(await publishTo(target(), tree)).toMatchObject({ sent: 0 });
    expect(await publishTo(target(), tree, { repair: true })).toMatchObject({ changed: false, removed: 1 });
    expect((await verifyAt(store, prefix)).faults).toEqual([]);
    expect((await objects()).has("api/stray.json")).toBe(false);
  });

  it("leaves at the target the files of the tree and nothing else", async () => {
    for (const hour of [1, 2, 3]) {
      await publish(tree, hour);
      await publishTo(target(), tree);
    }
    const paths = [...(await objects()).keys()].filter((path) => !/^(?:replaced|deltas|pins)\//.test(path));
    expect(paths.toSorted()).toEqual(
      Object.keys(filesUnder(tree))
        .filter((path) => !/\.(br|gz)$/.test(path))
        .toSorted(),
    );
  });
});
