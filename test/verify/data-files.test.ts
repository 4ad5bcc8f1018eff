import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { openDerive } from "../../build/store/derive.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { dataFaults } from "../../build/verify/unindexed.ts";
import { smallInput, usgs } from "../answers/small-catalogue.ts";
import { archiveOf } from "../catalogue/make-archive.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file, snapshotAt } from "../tree/tiny-tree.ts";

it("data files are checked against their descriptions, those by year too, and a tree may have none", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "tree");
  const old = [2014, 2015].map((year) => liveEvent({ id: `us${year}`, time: Date.UTC(year, 5, 1), magnitude: 5 }));
  const input = smallInput({ live: usgs([]), archive: archiveOf(old, null) });
  const { archive = archiveOf([], null), locate, version } = input;
  const whole = { archive, live: [], locate, version, derive: openDerive(join(folder, "store")) };
  const snapshot = snapshotAt("2018-02-07T00:00:00.000Z");
  await writeTree({ out, files: [file("index.html", "1")], snapshot, steps: [dataStep(assembleCatalogue(input), whole)] });
  expect(dataFaults(out)).toEqual([]);

  const year = join(out, "data/earthquakes/2015.parquet");
  const bytes = readFileSync(year);
  writeFileSync(year, Buffer.from(bytes).fill(0, 4, 5));
  rmSync(join(out, "data/glossary.csv"));
  writeFileSync(join(out, "data/earthquakes/1950.parquet"), "");
  expect(dataFaults(out).map(({ path, kind }) => [path, kind])).toEqual([
    ["data/earthquakes/2015.parquet", "changed"],
    ["data/glossary.csv", "missing"],
    ["data/earthquakes/1950.parquet", "stray"],
  ]);
  writeFileSync(join(out, "data/datapackage.json"), "{}");
  expect(dataFaults(out)).toEqual([expect.objectContaining({ path: "data/datapackage.json", kind: "content" })]);
  rmSync(join(out, "data"), { recursive: true });
  expect(dataFaults(out)).toEqual([]);
});
