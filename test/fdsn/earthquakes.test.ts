import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EarthquakePage } from "../../build/contract/resources/earthquake.ts";
import { etagOf } from "../../build/contract/wire/etag.ts";
import { earthquakesReply } from "../../build/fdsn/earthquakes.ts";
import { isArchiveQuery } from "../../build/fdsn/path.ts";
import type { Snapshot } from "../../build/rewrite/snapshot.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { anyEvents } from "./generated.ts";
import { shownEvents } from "./oracle.ts";
import { anyWindowOf, expectedWindow } from "./window-queries.ts";
import { type ArchiveWorld, AS_OF, archiveWorld, DAY } from "./world.ts";

const PATH = "/api/v1/earthquakes/";

async function ask(world: Pick<ArchiveWorld, "asOf" | "open"> & { manifest?: ArchiveWorld["manifest"] }, query: string) {
  const { asOf, manifest: archive, open } = world;
  const shards = archive ? { archive } : {};
  const record = { id: "0123456789abcdef", as_of: new Date(asOf).toISOString(), shards };
  const snapshot = { record, asOf } as unknown as Snapshot;
  const { status, headers, body } = await earthquakesReply(snapshot, `${PATH}?${query}`, open);
  return { status, headers, body, json: JSON.parse(new TextDecoder().decode(body)) as unknown };
}

async function page(world: ArchiveWorld, query: string) {
  const { status, json } = await ask(world, query);
  expect([query, status]).toEqual([query, 200]);
  return EarthquakePage.parse(json);
}

/** The errors of a refusal, as `parameter: allowed`. */
async function refusal(world: Parameters<typeof ask>[0], query: string) {
  const { status, headers, json } = await ask(world, query);
  expect([query, status, headers["content-type"]]).toEqual([query, 400, "application/problem+json"]);
  const { type, errors } = json as { type: string; errors: { parameter: string; given: string; allowed: string }[] };
  expect(type).toBe("/docs/problems/invalid-parameter/");
  return errors.map(({ parameter, given, allowed }) => `${parameter}=${given}: ${allowed}`);
}

const events = [
  agencyEvent({ id: "us1", time: AS_OF, magnitude: 5, place: "somewhere", alert: "green", tsunamiFlag: true }),
  agencyEvent({ id: "us2", time: AS_OF - DAY, magnitude: 4.5, place: null, latitude: -3.25, longitude: -170.5 }),
  agencyEvent({ id: "us3", time: AS_OF - 2 * DAY, magnitude: 4.4, type: "induced or triggered event" }),
  agencyEvent({ id: "us4", time: AS_OF - 3 * DAY, magnitude: 6, type: "quarry blast" }),
  agencyEvent({ id: "us5", time: AS_OF - 4 * DAY, magnitude: null }),
  agencyEvent({ id: "us6", time: AS_OF - 5 * DAY, magnitude: 4, depthKm: null }),
  agencyEvent({ id: "us7", time: AS_OF + DAY, magnitude: 4 }),
  agencyEvent({ id: "us8", time: AS_OF - 90 * DAY, magnitude: -0.5 }),
];
const world = archiveWorld(events);
const ids = async (query: string) => (await page(world, query)).earthquakes.map(({ event_id: id }) => id);

