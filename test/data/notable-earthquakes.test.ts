import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { readNotable } from "../../build/agencies/noaa/notable.ts";
import { type DeathFigure, deathFigures, NOT_KNOWN } from "../../build/catalogue/impact.ts";
import { COUNTRY_CODES, OTHER_INTENSITY_SCALES } from "../../build/contract/texts/vocabulary.ts";
import { dayExists } from "../../build/store/civil-time.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";

const HEADER =
  "id year month day hour minute second calendar latitude longitude depth_km magnitude magnitude_type country name other_names place " +
  "deaths deaths_low deaths_high deaths_by injuries missing damage_million_usd houses_destroyed houses_damaged tsunami " +
  "max_intensity intensity_scale note";

type Cells = Record<string, string>;

const WHOLE = /^\d{1,9}$/;
const within = (low: number, high: number) => (value: number) => value >= low && value <= high;
const wholeWithin = (low: number, high: number) => (value: number) => Number.isInteger(value) && within(low, high)(value);

/** The forms of cells that are not empty, by column; others are whole numbers. */
const FORMS: Record<string, RegExp | ((value: number) => boolean)> = {
  id: /^[a-z0-9]+$/,
  year: (value) => wholeWithin(-4000, 2100)(value) && value !== 0,
  month: wholeWithin(1, 12),
  day: wholeWithin(1, 31),
  hour: wholeWithin(0, 23),
  minute: wholeWithin(0, 59),
  second: within(0, 59.999),
  calendar: /^julian$/,
  latitude: within(-90, 90),
  longitude: within(-180, 180),
  depth_km: within(-20, 1000),
  magnitude: within(0, 10),
  magnitude_type: /^(mw|ms|mb|ml|unk)$/,
  country: new RegExp(`^(${COUNTRY_CODES.join("|")})$`),
  name: /./,
  other_names: /^[^;\s][^;]*(; [^;\s][^;]*)*$/,
  place: /./,
  deaths_by: /./,
  damage_million_usd: within(0, 10_000_000),
  tsunami: /^(yes|no)$/,
  max_intensity: wholeWithin(1, 12),
  intensity_scale: new RegExp(`^(MMI|${OTHER_INTENSITY_SCALES.join("|")})$`),
  note: /./,
};

/** A record of NOAA with its figures of deaths, without and with consequences. */
type NoaaShock = Shock & { deaths: readonly (number | null)[] };

/** What both tables say of an earthquake, in their common form; null is unknown. */
interface Shock {
  year: number;
  month: number | null;
  day: number | null;
  hour: number | null;
  latitude: number | null;
  longitude: number | null;
  magnitude: number | null;
}

const text = readFileSync(new URL("../../data/notable-earthquakes.tsv", import.meta.url), "utf8");
const lines = text.split("\n").slice(0, -1);
const rows = parse<Cells>(text, { delimiter: "\t", columns: true, quote: null, bom: true });
const shocks = rows.map((row) => ({ row, id: cell(row, "id"), shock: shockOfOurs(row) }));

function cell(row: Cells, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}

function numberIn(row: Cells, column: string): number | null {
  const value = cell(row, column);
  return value === "" ? null : Number(value);
}

function shockOfOurs(row: Cells): Shock {
  const [month, day, hour] = [numberIn(row, "month"), numberIn(row, "day"), numberIn(row, "hour")];
  const [latitude, longitude] = [numberIn(row, "latitude"), numberIn(row, "longitude")];
  return { year: Number(cell(row, "year")), month, day, hour, latitude, longitude, magnitude: numberIn(row, "magnitude") };
}

const isEmpty = (row: Cells, column: string) => cell(row, column) === "";
const isTorn = (row: Cells, one: string, other: string) => isEmpty(row, one) !== isEmpty(row, other);

function namesOf(found: { id: string }[]): string[] {
  return found.map(({ id }) => id);
}

