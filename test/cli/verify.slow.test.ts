import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { verify } from "../../build/cli/verify.ts";
import { parseConfig } from "../../build/config/config.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file, inTemporaryFolder, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";

const dir = temporaryFolder();
const out = join(dir, "tree");
const report = { ...silentReport, clear() {} };

beforeAll(async () => {
  await build({ out, config: parseConfig('{"tree":{"event_pages":"significant"}}', "q.json"), report });
}, 120_000);

it("a tree that was just built is sound, to the last answer and shard", async () => {
  const verified = await verify(out, report);
  expect(verified.faults).toEqual([]);
  expect(verified.ok).toBe(true);
  expect(verified.files).toBeGreaterThan(2_000);
});

it("a changed answer, a changed shard and a stray file are each named", async () => {
  const { snapshot } = await verify(out, report);
  const [columns = ""] = snapshot.shards.columns;
  const stats = readFileSync(join(out, "api/v1/stats.json"));
  const bytes = readFileSync(join(out, columns));
  writeFileSync(join(out, "api/v1/stats.json"), stats.toString().replace(/\d/, "9"));
  writeFileSync(join(out, columns), bytes.subarray(1));
  writeFileSync(join(out, "note.txt"), "");
  const { ok, faults } = await verify(out, report);
  expect(ok).toBe(false);
  expect(faults.map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual(
    ["changed api/v1/stats.json", `changed ${columns}`, "stray note.txt"].toSorted(),
  );
  writeFileSync(join(out, "api/v1/stats.json"), stats);
  writeFileSync(join(out, columns), bytes);
  rmSync(join(out, "note.txt"));
  expect((await verify(out, report)).ok).toBe(true);
});

it("a record that states another instant than the tree was built for is named", async () => {
  const path = join(out, "snapshot.json");
  const record = readFileSync(path, "utf8");
  const { as_of } = JSON.parse(record);
  writeFileSync(path, record.replace(as_of, as_of.replace(":14.000Z", ":15.000Z")));
  const { ok, faults } = await verify(out, report);
  expect({ ok, faults: faults.map(({ path: at, kind }) => `${kind} ${at}`) }).toEqual({
    ok: false,
    faults: ["content api.json", "content api/changes.json"],
  });
  writeFileSync(path, record);
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
