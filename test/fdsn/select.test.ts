import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Fence } from "../../build/fdsn/archive/fence.ts";
import { archiveFiles } from "../../build/fdsn/files.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { expectUsualCosts } from "../support/costs.ts";
import { anyEvents, anyQuery, anyQueryOfNetworks } from "./generated.ts";
import { expectedIds, type Query, type Shown, shownEvents } from "./oracle.ts";
import { type ArchiveWorld, AS_OF, archiveWorld, ask, COMPLETE, countryOf, DAY, geographyFor, idsIn, partedEvents } from "./world.ts";

/** What the service finds; an answer without events is 204. */
async function found(world: ArchiveWorld, query: Query): Promise<string[]> {
  const answer = await ask(world, `query?${String(new URLSearchParams({ ...query, format: "text" }))}`);
  expect([answer.status, answer.status === 400 ? answer.text : ""]).toEqual([answer.status === 204 ? 204 : 200, ""]);
  return answer.status === 204 ? [] : idsIn(answer);
}

async function expectFound(world: ArchiveWorld, shown: readonly Shown[], query: Query): Promise<void> {
  const expected = expectedIds(shown, query, AS_OF);
  expect([query, await found(world, query)]).toEqual([query, expected]);
  const { text } = await ask(world, `count?${String(new URLSearchParams(query))}`);
  expect([query, text]).toEqual([query, String(expected.length)]);
}

function eventsOfLists(numRuns: number, seed: number) {
  const events = fc.sample(anyEvents, { numRuns, seed }).flat();
  return events.map((event, at) => ({ ...event, id: `${event.id}n${at}`, ids: [`${event.id}n${at}`] }));
}

it("any query finds the same as brute force, in the same order, with any part of the events archived", () =>
  fc.assert(
    fc.asyncProperty(
      anyEvents,
      fc.array(anyQuery, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 200 }),
      async (events, queries, days) => {
        const world = archiveWorld(events, { liveFrom: AS_OF - days * DAY });
        const shown = shownEvents(events);
        for (const query of queries) await expectFound(world, shown, query);
      },
    ),
    { numRuns: 60 },
  ));

it("the edges of a box across the antimeridian are in it, in every notation", async () => {
  const events = Array.from({ length: 60 }, (_, at) =>
    agencyEvent({ id: `us${at}`, time: AS_OF - DAY, longitude: Number((-180 + at * 2.97).toFixed(2)) }),
  );
  const world = archiveWorld(events);
  const shown = shownEvents(events);
  for (const { id, longitude } of shown) {
    const turned = String(Number((longitude + 360).toFixed(2)));
    expect(await found(world, { minlongitude: turned, maxlongitude: turned })).toEqual([id]);
    for (const minlongitude of ["180", "-180", "170"]) {
      const query = { minlongitude, maxlongitude: minlongitude === "-180" ? String(longitude) : turned };
      expect((await found(world, query)).toSorted()).toEqual(expectedIds(shown, query, AS_OF).toSorted());
    }
  }
});

it("a query compares the values that its answer shows, also if the store has another", async () => {
  const noisy = { mag: 2.29999995231628, longitude: -122.785499572754, latitude: 38.8040008544922, depth: 1.9099999666214 };
  const event = agencyEvent({
    id: "nc1",
    time: AS_OF - DAY,
    magnitude: 2.3,
    longitude: -122.7855,
    latitude: 38.804,
    depthKm: 1.91,
    sent: noisy,
  });
  const world = archiveWorld([event]);
  const { mag, longitude, latitude, depth } = noisy;
  const own = { minmagnitude: mag, maxmagnitude: mag, minlongitude: longitude, maxlongitude: longitude };
  const at = { minlatitude: latitude, maxlatitude: latitude, mindepth: depth, maxdepth: depth };
  const texts = Object.entries({ ...own, ...at }).map(([name, value]) => [name, String(value)]);
  expect(await found(world, Object.fromEntries(texts))).toEqual(["nc1"]);
  expect(await found(world, { minmagnitude: "2.3" })).toEqual([]);
});

it("any query finds the same as brute force in packs of many blocks", async () => {
  const events = eventsOfLists(400, 20);
  expect(events.length).toBeGreaterThan(1_000);
  const shown = shownEvents(events);
  const world = archiveWorld(events, { cacheBytes: 1e8 });
  for (const query of fc.sample(anyQueryOfNetworks, { numRuns: 150, seed: 21 })) {
    await expectFound(world, shown, { starttime: "2030-01-01T00:00:00", ...query });
  }
});

