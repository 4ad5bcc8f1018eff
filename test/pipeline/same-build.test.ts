import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import type { BuildOptions, BuildResult } from "../../build/pipeline/build.ts";
import { sameBuild } from "../../build/pipeline/same-build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { openDerive } from "../../build/store/derive.ts";
import type { Signer } from "../../build/tree/signature.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file, plant } from "../tree/tiny-tree.ts";

const dir = temporaryFolder();
const [store, out] = [join(dir, "store"), join(dir, "tree")];
const config = parseConfig("{}", "q.json");
const OPTIONS: BuildOptions = { out, config, report: silentReport };
const BUILT = { out, written: 3, unchanged: 4, removed: 5, bytes: 6, rejected: [] } as unknown as BuildResult;

function write(path: string, text: string): void {
  const file = join(dir, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const derive = openDerive(store);
const same = (more: Partial<BuildOptions> = {}) => sameBuild<BuildResult>(store, derive, { ...OPTIONS, ...more });

it("a build is the last one as long as store, configuration, signer and tree are as they were", async () => {
  write("store/usgs/state.json", "1");
  write("store/runs.json", "1");
  await plant(out, [file("a.json", "1")]);
  const isSame = (more: Partial<BuildOptions> = {}) => same(more).last() !== undefined;
  const build = () => same().keep(BUILT);
  expect(isSame()).toBe(false);
  build();
  expect(same().last()).toEqual({ ...BUILT, written: 0, unchanged: 7, removed: 0 });
  write("store/runs.json", "2");
  write("store/journal/2026-11-22.jsonl", "{}");
  expect(isSame()).toBe(true);
  expect(isSame({ config: parseConfig('{"tree":{"grid":true}}', "q.json") })).toBe(false);
  expect(isSame({ needsLive: true })).toBe(false);
  expect(isSame({ signer: { id: "0123456789abcdef" } as Signer })).toBe(false);
  expect(isSame({ out: join(dir, "another") })).toBe(false);
  for (const path of ["store/usgs/state.json", "store/usgs/archive/2011-01.gz", "store/emsc/state.json"]) {
    write(path, "1");
    expect([path, isSame()]).toEqual([path, false]);
    build();
    expect([path, isSame()]).toEqual([path, true]);
  }
  write("tree/snapshot.json.sig", "by somebody else");
  expect(isSame()).toBe(false);
  build();
  await plant(out, [file("a.json", "2")]);
  expect(isSame()).toBe(false);
  rmSync(out, { recursive: true });
  expect(isSame()).toBe(false);
});

it("a build is made if a plan waits, and if the cells of the tree were removed", async () => {
  await plant(out, [file("a.json", "1")]);
  same().keep(BUILT);
  const isSame = () => same().last() !== undefined;
  expect(isSame()).toBe(true);
  write("tree/replaced/next/plan.json", "{}");
  expect(isSame()).toBe(false);
  rmSync(join(out, "replaced/next"), { recursive: true });
  expect(isSame()).toBe(true);
  rmSync(`${out}.cells`, { recursive: true });
  expect(isSame()).toBe(false);
});

it("the builds of several trees of a store are kept beside one another", async () => {
  const outs = [out, join(dir, "tree-2")];
  for (const one of outs) {
    await plant(one, [file("a.json", "1")]);
    const cells = openDerive(store);
    sameBuild<BuildResult>(store, cells, { ...OPTIONS, out: one }).keep(BUILT);
    cells.save();
  }
  for (const one of outs) expect(sameBuild<BuildResult>(store, openDerive(store), { ...OPTIONS, out: one }).last()).toBeDefined();
});

it("a build is not kept if the store was changed meanwhile", async () => {
  await plant(out, [file("a.json", "1")]);
  const during = same();
  write("store/usgs/state.json", "of another run");
  during.keep(BUILT);
  expect(same().last()).toBeUndefined();
});
