import type { CatalogueInput } from "../../build/catalogue/assemble.ts";
import type { TreeOptions } from "../../build/pipeline/tree-files.ts";
import type { HistoricalRecord, ReportedEvent } from "../../build/store/records.ts";
import type { Random } from "../../scripts/measure/bench/random.ts";
import { historicalRecord, liveEvent } from "../catalogue/make-records.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** All that a tree is made of. */
export interface World {
  asOf: number;
  live: ReadonlyMap<string, ReportedEvent>;
  historical: readonly HistoricalRecord[];
  input: CatalogueInput;
  options: TreeOptions;
}

type Change = (world: World, random: Random) => World;

/** What may be another from one build to the next. */
export const CHANGES: readonly Change[] = [
  addEvents,
  addEvents,
  addEvents,
  revise,
  revise,
  withdraw,
  move,
  follow,
  follow,
  wait,
  wait,
  renamePlate,
  renameCountry,
  define,
  switchOption,
  find,
  document,
  forget,
  call,
  call,
];

function addEvents(world: World, random: Random): World {
  const live = new Map(world.live);
  for (let at = random.below(3); at >= 0; at--) {
    const id = `us${10 + random.below(40)}`;
    const more = { latitude: random.below(120) - 60, longitude: random.below(360) - 180, magnitude: random.below(85) / 10 };
    live.set(id, liveEvent({ id, time: world.asOf - random.below(700) * HOUR, place: `${random.below(9)} km N of Town`, ...more }));
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

/** Another time, often on another day. */
function move(world: World, random: Random): World {
  const live = new Map(world.live);
  const event = random.pick([...live.values()]);
  return { ...world, live: live.set(event.id, { ...event, time: event.time - (random.below(70) - 20) * HOUR }) };
}

/** An earthquake near another one: together they are a sequence, and significant ones are neighbours in time. */
function follow(world: World, random: Random): World {
  const { latitude, longitude, time } = random.pick([...world.live.values()]);
  const id = `us${60 + random.below(20)}`;
  const near = { latitude: (latitude ?? 0) + random.below(9) / 10, longitude: (longitude ?? 0) + random.below(5) / 10 };
  const after = liveEvent({ id, ...near, time: time + random.below(90) * HOUR, magnitude: 4.5 + random.below(30) / 10 });
  return { ...world, live: new Map(world.live).set(id, after) };
}

function wait(world: World, random: Random): World {
  return { ...world, asOf: world.asOf + random.pick([MINUTE, MINUTE, 7 * HOUR, 30 * HOUR]) };
}

function renamePlate(world: World, random: Random): World {
  const [first, ...others] = world.input.plates;
  const plates = first ? [{ ...first, name: `East ${random.below(3)}` }, ...others] : others;
  return { ...world, input: { ...world.input, plates } };
}

function renameCountry(world: World, random: Random): World {
  const [first, ...others] = world.input.countries;
  const countries = first ? [{ ...first, name: `North ${random.below(3)}` }, ...others] : others;
  return { ...world, input: { ...world.input, countries } };
}

function define(world: World, random: Random): World {
  const [first, ...others] = world.input.glossary;
  const glossary = first ? [{ ...first, definition: `Definition ${random.below(3)}.` }, ...others] : others;
  return { ...world, input: { ...world.input, glossary } };
}

/** Pictures are not drawn, only written as SVG: what they show follows from the same input. */
const PICTURED: TreeOptions = { publicUrl: "https://quakes.example", renderer: (svg) => Buffer.from(svg), picturesFrom: 5 };

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

/** Historical earthquakes are neighbours of others, often of days that are otherwise as before. */
function find(world: World, random: Random): World {
  const time = { year: 1900 + random.below(99), month: 2, day: 6, hour: 15, minute: 50, second: null };
  const { latitude, longitude } = random.pick([...world.live.values()]);
  const near = { latitude: (latitude ?? 0) + random.below(7) / 10, longitude };
  const found = historicalRecord({ id: `qt${10 + random.below(5)}`, ...near, magnitude: 5.5 + random.below(9) / 10, time });
  return { ...world, historical: [...world.historical.filter(({ id }) => id !== found.id), found] };
}

/** The historical catalogue has a recent earthquake too: both become one event. */
function document(world: World, random: Random): World {
  const { time, latitude, longitude, magnitude } = random.pick([...world.live.values()]);
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const at = { year, month, day, hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: null };
  const found = historicalRecord({ id: `qt${20 + random.below(3)}`, latitude, longitude, magnitude, time: at });
  return { ...world, historical: [...world.historical.filter(({ id }) => id !== found.id), found] };
}

function forget(world: World, random: Random): World {
  const gone = random.below(world.historical.length);
  return { ...world, historical: world.historical.filter((_, at) => at !== gone) };
}

/** A historical earthquake has another name, and the same address. */
function call(world: World, random: Random): World {
  const called = random.below(world.historical.length);
  const name = `Great ${random.below(3)}`;
  return { ...world, historical: world.historical.map((one, at) => (at === called ? { ...one, name } : one)) };
}
