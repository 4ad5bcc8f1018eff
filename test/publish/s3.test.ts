import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { generateKeys, readSigner } from "../../build/tree/signature.ts";
import { makeStatus } from "../tree/make-status.ts";
import { publish } from "../tree/mirroring.ts";
import { file, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";
import { useBucketSite } from "./bucket-site.ts";
import { publishTo, verifyAt } from "./publishing.ts";

const site = useBucketSite();

async function shardsThere(): Promise<string[]> {
  return [...(await site.objects()).keys()].filter((path) => path.startsWith("shards/"));
}

describe("publish to an object store", () => {
  it("sends shards first, then answers, pages and the index, and snapshot.json as the last", async () => {
    await publish(site.tree, 1);
    const report = await publishTo(site.target(), site.tree);
    expect(report).toMatchObject({ changed: true, completed: false, removed: 0, snapshot: { sequence: 1 } });
    expect(report.sent).toBe(site.asked("PUT").filter((path) => path !== "publishing.json").length);
    // Files of one group are sent side by side, so their order among themselves is not given.
    const GROUPS: Record<string, string> = { "publishing.json": "record", shards: "shards", index: "index", "snapshot.json": "snapshot" };
    const groups = site.asked("PUT").map((path) => GROUPS[path.split("/")[0] ?? ""] ?? "answers and pages");
    const runs = groups.filter((group, at) => group !== groups[at - 1]);
    expect(runs).toEqual(["record", "shards", "answers and pages", "index", "snapshot"]);
    expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
    expect((await site.objects()).has("publishing.json")).toBe(false);
  });

  it("says of each object its type and how long it may be kept", async () => {
    await publish(site.tree, 1);
    await publishTo(site.target(), site.tree);
    const all = await site.objects();
    expect(all.get("api/recent.json")?.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": expect.stringMatching(/^public, max-age=30,/),
    });
    expect(all.get("large.txt")?.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": expect.stringMatching(/^public, max-age=300,/),
    });
    const named = [...all].filter(([path]) => /^(?:shards|index)[/]/.test(path));
    expect(named.length).toBeGreaterThan(1);
    for (const [, { headers }] of named) expect(headers["cache-control"]).toContain("immutable");
    expect(all.get("snapshot.json")?.headers["cache-control"]).toMatch(/^public, max-age=30,/);
    expect([...all.keys()].filter((path) => /\.(br|gz)$/.test(path))).toEqual([]);
  });

  it("sends only what changed, by the target's own index, and keeps copies of replaced objects for current readers", async () => {
    await publish(site.tree, 1);
    await publishTo(site.target(), site.tree);
    const before = await site.objects();
    await publish(site.tree, 2);
    site.store.behave();
    const report = await publishTo(site.target(), site.tree);
    expect(report).toMatchObject({ changed: true, sent: 10, kept: 3 });
    const put = site.asked("PUT");
    expect(put.filter((path) => /same|earthquakes|empty|large/.test(path))).toEqual([]);
    const all = await site.objects();
    const replaced = [...all].filter(([path]) => path.startsWith("replaced/")).map(([, { text }]) => text);
    for (const path of ["api.json", "api/recent.json", "q/a.json"]) expect(replaced).toContain(before.get(path)?.text);
    // Files of the index are named by their hashes: none is replaced.
    for (const path of before.keys()) if (path.startsWith("index/")) expect(all.has(path)).toBe(true);
    expect(all.get("api.json")?.text).toBe('{"hour":2}');
    // The shard of the hour before stays, as the tree keeps it.
    expect([...all.keys()].filter((path) => path.startsWith("shards/"))).toHaveLength(3);
    expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
  });

  it("reads the index of the target from what the tree keeps, or from the target if that is gone or damaged", async () => {
    const before = join(site.tree, "replaced");
    const readAt = async (version: number, prepare: () => void) => {
      await publish(site.tree, version);
      prepare();
      site.store.behave();
      await publishTo(site.target(), site.tree);
      const asked = site.asked("GET").filter((path) => path.startsWith("index/"));
      expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
      return asked;
    };
    await readAt(1, () => {});
    expect(await readAt(2, () => {})).toEqual([]);
    const files = await readAt(3, () => rmSync(before, { recursive: true }));
    expect(files.length).toBeGreaterThan(0);
    const damaged = await readAt(4, () => {
      for (const name of readdirSync(before)) {
        rmSync(join(before, name));
        writeFileSync(join(before, name), "[]\n");
      }
    });
    expect(damaged.length).toBeGreaterThan(0);
  });

  it("asks three times and sends nothing if nothing changed but the status", async () => {
    await publish(site.tree, 1);
    mkdirSync(join(site.tree, "status"));
    writeFileSync(join(site.tree, "status.json"), JSON.stringify(makeStatus()));
    writeFileSync(join(site.tree, "status/index.html"), "<!doctype html>\n<html></html>\n");
    await publishTo(site.target(), site.tree);
    site.store.behave();
    expect(await publishTo(site.target(), site.tree)).toMatchObject({ changed: false, sent: 2, kept: 0, removed: 0 });
    expect(site.asked("GET")).toEqual(["snapshot.json", "snapshot.json.sig", "publishing.json"]);
    expect(site.asked("PUT")).toEqual(["status.json", "status/index.html"]);
    expect((await site.objects()).get("status.json")?.headers["cache-control"]).toBe("no-store");
  });

  it("removes what left the index only after snapshot.json has moved", async () => {
    await plant(site.tree, [shard("[1]"), file("api/a.json", "a"), file("api/b.json", "b")]);
    await publishTo(site.target(), site.tree);
    await plant(site.tree, [shard("[1]"), file("api/a.json", "a")], { snapshot: snapshotAt("2018-02-07T01:00:00.000Z") });
    site.store.behave();
    expect(await publishTo(site.target(), site.tree)).toMatchObject({ removed: 1, kept: 1 });
    const order = site.store.asked.map(({ method, key }) => `${method} ${key.replace(`${site.prefix}/`, "")}`);
    expect(order.indexOf("DELETE api/b.json")).toBeGreaterThan(order.indexOf("PUT snapshot.json"));
    expect((await site.objects()).has("api/b.json")).toBe(false);
  });

  it("removes what earlier snapshots needed after an hour, and not what the snapshot just replaced needs", async () => {
    const objectsIn = async (folder: string) => [...(await site.objects()).keys()].filter((path) => path.startsWith(folder));
    const indexOf = new Map<number, string[]>();
    const copiesAt = new Map<number, string[]>();
    for (const hour of [1, 2, 3]) {
      await publish(site.tree, hour);
      await publishTo(site.target(), site.tree);
      indexOf.set(
        hour,
        readdirSync(join(site.tree, "index")).map((name) => `index/${name}`),
      );
      copiesAt.set(hour, await objectsIn("replaced/"));
      if (hour === 2) expect(await objectsIn("index/")).toEqual(expect.arrayContaining(indexOf.get(1) ?? []));
      site.store.age(new RegExp(`^${site.prefix}/(?:index|replaced)/`), 7_200_000);
    }
    const needed = new Set([2, 3].flatMap((hour) => indexOf.get(hour) ?? []));
    expect(await objectsIn("index/")).toEqual([...needed].toSorted());
    expect(copiesAt.get(2)?.filter((path) => copiesAt.get(3)?.includes(path))).toEqual([]);
    expect(copiesAt.get(3)?.length).toBeGreaterThan(0);
    expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
  });

  it("leaves shards that a newly built tree does not know, reports their number, and removes them the next day", async () => {
    await publish(site.tree, 1);
    await publishTo(site.target(), site.tree);
    rmSync(site.tree, { recursive: true });
    await plant(site.tree, [shard("[other]"), file("api.json", "x")], { snapshot: snapshotAt("2018-02-08T00:00:00.000Z") });
    await expect(publishTo(site.target(), site.tree)).rejects.toMatchObject({ code: "publish-backwards" });
    expect(await publishTo(site.target(), site.tree, { anew: true })).toMatchObject({ changed: true, left: 2 });
    expect(await shardsThere()).toHaveLength(3);
    expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
    site.store.age(new RegExp(`^${site.prefix}/shards/`), 7_200_000);
    const otherAt = (time: string) =>
      plant(site.tree, [shard("[other]"), file("api.json", time)], { snapshot: snapshotAt(`2018-02-${time}.000Z`) });
    await otherAt("08T01:00:00");
    await publishTo(site.target(), site.tree);
    expect(await shardsThere()).toHaveLength(3);
    await otherAt("09T00:00:00");
    expect(await publishTo(site.target(), site.tree)).toMatchObject({ left: 0 });
    expect(await shardsThere()).toEqual([shard("[other]").path]);
  });

  it("publishes compressed variants as keys of their own if they are wanted, and takes them back if not", async () => {
    await publish(site.tree, 1);
    await publishTo(site.target(), site.tree);
    await publishTo(site.target(), site.tree, { variants: true });
    const all = await site.store.objects();
    const br = all.get(`${site.prefix}/api/recent.json.br`);
    expect(br?.headers).toMatchObject({ "content-type": "application/json", "content-encoding": "br" });
    expect(brotliDecompressSync(br?.bytes ?? "").toString()).toBe(readFileSync(join(site.tree, "api/recent.json"), "utf8"));
    expect(all.has(`${site.prefix}/api/recent.json.gz`)).toBe(true);
    site.store.behave();
    expect(await publishTo(site.target(), site.tree, { variants: true })).toMatchObject({ sent: 0 });
    await publish(site.tree, 2);
    await publishTo(site.target(), site.tree, { variants: true });
    const next = (await site.store.objects()).get(`${site.prefix}/api/recent.json.br`);
    expect(brotliDecompressSync(next?.bytes ?? "").toString()).toBe("2 quakes ".repeat(400));
    expect(await publishTo(site.target(), site.tree)).toMatchObject({ removed: 2 });
    expect([...(await site.objects()).keys()].filter((path) => /\.(br|gz)$/.test(path))).toEqual([]);
  });

  it("keeps the signature of a record with it, also if a cache has the older of the two", async () => {
    const signer = readSigner(generateKeys().privateKey, "key");
    for (const hour of [1, 2]) {
      await publish(site.tree, hour, signer);
      await publishTo(site.target(), site.tree);
    }
    expect((await site.objects()).get("snapshot.json.sig")?.text).toBe(readFileSync(join(site.tree, "snapshot.json.sig"), "utf8"));
    expect([...(await site.objects()).keys()].filter((path) => path.endsWith(".sig") && path !== "snapshot.json.sig")).toHaveLength(2);
    await publish(site.tree, 3);
    await expect(publishTo(site.target(), site.tree)).rejects.toMatchObject({ code: "publish-unsigned" });
    expect((await site.objects()).has("snapshot.json.sig")).toBe(true);
    await publishTo(site.target(), site.tree, { anew: true });
    expect((await site.objects()).has("snapshot.json.sig")).toBe(false);
  });
});
