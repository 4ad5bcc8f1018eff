import { join } from "node:path";
import { expect, it } from "vitest";
import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { rememberPlaces } from "../../build/pipeline/load/geography.ts";
import { treeFiles } from "../../build/pipeline/tree-files.ts";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import { openDerive } from "../../build/store/derive.ts";
import type { ReportedEvent } from "../../build/store/records.ts";
import type { FileGroup, TreeFile } from "../../build/tree/file.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { AS_OF, HOUR, smallInput, usgs } from "../answers/small-catalogue.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { expectUsualCosts } from "../support/costs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { NO_ASSETS } from "./all-files.ts";

/** What a build makes and writes. */
interface Cost {
  places: number;
  shards: number;
  /** Files of the tree whose bytes are made. */
  files: number;
  /** Files that are written, with variants, index and record. */
  writes: number;
}

/** Builds once with so many events of a month, and each minute with three more. @returns the cost of the last minute */
async function minuteOf(count: number, dir: string): Promise<Cost> {
  const events = Array.from({ length: count }, (_, at) => eventAt(`us${at}`, Math.floor(((at + 1) * 700 * HOUR) / (count + 1))));
  let cost = await costOf(events, AS_OF, dir);
  for (let minute = 1; minute <= 2; minute++) {
    for (let at = 0; at < 3; at++) events.push(eventAt(`new${minute}${at}`, at * 1000 - minute * 60_000));
    cost = await costOf(events, AS_OF + minute * 60_000, dir);
  }
  return cost;
}

/** @param age ms before `AS_OF` */
function eventAt(id: string, age: number): ReportedEvent {
  const at = [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 100_003, 7);
  return liveEvent({
    id,
    time: AS_OF - age,
    latitude: (at % 1000) / 10 - 50,
    longitude: (at % 3500) / 10 - 175,
    magnitude: 1 + (at % 30) / 10,
  });
}

async function costOf(events: readonly ReportedEvent[], asOf: number, dir: string): Promise<Cost> {
  const cost: Cost = { places: 0, shards: 0, files: 0, writes: 0 };
  const derive = openDerive(join(dir, "store"));
  const { each } = derive;
  derive.each = <Value>(name: string, inputs: readonly unknown[]) => {
    const kept = each<Value>(name, inputs);
    return (key: string, make: () => Value) =>
      kept(key, () => {
        if (name === "places" || name === "shards") cost[name]++;
        return make();
      });
  };
  const input = smallInput();
  const locate = rememberPlaces({ locate: input.locate, version: "small" }, derive);
  const catalogue = assembleCatalogue({ ...input, asOf, live: usgs(events), locate });
  const shards = makeShards(shardInput(catalogue), derive.each("shards", []));
  const countedFile = (file: TreeFile): TreeFile => ({
    ...file,
    bytes: () => {
      cost.files++;
      return file.bytes();
    },
  });
  function* files(): Iterable<TreeFile | FileGroup> {
    for (const one of treeFiles(catalogue, shards.files, NO_ASSETS, { eventPages: "significant" }, derive))
      yield "files" in one ? { ...one, files: () => Array.from(one.files(), countedFile) } : countedFile(one);
  }
  await writeTree({
    out: join(dir, "tree"),
    program: derive.program,
    files: { [Symbol.iterator]: () => files()[Symbol.iterator]() },
    snapshot: { as_of: isoTime(asOf), sources: catalogue.sources.map(sourceRecord), shards: shards.manifest },
    fileSystem: {
      ...NODE_FILE_SYSTEM,
      write: (...given) => {
        cost.writes++;
        NODE_FILE_SYSTEM.write(...given);
      },
    },
  });
  derive.save();
  return cost;
}

it("a minute costs what changed, not what there is", async () => {
  const check = process.env["QUAKETREE_CHECK_CELLS"];
  delete process.env["QUAKETREE_CHECK_CELLS"];
  try {
    const [few, many] = [await minuteOf(200, temporaryFolder()), await minuteOf(1000, temporaryFolder())];
    // The records of lists and of the search of a day, and the files of the newest days of three tables.
    expect([few.places, few.shards]).toEqual([3, 6]);
    expectUsualCosts("minute", "a minute of 1,000 events", { ...many });
    expect([many.places, many.shards]).toEqual([few.places, few.shards]);
    // With enough events an estimate changes with each, and the page that states it, in fifteen languages.
    expect(many.files - few.files).toBeLessThanOrEqual(15);
    // Each page has two compressed forms, and a larger index more levels.
    expect(many.writes - few.writes).toBeLessThan(65);
  } finally {
    process.env["QUAKETREE_CHECK_CELLS"] = check;
  }
});
