import type { LossKind } from "../../contract/wire/impact.ts";
import { type CivilTime, dayExists, instantOf, isoTime } from "../../store/civil-time.ts";
import type { LeftOut } from "../../store/records.ts";
import { unpublishable } from "../publishable.ts";
import { count, lineOfText, positionOf, Unreadable } from "../reading.ts";
import { NOAA_MAGNITUDES, type NoaaEvent, type NoaaMagnitude, type NoaaTable, type NoaaTsunami, type StatedLosses } from "./event.ts";

/** Largest valid number of a row. */
const LAST_ID = 99_999_999;

const MAGNITUDE_FIELDS: Record<NoaaMagnitude, string> = {
  mw: "eqMagMw",
  ms: "eqMagMs",
  mb: "eqMagMb",
  ml: "eqMagMl",
  mfa: "eqMagMfa",
  unk: "eqMagUnk",
};

const LOSS_FIELDS: Record<LossKind, { value: string; class: string; most: number }> = {
  deaths: { value: "deaths", class: "deathsAmountOrder", most: 100_000_000 },
  injuries: { value: "injuries", class: "injuriesAmountOrder", most: 100_000_000 },
  missing: { value: "missing", class: "missingAmountOrder", most: 100_000_000 },
  houses_destroyed: { value: "housesDestroyed", class: "housesDestroyedAmountOrder", most: 1_000_000_000 },
  houses_damaged: { value: "housesDamaged", class: "housesDamagedAmountOrder", most: 1_000_000_000 },
  damage_million_usd: { value: "damageMillionsDollars", class: "damageAmountOrder", most: 100_000_000 },
};

/** The mark that NOAA puts on unpublished rows. It is used for earthquakes only, because every eruption has it. */
const NOT_PUBLISHED = "not-published";

/**
 * Reads an earthquake from a row of any form. If the row lacks NOAA's number, the id is empty.
 *
 * @param doubtful counts the values that were read as unknown
 * @throws Unreadable if it has no year or no place, if the date, position or id is impossible, or if it is not published
 */
export function readEarthquakeRow(row: NoaaRow, doubtful: LeftOut): NoaaEvent {
  if (row.publish === false) throw new Unreadable(NOT_PUBLISHED, "is not published");
  const fields = fieldReader(row, doubtful);
  const id = readId(fields);
  const position = readPosition(fields);
  const place = fields.text("locationName") ?? fields.text("country");
  if (place === null && position.latitude === null) throw new Unreadable("place-unknown", "has no place");
  const tsunamiEventId = readLink(fields, "tsunamiEventId");
  const event: NoaaEvent = {
    id: id === null ? "" : `noaa${id}`,
    aliases: [],
    time: readTime(fields),
    ...position,
    place: place ?? "",
    country: fields.text("country"),
    area: fields.text("area"),
    regionCode: fields.whole("regionCode", 0, 999),
    depthKm: fields.number("eqDepth", 0, 800),
    magnitude: fields.number("eqMagnitude", 0, 9.7),
    magnitudes: readMagnitudes(fields),
    intensity: fields.whole("intensity", 1, 12),
    losses: readLosses(fields, ""),
    totalLosses: readLosses(fields, "Total"),
    tsunamiFlag: tsunamiEventId !== null || row.tsunamiFlag === true,
    tsunamiEventId,
    volcanoEventId: readLink(fields, "volcanoEventId"),
  };
  refuseUnpublishable({
    occurred_at_of_any_age: isoTime(instantOf(event.time)),
    ...position,
    place_description: event.place,
    depth_km: event.depthKm,
    magnitude: event.magnitude,
    max_intensity_reported: event.intensity,
    noaa_event_id: tsunamiEventId,
    ...answeredLosses(event.losses),
  });
  refuseUnpublishable(answeredLosses(event.totalLosses));
  return event;
}

/** Losses under the names that answers use for them. */
function answeredLosses(losses: StatedLosses) {
  return Object.fromEntries(
    Object.entries(losses).flatMap(([kind, loss]) => [
      [kind, loss.value],
      [`${kind}_class`, loss.class],
    ]),
  );
}

/** @throws Unreadable */
function refuseUnpublishable(values: Parameters<typeof unpublishable>[0]): void {
  const names = unpublishable(values);
  if (names.length > 0) throw new Unreadable("value-impossible", `has an impossible ${names.join(", ")}`);
}