describe("earthquakes of the archive by start and end", () => {
  it("have the fields of all lists, and are those with a magnitude and a depth up to as_of", async () => {
    const { count, earthquakes } = await page(world, "start=2000-01-01");
    expect([count, earthquakes.map((one) => one.event_id)]).toEqual([3, ["us1", "us2", "us3"]]);
    expect(earthquakes[0]).toMatchObject({
      magnitude: 5,
      place_description: "somewhere",
      occurred_at: new Date(AS_OF).toISOString(),
      alert_level: "green",
      tsunami_flag: true,
    });
    expect(earthquakes[1]?.place_description).toBe("3.25° S, 170.50° W");
  });

  it("begin at start and end before end, in every spelling of a time", async () => {
    const iso = (time: number) => new Date(time).toISOString();
    expect(await ids(`start=${iso(AS_OF - 2 * DAY)}&end=${iso(AS_OF)}`)).toEqual(["us2", "us3"]);
    expect(await ids(`start=${iso(AS_OF - 2 * DAY + 1)}&end=${iso(AS_OF + 1)}`)).toEqual(["us1", "us2"]);
    for (const day of ["2031-05-03", "2031-05-03T00:00Z", "2031-05-03T09:00:00+09:00", "2031-05-02%2023:59:60"])
      expect([day, await ids(`start=2031-05-02&end=${day}`)]).toEqual([day, ["us3"]]);
    expect(await ids("start=2031-05-03&end=2099-01-01")).toEqual(["us1", "us2"]);
  });

  it("are filtered, counted and divided into pages as the list of the last 30 days", async () => {
    expect(await ids("start=2031-01-01&min_mag=4.5")).toEqual(["us1", "us2"]);
    expect(await ids("start=2031-01-01&min_mag=-10&max_mag=4.4")).toEqual(["us3", "us8"]);
    const { headers, body } = await ask(world, "start=2031-01-01&limit=1&page=2&end=2031-06-01T00:00");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
      etag: etagOf(body),
      "x-snapshot": "0123456789abcdef",
    });
    const query = "?start=2031-01-01&end=2031-06-01T00%3A00&limit=1";
    const links = [...(headers["link"] ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]);
    expect(links).toEqual([
      ["first", `${query}&offset=0`],
      ["prev", `${query}&offset=0`],
      ["next", `${query}&offset=2`],
      ["last", `${query}&offset=2`],
    ]);
    expect(await page(world, "start=2031-01-01&offset=99")).toEqual({ count: 3, earthquakes: [], covered_from: null });
  });

  it("refuse a window for which the archive is not complete, and say for which it is", async () => {
    const spans = [
      { from: AS_OF - 30 * DAY, to: AS_OF, magnitude: null },
      { from: Date.UTC(1973, 0, 1), to: AS_OF, magnitude: 4.5 },
    ];
    const partial = archiveWorld(events, { complete: spans });
    expect((await page(partial, "start=2031-04-05")).count).toBe(3);
    expect((await page(partial, "start=1973-01-01&min_mag=4.5")).count).toBe(2);
    const [error] = await refusal(partial, "start=1973-01-01");
    expect(error).toMatch(/^start=1973-01-01: a window for which the archive is complete, or any with include_incomplete=true/);
    expect(error).toContain("for magnitude 4.5 and more from 1973-01-01T00:00:00.000Z");
    expect(error).toMatch(/[^.]$/);
    expect(await refusal(partial, "start=1972-12-31&min_mag=9")).toHaveLength(1);
    expect(await refusal(partial, "start=2032-01-01&min_mag=9")).toHaveLength(1);
    expect((await page(partial, "start=1900-01-01&include_incomplete=true")).count).toBe(3);
  });

  it("refuse what no parameter allows, and name every error", async () => {
    const times = "a time, in UTC or with an offset, such as 2026-01-31";
    const wrong: [query: string, ...errors: RegExp[]][] = [
      ["end=2031-01-01", /^start=: a time, in UTC or with an offset, such as .*, required$/],
      ["start=yesterday", new RegExp(`^start=yesterday: ${times}`)],
      ["start=2031-02-30&end=2031-13-01", /^start=2031-02-30: a time/, /^end=2031-13-01: a time/],
      ["start=2031-01-02&end=2031-01-02", /^start=2031-01-02: a time before end, which is 2031-01-02$/],
      ["start=", /^start=: a time, in UTC or with an offset, such as .* or [^,]*$/],
      ["start=now", new RegExp(`^start=now: ${times}`)],
      ["start=2031&start=2031", /^start=2031, 2031: start once$/],
      ["start=2031-01-01&hours=24", /^hours=24: the parameters start, end,/],
      ["start=2031-01-01&days=2", /^days=2: the parameters/],
      ["start=2031-01-01&limit=501&end=x2031", /^limit=501: an integer from 1 to 500$/, /^end=x2031: a time/],
      ["start=2031-01-01&page=2&offset=1", /^page=2: either page or offset/],
      ["start=2031-01-01&offset=100001", /^offset=100001: what skips at most 100000 matches/],
      ["start=2031-01-01&limit=500&page=202", /^page=202: what skips at most 100000 matches/],
      ["start=2031-01-01&country=XX", /^country=XX: one of 250 values/],
      ["start=2031-01-01&min_mag=5&max_mag=4", /^min_mag=5: at most max_mag/],
      ["start=2031-01-01&include_incomplete=1", /^include_incomplete=1: one of true, false$/],
      ["start=2031-01-01&%ff=1", /percent-encoded UTF-8$/],
      [`start=2031-01-01&${"a".repeat(4096)}`, /^query=\d+ characters/],
    ];
    for (const [query, ...errors] of wrong) {
      const found = await refusal(world, query);
      expect([query, found]).toEqual([query, errors.map((error) => expect.stringMatching(error))]);
    }
    expect(await refusal({ asOf: AS_OF, open: world.open }, "start=2031-01-01")).toEqual([
      expect.stringMatching(/none here\. This tree has no archive of events/),
    ]);
  });

  it("can be told from all other requests", () => {
    const isOne = (target: string) => isArchiveQuery(target);
    expect([`${PATH}?start=1`, `${PATH}?limit=1&%65nd=`, `/%61pi/v1/earthquakes/?end`].map(isOne)).toEqual([true, true, true]);
    expect([PATH, `${PATH}?hours=1&started=2`, "/api/recent/?start=1", `${PATH}us1/?start=1`].map(isOne)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

const instants = fc.oneof(
  fc.integer({ min: 0, max: 200 * 1440 }).map((minutes) => AS_OF - 678 - minutes * 60_000),
  fc.constant(AS_OF - 678 - 5 * DAY),
);
const magnitudes = fc.integer({ min: -10, max: 100 }).map((tenths) => tenths / 10);
const queries = anyWindowOf(instants, magnitudes);

describe("random windows of the archive", () => {
  it("agree with brute force, whole and page by page", () =>
    fc.assert(
      fc.asyncProperty(anyEvents, fc.array(queries, { minLength: 4, maxLength: 4 }), async (all, list) => {
        const generated = archiveWorld(all);
        for (const query of list) {
          const right = expectedWindow(shownEvents(all), query, AS_OF);
          const { limit = "100", offset = "0" } = query;
          const found = await page(generated, String(new URLSearchParams(query)));
          const { limit: _, offset: __, ...others } = query;
          const whole = await page(generated, String(new URLSearchParams({ ...others, limit: "500" })));
          expect([query, found.count, whole.count]).toEqual([query, right.length, right.length]);
          expect(whole.earthquakes.map((one) => one.event_id)).toEqual(right);
          const from = Number(offset);
          expect(found.earthquakes).toEqual(whole.earthquakes.slice(from, from + Number(limit)));
        }
      }),
      { numRuns: 40 },
    ));

  it("answer any bytes with a list or a problem document", () => {
    const garbage = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("%", "%00", "2031-05-01", "1", "-0", "9".repeat(40), "2031-05-01T25:00", "0000-01-01", "a".repeat(3000)),
    );
    const names = fc.oneof(garbage, fc.constantFrom("start", "end", "min_mag", "country", "limit", "offset", "page"));
    return fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, garbage), { maxLength: 6 }), async (list) => {
        const raw = list.map(([name, value]) => `${name}=${value}`).join("&");
        const { status, json } = await ask(world, Buffer.from(`start=2031-05-01&${raw}`).toString("latin1"));
        expect([200, 400]).toContain(status);
        if (status === 200) EarthquakePage.parse(json);
        else expect((json as { errors: unknown[] }).errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});
