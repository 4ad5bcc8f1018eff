import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { DAY_MS } from "../../build/platform/time.ts";
import { CHANGES_FILE, hourFile } from "../../build/tree/change-feed-files.ts";
import { writeFault } from "../../build/tree/file.ts";
import {
  deltaFile,
  FEEDS_FOLDER,
  isKept,
  PUBLISHING_FILE,
  pinFile,
  replacedFile,
  STATUS_FILE,
  STATUS_PAGE,
  timeIn,
  UNINDEXED,
  type UnindexedKind,
  unindexedFiles,
  unindexedKind,
  yearFile,
} from "../../build/tree/unindexed.ts";
import { temporaryFolder } from "../support/temporary.ts";

const ID = "0123456789abcdef";
const TIME = "2018-02-07T01:02:03.456Z";
const FILES: Record<keyof typeof UNINDEXED, string[]> = {
  status: [STATUS_FILE, STATUS_PAGE],
  deltas: (["day", "hour", "step"] as const).map((kind) => deltaFile(kind, { id: ID, as_of: TIME })),
  pins: (["hour", "step"] as const).map((kind) => pinFile(kind, { id: ID, since: TIME })),
  changes: [hourFile("2018-02-07T01"), CHANGES_FILE],
  feeds: ["all_day.atom", "all_day.geojson", "significant_month.csv"].map((name) => FEEDS_FOLDER + name),
  data: UNINDEXED.data.places.flatMap((place) => (place.endsWith("/") ? [yearFile(2017), yearFile(null)] : place)),
  publishing: [PUBLISHING_FILE],
  replaced: [replacedFile("0".repeat(64))],
};

describe.each(Object.entries(UNINDEXED) as [keyof typeof UNINDEXED, UnindexedKind][])("%s", (name, kind) => {
  it("has its names for itself, and no index may name them", () => {
    for (const path of FILES[name]) {
      expect(unindexedKind(path)).toBe(kind);
      expect(writeFault(path)).toBe(`the name belongs to ${kind.owner}`);
    }
    for (const folder of kind.reserved.filter((one) => one.endsWith("/"))) {
      expect(writeFault(folder.slice(0, -1))).toBe(`the name belongs to ${kind.owner}`);
      expect(writeFault(`${folder}other`)).toBe(`the name belongs to ${kind.owner}`);
    }
  });

  it("is found in a tree, file by file, and nothing else", () => {
    const dir = temporaryFolder();
    for (const path of FILES[name].flatMap((one) => [one, `${one}.br`, `${one}x`])) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), "");
    }
    expect(unindexedFiles(NODE_FILE_SYSTEM, dir, kind)).toEqual(kind.places.length > 0 ? FILES[name] : []);
  });
});

it("the names of deltas and pins tell their time", () => {
  for (const path of [...FILES.deltas, ...FILES.pins]) expect(timeIn(path)).toBe(Date.parse(TIME));
  expect(timeIn("deltas/step/20180207T010203.456Z.delta")).toBeNaN();
});

it.each([
  [FILES.deltas[2], TIME, TIME],
  [FILES.pins[0], TIME, "2018-02-08T00:00:00.000Z"],
  [FILES.changes[0], "2018-02-07T01:00:00.000Z", "2018-02-07T02:00:00.000Z"],
] as [string, string, string][])("%s is kept from its time until its period and a day are over", (path, from, over) => {
  const kept = (instant: string, more: number) => isKept(path, Date.parse(instant) + more, DAY_MS);
  expect([kept(from, -1), kept(from, 0), kept(over, DAY_MS), kept(over, DAY_MS + 1)]).toEqual([false, true, true, false]);
});

it("a file that the index may name is of no kind", () => {
  for (const path of ["api/changes-of-state.json", "api.json", "deltas.json", "statuses/index.html"]) {
    expect(unindexedKind(path)).toBeUndefined();
    expect(writeFault(path)).toBeUndefined();
  }
});
