import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matchEvents } from "../../../build/agencies/noaa/apply-capture.ts";
import type { NoaaEvent, NoaaTable } from "../../../build/agencies/noaa/event.ts";
import { historicalRecords, noaaCountry, tsunamiLinks } from "../../../build/agencies/noaa/record.ts";
import { readNoaa, readNoaaTsunamis } from "../../../build/agencies/noaa/tables.ts";
import { LOSS_KINDS } from "../../../build/contract/wire/impact.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";

/** A table by plain splitting, with none of the code under test: a row as its cells by column name. */
function plain(name: string, quoted = false): Record<string, string>[] {
  const [head = "", ...lines] = readFileSync(corpus(`noaa/${name}`), "latin1").split(/\r?\n/);
  const cellsOf = (line: string) => line.split("\t").map((cell) => (quoted ? cell.replace(/^"|"$/g, "") : cell).trim());
  const columns = cellsOf(head);
  const rows = lines.filter((line) => line.trim() !== "" && !line.startsWith('"['));
  return rows.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [columns[at] ?? "", cell])));
}

const tables = new Map<string, NoaaTable<NoaaEvent>>();

function read(name: string): NoaaTable<NoaaEvent> {
  const table = tables.get(name) ?? readNoaa(readFileSync(corpus(`noaa/${name}`)), name);
  tables.set(name, table);
  return table;
}

