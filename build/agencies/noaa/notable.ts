import { parse } from "csv-parse/sync";
import { z } from "zod";
import { COUNTRY_CODES, OTHER_INTENSITY_SCALES } from "../../contract/texts/vocabulary.ts";
import { LOSS_KINDS, type LossKind } from "../../contract/wire/impact.ts";
import { UserError } from "../../platform/error.ts";
import { dayExists, fromJulianCalendar } from "../../store/civil-time.ts";
import type { HistoricalRecord, Loss } from "../../store/records.ts";

const MAGNITUDE_TYPES = ["mw", "ms", "mb", "ml", "unk"] as const;

function number(low: number, high: number) {
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, "is not a number")
    .transform(Number)
    .pipe(z.number().min(low, `is less than ${low}`).max(high, `is more than ${high}`));
}

function whole(low: number, high: number) {
  return number(low, high).pipe(z.number().int("is not a whole number"));
}

/** An empty cell means unknown. */
function orUnknown<Output>(schema: z.ZodType<Output, string>) {
  return z.union([z.literal("").transform(() => null), schema]);
}

const unknownOr = {
  month: orUnknown(whole(1, 12)),
  day: orUnknown(whole(1, 31)),
  hour: orUnknown(whole(0, 23)),
  minute: orUnknown(whole(0, 59)),
  second: orUnknown(number(0, 59.999)),
  count: orUnknown(whole(0, 100_000_000)),
};

const row = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+$/, "is not made of a-z and 0-9"),
  year: whole(-4000, 2100).pipe(z.number().refine((year) => year !== 0, "is 0, a year that history has not")),
  month: unknownOr.month,
  day: unknownOr.day,
  hour: unknownOr.hour,
  minute: unknownOr.minute,
  second: unknownOr.second,
  calendar: orUnknown(z.enum(["julian"], "is not julian")),
  latitude: orUnknown(number(-90, 90)),
  longitude: orUnknown(number(-180, 180)),
  depth_km: orUnknown(number(-20, 1000)),
  magnitude: orUnknown(number(0, 10)),
  magnitude_type: orUnknown(z.enum(MAGNITUDE_TYPES, "is none of mw, ms, mb, ml, unk")),
  country: orUnknown(z.string().refine((code) => COUNTRY_CODES.includes(code), "is not an ISO 3166-1 alpha-2 code")),
  name: z.string(),
  other_names: z.union([
    z.literal("").transform((): string[] => []),
    z
      .string()
      .regex(/^[^;\s][^;]*(; [^;\s][^;]*)*$/, "is not a list of names with `; ` between two")
      .transform((list) => list.split("; ")),
  ]),
  place: z.string().min(1, "is empty"),
  deaths: unknownOr.count,
  deaths_low: unknownOr.count,
  deaths_high: unknownOr.count,
  deaths_by: z.string(),
  injuries: unknownOr.count,
  missing: unknownOr.count,
  damage_million_usd: orUnknown(number(0, 10_000_000)),
  houses_destroyed: unknownOr.count,
  houses_damaged: unknownOr.count,
  tsunami: orUnknown(z.enum(["yes", "no"], "is neither yes nor no")),
  max_intensity: orUnknown(whole(1, 12)),
  intensity_scale: orUnknown(z.enum(["MMI", ...OTHER_INTENSITY_SCALES], "is not a known scale of intensity")),
  note: z.string(),
});

type Row = z.output<typeof row>;

/**
 * Reads the table of notable earthquakes: tab-separated, with a header, one row for each earthquake, empty cells for unknown values
 * (columns and units: `data/README.md`).
 *
 * @param where the file, for messages
 * @throws UserError `notable-malformed`, with line and column, for the first error
 */
export function readNotable(text: string, where: string): HistoricalRecord[] {
  const records: HistoricalRecord[] = [];
  const lineOf = new Map<string, number>();
  for (const [at, cells] of parseTable(text, where).entries()) {
    const line = at + 2;
    const record = toRecord(readRow(cells, where, line));
    const earlier = lineOf.get(record.id);
    if (earlier !== undefined) throw mistake(where, line, "id", `${record.id} is that of line ${earlier} already`);
    lineOf.set(record.id, line);
    records.push(record);
  }
  return records;
}

