import type { LossKind } from "../../contract/wire/impact.ts";
import type { Rejection } from "../../store/agency.ts";
import type { CivilTime } from "../../store/civil-time.ts";
import type { LeftOut, Loss } from "../../store/records.ts";

/** The magnitude columns of NOAA in the order in which the primary magnitude is chosen from them (HazEL, column texts). */
export const NOAA_MAGNITUDES = ["mw", "ms", "mb", "ml", "mfa", "unk"] as const;
export type NoaaMagnitude = (typeof NOAA_MAGNITUDES)[number];

/** The losses that a source states; a kind of which it says nothing is absent. */
export type StatedLosses = Partial<Record<LossKind, Loss>>;

/** A row of NOAA's table of significant earthquakes as it stands there, in our units. What it does not say is null. */
export interface NoaaEvent {
  /** `noaa` and NOAA's own number; before that is known, an id that begins with `noaad` (`deriveIds`). */
  id: string;
  /** Ids under which we had the event before, sorted. */
  aliases: readonly string[];
  time: CivilTime;
  /** Degrees, north positive; known only together with the longitude. */
  latitude: number | null;
  /** Degrees, east positive, in [-180, 180). */
  longitude: number | null;
  /** In NOAA's words, with single blanks; empty where only the position is known. */
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
  /** Of the earthquake alone. */
  losses: StatedLosses;
  /** Together with its tsunami, fires, landslides and the like. */
  totalLosses: StatedLosses;
  /** NOAA links a tsunami to it, perhaps one whose number the form does not give. */
  tsunamiFlag: boolean;
  tsunamiEventId: number | null;
  volcanoEventId: number | null;
}

/** A row of NOAA's table of tsunamis: what it adds to an earthquake. */
export interface NoaaTsunami {
  id: number;
  /** -1 erroneous, 0 a seiche or inland disturbance, 1 very doubtful, 2 questionable, 3 probable, 4 definite. */
  validity: number | null;
  /** 1 earthquake, …, 11 astronomical tide (HazEL, descriptors of causes). */
  cause: number | null;
  /** m above the sea level of the time. */
  maxWaterHeightM: number | null;
  /** NOAA's number of the earthquake, where the form gives it. */
  earthquakeEventId: number | null;
  time: CivilTime;
  latitude: number | null;
  longitude: number | null;
}

/** The forms in which NOAA publishes a table. */
export type NoaaForm = "hazel-api" | "hazel-tsv" | "classic-tsv";

/** What one document of NOAA holds. */
export interface NoaaTable<Row> {
  form: NoaaForm;
  rows: Row[];
  /** Rows in the document, the unreadable ones included. */
  listed: number;
  /** Rows that are no record, each with its reason; `what` is the id, or the line where the form has no ids. */
  unreadable: Rejection[];
  /** Whether an unreadable row may be any of those that we hold, because its id is not known. */
  anonymous: boolean;
  leftOut: LeftOut;
  doubtful: LeftOut;
  /** Of an answer of the API: which part of the table it is. */
  page: NoaaPage | null;
  /** Whether these are all rows of the table: only then does a missing row say anything. */
  complete: boolean;
}

export interface NoaaPage {
  page: number;
  totalPages: number;
  totalItems: number;
}
