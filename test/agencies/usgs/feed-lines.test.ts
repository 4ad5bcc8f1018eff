import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readUsgsFeed } from "../../../build/agencies/usgs/geojson.ts";
import { keepValues } from "../../../build/platform/kept.ts";
import { feature, feed, GENERATED } from "../usgs-feed.ts";

afterEach(() => {
  keepValues(false);
  vi.restoreAllMocks();
});

const WHERE = "https://example.org/all_week.geojson";

/** What is read of a text, or why it is refused. */
function read(text: string, isAgain: boolean): unknown {
  keepValues(isAgain);
  try {
    return readUsgsFeed(new TextEncoder().encode(text), WHERE);
  } catch (error) {
    return error;
  } finally {
    keepValues(false);
  }
}

/** As the USGS writes it: a line for each feature. */
function lines(list: readonly unknown[], generated = GENERATED): string {
  const { features: _, ...envelope } = feed(list, { generated }) as { features: unknown };
  const parts = list.map((one) => JSON.stringify(one)).join(",\n");
  return `${JSON.stringify(envelope).slice(0, -1)},"features":[\n${parts}]}`;
}

const anyFeature = fc
  .record({
    id: fc.constantFrom("xx1", "xx2", "xx3", "xx4", "xx5"),
    mag: fc.constantFrom(1, 2.5, null, "x"),
    time: fc.constantFrom(GENERATED - 7200_000, GENERATED - 60_000, GENERATED + 3600_000),
    status: fc.constantFrom("automatic", "reviewed", "deleted"),
    latitude: fc.constantFrom(1, 2, 95),
  })
  .map(({ id, mag, time, status, latitude }) =>
    feature({ id, properties: { mag, time, updated: time, status }, coordinates: [0, latitude, 1] }),
  );

const anyText = fc
  .record({
    list: fc.array(
      fc.oneof({ weight: 9, arbitrary: anyFeature }, { weight: 1, arbitrary: fc.constantFrom(0, 1, null) }),
      {
        maxLength: 12,
      },
    ),
    generated: fc.constantFrom(GENERATED - 3600_000, GENERATED, GENERATED + 3600_000),
    damage: fc.constantFrom("", "", "", "cut", "nested", "metadata", "doubled"),
  })
  .map(({ list, generated, damage }) => {
    const text = lines(list, generated);
    const line = `${JSON.stringify(feature())},`;
    if (damage === "cut") return text.slice(0, text.length / 2);
    if (damage === "nested") return text.replace('"features":[', `"features":[[\n${line}\n0],`);
    if (damage === "metadata") return text.replace('"metadata":', `"other":[\n${line}\n0],"metadata":`);
    return damage === "doubled" ? text.replace('"features":[\n', `"features":[\n${line}\n${line}\n`) : text;
  });

describe("a capture whose lines were read before", () => {
  it("gives what it gives alone, whatever came before", () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 6 }), (texts) => {
        for (const text of texts) {
          const alone = read(text, false);
          expect(read(text, true)).toEqual(alone);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is read by the lines that are new", () => {
    // More lines than another test of this process may have left, because a short feed does not replace the lines of a long one.
    const list = Array.from({ length: 5_000 }, (_, at) => feature({ id: `xx${at}` }));
    read(lines(list), true);
    const reads = vi.spyOn(JSON, "parse");
    const again = read(lines([feature({ id: "new" }), ...list]), true);
    // The envelope with the last line, and the new one.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(3);
    expect(again).toMatchObject({ rows: 5_001 });
  });
});
