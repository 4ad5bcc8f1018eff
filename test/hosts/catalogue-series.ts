import * as fc from "fast-check";
import type { Answer } from "../../build/answers/records.ts";
import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { type WriteTreeOptions, writeTree } from "../../build/tree/write-tree.ts";
import { allAnswers } from "../answers/all-answers.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { file, STEPS } from "../tree/tiny-tree.ts";

const HOUR_MS = 3_600_000;

interface SeriesEvent {
  id: string;
  magnitude: number;
  /** Hours before the first instant of the series. */
  age: number;
  latitude: number;
}

/** What agencies say at one instant. */
export interface World {
  asOf: number;
  events: readonly SeriesEvent[];
}

const event = fc.record({
  id: fc.integer({ min: 10, max: 60 }).map((number) => `us${number}`),
  magnitude: fc.integer({ min: -10, max: 85 }).map((tenths) => tenths / 10),
  age: fc.integer({ min: 0, max: 700 }),
  latitude: fc.integer({ min: -60, max: 60 }),
});

/** From a minute to more than a day, so that hours and days begin in between. */
const wait = fc.constantFrom(60_000, 60_000, 60_000, 20 * 60_000, HOUR_MS, 7 * HOUR_MS, 30 * HOUR_MS);

/** Worlds that follow one another: each time some events are other ones, and some are gone. */
export const series: fc.Arbitrary<World[]> = fc
  .array(fc.tuple(wait, fc.array(event, { maxLength: 8 }), fc.array(fc.integer({ min: 10, max: 60 }))), { minLength: 3, maxLength: 9 })
  .map((steps) => {
    const known = new Map<string, SeriesEvent>();
    let asOf = AS_OF;
    return steps.map(([later, more, gone]) => {
      asOf += later;
      for (const one of more) known.set(one.id, one);
      for (const number of gone) known.delete(`us${number}`);
      return { asOf, events: [...known.values()] };
    });
  });

function fileOf({ file, body, endpoint: { cache, id } }: Answer): TreeFile {
  const section = id === "earthquake" ? "earthquakes" : file.startsWith("q/") ? "q" : "api";
  return { path: file, bytes: () => Buffer.from(JSON.stringify(body)), section, cache, compress: id !== "earthquake" };
}

export function catalogueOf({ asOf, events }: World): Catalogue {
  const live = usgs(
    events.map(({ id, magnitude, age, latitude }) =>
      liveEvent({ id, magnitude, latitude, time: AS_OF - age * HOUR_MS, place: `${age} km N of ${id} Town` }),
    ),
  );
  return assembleCatalogue(smallInput({ live, asOf }));
}

/** Plants the tree of a world; pages are left out, which no pin has. */
export function plantWorld(out: string, world: World, more: Partial<WriteTreeOptions> = {}): Promise<string> {
  return plantAnswers(out, catalogueOf(world), undefined, more);
}

/** Plants a tree of the answers of a catalogue. @param packBelow magnitude below which details of small events are packed */
export async function plantAnswers(
  out: string,
  catalogue: Catalogue,
  packBelow?: number,
  more: Partial<WriteTreeOptions> = {},
): Promise<string> {
  const shards = makeShards(shardInput(catalogue, packBelow));
  const snapshot = { as_of: isoTime(catalogue.asOf), sources: catalogue.sources.map(sourceRecord), shards: shards.manifest };
  const files = [
    ...shards.files.map(({ path, bytes }): TreeFile => ({ path, bytes, section: "shards", cache: "immutable", compress: true })),
    ...Array.from(allAnswers(catalogue, false, packBelow), (answer) => fileOf(answer)),
    file("index.html", "<h1>Quakes</h1>", { section: "pages" }),
  ];
  return (await writeTree({ out, files, snapshot, steps: STEPS, ...more })).snapshot.id;
}
