import type { LossKind } from "../../contract/wire/impact.ts";
import type { Rejection } from "../../store/agency.ts";
import type { CivilTime } from "../../store/civil-time.ts";
import type { LeftOut, Loss } from "../../store/records.ts";

/** The magnitude columns of NOAA, in their order of preference for the primary magnitude (HazEL, column texts). */
export const NOAA_MAGNITUDES = ["mw", "ms", "mb", "ml", "mfa", "unk"] as const;
export type NoaaMagnitude = (typeof NOAA_MAGNITUDES)[number];

/** The losses that a source states, by kind. */
export type StatedLosses = Partial<Record<LossKind, Loss>>;

/** A row of NOAA's table of significant earthquakes, in the units of the project. Unknown values are null. */
export interface NoaaEvent {
  /** `noaa` and NOAA's own number. If the number is unknown, an id that begins with `noaad` (`deriveIds`). */
  id: string;
  /** Former ids of the event, sorted. */
  aliases: readonly string[];
  time: CivilTime;
  /** Degrees, north positive; known only together with the longitude. */
  latitude: number | null;
  /** Degrees, east positive, in [-180, 180). */
  longitude: number | null;
  /** In NOAA's words, with single blanks; empty if only the position is known. */
  place: string;
  /** In NOAA's words, upper case. */
  country: string | null;
  /** State or province of a few countries, two letters or three. */
  area: string | null;
  regionCode: number | null;
  /** km, positive down. */
  depthKm: number | null;
  /** The primary magnitude. */
  magnitude: number | null;
  magnitudes: Partial<Record<NoaaMagnitude, number>>;
  /** Largest Modified Mercalli intensity, 1-12. */
  intensity: number | null;
  /** Losses by the earthquake alone. */
  losses: StatedLosses;
  /** Losses by the earthquake and its consequences: tsunami, fires, landslides and others. */
  totalLosses: StatedLosses;
  /** Whether NOAA links a tsunami to the earthquake, even if the form lacks the number of the tsunami. */
  tsunamiFlag: boolean;
  tsunamiEventId: number | null;
  volcanoEventId: number | null;
}

/** A row of NOAA's table of tsunamis: the values that it adds to an earthquake. */
export interface NoaaTsunami {
  id: number;
  /** -1 erroneous, 0 a seiche or inland disturbance, 1 very doubtful, 2 questionable, 3 probable, 4 definite. */
  validity: number | null;
  /** 1 earthquake, …, 11 astronomical tide (HazEL, descriptors of causes). */
  cause: number | null;
  /** m above the sea level at that time. */
  maxWaterHeightM: number | null;
  /** NOAA's number of the earthquake, if the form has it. */
  earthquakeEventId: number | null;
  time: CivilTime;
  latitude: number | null;
  longitude: number | null;
}

/** The forms in which NOAA publishes a table. */
export type NoaaForm = "hazel-api" | "hazel-tsv" | "classic-tsv";

/** The content of one document of NOAA. */
export interface NoaaTable<Row> {
  form: NoaaForm;
  rows: Row[];
  /** Number of rows in the document, unreadable ones included. */
  listed: number;
  /** Rows that could not be read, each with its reason; `what` is the id, or the line if the form has no ids. */
  unreadable: Rejection[];
  /** Whether an unreadable row has no id, so that it may be any stored event. */
  anonymous: boolean;
  leftOut: LeftOut;
  doubtful: LeftOut;
  /** The page, if this is an answer of the API; otherwise null. */
  page: NoaaPage | null;
  /** Whether these are all rows of the table. Only then does a missing row mean a withdrawal. */
  complete: boolean;
}

export interface NoaaPage {
  page: number;
  totalPages: number;
  totalItems: number;
}

/**
 * Gives an id to every row that has none: `noaad` and the date with the hour, as far as they are known (`noaad1755110109`,
 * `noaadbc0426`). Rows with the same id get a suffix: `x` and a hash of their place, or their number in the table if the place is
 * the same too.
 *
 * The fields that NOAA revises most (magnitude, losses, position, minute) are not in the id. So a revised row keeps its id even in
 * a new store: of 6,225 rows of the export of March 2021, 6,122 have the same id in that of March 2026.
 */
export function deriveIds(rows: readonly NoaaEvent[]): NoaaEvent[] {
  const bases = rows.map((row) => (row.id === "" ? `noaad${datePart(row)}` : row.id));
  const placed = qualify(bases, (at) => `x${hash((rows[at] as NoaaEvent).place)}`);
  const met = new Map<string, number>();
  const ids = qualify(placed, (at) => {
    const id = placed[at] as string;
    const number = (met.get(id) ?? 0) + 1;
    met.set(id, number);
    return number === 1 ? "" : `n${number}`;
  });
  return rows.map((row, at) => ({ ...row, id: ids[at] as string }));
}

export function isDerived(id: string): boolean {
  return id.startsWith("noaad");
}

/** Adds a suffix to every text that occurs more than once. */
function qualify(texts: readonly string[], more: (at: number) => string): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.map((text, at) => ((counts.get(text) ?? 0) > 1 ? text + more(at) : text));
}

function datePart({ time: { year, month, day, hour } }: NoaaEvent): string {
  const parts = [month, day, hour].filter((part) => part !== null).map((part) => String(part).padStart(2, "0"));
  return `${year < 0 ? "bc" : ""}${String(Math.abs(year)).padStart(4, "0")}${parts.join("")}`;
}

/** FNV-1a, 32 bits, in base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(36);
}