function tally(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function best(...cells: (string | undefined)[]): number | null {
  const known = cells.filter((cell) => cell !== undefined && cell !== "").map(Number);
  return known.length === 0 ? null : Math.max(...known);
}

/** A row of the classic table as the API would give it: numbers, and nothing for what is empty. */
function apiRecord(row: Record<string, string>): Record<string, unknown> {
  const names: Record<string, string> = {
    I_D: "id",
    STATE: "area",
    FOCAL_DEPTH: "eqDepth",
    EQ_PRIMARY: "eqMagnitude",
    DAMAGE_MILLIONS_DOLLARS: "damageMillionsDollars",
  };
  const record: Record<string, unknown> = { publish: true };
  for (const [column, cell] of Object.entries(row)) {
    if (cell === "" || column === "FLAG_TSUNAMI") continue;
    const [, total = "", own = ""] = /^(TOTAL_)?(.*)$/.exec(column) ?? [];
    const words = own.toLowerCase().replace(/_description$/, "_amount_order");
    const camel = words.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const text = ["COUNTRY", "STATE", "LOCATION_NAME"].includes(column);
    record[(names[own] ?? camel) + (total && "Total")] = text ? cell : Number(cell);
  }
  return record;
}

const HAZEL = "hazel-earthquakes-2026-03.tsv";
const CLASSIC = "signif-2020-08.tsv";

describe.skipIf(!corpusPresent)("the whole tables of NOAA", () => {
  it("gives a record for each of the 6,662 rows of the export of March 2026", () => {
    const table = read(HAZEL);
    expect(table).toMatchObject({ form: "hazel-tsv", listed: 6662, unreadable: [], leftOut: {}, complete: true });
    expect(table.rows).toHaveLength(6662);
    expect(new Set(table.rows.map(({ id }) => id)).size).toBe(6662);
    // One row gives a second and no minute: 1971-06-17, hour 21.
    expect(table.doubtful).toEqual({ second: 1 });
  });

  it("gives a record for each of the 6,219 rows of the classic table, with NOAA's ids", () => {
    const table = read(CLASSIC);
    expect(table).toMatchObject({ form: "classic-tsv", listed: 6219, unreadable: [], leftOut: {}, complete: true });
    expect(table.rows.map(({ id }) => id)).toEqual(plain(CLASSIC).map((row) => `noaa${row["I_D"]}`));
    // Six rows have a longitude and no latitude, or the reverse.
    expect(table.doubtful).toEqual({ second: 1, position: 6 });
  });

  it("keeps a row whose only place is its position", () => {
    const nameless = read("hazel-earthquakes-2021-03-08.tsv").rows.filter(({ place }) => place === "");
    expect(nameless).toHaveLength(1);
    expect(nameless[0]?.latitude).not.toBeNull();
  });

  it("agrees with plain splitting on dates, positions, depths, magnitudes and intensities", () => {
    for (const [name, columns] of [
      [HAZEL, ["Year", "Mo", "Dy", "Latitude", "Longitude", "Focal Depth (km)", "Mag", "MMI Int"]],
      [CLASSIC, ["YEAR", "MONTH", "DAY", "LATITUDE", "LONGITUDE", "FOCAL_DEPTH", "EQ_PRIMARY", "INTENSITY"]],
    ] as const) {
      const rows = plain(name, name === HAZEL);
      const expected = rows.map((row) => {
        const cells = columns.map((column) => (row[column] === "" ? null : Number(row[column])));
        const [year, month, day, latitude, longitude, ...rest] = cells as [number, ...(number | null)[]];
        const known = latitude !== null && longitude !== null;
        const east = longitude === 180 ? -180 : longitude;
        return [year, month, month === null ? null : day, known ? latitude : null, known ? east : null, ...rest];
      });
      const got = read(name).rows.map((row) => {
        const { year, month, day } = row.time;
        return [year, month, day, row.latitude, row.longitude, row.depthKm, row.magnitude, row.intensity];
      });
      expect(got).toEqual(expected);
    }
  });

  it("agrees with an independent count of every loss, by the larger of the two figures", () => {
    const columns: Record<(typeof LOSS_KINDS)[number], [value: string, order: string]> = {
      deaths: ["Deaths", "Death Description"],
      injuries: ["Injuries", "Injuries Description"],
      missing: ["Missing", "Missing Description"],
      houses_destroyed: ["Houses Destroyed", "Houses Destroyed Description"],
      houses_damaged: ["Houses Damaged", "Houses Damaged Description"],
      damage_million_usd: ["Damage ($Mil)", "Damage Description"],
    };
    const { records } = historicalRecords(read(HAZEL).rows, []);
    for (const kind of LOSS_KINDS) {
      const [value, order] = columns[kind];
      const expected = plain(HAZEL, true).map((row) => {
        const figure = best(row[value], row[`Total ${value}`]);
        return { value: figure, class: figure === null ? best(row[order], row[`Total ${order}`]) : null };
      });
      const got = records.map(({ losses }) => ({ value: losses[kind].value, class: losses[kind].class }));
      expect(got).toEqual(expected);
    }
  });

  it("counts the earthquakes of each country as the classic table itself does", () => {
    const { records, unknownCountries } = historicalRecords(read(CLASSIC).rows, []);
    const rows = plain(CLASSIC);
    const counts = tally(records.map(({ country }) => country ?? "none"));
    const named = (...names: string[]) => rows.filter((row) => names.includes(row["COUNTRY"] ?? "")).length;
    const inState = (code: string) => rows.filter((row) => row["COUNTRY"] === "USA TERRITORY" && row["STATE"] === code);
    expect(unknownCountries).toEqual({});
    expect(counts).toMatchObject({
      CN: named("CHINA"),
      JP: named("JAPAN"),
      ID: named("INDONESIA"),
      IR: named("IRAN"),
      TR: named("TURKEY"),
      IT: named("ITALY"),
      US: named("USA"),
      GR: named("GREECE"),
      PT: named("PORTUGAL", "AZORES (PORTUGAL)"),
      NZ: named("NEW ZEALAND", "KERMADEC ISLANDS (NEW ZEALAND)"),
      ES: named("SPAIN", "CANARY ISLANDS"),
      MM: named("MYANMAR (BURMA)"),
      PR: inState("PR").length,
      GU: inState("GU").length,
    });
    const seas = rows.filter(({ COUNTRY = "" }) => / (OCEAN|SEA)$/.test(COUNTRY)).length;
    expect(counts["none"]).toBe(seas + named("CONGO", "UK TERRITORY") + inState("").length);
  });

  it("knows every name of a country, and every place that begins with one", () => {
    for (const name of [HAZEL, "hazel-earthquakes-2021-03-08.tsv", CLASSIC, "signif-2020-06.tsv"]) {
      expect(historicalRecords(read(name).rows, []).unknownCountries).toEqual({});
    }
  });

  it("takes from the place, if the form has no country, what NOAA's own column says", () => {
    const known = read(CLASSIC).rows.filter((row) => noaaCountry(row) !== null);
    const guessed = known.flatMap((row) => {
      const country = noaaCountry({ ...row, country: null });
      return country === null ? [] : [country === noaaCountry(row)];
    });
    expect(guessed.length).toBeGreaterThan(0.95 * known.length);
    expect(guessed.filter((right) => !right).length).toBeLessThan(0.003 * guessed.length);
  });

  it("reads the tsunamis of the classic table, all but the one of a 29 February that was none", () => {
    const table = readNoaaTsunamis(readFileSync(corpus("noaa/tsevent-2020-06.tsv")), "tsevent");
    expect(table).toMatchObject({ form: "classic-tsv", listed: 2690, complete: true, anonymous: false });
    expect(table.unreadable).toEqual([{ what: "tsunami 3437", code: "date-impossible", reason: "line 866 is dated 1854-2-29" }]);
    const heights = plain("tsevent-2020-06.tsv").filter((row) => row["ID"] !== "3437");
    expect(table.rows.map(({ id, maxWaterHeightM }) => [id, maxWaterHeightM])).toEqual(
      heights.map((row) => [Number(row["ID"]), row["MAXIMUM_WATER_HEIGHT"] ? Number(row["MAXIMUM_WATER_HEIGHT"]) : null]),
    );
  });

  it("refuses a table of tsunamis for one of earthquakes, and the reverse", () => {
    const [earthquakes, tsunamis] = [CLASSIC, "tsevent-2020-06.tsv"].map((name) => readFileSync(corpus(`noaa/${name}`)));
    expect(() => readNoaa(tsunamis as Buffer, "x")).toThrow("x is a table of tsunamis, not of earthquakes");
    expect(() => readNoaaTsunamis(earthquakes as Buffer, "x")).toThrow("x is a table of earthquakes, not of tsunamis");
  });

  it("finds the events that two forms have in common by their values", () => {
    const [classic, export2021] = [read(CLASSIC).rows, read("hazel-earthquakes-2021-03-08.tsv").rows];
    const pairs = [...matchEvents(export2021, classic)];
    expect(pairs.length).toBeGreaterThan(6200);
    const same = (key: "place" | "magnitude" | "depthKm" | "latitude" | "intensity") =>
      pairs.filter(([row, event]) => row[key] === event[key]).length;
    for (const key of ["place", "magnitude", "depthKm", "latitude", "intensity"] as const) {
      expect(same(key)).toBeGreaterThan(0.99 * pairs.length);
    }
    // The flag of the classic table says what the number of the export does.
    expect(pairs.filter(([row, event]) => row.tsunamiFlag !== event.tsunamiFlag).length).toBeLessThan(60);
  });

  it("never joins two events whose ids differ", () => {
    const [june, august] = ["signif-2020-06.tsv", CLASSIC].map((name) => read(name).rows) as [NoaaEvent[], NoaaEvent[]];
    const pairs = [...matchEvents(august, june)];
    expect(pairs.filter(([row, event]) => row.id !== event.id)).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(6198);
  });

  it("finds by date the tsunamis that the classic tables do not link, and none that HazEL links otherwise", () => {
    const tsunamis = readNoaaTsunamis(readFileSync(corpus("noaa/tsevent-2020-06.tsv")), "tsevent").rows;
    const classic = read(CLASSIC).rows;
    const linkOf = tsunamiLinks(classic, tsunamis);
    const links = [...matchEvents(read("hazel-earthquakes-2021-03-08.tsv").rows, classic)].flatMap(([row, event]) => {
      const link = linkOf(event);
      return link === null ? [] : [[link, row.tsunamiEventId]];
    });
    expect(links.length).toBeGreaterThan(1500);
    expect(links.filter(([found, given]) => found !== given)).toEqual([]);
  });

  it("derives ids of which 98 of 100 outlast five years of revisions", () => {
    const after = new Set(read(HAZEL).rows.map(({ id }) => id));
    const before = read("hazel-earthquakes-2021-03-08.tsv").rows;
    expect(before.filter(({ id }) => after.has(id)).length).toBeGreaterThan(0.98 * before.length);
  });

  it("reads every row of the classic table alike when it comes by the API, page by page", () => {
    const items = plain(CLASSIC).map(apiRecord);
    const totalPages = Math.ceil(items.length / 200);
    const pages = Array.from({ length: totalPages }, (_, at) => ({
      items: items.slice(200 * at, 200 * (at + 1)),
      page: at + 1,
      itemsPerPage: 200,
      totalPages,
      totalItems: items.length,
    }));
    const api = readNoaa(new TextEncoder().encode(JSON.stringify(pages)), "pages");
    expect(api).toMatchObject({ form: "hazel-api", listed: 6219, unreadable: [], complete: true });
    // The API tells a tsunami by its number only, which the classic table has not got.
    expect(api.rows).toEqual(read(CLASSIC).rows.map((row) => ({ ...row, tsunamiFlag: false })));
  });

  it("reads the samples of the API as the other forms have them", () => {
    const { earthquakes } = JSON.parse(readFileSync(corpus("noaa/hazel-api-samples.json"), "utf8"));
    const api = readNoaa(new TextEncoder().encode(JSON.stringify(earthquakes)), "samples");
    expect(api).toMatchObject({ form: "hazel-api", listed: 2, unreadable: [], complete: false });
    const classic = new Map(read(CLASSIC).rows.map((row) => [row.id, row]));
    // The magnitudes of other types were revised in between.
    for (const { id, time, latitude, longitude, magnitude, place, country, regionCode, losses } of api.rows) {
      expect(classic.get(id)).toMatchObject({ time, latitude, longitude, magnitude, place, country, regionCode });
      expect(classic.get(id)?.losses.deaths).toEqual(losses.deaths);
    }
    const [antakya] = historicalRecords(api.rows, []).records;
    expect(antakya).toMatchObject({
      id: "noaa64",
      sourceId: "64",
      magnitude: 7.5,
      magnitudeType: "ms",
      country: "TR",
      maxIntensity: 11,
      tsunami: true,
      tsunamiEventId: 4396,
      losses: { deaths: { value: 260_000, class: null }, damage_million_usd: { value: null, class: 4 } },
    });
  });
});
