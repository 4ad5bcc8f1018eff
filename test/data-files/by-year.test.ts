import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { array, assert, boolean, constantFrom, double, integer, option, property, record } from "fast-check";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { earthquakesByYear, type WholeInput } from "../../build/data-files/by-year.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { openDerive } from "../../build/store/derive.ts";
import type { HistoricalRecord, ReportedEvent } from "../../build/store/records.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { archiveOf } from "../catalogue/make-archive.ts";
import { historicalRecord, liveEvent } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file } from "../tree/tiny-tree.ts";

const DAY = 86_400_000;

/** A store with live and archived events of one agency, and two or three historical records. */
function storeOf(
  live: readonly ReportedEvent[],
  archived: readonly ReportedEvent[],
  { derive = openDerive(temporaryFolder()), more = [] as HistoricalRecord[] } = {},
) {
  const archive = archiveOf(archived, null);
  const historical = [...smallInput().historical, ...more];
  const input = smallInput({ live: usgs(live), archive, historical });
  const { locate, version } = input;
  const whole: WholeInput = { archive, live, locate, version, derive };
  return { catalogue: assembleCatalogue(input), whole };
}

function yearOf({ time }: { time: number }): number {
  return new Date(time).getUTCFullYear();
}

const anyEvent = record({
  days: double({ min: 0, max: 2_000, noNaN: true }),
  latitude: option(double({ min: -80, max: 80, noNaN: true })),
  type: constantFrom("earthquake", "earthquake", "quarry blast"),
  magnitude: option(integer({ min: 10, max: 80 }).map((tenths) => tenths / 10)),
  place: constantFrom("here", null),
});

describe("all earthquakes by year", () => {
  it("are those of the catalogue, of the live events and of the archive, each once, in its UTC year, oldest first", () => {
    assert(
      property(array(anyEvent, { maxLength: 20 }), array(anyEvent, { maxLength: 20 }), boolean(), (now, old, both) => {
        const eventOf = (prefix: string, ago: number) => (event: (typeof now)[number], at: number) =>
          liveEvent({ id: `${prefix}${at}`, ...event, time: Math.floor(AS_OF - ago - event.days * DAY) });
        const live = now.map((event, at) => eventOf("new", 0)({ ...event, days: event.days / 45 }, at));
        const archived = old.map(eventOf("old", 45 * DAY));
        // The earthquake of a historical record is listed, although it is archived.
        if (both) archived.push(liveEvent({ id: "both" }));
        const { catalogue, whole } = storeOf(live, archived, { more: both ? [historicalRecord({ id: "qt3" })] : [] });
        const years = earthquakesByYear(catalogue, whole).map(({ year, rows }) => ({ year, rows: rows() }));
        const first = Math.min(...archived.map(yearOf));
        for (const { year, rows } of years) {
          const times = rows.map(({ time }) => time);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          for (const row of rows) expect(yearOf(row) < first ? null : yearOf(row)).toBe(year);
        }
        const listed = catalogue.events.map(({ id }) => id);
        const known = new Set(catalogue.events.flatMap(({ id, aliases }) => [id, ...aliases]));
        const others = [...live, ...archived].filter(({ id, type }) => type === "earthquake" && !known.has(id));
        const all = years.flatMap(({ rows }) => rows);
        expect(all.map(({ id }) => id).toSorted()).toEqual([...listed, ...others.map(({ id }) => id)].toSorted());
        for (const { country, plate, latitude, place } of all.filter(({ id }) => !listed.includes(id))) {
          expect([country?.iso2, plate?.code]).toEqual(latitude === null ? [undefined, undefined] : [latitude >= 0 ? "NO" : "SO", "EA"]);
          expect(place).not.toBe("");
        }
      }),
    );
  });

  it("have a key that changes with a row of the year, and with nothing else", () => {
    const old = liveEvent({ id: "old", time: Date.UTC(2015, 5, 1) });
    const older = liveEvent({ id: "older", time: Date.UTC(2014, 5, 1) });
    const live = liveEvent({ id: "us1", time: AS_OF - DAY });
    const keysOf = (...given: Parameters<typeof storeOf>) => {
      const { catalogue, whole } = storeOf(...given);
      return Object.fromEntries(earthquakesByYear(catalogue, whole).map(({ year, key }) => [year, key]));
    };
    const before = keysOf([live], [old, older]);
    expect(Object.keys(before)).toEqual(["2014", "2015", "2016", "2017", "2018", "null"]);
    expect(keysOf([live], [old, older])).toEqual(before);
    const after = keysOf([{ ...live, magnitude: 5.1 }], [old, older]);
    expect(Object.keys(after).filter((year) => after[year] !== before[year])).toEqual(["2018"]);
  });
});