it("any query finds the same as brute force in an archive of many files", async () => {
  const events = eventsOfLists(60, 22);
  const { live, parts } = partedEvents(events, AS_OF - 20 * DAY);
  // Files have parts by the number of their ids, so these parts, with hashes of no event, have files as if they were large.
  const hashes = Uint32Array.from({ length: 60_000 }, (_, at) => Math.imul(at, 0x9e3779b1));
  const large = parts.map((part) => ({ ...part, ids: () => Uint32Array.of(...part.ids(), ...hashes) }));
  const newest = large.toSorted((a, b) => (a.unit < b.unit ? 1 : -1));
  const input = { live, parts: newest, complete: COMPLETE, countryOf, version: "1" };
  const made = archiveFiles(input, NO_CELLS);
  const files = new Map([...made.files].map(({ path, bytes }) => [path, bytes()]));
  const world = geographyFor(files, made.manifest(), 1e8);
  const archived = (await world.open(world.manifest.map(({ path }) => path))).fences[1] as Fence;
  const filesOf = (order: string) =>
    new Set(archived.packs.flatMap(({ set, sha256 }) => (archived.sets[set]?.order === order ? [sha256] : []))).size;
  expect(filesOf("place")).toBeGreaterThan(2);
  expect(filesOf("time")).toBeGreaterThan(filesOf("place"));
  const shown = shownEvents(events);
  for (const query of fc.sample(anyQueryOfNetworks, { numRuns: 100, seed: 23 })) {
    await expectFound(world, shown, { starttime: "2030-01-01T00:00:00", ...query });
  }
});

it("pages of each order are the whole list, also if keys are equal", async () => {
  const events = Array.from({ length: 280 }, (_, at) =>
    agencyEvent({ id: `us${at}`, time: AS_OF - DAY * (at % 40), magnitude: at % 9 === 0 ? null : (at % 7) + 0.5 }),
  );
  const world = archiveWorld(events);
  for (const orderby of ["time", "time-asc", "magnitude", "magnitude-asc"]) {
    const query = { starttime: "2031-01-01", orderby };
    const whole = await found(world, query);
    expect(new Set(whole).size).toBe(280);
    const pages: string[] = [];
    for (let offset = 1; offset <= 280; offset += 70)
      pages.push(...(await found(world, { ...query, limit: "70", offset: String(offset) })));
    expect(pages).toEqual(whole);
  }
});

it("an event is found by each of its ids, and by the identifier that a document of ours has for it", async () => {
  const events = Array.from({ length: 1_200 }, (_, at) =>
    agencyEvent({ id: `us${at}`, ids: [`us${at}`, `ci${at}x`], time: AS_OF - (at * DAY) / 30, sent: { ids: `,us${at},ci${at}x,` } }),
  );
  const world = archiveWorld(events);
  for (const at of [0, 1, 777, 1_199]) {
    for (const id of [
      `us${at}`,
      `ci${at}x`,
      `quakeml:quakes.example/fdsnws/event/1/query?eventid=us${at}`,
      `smi:other.example/x?a=b&eventid=us${at}#origin`,
    ]) {
      expect(await found(world, { eventid: id, minmagnitude: "9" })).toEqual([`us${at}`]);
    }
  }
  expect(await found(world, { eventid: "us3000" })).toEqual([]);
});

it("a query reads few parts of files: a page of the newest, an id, a large magnitude of all times", async () => {
  const events = Array.from({ length: 4_000 }, (_, at) =>
    agencyEvent({ id: `us${at}`, time: AS_OF - at * 600_000, magnitude: at % 200 === 0 ? 6.5 : 1 + (at % 30) / 10 }),
  );
  const costOf = async (query: Query) => {
    const world = archiveWorld(events);
    await world.open(world.manifest.map(({ path }) => path));
    world.reads.length = 0;
    await found(world, query);
    return { reads: world.reads.length, bytes: world.reads.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  expectUsualCosts("queries", "a page of the newest", await costOf({ limit: "100" }));
  expectUsualCosts("queries", "an event by its id", await costOf({ eventid: "us3900" }));
  expectUsualCosts("queries", "large magnitudes of all times", await costOf({ minmagnitude: "6", starttime: "2000-01-01" }));
  const east = { minlongitude: "12", maxlongitude: "13", starttime: "2000-01-01" };
  expectUsualCosts("queries", "a page of a box, of all times", await costOf({ ...east, limit: "100" }));
});

it("a query says before it reads how many blocks it needs, and has at most 128 in memory at once, as a count has", async () => {
  const events = Array.from({ length: 24_000 }, (_, at) => agencyEvent({ id: `us${at}`, time: AS_OF - at * 60_000 }));
  const world = archiveWorld(events);
  const counts: number[] = [];
  let said: number | undefined;
  const open: ArchiveWorld["open"] = async (paths) => {
    const archive = await world.open(paths);
    const turn: typeof archive.turn = (pieces = 1) => void (said ??= pieces);
    return { ...archive, turn, blocks: (refs) => (counts.push(refs.length), archive.blocks(refs)) };
  };
  for (const kind of ["query", "count"]) await ask({ ...world, open }, `${kind}?minfelt=100000&starttime=2000-01-01`);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300);
  expect(Math.max(...counts)).toBeLessThanOrEqual(128);
  for (const limit of [10, 20_000]) {
    said = undefined;
    await ask({ ...world, open }, `query?limit=${limit}&starttime=2000-01-01`);
    expect(said).toBeCloseTo(limit / 128);
  }
});
