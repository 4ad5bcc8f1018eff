import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import type { BuildOptions, BuildReport } from "../../build/pipeline/build.ts";
import { sameBuild } from "../../build/pipeline/same-build.ts";
import { silentReport } from "../../build/platform/report.ts";
import type { Signer } from "../../build/tree/signature.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
const [store, out] = [join(dir, "store"), join(dir, "tree")];
const config = parseConfig("{}", "q.json");
const OPTIONS: BuildOptions = { out, config, report: silentReport };
const BUILT = { out, written: 3, unchanged: 4, removed: 5, bytes: 6, setAside: [] } as unknown as BuildReport;

function write(path: string, text: string): void {
  const file = join(dir, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

it("a build is the last one as long as store, configuration, signer and tree are as they were", () => {
  write("store/usgs/state.json", "1");
  write("store/runs.json", "1");
  write("tree/snapshot.json", "{}");
  const isSame = (more: Partial<BuildOptions> = {}) => sameBuild(store, { ...OPTIONS, ...more }).last() !== undefined;
  const build = () => sameBuild(store, OPTIONS).keep(BUILT);
  expect(isSame()).toBe(false);
  build();
  expect(sameBuild(store, OPTIONS).last()).toEqual({ ...BUILT, written: 0, unchanged: 7, removed: 0 });
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
  write("tree/snapshot.json", '{"sequence":2}');
  expect(isSame()).toBe(false);
  rmSync(out, { recursive: true });
  expect(isSame()).toBe(false);
});

it("a build is not kept where somebody wrote to the store meanwhile", () => {
  write("tree/snapshot.json", "{}");
  const during = sameBuild(store, OPTIONS);
  write("store/usgs/state.json", "of another run");
  during.keep(BUILT);
  expect(sameBuild(store, OPTIONS).last()).toBeUndefined();
});