/** Reads a tsunami from a row of any form. @throws Unreadable if it has no id or no year, or if the date or position is impossible */
export function readTsunamiRow(row: NoaaRow, doubtful: LeftOut): NoaaTsunami {
  const fields = fieldReader(row, doubtful);
  const id = readId(fields);
  if (id === null) throw new Unreadable("id-unknown", "has no id");
  const maxWaterHeightM = fields.number("maxWaterHeight", 0, 1000);
  refuseUnpublishable({ noaa_event_id: id, max_water_height_m: maxWaterHeightM });
  return {
    id,
    validity: fields.whole("eventValidity", -1, 4),
    cause: fields.whole("causeCode", 0, 11),
    maxWaterHeightM,
    earthquakeEventId: readLink(fields, "earthquakeEventId"),
    time: readTime(fields),
    ...readPosition(fields),
  };
}

function readId({ row, whole }: FieldReader): number | null {
  const id = whole("id", 1, LAST_ID);
  if (id === null && row.id !== undefined) throw new Unreadable("id-impossible", `has the id ${describeValue(row.id)}`);
  return id;
}

/** The number of a linked row in another table; the exports of 2021 have 0 for no link. */
function readLink({ whole }: FieldReader, field: string): number | null {
  return whole(field, 0, LAST_ID) || null;
}

function readMagnitudes({ number }: FieldReader): NoaaEvent["magnitudes"] {
  const magnitudes: NoaaEvent["magnitudes"] = {};
  for (const type of NOAA_MAGNITUDES) {
    const value = number(MAGNITUDE_FIELDS[type], 0, 10);
    if (value !== null) magnitudes[type] = value;
  }
  return magnitudes;
}

/** @param suffix of the fields: none for the earthquake alone, `Total` for all consequences */
function readLosses({ number, whole }: FieldReader, suffix: "" | "Total"): StatedLosses {
  const losses: StatedLosses = {};
  for (const [kind, field] of Object.entries(LOSS_FIELDS) as [LossKind, (typeof LOSS_FIELDS)[LossKind]][]) {
    const read = kind === "damage_million_usd" ? number : whole;
    const loss = { value: read(field.value + suffix, 0, field.most), class: whole(field.class + suffix, 0, 4) };
    if (loss.value !== null || loss.class !== null) losses[kind] = loss;
  }
  return losses;
}

/** The readable rows of a table, and the rejections of the others. */
type RowsRead<Row> = Pick<NoaaTable<Row>, "rows" | "unreadable" | "anonymous" | "leftOut" | "doubtful">;

/**
 * Reads rows one by one, so that one unreadable row does not affect the others. A repeated number makes a row unreadable.
 *
 * @param given `where` names a row without an id: `line 17`
 * @param prefix put before the id in the name of a row with an id
 */
export function readRows<Row extends NoaaEvent | NoaaTsunami>(
  given: Iterable<{ row: NoaaRow | null; where: string }>,
  readRow: (row: NoaaRow, doubtful: LeftOut) => Row,
  prefix: string,
): RowsRead<Row> {
  const read: RowsRead<Row> = { rows: [], unreadable: [], anonymous: false, leftOut: {}, doubtful: {} };
  const seen = new Set<unknown>();
  for (const { row, where } of given) {
    const reading = readOne(row, read.doubtful, readRow);
    const record = reading instanceof Unreadable ? null : reading;
    if (record !== null && (record.id === "" || !seen.has(record.id))) {
      read.rows.push(record);
      if (record.id !== "") seen.add(record.id);
      continue;
    }
    const id = typeof row?.id === "number" || typeof row?.id === "string" ? String(row.id).trim().slice(0, 20) : "";
    if (reading instanceof Unreadable && reading.code === NOT_PUBLISHED) {
      count(read.leftOut, NOT_PUBLISHED);
      continue;
    }
    const error = reading instanceof Unreadable ? reading : new Unreadable("id-repeated", "has an id that stands above");
    read.unreadable.push({ what: id === "" ? where : prefix + id, code: error.code, reason: `${where} ${error.message}` });
    if (id === "") read.anonymous = true;
  }
  return read;
}

