import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verify } from "../../build/cli/verify.ts";
import { silentReport } from "../../build/platform/report.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { contentCheck } from "../../build/verify/whole.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { EMPTY_INPUT } from "../rewrite/tree-in-memory.ts";
import { file, inTemporaryFolder, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";

const report = { ...silentReport, clear() {} };

it("an index of the API that states another instant than the record is named", () => {
  const index = readFileSync(new URL("../fixtures/small-tree/api.json", import.meta.url));
  const { manifest: shards } = makeShards(EMPTY_INPUT);
  const faultAt = (as_of: string) => contentCheck({ shards, as_of })("api.json", index);
  expect(faultAt("2018-02-07T01:49:14.000Z")).toBeUndefined();
  expect(faultAt("2018-02-07T01:49:15.000Z")).toBe("is as of 2018-02-07T01:49:14.000Z, snapshot.json as of 2018-02-07T01:49:15.000Z");
});

it("an answer that has the right hash but breaks its schema is named with the field", () =>
  inTemporaryFolder(async (folder) => {
    await smallTree(join(folder, "small"));
    const { faults } = await verify(join(folder, "small"), report);
    const of = (path: string) => faults.find((fault) => fault.path === path);
    expect(of("api/v1/stats.json")).toMatchObject({ kind: "content", message: expect.stringMatching(/last_24h/) });
    expect(of("q/live-feed/hours-1.json")).toMatchObject({ kind: "content", message: expect.stringMatching(/type/) });
    expect(of("index.html")).toBeUndefined();
  }));

it("shards that are not shards are named with what their reader says", () =>
  inTemporaryFolder(async (folder) => {
    const files = { columns: shard("not columns"), day: shard('[{"event_id":1}]'), list: shard("{}") };
    const manifest = {
      columns: [files.columns.path],
      days: [{ path: files.day.path }, { path: files.list.path }],
      places: [files.columns.path],
      features: [],
      results: [],
      names: files.list.path,
      ids: [files.columns.path],
    } as never;
    const snapshot = { ...snapshotAt("2018-02-07T00:00:00.000Z"), shards: manifest };
    await plant(join(folder, "tree"), [file("a.txt", "a"), ...Object.values(files)], { snapshot });
    const { faults } = await verify(join(folder, "tree"), report);
    const messages = Object.values(files).map(({ path }) => faults.find((fault) => fault.path === path)?.message);
    expect(messages[0]).toBeTruthy();
    expect(messages[1]).toMatch(/^record 0: event_id/);
    expect(messages[2]).toBeTruthy();
  }));
