import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { earthquakesFrom } from "../../../../build/site/client/archive.ts";
import { firstValues } from "../../../../build/site/tools/form.ts";
import { timelineTool } from "../../../../build/site/tools/timeline/tool.ts";
import {
  archiveQuery,
  type TimelineArchive,
  type TimelineValues,
  timelineArchive,
  viewOf,
} from "../../../../build/site/tools/timeline/view.ts";
import { agencyEvent } from "../../../agencies/make-event.ts";
import { AS_OF, countryOf } from "../../../fdsn/world.ts";
import { archiveService } from "../../client/archive-service.ts";
import { englishKit, wordsOf } from "../seeded-tools.ts";

const SINCE = Date.UTC(1973, 4, 6);
const COMPLETE = [{ from: SINCE, to: AS_OF, magnitude: 4.5 }];
const WHOLE = [1973, new Date(AS_OF).getUTCFullYear() + 1] as const;

const tool = timelineTool([]);

function valuesOf(changed: Partial<TimelineValues>): TimelineValues {
  return { ...(firstValues(tool.fields) as TimelineValues), hours: "archive", magnitude: 5, ...changed };
}

function drawn(values: TimelineValues, archive?: TimelineArchive) {
  return tool.draw(values, englishKit("timeline"), archive ? { history: [], archive } : { history: [] });
}

const EVENTS = [7.1, 5, 6.4].map((magnitude, at) =>
  agencyEvent({
    id: `us${at}`,
    time: Date.UTC(1990 + 10 * at, 11, 31, 23),
    magnitude,
    latitude: 40,
    longitude: 140,
    place: `Place ${at}`,
  }),
);
const service = archiveService(EVENTS, { complete: COMPLETE });

async function read(values: TimelineValues): Promise<TimelineArchive> {
  const found = await earthquakesFrom(service, archiveQuery(values));
  if (!found) throw new Error("the archive could not be read");
  return timelineArchive(values, found);
}

describe("the timeline of the archive", () => {
  it("tells how many there are and since when, the strongest, and no gap", async () => {
    const values = valuesOf({ from: 1980, to: 2005 });
    const shown = drawn(values, await read(values));
    const words = wordsOf(shown);
    expect(words).toContain("Earthquakes on record from 1980 to 2005: 2.");
    expect(words).toContain("Strongest: Place 0, 1990, magnitude 7.1.");
    expect(words).toContain("From the archive: all since 1973-05-06.");
    expect(words).not.toMatch(/gap|[Dd]eaths|not on record/);
    expect(words).toMatch(/7\.1 Place 0 1990-12-31 5\.0 Place 1 2000-12-31/);
    expect(shown.more?.markup).toContain('href="https://earthquake.usgs.gov/earthquakes/eventpage/us0"');
    expect(shown.figure.markup.match(/<circle/g)).toHaveLength(2);
  });

  it("waits for what belongs to the values, and says why there is nothing", async () => {
    const values = valuesOf({});
    expect(drawn(values).waiting).toBe(true);
    expect(drawn(valuesOf({ magnitude: 6 }), await read(values)).waiting).toBe(true);
    const small = valuesOf({ magnitude: 4 });
    expect(wordsOf(drawn(small, await read(small)))).toMatch(/no period with every earthquake of magnitude 4\.0/);
    const many = timelineArchive(values, { absent: "many" });
    expect(wordsOf(drawn(values, many))).toMatch(/There are 20,?000 earthquakes or more/);
  });

  it("has the earthquakes of the years in view, the magnitude and the country, as a filter of all finds them", async () => {
    const event = fc.record({
      time: fc.integer({ min: SINCE - 1e11, max: AS_OF }),
      magnitude: fc.integer({ min: 40, max: 90 }).map((tenths) => tenths / 10),
      latitude: fc.integer({ min: -90, max: 90 }),
      longitude: fc.integer({ min: -179, max: 180 }),
    });
    const asked = fc.record({
      from: fc.integer({ min: 1960, max: 2040 }),
      to: fc.integer({ min: 1960, max: 2040 }),
      magnitude: fc.integer({ min: 45, max: 90 }).map((tenths) => tenths / 10),
      country: fc.constantFrom("all", "JP", "US"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), asked, async (parts, changed) => {
        const events = parts.map((own, at) => agencyEvent({ ...own, id: `us${at}` }));
        const values = valuesOf(changed);
        const found = await earthquakesFrom(archiveService(events, { complete: COMPLETE }), archiveQuery(values));
        const archive = found && timelineArchive(values, found);
        if (!archive || "absent" in archive) throw new Error("nothing was read");
        const [from, to] = viewOf(values, WHOLE);
        const expected = events.filter(({ time, magnitude, latitude, longitude }) => {
          const year = new Date(time).getUTCFullYear();
          const isThere = changed.country === "all" || countryOf(latitude ?? 0, longitude ?? 0) === changed.country;
          return time >= SINCE && year >= from && year < to && (magnitude ?? 0) >= changed.magnitude && isThere;
        });
        const ids = archive.earthquakes.map(({ slug }) => slug);
        expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
        expect(archive).toMatchObject({ whole: WHOLE, since: SINCE });
        expect(drawn(values, archive).figure.markup).not.toMatch(/NaN|Infinity/);
      }),
      { numRuns: 20 },
    );
  });
});