const index = file("index.html", "");

describe("the files of the years", () => {
  const dir = temporaryFolder();
  const derive = openDerive(join(dir, "store"));
  const out = join(dir, "tree");
  const old = [2014, 2015].map((year) => liveEvent({ id: `us${year}`, time: Date.UTC(year, 5, 1), latitude: -8 }));
  let quarter = 0;

  async function build(live: readonly ReportedEvent[], archived: readonly ReportedEvent[] = old): Promise<void> {
    const { catalogue, whole } = storeOf(live, archived, { derive });
    const snapshot = { as_of: new Date(AS_OF + 15 * 60_000 * ++quarter).toISOString(), sources: [], shards: {} as never };
    await writeTree({
      out,
      files: [{ ...index, bytes: () => Buffer.from(`${quarter}`) }],
      snapshot,
      steps: [dataStep(catalogue, whole)],
    });
  }

  function listed(): Record<string, string>[] {
    return parse(readFileSync(join(out, "data/earthquakes.files.csv")), { columns: true });
  }

  function inodes(): Record<string, number> {
    return Object.fromEntries(listed().map(({ file: name = "" }) => [name, statSync(join(out, "data", name)).ino]));
  }

  it("hold all earthquakes together, as the list says, and stay the same files from build to build", async () => {
    const live = liveEvent({ id: "us1", time: AS_OF - DAY });
    await build([live]);
    const names = ["earlier", 2014, 2015, 2018].map((year) => `earthquakes/${year}.parquet`);
    expect(listed().map((row) => row["file"])).toEqual(names);
    expect(listed().at(-1)).toMatchObject({ year: "2018", events: "1", first: new Date(AS_OF - DAY).toISOString() });
    const rows = await Promise.all(
      names.map((name) => {
        const bytes = new Uint8Array(readFileSync(join(out, "data", name)));
        return parquetReadObjects({ file: bytes.buffer, compressors: { BROTLI: (packed) => brotliDecompressSync(packed) } });
      }),
    );
    expect(rows.map((of) => of.map((row) => [row["id"], row["country"]]))).toEqual([
      [
        ["qt1", "SO"],
        ["qt2", "SO"],
      ],
      [["us2014", "SO"]],
      [["us2015", "SO"]],
      [["us1", "NO"]],
    ]);
    const { resources } = JSON.parse(readFileSync(join(out, "data/datapackage.json"), "utf8"));
    expect(resources.at(-1)).toMatchObject({ name: "earthquakes-by-year", path: names, type: "table" });

    const first = inodes();
    const list = readFileSync(join(out, "data/earthquakes.files.csv"), "utf8");
    await build([live]);
    expect(inodes()).toEqual(first);
    expect(readFileSync(join(out, "data/earthquakes.files.csv"), "utf8")).toBe(list);
    await build([{ ...live, magnitude: 5 }, liveEvent({ id: "us2", time: AS_OF - 2 * DAY })]);
    const second = inodes();
    expect(Object.keys(second).filter((name) => second[name] !== first[name])).toEqual(["earthquakes/2018.parquet"]);
  });

  it("are made again if one is missing, and removed with their year", async () => {
    const lost = join(out, "data/earthquakes/2014.parquet");
    const bytes = readFileSync(lost);
    rmSync(lost);
    await build([]);
    expect(readFileSync(lost)).toEqual(bytes);
    await build([], old.slice(1));
    expect(existsSync(lost)).toBe(false);
    expect(listed().map((row) => row["year"])).toEqual(["", "2015"]);
  });
});

it("a tree without an archive lists the one file that has all it knows", async () => {
  const out = join(temporaryFolder(), "tree");
  const catalogue = assembleCatalogue(smallInput());
  const snapshot = { as_of: new Date(AS_OF).toISOString(), sources: [], shards: {} as never };
  await writeTree({ out, files: [index], snapshot, steps: [dataStep(catalogue)] });
  const rows = parse<Record<string, string>>(readFileSync(join(out, "data/earthquakes.files.csv")), { columns: true });
  expect(rows).toMatchObject([{ file: "earthquakes.parquet", year: "", events: `${catalogue.events.length}` }]);
});
