import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  askEvent,
  countEvents,
  type Listing,
  listWindows,
  type Service,
} from "../../../../build/agencies/usgs/events/query.ts";
import type { Ask } from "../../../../build/platform/http/ask.ts";
import { startEmulator } from "../../emulator/emulator.ts";
import { generateEvents } from "../../emulator/generate.ts";
import { seeded } from "../../emulator/random.ts";
import { idOf } from "../../emulator/world.ts";
import { emulatorAsk } from "../../usgs-ingest.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2031, 4, 4, 12);
const SPAN = { from: NOW - 90 * DAY, to: NOW };

const agencies = await startEmulator({ now: NOW });
afterAll(() => agencies.stop());
const { world } = agencies.usgs;
let asked: string[];

beforeEach(() => {
  asked = [];
  agencies.faults.clear();
  agencies.clock.set(NOW);
  world.events.length = 0;
  world.add(...generateEvents({ random: seeded(2), count: 500, from: SPAN.from, to: NOW - 3_600_000 }));
  agencies.usgs.state.limit = 20_000;
});

function service(ask: Ask = emulatorAsk(agencies)): Service {
  const noted: Ask = (address, options) => {
    asked.push(address);
    return ask(address, options);
  };
  return { base: agencies.usgs.fdsn, ask: noted, spacingMs: 0, unreadableShare: 0.5 };
}

async function listings(...[ask, selection = {}]: [Ask?, Parameters<typeof listWindows>[2]?]): Promise<Listing[]> {
  const all: Listing[] = [];
  for await (const listing of listWindows(service(ask), SPAN, selection)) all.push(listing);
  return all;
}

function ids(all: readonly Listing[]): string[] {
  return [...new Set(all.flatMap(({ capture }) => capture.events.map(({ id }) => id)))].toSorted();
}

const everything = () => world.at(NOW).map(idOf).toSorted();

describe("a listing of the query service", () => {
  it("is one answer where that is enough, asked for in full", async () => {
    const [only, ...more] = await listings(undefined, { updatedAfter: 0, minMagnitude: 2.45, deleted: true });
    expect(more).toEqual([]);
    expect(only?.span).toEqual(SPAN);
    expect(asked.map((address) => new URL(address).pathname.split("/").at(-1))).toEqual(["count", "query"]);
    expect(Object.fromEntries(new URL(asked[1] ?? "").searchParams)).toEqual({
      format: "geojson",
      starttime: "2031-02-03T12:00:00",
      endtime: "2031-05-04T12:00:00",
      updatedafter: "1970-01-01T00:00:00",
      minmagnitude: "2.45",
      includedeleted: "true",
      orderby: "time-asc",
    });
  });

  it("is split by time where there is too much for one answer, oldest first, without a gap", async () => {
    agencies.usgs.state.limit = 60;
    const all = await listings();
    expect(ids(all)).toEqual(everything());
    expect(all.every(({ capture }) => capture.features <= 60)).toBe(true);
    expect(all.slice(1).map(({ span }) => span.from)).toEqual(all.slice(0, -1).map(({ span }) => span.to));
  });

  it("of a service that does not count is split by its refusals", async () => {
    agencies.usgs.state.limit = 60;
    agencies.faults.set("usgs", { kind: "status", status: 404 }, { path: "/count" });
    expect(ids(await listings())).toEqual(everything());
  });

  it("of a service that does not count is not split by a refusal for another reason", async () => {
    agencies.faults.set("usgs", { kind: "status", status: 404 }, { path: "/count" });
    const text = "Error 400: Bad Request\n\nUnknown parameter";
    agencies.faults.set("usgs", { kind: "status", status: 400, text }, { path: "/query" });
    await expect(listings()).rejects.toMatchObject({
      code: "capture-refused",
      message: expect.stringContaining("Error 400: Bad Request"),
    });
    expect(asked).toHaveLength(2);
  });

  it("does not care how rows shift while it is made", async () => {
    agencies.usgs.state.limit = 60;
    agencies.faults.set("usgs", { kind: "paging-drift" });
    expect(ids(await listings())).toEqual(everything());
  });

  it("is refused where an answer has fewer rows than the service counts, and not where events were withdrawn meanwhile", async () => {
    const ask = emulatorAsk(agencies);
    const withdrawing: Ask = async (address, options) => {
      if (address.includes("/query?")) for (const event of world.events.slice(0, 2)) world.delete(idOf(event));
      return ask(address, options);
    };
    expect(ids(await listings(withdrawing))).toHaveLength(498);
    agencies.faults.set("usgs", { kind: "shrinking", keep: 0.9 }, { path: "/query" });
    await expect(listings()).rejects.toMatchObject({ code: "capture-truncated" });
  });

  it("ends where one second has more than one answer holds", async () => {
    agencies.usgs.state.limit = 5;
    const time = NOW - 5 * DAY;
    world.add(...Array.from({ length: 9 }, (_, at) => ({ net: "us", code: `same${at}`, time })));
    await expect(listings()).rejects.toMatchObject({ code: "capture-too-large" });
  });
});

describe("the query service", () => {
  it("counts", async () => {
    expect(await countEvents(service(), SPAN, {})).toEqual({ count: 500, most: 20_000 });
    agencies.faults.set("usgs", { kind: "replaced", body: "17\n", type: "text/plain" });
    expect(await countEvents(service(), SPAN, {})).toEqual({ count: 17, most: 20_000 });
    agencies.faults.clear();
    agencies.faults.set("usgs", { kind: "replaced", body: "{}" });
    await expect(countEvents(service(), SPAN, {})).rejects.toMatchObject({ code: "capture-malformed" });
  });

  it("says of one event whether it stands by it, has deleted it, or knows nothing of it", async () => {
    world.add({ net: "us", code: "a/b", time: NOW - DAY }, { net: "us", code: "gone", time: NOW - DAY });
    world.changeId("usa/b", { net: "ci", code: "9" });
    world.delete("usgone");
    const listed = await askEvent(service(), "usa/b", NOW);
    expect(listed).toMatchObject({ kind: "listed", capture: { events: [{ id: "ci9", ids: ["ci9", "usa/b"] }] } });
    expect(await askEvent(service(), "usgone", NOW)).toEqual({ kind: "deleted" });
    expect(await askEvent(service(), "usnever", NOW)).toEqual({ kind: "unknown" });
    agencies.faults.set("usgs", { kind: "replaced", body: "[]" });
    await expect(askEvent(service(), "ci9", NOW)).rejects.toMatchObject({ code: "capture-malformed" });
  });
});
