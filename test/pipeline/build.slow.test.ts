import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settingsOf } from "../../build/config/config.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { worldOfFew } from "./few-countries.ts";

const out = join(temporaryFolder(), "a");
const config = settingsOf({ eventPages: "none" });
const geographyFor = worldOfFew(["JP", "TW"]);

// That two builds give the same bytes is seen by `scripts/ci/check-package`.
it("a build without a store uses the embedded data, and warns once if it cannot keep what files were made of", async () => {
  writeFileSync(`${out}.cells`, "in the way");
  const warnings: string[] = [];
  const built = await build({ out, config, geographyFor, report: { ...silentReport, warn: (line) => void warnings.push(line) } });
  expect(built.source).toBe("embedded");
  expect(built.events.recent).toBeGreaterThan(1500);
  expect(built.leftOut["usgs"]).toMatchObject({ "not-an-earthquake: explosion": expect.any(Number) });
  expect(warnings).toEqual([expect.stringMatching(/a\.cells cannot be written \(E[A-Z]+\): the next build takes longer/)]);

  const before = readFileSync(join(out, "snapshot.json"));
  const attempt = build({ store: join(out, "../nothing"), out, config, report: silentReport });
  await expect(attempt).rejects.toThrow("holds no earthquakes");
  expect(readFileSync(join(out, "snapshot.json"))).toEqual(before);
}, 600_000);
