import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue, type CatalogueInput } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { memoizedLocators } from "../../build/load/memoized-locators.ts";
import { type TreeOptions, treeFiles } from "../../build/pipeline/tree-files.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { keepValues } from "../../build/platform/memoize.ts";
import { makeShards } from "../../build/shards/make.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import { type DerivedCache, NO_DERIVED_CACHE, openDerived } from "../../build/store/derived.ts";
import type { HistoricalRecord, ReportedEvent } from "../../build/store/records.ts";
import { KEPT_SECTION } from "../../build/tree/index-section.ts";
import { readIndex, readRecord } from "../../build/tree/read.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { createRandom, type Random } from "../../scripts/measure/bench/random.ts";
import { smallInput, usgs } from "../answers/small-catalogue.ts";
import { historicalRecord, liveEvent } from "../catalogue/make-records.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** All that a tree is made of. */
interface World {
  asOf: number;
  live: ReadonlyMap<string, ReportedEvent>;
  historical: readonly HistoricalRecord[];
  input: CatalogueInput;
  options: TreeOptions;
}

type Change = (world: World, random: Random) => World;

/** What may be another from one build to the next. */
const CHANGES: readonly Change[] = [
  addEvents,
  addEvents,
  addEvents,
  revise,
  revise,
  withdraw,
  wait,
  wait,
  renamePlate,
  define,
  switchOption,
  find,
];

function addEvents(world: World, random: Random): World {
  const live = new Map(world.live);
  for (let at = random.below(3); at >= 0; at--) {
    const id = `us${10 + random.below(40)}`;
    const more = {
      latitude: random.below(120) - 60,
      longitude: random.below(360) - 180,
      magnitude: random.below(85) / 10,
    };
    live.set(
      id,
      liveEvent({ id, time: world.asOf - random.below(700) * HOUR, place: `${random.below(9)} km N of Town`, ...more }),
    );
  }
  return { ...world, live };
}

function revise(world: World, random: Random): World {
  const live = new Map(world.live);
  const event = random.pick([...live.values()]);
  const more: Partial<ReportedEvent>[] = [
    { magnitude: random.below(80) / 10 },
    { feltReports: random.below(99) },
    { alert: "red" },
    { status: "reviewed" },
    { latitude: random.below(100) - 50 },
  ];
  live.set(event.id, { ...event, ...random.pick(more) });
  return { ...world, live };
}

function withdraw(world: World, random: Random): World {
  const live = new Map(world.live);
  if (live.size > 3) live.delete(random.pick([...live.keys()]));
  return { ...world, live };
}

function wait(world: World, random: Random): World {
  return { ...world, asOf: world.asOf + random.pick([MINUTE, MINUTE, 7 * HOUR, 30 * HOUR]) };
}

function renamePlate(world: World, random: Random): World {
  const [first, ...others] = world.input.plates;
  const plates = first ? [{ ...first, name: `East ${random.below(3)}` }, ...others] : others;
  return { ...world, input: { ...world.input, plates } };
}

function define(world: World, random: Random): World {
  const [first, ...others] = world.input.glossary;
  const glossary = first ? [{ ...first, definition: `Definition ${random.below(3)}.` }, ...others] : others;
  return { ...world, input: { ...world.input, glossary } };
}

/** Pictures are not drawn, only written as SVG: what they show follows from the same input. */
const PICTURED: TreeOptions = {
  publicUrl: "https://quakes.example",
  renderer: (svg) => Buffer.from(svg),
  picturesFrom: 5,
};

function switchOption(world: World, random: Random): World {
  const options: TreeOptions[] = [
    {},
    { eventPages: "significant" },
    { packBelow: 4 },
    { grid: true },
    { eventPages: "none" },
    PICTURED,
    { ...PICTURED, eventPages: "significant", picturesFrom: 9 },
  ];
  return { ...world, options: random.pick(options) };
}

/** Historical earthquakes are neighbours of others. */
function find(world: World, random: Random): World {
  const time = { year: 1900 + random.below(99), month: 2, day: 6, hour: 15, minute: 50, second: null };
  const found = historicalRecord({ id: `qt${10 + random.below(5)}`, latitude: random.below(40) - 20, time });
  return { ...world, historical: [...world.historical.filter(({ id }) => id !== found.id), found] };
}

/** Assembles a catalogue, and remembers where its events are. */
type Assemble = (world: World) => Catalogue;

function assembler(input: CatalogueInput, derived: DerivedCache): Assemble {
  const { locate, keep } = memoizedLocators(() => input.locate, derived, "a small world");
  const places = { ...input.locate, ...locate };
  return (world) => {
    const { asOf, live, historical } = world;
    const given = { ...world.input, asOf, live: usgs([...live.values()]), historical, locate: places };
    const catalogue = assembleCatalogue(given);
    keep();
    return catalogue;
  };
}

const ASSETS = [{ path: "assets/style.css", bytes: new TextEncoder().encode("main{margin:0}") }];

/**
 * Makes a tree minute by minute, each time after a random change, and compares it with one that is made of nothing. Some builds
 * are those of a process that builds again and again, others those of a process that builds once.
 *
 * @param dir for the tree and what is kept beside it
 * @returns how many files were as before, of how many
 */
export async function minuteByMinute(
  dir: string,
  changes: number,
  seed: number,
): Promise<{ same: number; all: number }> {
  const random = createRandom(seed);
  const [out, derived] = [join(dir, "tree"), openDerived(join(dir, "store"))];
  const input = smallInput();
  const live = new Map((input.live[0]?.events ?? []).map((event) => [event.id, event]));
  let world: World = { asOf: input.asOf, live, historical: input.historical, input, options: {} };
  const count = { same: 0, all: 0 };
  const again = assembler(input, derived);
  for (let step = 0; step < changes; step++) {
    world = random.pick(CHANGES)(world, random);
    const builds = random.pick(["again", "again", "again", "once"]);
    keepValues(builds === "again");
    const catalogue = builds === "again" ? again(world) : assembler(input, derived)(world);
    const shards = makeShards(shardInput(catalogue, world.options.packBelow));
    const written = await writeTree({
      out,
      files: treeFiles(catalogue, shards.files, ASSETS, world.options, derived),
      snapshot: {
        as_of: isoTime(catalogue.asOf),
        sources: catalogue.sources.map(sourceRecord),
        shards: shards.manifest,
      },
    });
    count.same += written.unchanged;
    count.all += written.unchanged + written.written;
    keepValues(false);
    const anew = hashesAnew(assembler(input, NO_DERIVED_CACHE)(world), world.options);
    expect([step, await hashesOfTree(out)]).toEqual([step, anew]);
  }
  return count;
}

/** SHA-256 by path, as the index says and as the files are. */
async function hashesOfTree(out: string): Promise<Record<string, string>> {
  const { snapshot } = await readRecord(out);
  const { sections } = await readIndex(out, snapshot);
  const entries = [...sections].flatMap(([name, all]) => (name === KEPT_SECTION ? [] : all));
  for (const { path, sha256: hash } of entries)
    expect([path, sha256(readFileSync(join(out, path)))]).toEqual([path, hash]);
  return sorted(entries.map(({ path, sha256: hash }) => [path, hash]));
}

function hashesAnew(catalogue: Catalogue, options: TreeOptions): Record<string, string> {
  const shards = makeShards(shardInput(catalogue, options.packBelow));
  const files = [...treeFiles(catalogue, shards.files, ASSETS, options)];
  return sorted(files.map(({ path, bytes }) => [path, sha256(bytes())]));
}

function sorted(hashes: [string, string][]): Record<string, string> {
  return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
