import type { LossKind } from "../../contract/wire/impact.ts";
import { instantOf, isoTime } from "../../store/civil-time.ts";
import type { LeftOut } from "../../store/records.ts";
import { unpublishable } from "../publishable.ts";
import { count, Unreadable } from "../reading.ts";
import { NOAA_MAGNITUDES, type NoaaEvent, type NoaaMagnitude, type NoaaTable, type NoaaTsunami, type StatedLosses } from "./event.ts";
import { describeValue, type FieldReader, fieldReader, type NoaaRow, readPosition, readTime } from "./values.ts";

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
