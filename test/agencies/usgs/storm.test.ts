import { cpSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { segmentEvents, segmentWithdrawals } from "../../../build/agencies/usgs/segments.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import { readUsgsState } from "../../../build/agencies/usgs/state.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Emulator, startEmulator } from "../emulator/emulator.ts";
import type { Fault } from "../emulator/faults.ts";
import { generateEvents } from "../emulator/generate.ts";
import { oneOf, type Random, wholeWithin } from "../emulator/random.ts";
import { idOf, type WorldEvent } from "../emulator/world.ts";
import { emulatorAsk, ingestUsgs } from "../usgs-ingest.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = Date.UTC(2031, 4, 4, 12);

const FAULTS: readonly Fault[] = [
  { kind: "stale" },
  { kind: "shrinking", keep: 0.5 },
  { kind: "empty" },
  { kind: "json-error" },
  { kind: "html" },
  { kind: "truncated" },
  { kind: "reset" },
  { kind: "status", status: 503 },
  { kind: "clock-back", ms: 20 * MINUTE },
];

let agencies: Emulator;
afterAll(() => agencies.stop());

/** Whatever was said of the world, so that nothing that we hold is invented. */
interface Chronicle {
  ids: Set<string>;
  deleted: Set<string>;
}

/** Some minutes in the world: earthquakes, revisions, other ids, merged and withdrawn ones. */
function live(random: Random, step: number, said: Chronicle): void {
  const { clock } = agencies;
  const { world } = agencies.usgs;
  const ms = oneOf(random, [MINUTE, 10 * MINUTE, HOUR, 5 * HOUR, step === 20 ? 33 * DAY : 2 * DAY]);
  const from = clock.now();
  clock.advance(ms);
  const count = wholeWithin(random, 1, 12);
  const series = `s${step}x`;
  const added = world.add(
    ...generateEvents({ random, count, from, to: clock.now(), series }).map((parts) => ({
      ...parts,
      publishedAt: clock.now(),
      updated: clock.now(),
    })),
  );
  for (const { ids } of added) for (const id of ids) said.ids.add(id);
  const alive = world.events.filter(({ status }) => status !== "deleted");
  const pick = () => idOf(oneOf(random, alive));
  if (random() < 0.6) world.revise(pick(), { mag: Math.round(random() * 60) / 10 });
  if (random() < 0.2) {
    const id = pick();
    world.revise(id, { place: `place ${step}`, updated: world.get(id).updated });
  }
  if (random() < 0.3) {
    const event = oneOf(random, alive);
    said.ids.add(`new${step}`);
    world.changeId(idOf(event), { net: "new", code: `${step}` });
  }
  if (random() < 0.2) {
    const [a, b] = [oneOf(random, alive), oneOf(random, alive)];
    if (a !== b) world.merge(idOf(a), idOf(b));
  }
  if (random() < 0.3) {
    const event = oneOf(
      random,
      world.events.filter(({ status }) => status !== "deleted"),
    );
    for (const id of event.ids) said.deleted.add(id);
    world.delete(idOf(event), { bare: random() < 0.5 });
  }
}

async function everything(store: string): Promise<{ state: UsgsState; events: UsgsEvent[]; withdrawn: Set<string> }> {
  const state = await readUsgsState(store);
  if (!state) throw new Error("no state");
  const withdrawn = [...state.withdrawn, ...segmentWithdrawals(store, state)].flatMap(({ ids }) => ids);
  return { state, events: [...state.events, ...segmentEvents(store, state)], withdrawn: new Set(withdrawn) };
}

function expectSound(held: Awaited<ReturnType<typeof everything>>, before: ReadonlySet<string>, said: Chronicle): void {
  const ids = held.events.flatMap((event) => event.ids);
  const all = [...ids, ...held.withdrawn];
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((id) => !said.ids.has(id))).toEqual([]);
  expect([...before].filter((id) => !all.includes(id))).toEqual([]);
  expect([...held.withdrawn].filter((id) => !said.deleted.has(id))).toEqual([]);
}

const print = (id: string, updated: number, mag: number | null) => `${id} ${updated} ${mag}`;

/** What the agency says of the spans that we cover, once it is asked in peace. */
function expectComplete(events: readonly UsgsEvent[], { covers }: UsgsState, world: readonly WorldEvent[]): void {
  const truth = world.filter(({ status, time }) => status !== "deleted" && time >= covers.from && time <= covers.to);
  const covered = events.filter(({ time }) => time >= covers.from && time <= covers.to);
  expect(covered.map(({ id, updated, magnitude }) => print(id, updated, magnitude)).toSorted()).toEqual(
    truth.map((event) => print(idOf(event), event.updated, event.mag)).toSorted(),
  );
}

/** The folder as a crash at that moment would have left it. */
function crashed(store: string): string {
  const copy = temporaryFolder();
  cpSync(store, copy, { recursive: true });
  return copy;
}

describe("after any sequence of good and faulty answers", () => {
  it.each([11, 12, 13, 14])("nothing is lost, nothing invented, and nothing withdrawn without evidence (seed %i)", async (seed) => {
    agencies ??= await startEmulator({ now: BEGIN });
    const { clock, faults } = agencies;
    const { world } = agencies.usgs;
    const random = mulberry32(seed);
    faults.clear();
    world.events.length = 0;
    clock.set(BEGIN);
    agencies.usgs.state.limit = 150;
    const said: Chronicle = { ids: new Set(), deleted: new Set() };
    const past = { random, count: 300, from: BEGIN - 29 * DAY, to: BEGIN - HOUR, series: "past" };
    for (const { ids } of world.add(...generateEvents(past))) for (const id of ids) said.ids.add(id);
    const store = temporaryFolder();
    const settings = { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn };
    await ingestUsgs(agencies, store, settings);
    let before = new Set<string>();
    for (let step = 0; step < 40; step++) {
      live(random, step, said);
      faults.clear();
      const isQuiet = random() < 0.3;
      if (!isQuiet) faults.set("usgs", oneOf(random, FAULTS), { chance: 0.6 });
      if (!isQuiet && random() < 0.5) faults.set("usgs", oneOf(random, FAULTS), { path: "/fdsnws/", chance: 0.5 });
      const stores: string[] = [];
      const ask = emulatorAsk(agencies);
      await ingestUsgs(agencies, store, settings, async (...args) => {
        if (random() < 0.1) stores.push(crashed(store));
        return ask(...args);
      });
      for (const copy of stores) expectSound(await everything(copy), before, said);
      const held = await everything(store);
      expectSound(held, before, said);
      before = new Set([...held.events.flatMap(({ ids }) => ids), ...held.withdrawn]);
    }
    faults.clear();
    for (let at = 0; at < 3; at++) {
      clock.advance(MINUTE);
      await ingestUsgs(agencies, store, settings);
    }
    const { state, events } = await everything(store);
    expectComplete(events, state, world.at(clock.now()));
    const segments = state.archive?.segments.length ?? 0;
    const files = segments === 0 ? [] : readdirSync(path.join(store, "usgs/archive"));
    expect(files.length).toBeLessThanOrEqual(4 * segments);
  });
});
