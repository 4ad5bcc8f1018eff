import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { settingsOf } from "../../build/config/flags.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { readRecord } from "../../build/tree/read.ts";
import { temporaryFolder } from "../support/temporary.ts";

const out = join(temporaryFolder(), "a");
const config = settingsOf({ grid: true });

// That two builds give the same bytes is seen by `scripts/ci/check-package`.
it("a build without a store uses the embedded data, and warns once if it cannot keep what files were made of", async () => {
  cpSync(inject("embeddedTree"), out, { recursive: true, preserveTimestamps: true });
  rmSync(`${out}.cells`, { recursive: true, force: true });
  writeFileSync(`${out}.cells`, "in the way");
  const { snapshot } = await readRecord(out);
  const warnings: string[] = [];
  const built = await build({ out, config, report: { ...silentReport, warn: (line) => void warnings.push(line) } });
  expect([built.source, built.snapshot, built.written]).toEqual(["embedded", snapshot, 0]);
  expect(built.events.recent).toBeGreaterThan(1500);
  expect(built.leftOut["usgs"]).toMatchObject({ "not-an-earthquake: explosion": expect.any(Number) });
  expect(warnings).toEqual([expect.stringMatching(/a\.cells cannot be written \(E[A-Z]+\): the next build takes longer/)]);

  const before = readFileSync(join(out, "snapshot.json"));
  const attempt = build({ store: join(out, "../nothing"), out, config, report: silentReport });
  await expect(attempt).rejects.toThrow("holds no earthquakes");
  expect(readFileSync(join(out, "snapshot.json"))).toEqual(before);
}, 600_000);
