import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
const config = parseConfig('{"tree":{"event_pages":"significant"}}', "q.json");

const buildTree = () => build({ out: join(dir, "a"), config, report: silentReport });

let first: Awaited<ReturnType<typeof build>>;

beforeAll(async () => {
  first = await buildTree();
});

describe("build without a store", () => {
  // That two builds give the same bytes is seen by `scripts/ci/check-package`.
  it("uses the embedded data, and says so", () => {
    expect(first.source).toBe("embedded");
    expect(first.events.recent).toBeGreaterThan(1500);
    expect(first.leftOut["usgs"]).toMatchObject({ "not-an-earthquake: explosion": expect.any(Number) });
  });

  it("writes nothing again when nothing changed", async () => {
    const before = statSync(join(dir, "a", "api", "recent.json"));
    const again = await buildTree();
    expect(again.snapshot.sequence).toBe(1);
    expect(again.written).toBe(0);
    expect(statSync(join(dir, "a", "api", "recent.json")).ino).toBe(before.ino);
  });

  it("warns once if it cannot keep what files were made of, and gives the same tree", async () => {
    const cells = join(dir, "a.cells");
    rmSync(cells, { recursive: true });
    writeFileSync(cells, "in the way");
    const warnings: string[] = [];
    const report = { ...silentReport, warn: (line: string) => void warnings.push(line) };
    const { snapshot, written } = await build({ out: join(dir, "a"), config, report });
    expect([snapshot, written]).toEqual([first.snapshot, 0]);
    expect(warnings).toEqual([expect.stringMatching(/a\.cells cannot be written \(E[A-Z]+\): the next build takes longer/)]);
  });
});

describe("build from a named store", () => {
  it("refuses a store without earthquakes and leaves the tree as it was", async () => {
    const options = { store: join(dir, "nothing"), out: join(dir, "a"), config, report: silentReport };
    const before = readFileSync(join(dir, "a", "snapshot.json"));
    await expect(build(options)).rejects.toThrow("holds no earthquakes");
    expect(readFileSync(join(dir, "a", "snapshot.json"))).toEqual(before);
  });
});
