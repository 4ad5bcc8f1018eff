import { parse } from "csv-parse/sync";
import type { OtherIntensityScale } from "../../contract/texts/vocabulary.ts";
import { LOSS_KINDS, type LossKind } from "../../contract/wire/impact.ts";
import { fromJulianCalendar } from "../../store/civil-time.ts";
import type { HistoricalRecord, Loss } from "../../store/records.ts";

/** A row: texts by column, empty ones for unknown values. */
type Row = Readonly<Record<string, string>>;

/**
 * Reads the project's own table of notable earthquakes: tab-separated, with a header, one row for each earthquake (columns and units:
 * `data/README.md`). `test/data/notable-earthquakes.test.ts` proves that its cells are valid.
 */
export function readNotable(text: string): HistoricalRecord[] {
  return parse<Row>(text, { delimiter: "\t", quote: null, columns: true }).map(toRecord);
}

function toRecord(row: Row): HistoricalRecord {
  const number = (column: string) => (row[column] ? Number(row[column]) : null);
  const text = (column: string) => row[column] || null;
  const [id, longitude, magnitudeType] = [row["id"] ?? "", number("longitude"), text("magnitude_type")];
  const clock = { hour: number("hour"), minute: number("minute"), second: number("second") };
  const time = { year: Number(row["year"]), month: number("month"), day: number("day"), ...clock };
  const isJulian = row["calendar"] === "julian";
  const losses = Object.fromEntries(LOSS_KINDS.map((kind): [LossKind, Loss] => [kind, { value: number(kind), class: null }]));
  const by = text("deaths_by");
  const said = by !== null && { said: { low: number("deaths_low"), high: number("deaths_high"), by } };
  const [intensity, scale] = [number("max_intensity"), text("intensity_scale")];
  const isOther = intensity !== null && scale !== "MMI";
  return {
    agency: "notable",
    id,
    aliases: [],
    sourceId: id,
    url: null,
    time: isJulian ? fromJulianCalendar(time) : time,
    ...(isJulian && { oldStyle: time }),
    ...fromNote(row["note"] ?? ""),
    latitude: number("latitude"),
    // 180° and -180° are the same meridian.
    longitude: longitude === 180 ? -180 : longitude,
    depthKm: number("depth_km"),
    magnitude: number("magnitude"),
    magnitudeType: magnitudeType === "unk" ? null : magnitudeType,
    country: text("country"),
    name: text("name"),
    otherNames: text("other_names")?.split("; ") ?? [],
    otherPlaces: [],
    place: row["place"] ?? "",
    losses: { ...(losses as Record<LossKind, Loss>), deaths: { value: number("deaths"), class: null, ...said } },
    maxIntensity: isOther ? null : intensity,
    ...(isOther && { otherIntensity: { value: intensity, scale: scale as OtherIntensityScale } }),
    tsunami: row["tsunami"] ? row["tsunami"] === "yes" : null,
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
