import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import type { LossKind } from "../contract/wire/impact.ts";

export type CellType = "string" | "number" | "integer" | "boolean" | "datetime";
/** The value of a date and time is in ms since 1970 UTC. */
export type Cell = string | number | boolean | null;

/** A column of a table. All formats and their descriptions are derived from it. */
export interface Column<Row> {
  name: string;
  type: CellType;
  description: string;
  unit?: string;
  /** Whether the value is never null. */
  required?: boolean;
  minimum?: number;
  maximum?: number;
  of: (row: Row) => Cell;
}

/** A table that is stored in one file or in several. */
export interface Table<Row> {
  name: string;
  title: string;
  columns: readonly Column<Row>[];
  /** Ids of its sources. */
  sources: readonly string[];
}

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const count = { type: "integer", minimum: 0 } as const;
const required = true;

const LATITUDE = { ...number, unit: "°", minimum: -90, maximum: 90 };
const LONGITUDE = { ...number, unit: "°", minimum: -180, maximum: 180 };

/** The fields of an earthquake that the columns use. */
export type EventRow = Pick<
  CatalogueEvent,
  | "id"
  | "time"
  | "precision"
  | "updated"
  | "latitude"
  | "longitude"
  | "depthKm"
  | "magnitude"
  | "magnitudeType"
  | "place"
  | "name"
  | "status"
  | "alert"
  | "tsunamiFlag"
  | "feltReports"
  | "maxIntensityReported"
  | "maxIntensityEstimated"
  | "significance"
  | "quality"
  | "historical"
> & {
  country: { iso2: string } | null;
  plate: { code: string } | null;
  sources: readonly { agency: string }[];
  losses: Record<LossKind, { value: number | null }>;
};

export const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  { name: "id", ...text, required, description: "Id of the earthquake; older ids lead to it too", of: (e) => e.id },
  { name: "time", type: "datetime", required, description: "Origin time, UTC", of: (e) => e.time },
  {
    name: "time_precision",
    ...text,
    required,
    description: "What of the time is known: second, minute, hour, day, month or year",
    of: (e) => e.precision,
  },
  { name: "updated", type: "datetime", description: "Last change by an agency, UTC", of: (e) => e.updated },
  { name: "latitude", ...LATITUDE, description: "North positive, WGS 84", of: (e) => e.latitude },
  { name: "longitude", ...LONGITUDE, description: "East positive, WGS 84", of: (e) => e.longitude },
  { name: "depth_km", ...number, unit: "km", description: "Below sea level, down positive", of: (e) => e.depthKm },
  { name: "magnitude", ...number, description: "Magnitude as published", of: (e) => e.magnitude },
  {
    name: "magnitude_type",
    ...text,
    description: "Scale, as the agency writes it; empty where it is not given",
    of: (e) => e.magnitudeType,
  },
  { name: "place", ...text, required, description: "Where, in words", of: (e) => e.place },
  { name: "name", ...text, description: "Common name of the earthquake", of: (e) => e.name },
  {
    name: "country",
    ...text,
    description: "ISO 3166-1 alpha-2 code of the country on whose land, or off whose coast, it was",
    of: (e) => e.country?.iso2 ?? null,
  },
  { name: "plate", ...text, description: "Code of the tectonic plate (Bird 2003)", of: (e) => e.plate?.code ?? null },
  { name: "status", ...text, description: "automatic or reviewed", of: (e) => e.status },
  { name: "agency", ...text, description: "The first agency that reports it", of: (e) => e.sources[0]?.agency ?? null },
  { name: "stations", ...count, description: "Stations that were used to locate it", of: (e) => e.quality?.nst ?? null },
  { name: "azimuthal_gap", ...number, unit: "°", description: "Largest angle between stations", of: (e) => e.quality?.gap ?? null },
  { name: "rms", ...number, unit: "s", description: "Residuals of travel times, root mean square", of: (e) => e.quality?.rms ?? null },
  { name: "nearest_station", ...number, unit: "°", description: "Distance of the nearest station", of: (e) => e.quality?.dmin ?? null },
  { name: "alert", ...text, description: "PAGER alert: green, yellow, orange or red", of: (e) => e.alert },
  {
    name: "tsunami_flag",
    type: "boolean",
    description: "The agency's flag for regions where a tsunami is possible, or true where a catalogue has the tsunami",
    of: (e) => e.tsunamiFlag,
  },
  { name: "felt_reports", ...count, description: "Number of felt reports", of: (e) => e.feltReports },
  {
    name: "max_intensity_reported",
    ...number,
    minimum: 0,
    maximum: 12,
    description: "Highest reported intensity",
    of: (e) => e.maxIntensityReported,
  },
  {
    name: "max_intensity_estimated",
    ...number,
    minimum: 0,
    maximum: 12,
    description: "Highest estimated intensity",
    of: (e) => e.maxIntensityEstimated,
  },
  { name: "significance", ...count, description: "Significance by the USGS", of: (e) => e.significance },
  { name: "deaths", ...count, description: "Deaths, where the number is known", of: (e) => e.losses.deaths.value },
  { name: "injuries", ...count, description: "Injuries, where the number is known", of: (e) => e.losses.injuries.value },
  {
    name: "houses_destroyed",
    ...count,
    description: "Houses destroyed, where the number is known",
    of: (e) => e.losses.houses_destroyed.value,
  },
  {
    name: "damage_million_usd",
    ...number,
    unit: "10⁶ US$",
    minimum: 0,
    description: "Damage in US dollars of its time, where the sum is known",
    of: (e) => e.losses.damage_million_usd.value,
  },
  {
    name: "historical",
    type: "boolean",
    required,
    description: "Whether it is in the catalogue of significant earthquakes",
    of: (e) => e.historical,
  },
];

