import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createS3Target } from "../../../build/targets/s3.ts";
import { s3Address } from "../../../build/targets/s3-address.ts";
import { createCountingStore } from "../../../scripts/costs/counting-store.ts";
import { BUCKET, type ObjectStore, startObjectStore } from "../../targets/object-store.ts";
import { publishTo, s3Target } from "../../targets/publishing.ts";
import { temporaryFolder } from "../../temporary.ts";
import { publishWithDeltas } from "../../tree/mirroring.ts";

const folder = temporaryFolder();
let real: ObjectStore;

beforeAll(async () => {
  real = await startObjectStore(join(folder, "store"));
});
afterAll(() => real.close());

const at = (key: string) => `http://store.invalid/b/${key}`;

describe("the store that counts", () => {
  it("is asked the same as a real one, and has the same in the end", async () => {
    const clock = Date.UTC(2018, 1, 9);
    const store = createCountingStore(
      BUCKET,
      () => clock,
      (key) => key.split("/")[0] ?? "",
    );
    const counting = createS3Target({
      address: s3Address(`s3://${BUCKET}/tree`, "http://store.invalid", {}),
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
      fetch: store.fetch,
      sleep: async () => {},
      random: () => 0,
      now: () => clock,
    });
    const tree = join(folder, "tree");
    for (const hour of [1, 2, 3, 26]) {
      await publishWithDeltas(tree, hour);
      real.behave();
      store.reset();
      await publishTo(s3Target(real), tree);
      await publishTo(counting, tree);
      const asked = (method: string) => real.asked.filter((one) => one.method === method && !one.key.startsWith("?"));
      const { put, copy, get, list, delete: removed } = store.counts;
      expect([put + copy, get, removed]).toEqual(["PUT", "GET", "DELETE"].map((method) => asked(method).length));
      expect(list).toBe(real.asked.filter(({ key }) => key.startsWith("?")).length);
    }
    const there = await real.objects();
    expect([...store.objects.keys()].toSorted()).toEqual([...there.keys()].toSorted());
    for (const [key, { bytes, headers }] of store.objects) {
      expect(there.get(key)?.bytes.equals(bytes)).toBe(true);
      expect(there.get(key)?.headers["cache-control"]).toBe(headers["cache-control"]);
    }
  });

  it("keeps conditions, tells pages of a listing, and counts what is written by its kind", async () => {
    const store = createCountingStore(
      "b",
      () => 0,
      (key) => (key.startsWith("x") ? "x" : "rest"),
    );
    const put = (key: string, headers: Record<string, string> = {}) =>
      store.fetch(at(key), { method: "PUT", body: new Uint8Array([1, 2]), headers });
    expect((await put("x")).status).toBe(200);
    expect((await put("x", { "if-none-match": "*" })).status).toBe(412);
    expect((await put("x", { "if-match": '"another"' })).status).toBe(412);
    for (let number = 0; number < 1_000; number++) await put(`y${number}`);
    const page = await (await store.fetch(at("?list-type=2&prefix="))).text();
    expect(page.match(/<Contents>/g)).toHaveLength(1_000);
    expect(page).toContain("<IsTruncated>true</IsTruncated>");
    expect((await store.fetch(at("none"))).status).toBe(404);
    expect((await store.fetch(at("z"), { method: "PUT", headers: { "x-amz-copy-source": "/b/x" } })).status).toBe(200);
    expect(store.counts).toMatchObject({ put: 1_003, copy: 1, get: 1, list: 1, sentBytes: 2_002 });
    expect(Object.fromEntries(store.written)).toEqual({
      x: { requests: 1, bytes: 2 },
      rest: { requests: 1_000, bytes: 2_000 },
      "copy of x": { requests: 1, bytes: 2 },
    });
  });
});
