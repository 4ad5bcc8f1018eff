import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type KnownLines, NO_LINES, readUsgsFeed, type UsgsCapture } from "../../../build/agencies/usgs/geojson.ts";
import { usgsSource } from "../../../build/agencies/usgs/source.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { openDerive } from "../../../build/store/derive.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { asker } from "../asking.ts";
import { feature, feed, GENERATED } from "../usgs-feed.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const WHERE = "https://example.org/all_week.geojson";

/** What is read of a text, or why it is refused. */
function read(text: string, known?: KnownLines): Partial<UsgsCapture> | Error {
  try {
    return readUsgsFeed(new TextEncoder().encode(text), WHERE, 0.5, known);
  } catch (error) {
    return error as Error;
  }
}

function withoutLines(result: ReturnType<typeof read>): unknown {
  return result instanceof Error ? result : { ...result, lines: undefined };
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
    list: fc.array(fc.oneof({ weight: 9, arbitrary: anyFeature }, { weight: 1, arbitrary: fc.constantFrom(0, 1, null) }), {
      maxLength: 12,
    }),
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
  it("gives the same as alone, after any earlier capture", () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 6 }), (texts) => {
        let known = NO_LINES;
        for (const text of texts) {
          const again = read(text, known);
          expect(withoutLines(again)).toEqual(withoutLines(read(text)));
          if (!(again instanceof Error) && again.lines) known = again.lines;
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is read by the lines that are new", () => {
    const list = Array.from({ length: 100 }, (_, at) => feature({ id: `xx${at}` }));
    const first = read(lines(list), NO_LINES);
    const reads = vi.spyOn(JSON, "parse");
    const again = read(lines([feature({ id: "new" }), ...list]), first instanceof Error ? undefined : first.lines);
    // The envelope with the last line, and the new one.
    expect(reads.mock.calls.length).toBe(2);
    expect(again).toMatchObject({ rows: 101 });
  });
});

function damage(folder: string): void {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name !== "values");
  for (const name of files) truncateSync(join(folder, name), 90);
}

describe("runs of a store that knows the lines of its events", () => {
  let dir: string;
  beforeEach(() => {
    dir = temporaryFolder();
  });

  const now = () => GENERATED + 7200_000;
  const ask = asker({ now, maxBytes: 1e6 });
  const derivedOf = (store: string) => join(dir, store, "derived");

  /** What a run reports, and the file of the state after it. */
  async function run(store: string, text: string): Promise<unknown> {
    const file = join(dir, "feed.geojson");
    writeFileSync(file, text);
    const source = usgsSource({ feed: pathToFileURL(file).href });
    const context = { store: join(dir, store), ask, now, report: silentReport, unreadableShare: 0.5, derive: openDerive(join(dir, store)) };
    const outcome = await source.ingest(context);
    return [outcome, outcome.records === 0 || readFileSync(join(dir, store, "usgs/state.json"), "utf8")];
  }

  it("report and store the same as runs that read every line, also if what is kept is damaged", async () => {
    let at = 0;
    const kinds = fc.constantFrom("keep", "keep", "lose", "damage");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, kinds), { minLength: 2, maxLength: 6 }), async (steps) => {
        const [knowing, reading] = [`knowing-${++at}`, `reading-${at}`];
        for (const [text, kind] of steps) {
          if (kind === "lose") rmSync(derivedOf(knowing), { recursive: true, force: true });
          if (kind === "damage") damage(derivedOf(knowing));
          rmSync(derivedOf(reading), { recursive: true, force: true });
          expect(await run(knowing, text)).toEqual(await run(reading, text));
        }
      }),
      { numRuns: 25 },
    );
  });

  it("read only lines that are new", async () => {
    const list = Array.from({ length: 50 }, (_, at) => feature({ id: `xx${at}` }));
    await run("store", lines(list));
    const reads = vi.spyOn(JSON, "parse");
    await run("store", lines([feature({ id: "new" }), ...list], GENERATED + 60_000));
    const features = reads.mock.calls.filter(([text]) => text.startsWith('{"type":"Feature",'));
    expect(features.length).toBe(1);
  });
});