function parseTable(text: string, where: string): Record<string, string>[] {
  const lines = text.split("\n");
  // There is no row after the last line end.
  const blank = lines.findIndex((line, at) => line.trim() === "" && (at === 0 || at < lines.length - 1));
  if (blank !== -1) throw mistake(where, blank + 1, null, "is blank");
  try {
    const options = { delimiter: "\t", quote: null, bom: true, columns: checkedHeader } as const;
    return parse<Record<string, string>>(text, options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UserError("notable-malformed", `${where}: ${error.message.split("\n")[0]}`);
  }
}

function checkedHeader(header: string[]): string[] {
  const expected = Object.keys(row.shape);
  const wrong = expected.findIndex((name, at) => header[at] !== name);
  if (wrong !== -1) throw new Error(`line 1: column ${wrong + 1} is ${header[wrong]}, not ${expected[wrong]}`);
  if (header.length > expected.length) throw new Error(`line 1: column ${header[expected.length]} is unknown`);
  return header;
}

function readRow(cells: Record<string, string>, where: string, line: number): Row {
  const reading = row.safeParse(cells);
  if (!reading.success) {
    const [issue] = reading.error.issues;
    const column = String(issue?.path[0]);
    throw mistake(where, line, column, `${JSON.stringify(cells[column])} ${messageOf(issue)}`);
  }
  const wrong = mistakeBetweenCells(reading.data);
  if (wrong) throw mistake(where, line, wrong.column, wrong.reason);
  return reading.data;
}

/** A union reports only "Invalid input". The reason is in the branch that the file intended. */
function messageOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== "invalid_union") return issue?.message ?? "is wrong";
  return issue.errors.at(-1)?.[0]?.message ?? issue.message;
}

const DATE_PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;

function mistakeBetweenCells(time: Row): { column: string; reason: string } | null {
  for (let at = 2; at < DATE_PARTS.length; at++) {
    const [coarse, fine] = [DATE_PARTS[at - 1] as "month", DATE_PARTS[at] as "day"];
    if (time[coarse] === null && time[fine] !== null) return { column: fine, reason: `is known, and ${coarse} is not` };
  }
  const { year, month, day } = time;
  if ((time.max_intensity === null) !== (time.intensity_scale === null))
    return { column: "intensity_scale", reason: "is known only together with max_intensity" };
  if (month === null || day === null) return null;
  return dayExists(year, month, day) ? null : { column: "day", reason: `${day} is not in month ${month} of ${year}` };
}

function toRecord(cells: Row): HistoricalRecord {
  const { id, year, month, day, hour, minute, second, latitude, longitude, magnitude, country, place } = cells;
  const time = { year, month, day, hour, minute, second };
  const isJulian = cells.calendar === "julian";
  const losses = Object.fromEntries(LOSS_KINDS.map((kind) => [kind, { value: cells[kind], class: null }]));
  return {
    agency: "notable",
    id,
    aliases: [],
    sourceId: id,
    url: null,
    time: isJulian ? fromJulianCalendar(time) : time,
    ...(isJulian && { oldStyle: time }),
    ...fromNote(cells.note),
    latitude,
    // 180° and -180° are the same meridian.
    longitude: longitude === 180 ? -180 : longitude,
    depthKm: cells.depth_km,
    magnitude,
    magnitudeType: cells.magnitude_type === "unk" ? null : cells.magnitude_type,
    country,
    name: cells.name || null,
    otherNames: cells.other_names,
    otherPlaces: [],
    place,
    losses: withWhoSays(losses as Record<LossKind, Loss>, cells),
    ...intensityOf(cells),
    tsunami: cells.tsunami === null ? null : cells.tsunami === "yes",
    tsunamiEventId: null,
    maxWaterHeightM: null,
  };
}

/** What the note of a row says for programs: NOAA's date of the earthquake, its other row with it, or that there was none. */
function fromNote(note: string): Pick<HistoricalRecord, "otherTime" | "repeats" | "spurious"> {
  if (note.startsWith("spurious: ")) return { spurious: true };
  const form = /^noaa-(date: same as|twin:) (\d+)(?:-(\d\d)(?:-(\d\d))?)?(?: at (-?[\d.]+) (-?[\d.]+))? there; /;
  const [, kind, year, month, day, latitude, longitude] = form.exec(note) ?? [];
  if (kind === undefined) return {};
  const part = (digits: string | undefined) => (digits === undefined ? null : Number(digits));
  const time = { year: Number(year), month: part(month), day: part(day), hour: null, minute: null, second: null };
  return kind === "twin:" ? { repeats: { time, latitude: part(latitude), longitude: part(longitude) } } : { otherTime: time };
}

function intensityOf({ max_intensity: value, intensity_scale: scale }: Row) {
  if (value === null || scale === null) return { maxIntensity: null };
  return scale === "MMI" ? { maxIntensity: value } : { maxIntensity: null, otherIntensity: { value, scale } };
}

/** Returns the losses, with other sources' figures for the deaths. */
function withWhoSays(losses: Record<LossKind, Loss>, { deaths_low: low, deaths_high: high, deaths_by: by }: Row) {
  return by === "" ? losses : { ...losses, deaths: { ...losses.deaths, said: { low, high, by } } };
}

function mistake(where: string, line: number, column: string | null, reason: string): UserError {
  const at = column === null ? `line ${line}` : `line ${line}, ${column}:`;
  return new UserError("notable-malformed", `${where}: ${at} ${reason}`);
}