function readOne<Row>(row: NoaaRow | null, doubtful: LeftOut, readRow: (row: NoaaRow, doubtful: LeftOut) => Row): Row | Unreadable {
  if (row === null) return new Unreadable("row-malformed", "is not a row of the table");
  try {
    return readRow(row, doubtful);
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

/** A row of any form, with the field names of the HazEL API. Absent and empty fields are unknown. */
export type NoaaRow = Readonly<Record<string, unknown>>;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The number in a field; null if it is unknown, NaN if it is not a number. */
function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value.trim() : "no number";
  if (text === "") return null;
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** A value for messages. */
function describeValue(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  return (text ?? "").slice(0, 40);
}

/** Makes a reader for the fields of one row. It reads an invalid value as unknown and counts it under the name of its field. */
function fieldReader(row: NoaaRow, doubtful: LeftOut) {
  const noteInvalid = (field: string) => {
    count(doubtful, field);
    return null;
  };
  const number = (field: string, low: number, high: number) => {
    const value = numberOf(row[field]);
    return value === null || (value >= low && value <= high) ? value : noteInvalid(field);
  };
  const whole = (field: string, low: number, high: number) => {
    const value = number(field, low, high);
    return value === null || Number.isInteger(value) ? value : noteInvalid(field);
  };
  return { row, noteInvalid, number, whole, text: (field: string) => lineOfText(row[field]) };
}

type FieldReader = ReturnType<typeof fieldReader>;

/** The earliest valid year (the first eruption in the tables was in 4360 BC) and the latest. */
const YEARS = { first: -5000, last: 9999 };

/**
 * Reads the date and time of a row, UTC. The time of day ends before its first missing or impossible part.
 *
 * @throws Unreadable `year-unknown`, `date-impossible`
 */
function readTime({ row, noteInvalid }: FieldReader): CivilTime {
  const year = numberOf(row.year);
  if (year === null) throw new Unreadable("year-unknown", "has no year");
  if (!Number.isInteger(year) || year === 0 || year < YEARS.first || year > YEARS.last) {
    throw new Unreadable("date-impossible", `has the year ${describeValue(row.year)}`);
  }
  const [month, day] = [numberOf(row.month), numberOf(row.day)];
  if (!isDate(year, month, day)) {
    throw new Unreadable("date-impossible", `is dated ${[row.year, row.month, row.day].map(describeValue).join("-")}`);
  }
  if (month === null && day !== null) noteInvalid("day");
  const known = { year, month, day: month === null ? null : day };
  return { ...known, ...readClock({ row, noteInvalid }, known.day !== null) };
}

/** Second 60 (a leap second, or the result of rounding) becomes the next minute. */
const CLOCK = [
  { part: "hour", isPossible: (value: number) => Number.isInteger(value) && value >= 0 && value <= 23 },
  { part: "minute", isPossible: (value: number) => Number.isInteger(value) && value >= 0 && value <= 59 },
  { part: "second", isPossible: (value: number) => value >= 0 && value < 61 },
] as const;

function readClock({ row, noteInvalid }: Pick<FieldReader, "row" | "noteInvalid">, dayKnown: boolean) {
  const clock: Pick<CivilTime, "hour" | "minute" | "second"> = { hour: null, minute: null, second: null };
  let known = dayKnown;
  for (const { part, isPossible } of CLOCK) {
    const value = numberOf(row[part]);
    const coarserKnown = known;
    known &&= value !== null && isPossible(value);
    if (known) clock[part] = value;
    // Some tables use 0 for unknown seconds.
    else if (value !== null && (coarserKnown || value !== 0)) noteInvalid(part);
  }
  return clock;
}

function isDate(year: number, month: number | null, day: number | null): boolean {
  if (month !== null && !(Number.isInteger(month) && month >= 1 && month <= 12)) return false;
  if (day !== null && !(Number.isInteger(day) && day >= 1 && day <= 31)) return false;
  return month === null || day === null || dayExists(year, month, day);
}

/** Position in degrees. If one coordinate is missing, both are unknown. @throws Unreadable `position-impossible` */
function readPosition({ row, noteInvalid }: FieldReader): { latitude: number | null; longitude: number | null } {
  const [latitude, longitude] = [numberOf(row.latitude), numberOf(row.longitude)];
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) {
    throw new Unreadable("position-impossible", `lies at ${describeValue(row.latitude)}, ${describeValue(row.longitude)}`);
  }
  if (latitude === null || longitude === null) {
    if (latitude !== null || longitude !== null) noteInvalid("position");
    return { latitude: null, longitude: null };
  }
  return positionOf(latitude, longitude);
}

function isWithin(value: number | null, limit: number): boolean {
  return value === null || Math.abs(value) <= limit;
}
