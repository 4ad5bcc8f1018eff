import { describe, expect, it } from "vitest";
import { emscService, fdsnTextService } from "../../build/agencies/fdsn/service.ts";
import { fdsnSource } from "../../build/agencies/fdsn/source.ts";
import { readFdsnState } from "../../build/agencies/fdsn/state.ts";
import { silentReport } from "../../build/platform/report.ts";
import { type AgencySource, ingestWithLog, type Outcome } from "../../build/store/agency.ts";
import { openDerive } from "../../build/store/derive.ts";
import { asker } from "./asking.ts";
import type { World } from "./emulator/world.ts";
import { authoredWeek, type Feed, ingestFeed, later } from "./poisons.ts";
import { agencies, clock, faults, feedsOnly, HOUR, MINUTE, ourIds, run, runLater, store, useUsgsWorld, world } from "./usgs-world.ts";

useUsgsWorld();

/** 100 events of the last 5 hours. @returns their ids */
function addHundred(to: World, net: string): string[] {
  const codes = Array.from({ length: 100 }, (_, at) => `w${String(at).padStart(2, "0")}`);
  const place = (at: number) => ({ latitude: at / 2, longitude: -at, mag: 2 });
  to.add(...codes.map((code, at) => ({ net, code, time: clock.now() - (at + 1) * 3 * MINUTE, ...place(at) })));
  return codes.map((code) => net + code);
}

/** The rejections of withdrawals, by code, and how many of these events remain. */
interface Ending {
  remain: number;
  refused: string[];
}

const refusalsOf = (outcomes: readonly Outcome[]) => [
  ...new Set(outcomes.flatMap(({ rejected }) => rejected.map(({ reason }) => /withdraws events: .*?credible/.exec(reason)?.[0] ?? reason))),
];

/** Ways in which the USGS lets go of events. */
const USGS_WAYS: Record<string, (ids: readonly string[]) => Promise<Ending>> = {
  "the query service lists them as deleted": (ids) => usgs(ids, false, 2, (id) => world.delete(id)),
  "feeds no longer list them": (ids) => usgs(ids, true, 8, (id) => faults.set("usgs", { kind: "omits", ids: [id] })),
};

async function usgs(ids: readonly string[], isFeedsOnly: boolean, runs: number, remove: (id: string) => void): Promise<Ending> {
  if (isFeedsOnly) feedsOnly();
  await run();
  for (const id of ids) remove(id);
  const outcomes: Outcome[] = [];
  let state = (await run()).state;
  for (let at = 0; at < runs; at++) {
    // After more than an hour the feed of a day is read.
    const later = await runLater(2 * HOUR);
    outcomes.push(later.outcome);
    ({ state } = later);
  }
  const known = new Set(ourIds(state));
  return { remain: ids.filter((id) => known.has(id)).length, refused: refusalsOf(outcomes) };
}

async function fdsn(source: AgencySource, world: World, ids: readonly string[]): Promise<Ending> {
  const { now } = clock;
  const ask = asker({ now, maxBytes: 1e7 });
  const ingest = () => ingestWithLog(source, { store, ask, now, report: silentReport, unreadableShare: 0.5, derive: openDerive(store) });
  await ingest();
  for (const id of ids) world.delete(id.slice(id.indexOf("w")));
  const outcomes: Outcome[] = [];
  for (let at = 0; at < 4; at++) {
    clock.advance(6 * HOUR);
    outcomes.push(await ingest());
  }
  const known = new Set((await readFdsnState(store, source.agency))?.events.map(({ id }) => id));
  return { remain: ids.filter((id) => known.has(id)).length, refused: refusalsOf(outcomes) };
}

const FDSN_WAYS: Record<string, () => [source: AgencySource, world: World, prefix: string]> = {
  "the EMSC no longer lists them": () => [fdsnSource(emscService({ fdsn: agencies.emsc.fdsn })), agencies.emsc.world, ""],
  "an FDSN service no longer lists them": () => {
    const about = { licence: "CC0", attribution: "Zz Network." };
    return [fdsnSource(fdsnTextService("zz", { fdsn: agencies.text.fdsn, ...about })), agencies.text.world, "zz"];
  },
};

describe.each<[number, Ending]>([
  [6, { remain: 6, refused: ["withdraws events: 6 where at most 5 are credible"] }],
  [5, { remain: 0, refused: [] }],
])("of a hundred events %i are withdrawn at once if they are at most five", (count, ending) => {
  it.each(Object.entries(USGS_WAYS))("where %s", async (_name, way) => {
    const ids = addHundred(world, "us");
    expect(await way(ids.slice(20, 20 + count))).toEqual(ending);
  });

  it.each(Object.entries(FDSN_WAYS))("where %s", async (_name, create) => {
    const [source, at, prefix] = create();
    at.events.length = 0;
    const ids = addHundred(at, "").slice(20, 20 + count);
    expect(
      await fdsn(
        source,
        at,
        ids.map((id) => prefix + id),
      ),
    ).toEqual(ending);
  });
});

it("a feed that lists events as deleted withdraws at most a twentieth of 260", async () => {
  const deleting = (most: number) => (rows: Feed["features"], updated: number) =>
    rows.map((row, at) => (at < rows.length - most ? row : { ...row, properties: { ...row.properties, status: "deleted", updated } }));
  const base = authoredWeek(260);
  await ingestFeed(store, base);
  const more = await ingestFeed(store, later(base, MINUTE, deleting(14)));
  expect([more.records, refusalsOf([more])]).toEqual([260, ["withdraws events: 14 where at most 13 are credible"]]);
  const most = await ingestFeed(store, later(base, 2 * MINUTE, deleting(13)));
  expect([most.records, refusalsOf([most])]).toEqual([247, []]);
});