describe("the table of notable earthquakes", () => {
  it("has the header that its reader expects", () => {
    expect(lines[0]).toBe(HEADER.replaceAll(" ", "\t"));
    expect(readNotable(text)).toHaveLength(rows.length);
  });

  it("has only cells that its reader can read, by line and column", () => {
    const wrong = rows.flatMap((row, at) =>
      Object.entries(row).flatMap(([column, value]) => {
        const form = FORMS[column] ?? WHOLE;
        const isRight = typeof form === "function" ? form(Number(value)) && value.trim() !== "" : form.test(value);
        return isRight || (value === "" && !["id", "year", "place"].includes(column)) ? [] : [`line ${at + 2}, ${column}: ${value}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("has only dates of the calendar, and intensities with their scale", () => {
    const wrong = shocks.filter(({ row, shock: { year, month, day } }) => {
      const isDate = month === null || day === null || dayExists(year, month, day);
      return !isDate || isTorn(row, "max_intensity", "intensity_scale");
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("has rows of as many cells as there are columns", () => {
    const columns = HEADER.split(" ").length;
    expect(lines.filter((line) => line.split("\t").length !== columns)).toEqual([]);
  });

  it("has no quotes, no blank at a cell's edge, no double blank and no carriage return", () => {
    expect(lines.filter((line) => /["\r]| {2}/.test(line) || line.split("\t").some((value) => value !== value.trim()))).toEqual([]);
  });

  it("tells each other name once, beside a first one", () => {
    const others = readNotable(text).filter(({ otherNames }) => otherNames.length > 0);
    const wrong = others.filter(({ name, otherNames }) => new Set([name ?? otherNames[0], ...otherNames]).size <= otherNames.length);
    expect(namesOf(wrong)).toEqual([]);
  });

  it("gives every earthquake an id of its own, made of its date", () => {
    expect(new Set(namesOf(shocks)).size).toBe(rows.length);
    const wrong = shocks.filter(({ id, shock: { year, month, day } }) => {
      const digits = [month, day].map((part) => (part === null ? "" : String(part).padStart(2, "0"))).join("");
      const stem = `qt${year < 0 ? "bc" : ""}${String(Math.abs(year)).padStart(4, "0")}${digits}`;
      return !id.startsWith(stem) || !/^[a-z]?$/.test(id.slice(stem.length));
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("runs from the oldest to the newest", () => {
    const keys = rows.map((row) => ["year", "month", "day", "hour", "minute", "second"].map((part) => numberIn(row, part) ?? 0));
    const wrong = keys.slice(1).filter((key, at) => compareParts(keys[at] ?? [], key) > 0);
    expect(wrong).toEqual([]);
  });

  const parts = ["month", "day", "hour", "minute", "second"];

  it.each<[string, (row: Cells) => boolean]>([
    ["has a part of a time without all coarser parts", (row) => /01/.test(parts.map((part) => (isEmpty(row, part) ? 0 : 1)).join(""))],
    ["has an hour without a minute, or the reverse", (row) => isTorn(row, "hour", "minute")],
    ["has a latitude without a longitude, or the reverse", (row) => isTorn(row, "latitude", "longitude")],
    ["has a magnitude without its type, or the reverse", (row) => isTorn(row, "magnitude", "magnitude_type")],
    ["lacks a country of two letters", (row) => !/^[A-Z]{2}$/.test(cell(row, "country"))],
    ["has deaths without a source", (row) => !isEmpty(row, "deaths") && isEmpty(row, "deaths_by")],
  ])("no row %s", (_, isWrong) => expect(namesOf(shocks.filter(({ row }) => isWrong(row)))).toEqual([]));

  it("keeps every number where the earth has it: magnitudes 3 to 9.6, depths to 700 km, years to 2025", () => {
    const beyond = (row: Cells, column: string, low: number, high: number) => {
      const value = numberIn(row, column);
      return value !== null && (value < low || value > high);
    };
    const bounds = [
      ["year", -2500, 2025],
      ["magnitude", 3, 9.6],
      ["depth_km", 0, 700],
      ["deaths", 0, 850_000],
    ] as const;
    expect(namesOf(shocks.filter(({ row }) => bounds.some(([column, low, high]) => beyond(row, column, low, high))))).toEqual([]);
  });

  it("tells no earthquake twice: two within 100 km on a day are hours apart", () => {
    const twice = shocks.flatMap(({ id, shock }, at) =>
      shocks
        .slice(at + 1)
        .filter((other) => same(shock, other.shock))
        .map((other) => [id, other.id]),
    );
    expect(twice).toEqual([]);
  });
});

function compareParts(one: number[], other: number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function same(one: Shock, other: Shock): boolean {
  if (one.year !== other.year || one.month !== other.month || one.day !== other.day) return false;
  if (one.hour !== null && other.hour !== null && Math.abs(one.hour - other.hour) >= 2) return false;
  return kilometres(one, other) < 100;
}

/** Great-circle distance in km on a sphere of radius 6371.0088 km (haversine formula); 0 where a position is unknown. */
function kilometres(one: Shock, other: Shock): number {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return 0;
  const radians = Math.PI / 180;
  const sine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const across = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians);
  return 2 * 6371.0088 * Math.asin(Math.sqrt(sine(one.latitude - other.latitude) + across * sine(one.longitude - other.longitude)));
}

/** NOAA's figure before one whose source is not known, unless it is only the least of a class. */
function headlineOf(figures: readonly DeathFigure[]): number | undefined {
  const [unknown, noaa] = [null, "NOAA NCEI"].map((by) => figures.find((figure) => figure.by === by));
  if (figures.length !== 2 || !unknown || !noaa || noaa.low !== noaa.high) return undefined;
  return [1, 51, 101, 1001].includes(noaa.low) ? unknown.low : noaa.low;
}

const KINDS = ["noaa-absent", "noaa-date", "noaa-magnitude", "noaa-position", "noaa-twin", "spurious"] as const;

describe("what the table says of dates and deaths", () => {
  it("converts dates of the Julian calendar: known pairs", () => {
    const records = new Map(readNotable(text).map((record) => [record.id, record]));
    const dateOf = (id: string) => {
      const { year, month, day } = records.get(id)?.time ?? {};
      return [year, month, day];
    };
    // Shaanxi on 23 January 1556 is 2 February, Basel on 18 October 1356 the 26th, Port Royal on 7 June 1692 the 17th.
    expect(dateOf("qt15560123")).toEqual([1556, 2, 2]);
    expect(dateOf("qt13561018")).toEqual([1356, 10, 26]);
    expect(dateOf("qt16920607")).toEqual([1692, 6, 17]);
    // Given in the Gregorian calendar already: Jōgan, which was on 9 July 869 of the Julian.
    expect(dateOf("qt08690713")).toEqual([869, 7, 13]);
    expect(records.get("qt08690713")?.oldStyle).toBeUndefined();
    expect(records.get("qt15560123")?.oldStyle).toMatchObject({ year: 1556, month: 1, day: 23 });
  });

  it("names the calendar of each whole date before 15 October 1582 that is not of Japan", () => {
    const old = shocks.filter(({ shock: { year, month, day } }) => {
      const isBefore = year < 1582 || (year === 1582 && ((month ?? 0) < 10 || (month === 10 && (day ?? 0) < 15)));
      return day !== null && isBefore;
    });
    const wrong = old.filter(({ row }) => (cell(row, "calendar") === "julian") === (cell(row, "country") === "JP"));
    expect(namesOf(wrong)).toEqual([]);
  });

  it("has the figure within its range, and who says what beside a range", () => {
    const wrong = shocks.filter(({ row }) => {
      const [deaths, low, high] = [numberIn(row, "deaths"), numberIn(row, "deaths_low"), numberIn(row, "deaths_high")];
      const isInside = deaths === null || ((low ?? 0) <= deaths && deaths <= (high ?? deaths));
      return !isInside || (low === null) !== (high === null) || (low !== null && !/\d.*;/.test(cell(row, "deaths_by")));
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("says of every figure whose it is, and prefers NOAA's to one that nobody knows the source of, unless it is a class", () => {
    const wrong = shocks.filter(({ row }) => {
      const [deaths, by] = [numberIn(row, "deaths"), cell(row, "deaths_by")];
      if (deaths === null) return by !== "" && !by.startsWith("none reliable");
      const figures = deathFigures(by, deaths);
      const isAmong = figures.some(({ low, high }) => low <= deaths && deaths <= high);
      return !isAmong || (headlineOf(figures) ?? deaths) !== deaths;
    });
    expect(namesOf(wrong)).toEqual([]);
    expect(shocks.filter(({ row }) => cell(row, "deaths_by") === NOT_KNOWN).length).toBeLessThanOrEqual(115);
  });

  // The range leaves out what the sources reject: 142,807 dead of Kantō, 655,000 of Tangshan.
  it.each([
    ["Antioch 526", "qt05260529", 250_000, 250_000, 300_000, "Procopius"],
    ["Damghan", "qt08561222", 200_000, 45_096, 200_000, "al-Tabari"],
    ["Lisbon", "qt17551101", 50_000, 40_000, 70_000, "Pereira 2009"],
    ["Norcia, 14 January 1703 alone", "qt17030114", 3700, 3700, 10_000, "besides 6,000 or more on 2 February"],
    ["L'Aquila, 2 February 1703", "qt17030202", 6000, 5000, 10_000, "a lower bound"],
    ["Reventador", "qt19870306", 1000, 1000, 5000, "Schuster"],
    ["Golbaf", "qt19810611", 1400, 1400, 3000, "the number of the injured"],
    ["Messina", "qt19081228", 80_000, 70_000, 100_000, "US Geological Survey"],
    ["Haiyuan", "qt19201216", 235_502, 200_000, 273_400, "Ningxia"],
    ["Kantō", "qt19230901", 105_385, 105_385, 105_385, "Moroi and Takemura 2004"],
    ["Ashgabat", "qt19481005", 110_000, 110_000, 176_000, "9 December 1988"],
    ["Peru", "qt19700531", 66_794, 66_794, 70_000, "US Geological Survey"],
    ["Tangshan", "qt19760727", 242_769, 242_769, 255_000, "Musson"],
    ["İzmit", "qt19990817", 17_480, 17_118, 17_480, "inquiry of 2010"],
    ["Bam", "qt20031226", 26_271, 26_271, 31_000, "Statistical Centre of Iran"],
    ["Sumatra", "qt20041226", 227_898, 227_898, 227_899, "US Geological Survey"],
    ["Wenchuan", "qt20080512", 87_652, 69_227, 87_652, "State Council of China"],
  ])("has the dead of %s as published, and says by whom", (_, id, deaths, low, high, by) => {
    const row = shocks.find((shock) => shock.id === id)?.row ?? {};
    expect(["deaths", "deaths_low", "deaths_high"].map((column) => numberIn(row, column))).toEqual([deaths, low, high]);
    const figures = deathFigures(cell(row, "deaths_by"), deaths);
    expect(figures.filter((figure) => figure.by?.includes(by))).toHaveLength(1);
  });

  it("calls no degree of Italy or China Modified Mercalli", () => {
    const mercalli = shocks.filter(({ row }) => cell(row, "intensity_scale") === "MMI");
    expect(namesOf(mercalli.filter(({ row }) => ["CN", "IT", "JP"].includes(cell(row, "country"))))).toEqual([]);
    const wenchuan = readNotable(text).find(({ id }) => id === "qt20080512");
    expect(wenchuan).toMatchObject({ maxIntensity: null, otherIntensity: { value: 11, scale: "CSIS" } });
  });

  it("counts no deaths that belong to another earthquake, or to none", () => {
    const of = ["qt05331129", "qt085612", "qt08561203", "qt11381011", "qt16930109", "qt17271118", "qt17371011", "qt17820522"];
    for (const id of of) {
      const row = shocks.find((shock) => shock.id === id)?.row ?? {};
      expect(cell(row, "deaths")).toBe("");
      expect(cell(row, "deaths_by")).toMatch(/^none reliable/);
    }
  });
});

describe("the notes of the table", () => {
  it("each begin with the kind of difference from NOAA that they justify, and say why", () => {
    const noted = shocks.filter(({ row }) => cell(row, "note") !== "");
    const wrong = noted.filter(({ row }) => !KINDS.some((kind) => new RegExp(`^${kind}: .{20,}`).test(cell(row, "note"))));
    expect(namesOf(wrong)).toEqual([]);
  });

  it("are needed by at most 8 % of the rows", () => {
    expect(rows.filter((row) => cell(row, "note") !== "").length).toBeLessThanOrEqual(rows.length * 0.08);
  });
});

describe.skipIf(!corpusPresent)("the table of notable earthquakes beside NOAA's", () => {
  const noaa = corpusPresent ? readNoaa() : [];

  it("agrees with a record in date, position and magnitude, but for the rows whose note says otherwise", () => {
    const silent = shocks.filter(({ row, shock }) => !/^noaa-[^t]/.test(cell(row, "note")) && !found(noaa, shock, "agreement"));
    expect(namesOf(silent)).toEqual([]);
  });

  it("gives as NOAA's figure of deaths only what NOAA has for an earthquake of that place and time", () => {
    const wrong = shocks.flatMap(({ id, row, shock }) => {
      const by = cell(row, "deaths_by");
      const said =
        by === "NOAA NCEI"
          ? [cell(row, "deaths")]
          : [...by.matchAll(/(\d[\d,]*) NOAA NCEI|NOAA NCEI has (\d[\d,]*)/g)].map((match) => match[1] ?? match[2] ?? "");
      const theirs = new Set(
        noaa.filter((record) => Math.abs(record.year - shock.year) <= 3 && positionsAgree(record, shock)).flatMap(({ deaths }) => deaths),
      );
      return said.filter((figure) => !theirs.has(Number(figure.replaceAll(",", "")))).map((figure) => `${id}: ${figure}`);
    });
    expect(wrong).toEqual([]);
  });

  it("disagrees, in just the way that the note says, if there is a note", () => {
    const noted = shocks.filter(({ row }) => /^noaa-[^t]/.test(cell(row, "note")));
    const wrong = noted.filter(({ row, shock }) => {
      const kind = cell(row, "note").split(":")[0] ?? "";
      const nothing = kind === "noaa-absent" && !found(noaa, shock, "noaa-magnitude");
      // A row of NOAA that has the year alone may be another earthquake of that year.
      const dated = kind === "noaa-date" ? noaa.filter(({ month }) => month !== null) : noaa;
      return found(dated, shock, "agreement") || !(nothing || found(noaa, shock, kind));
    });
    expect(namesOf(wrong)).toEqual([]);
  });
});

/** HazEL's export: quoted cells, below the header a row that echoes the search, years of history. */
function readNoaa(): NoaaShock[] {
  const table = readFileSync(corpus("noaa/hazel-earthquakes-2026-03.tsv"), "utf8");
  const records = parse<Cells>(table, { delimiter: "\t", columns: true, bom: true, relax_column_count: true });
  return records
    .filter((record) => cell(record, "Year") !== "")
    .map((record) => ({
      year: Number(cell(record, "Year")),
      month: numberIn(record, "Mo"),
      day: numberIn(record, "Dy"),
      hour: numberIn(record, "Hr"),
      latitude: numberIn(record, "Latitude"),
      longitude: numberIn(record, "Longitude"),
      magnitude: numberIn(record, "Mag"),
      deaths: [numberIn(record, "Deaths"), numberIn(record, "Total Deaths")],
    }));
}

/** Whether NOAA has a record that agrees with the row in all but what the note excuses. */
function found(records: Shock[], shock: Shock, kind: string): boolean {
  const excused = (record: Shock) => {
    if (kind === "noaa-magnitude") return datesAgree(record, shock) && positionsAgree(record, shock);
    if (!magnitudesAgree(record, shock)) return false;
    if (kind === "noaa-date") return Math.abs(record.year - shock.year) <= 3 && positionsAgree(record, shock);
    if (kind === "noaa-position") return datesAgree(record, shock);
    return kind === "agreement" && datesAgree(record, shock) && positionsAgree(record, shock);
  };
  return records.some(excused);
}

/** Same year, and within a day of one another where both days are known. */
function datesAgree(one: Shock, other: Shock): boolean {
  if (one.year !== other.year) return false;
  if (one.month === null || other.month === null) return true;
  if (one.day === null || other.day === null) return one.month === other.month;
  const days = (Date.UTC(2000, one.month - 1, one.day) - Date.UTC(2000, other.month - 1, other.day)) / 86_400_000;
  return Math.abs(days) <= 1;
}

function magnitudesAgree(one: Shock, other: Shock): boolean {
  return one.magnitude === null || other.magnitude === null || Math.abs(one.magnitude - other.magnitude) < 0.5001;
}

function positionsAgree(one: Shock, other: Shock): boolean {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return true;
  const turn = Math.abs(one.longitude - other.longitude);
  return Math.abs(one.latitude - other.latitude) <= 2.5 && Math.min(turn, 360 - turn) <= 2.5;
}
