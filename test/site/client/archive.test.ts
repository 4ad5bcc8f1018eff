import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArchiveQuery, earthquakesFrom, type Period } from "../../../build/site/client/archive.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { AS_OF, countryOf, DAY } from "../../fdsn/world.ts";
import { archiveService } from "./archive-service.ts";

const EVENTS = [5.2, 4.5, 4.4, 6, 3].map((magnitude, at) =>
  agencyEvent({
    id: `us${at}`,
    time: AS_OF - at * 20 * DAY,
    magnitude,
    latitude: at === 1 ? -10 : 40,
    longitude: 140,
    ...(at === 2 && { place: null, depthKm: null }),
    ...(at === 3 && { type: "quarry blast" }),
  }),
);

const SINCE = Date.UTC(1973, 0, 1);
const COMPLETE = [
  { from: AS_OF - 30 * DAY, to: AS_OF, magnitude: null },
  { from: SINCE, to: AS_OF - 30 * DAY, magnitude: 4.4 },
];
const part = archiveService(EVENTS, { complete: COMPLETE });

/** The ids that are read, with the time since when they are complete. */
async function idsOf(query: ArchiveQuery, service = part) {
  const found = await earthquakesFrom(service, query);
  if (!found || "absent" in found) return found;
  return { ids: found.earthquakes.map(({ id }) => id), since: found.complete.from };
}

describe("earthquakes of the archive", () => {
  it("are all of a magnitude and a country since it is complete for them", async () => {
    expect(await idsOf({ least: 4.4, most: 100 })).toEqual({ ids: ["us0", "us1", "us2"], since: SINCE });
    expect(await idsOf({ least: 4.4, country: "JP", most: 100 })).toEqual({ ids: ["us0", "us2"], since: SINCE });
    expect(await idsOf({ least: 4, most: 100 })).toEqual({ ids: ["us0", "us1"], since: AS_OF - 30 * DAY });
    expect(await idsOf({ least: 9, most: 100 })).toEqual({ ids: [], since: SINCE });
  });

  it("have the values of the agency, and a position in words where it names no place", async () => {
    const found = await earthquakesFrom(part, { least: 4.4, country: "JP", most: 100 });
    expect(found).toEqual({
      complete: { from: SINCE, to: AS_OF },
      earthquakes: [
        {
          id: "us0",
          time: AS_OF,
          latitude: 40,
          longitude: 140,
          depthKm: 33,
          magnitude: 5.2,
          magnitudeType: "ml",
          place: "30 km S of Nowhere",
        },
        {
          id: "us2",
          time: AS_OF - 40 * DAY,
          latitude: 40,
          longitude: 140,
          depthKm: null,
          magnitude: 4.4,
          magnitudeType: "ml",
          place: "40.00° N, 140.00° E",
        },
      ],
    });
  });

  it("are absent if there are too many, or none for which it is complete", async () => {
    expect(await idsOf({ least: 4.4, most: 3 })).toEqual({ absent: "many" });
    const none = archiveService(EVENTS, { complete: [{ from: SINCE, to: AS_OF, magnitude: 4.5 }] });
    expect(await idsOf({ least: 4.4, most: 100 }, none)).toEqual({ absent: "incomplete" });
    expect(await idsOf({ least: 9, most: 100 }, archiveService(EVENTS, { complete: [] }))).toEqual({
      absent: "incomplete",
    });
  });

  it("are not told if the service cannot be read", async () => {
    const broken = async () => new Response("no", { status: 503 });
    expect(await idsOf({ least: 5, most: 100 }, broken)).toBeUndefined();
    const missing = async () => new Response("no", { status: 404 });
    expect(await idsOf({ least: 5, most: 100 }, missing)).toEqual({ absent: "incomplete" });
  });

  it("are read in several answers, each of them once", async () => {
    const rows = Array.from({ length: 45_000 }, (_, at) => `us${at}|2020-01-01T00:00:00.000|1|2|3|||||mb|5.0||here\n`);
    const asked: string[] = [];
    const many = async (target: string) => {
      const { pathname, searchParams } = new URL(target, "https://quakes.example");
      if (pathname.endsWith("application.json"))
        return Response.json({ complete: COMPLETE }, { headers: { "x-as-of": new Date(AS_OF).toISOString() } });
      const [offset, limit] = [Number(searchParams.get("offset")), Number(searchParams.get("limit"))];
      asked.push(`${offset}+${limit}`);
      // A new earthquake between two answers moves the others by one.
      const moved = offset > 1 ? offset - 2 : 0;
      return new Response(`#EventID|…\n${rows.slice(moved, moved + limit).join("")}`);
    };
    const read = await idsOf({ least: 5, most: 60_000 }, many);
    expect(read).toMatchObject({ ids: { length: 45_000 } });
    expect(asked).toEqual(["1+20000", "20001+20000", "40001+20000"]);
    expect(await idsOf({ least: 5, most: 30_000 }, many)).toEqual({ absent: "many" });
  });

  it("are those that a filter of all events gives, whatever is asked for", async () => {
    const event = fc.record({
      time: fc.integer({ min: SINCE - 3000 * DAY, max: AS_OF }),
      magnitude: fc.integer({ min: -10, max: 90 }).map((tenths) => tenths / 10),
      latitude: fc.integer({ min: -90, max: 90 }),
      longitude: fc.integer({ min: -179, max: 180 }),
      type: fc.constantFrom("earthquake", "quarry blast", "induced or triggered event"),
    });
    const period = fc.tuple(fc.integer({ min: SINCE - 4000 * DAY, max: AS_OF }), fc.integer({ min: 0, max: 20_000 * DAY }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 40 }),
        fc.record({
          least: fc.integer({ min: -10, max: 90 }).map((tenths) => tenths / 10),
          country: fc.constantFrom(undefined, "JP", "TR"),
          asked: fc.option(period, { nil: undefined }),
        }),
        async (parts, { least, country, asked }) => {
          const events = parts.map((own, at) => agencyEvent({ ...own, id: `us${at}` }));
          const within = (complete: Period): Period =>
            asked ? { from: Math.max(complete.from, asked[0]), to: Math.min(complete.to, asked[0] + asked[1]) } : complete;
          const service = archiveService(events, { complete: COMPLETE });
          const read = await idsOf({ least, country, most: 1000, periodIn: within }, service);
          const since = least >= 4.4 ? SINCE : AS_OF - 30 * DAY;
          const { from, to } = within({ from: since, to: AS_OF });
          const expected = events.filter(
            ({ time, magnitude, latitude, longitude, type }) =>
              time >= from &&
              time <= to &&
              (magnitude ?? 0) >= least &&
              type !== "quarry blast" &&
              (country === undefined || countryOf(latitude ?? 0, longitude ?? 0) === country),
          );
          expect(read).toMatchObject({ since });
          expect((read as { ids: string[] }).ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: 20 },
    );
  });
});