export const COUNTRY_COLUMNS: readonly Column<Catalogue["countries"][number]>[] = [
  { name: "iso2", ...text, required, description: "ISO 3166-1 alpha-2", of: (c) => c.iso2 },
  { name: "name", ...text, required, description: "English name", of: (c) => c.name },
  { name: "slug", ...text, required, description: "Its part of addresses", of: (c) => c.slug },
  { name: "continent", ...text, required, description: "Continent", of: (c) => c.continent },
  { name: "capital", ...text, description: "Capital", of: (c) => c.capital },
  { name: "area_km2", ...number, unit: "km²", minimum: 0, description: "Area", of: (c) => c.areaKm2 },
  { name: "latitude", ...LATITUDE, required, description: "A point for maps", of: (c) => c.position.latitude },
  { name: "longitude", ...LONGITUDE, required, description: "A point for maps", of: (c) => c.position.longitude },
  { name: "seismic_zone", ...text, required, description: "Seismic zone, see /methods/", of: (c) => c.zone },
];

export const PLATE_COLUMNS: readonly Column<Catalogue["plates"][number]>[] = [
  { name: "code", ...text, required, description: "Code of the plate (Bird 2003)", of: (p) => p.code },
  { name: "name", ...text, required, description: "Name", of: (p) => p.name },
  { name: "slug", ...text, required, description: "Its part of addresses", of: (p) => p.slug },
  { name: "type", ...text, required, description: "major, minor or micro", of: (p) => p.type },
  { name: "area_km2", ...number, unit: "km²", required, minimum: 0, description: "Area", of: (p) => p.areaKm2 },
  {
    name: "pole_latitude",
    ...LATITUDE,
    required,
    description: "Pole of rotation against the Pacific plate",
    of: (p) => p.rotationPole.latitude,
  },
  {
    name: "pole_longitude",
    ...LONGITUDE,
    required,
    description: "Pole of rotation against the Pacific plate",
    of: (p) => p.rotationPole.longitude,
  },
  { name: "rotation", ...number, unit: "°/10⁶ a", required, description: "Rate of rotation", of: (p) => p.rotationPole.degreesPerMyr },
];

export const BOUNDARY_COLUMNS: readonly Column<Catalogue["boundaries"][number]>[] = [
  { name: "name", ...text, required, description: "Name of the boundary", of: (b) => b.name },
  { name: "left", ...text, required, description: "Code of the plate on the left of the line", of: (b) => b.left },
  { name: "right", ...text, required, description: "Code of the plate on the right", of: (b) => b.right },
  { name: "type", ...text, required, description: "convergent, divergent or transform", of: (b) => b.type },
  { name: "class", ...text, description: "Class of the step (Bird 2003)", of: (b) => b.class },
  { name: "accuracy", ...text, required, description: "schematic or measured", of: (b) => b.accuracy },
  { name: "wkt", ...text, required, description: "The line as well-known text, longitude first", of: wktOf },
];

function wktOf({ line }: Catalogue["boundaries"][number]): string {
  return `LINESTRING (${line.map(([longitude, latitude]) => `${longitude} ${latitude}`).join(", ")})`;
}

export const TERM_COLUMNS: readonly Column<Catalogue["glossary"][number]>[] = [
  { name: "slug", ...text, required, description: "Its part of addresses", of: (t) => t.slug },
  { name: "term", ...text, required, description: "The term", of: (t) => t.term },
  { name: "category", ...text, required, description: "Category", of: (t) => t.category },
  { name: "summary", ...text, required, description: "In one sentence", of: (t) => t.summary },
  { name: "definition", ...text, required, description: "In full", of: (t) => t.definition },
  { name: "source", ...text, required, description: "Textbook, standard or paper that treats it", of: (t) => t.source },
];
