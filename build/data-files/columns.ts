import described from "../../data/columns.json" with { type: "json" };
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

/**
 * The columns of a table as `data/columns.json` describes them.
 *
 * @param of the values by column, in any order
 * @throws Error if a column has no value, or a value no column
 */
export function columns<Row>(table: keyof typeof described, of: Readonly<Record<string, Column<Row>["of"]>>): readonly Column<Row>[] {
  const all = described[table] as readonly Omit<Column<Row>, "of">[];
  const valued = all.flatMap((column) => {
    const valueOf = of[column.name];
    return valueOf ? { ...column, of: valueOf } : [];
  });
  const isWhole = valued.length === all.length && all.length === Object.keys(of).length;
  if (!isWhole) throw new Error(`data/columns.json: the columns of ${table} are not those that have values`);
  return valued;
}

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

export const EVENT_COLUMNS = columns<EventRow>("earthquakes", {
  id: (e) => e.id,
  time: (e) => e.time,
  time_precision: (e) => e.precision,
  updated: (e) => e.updated,
  latitude: (e) => e.latitude,
  longitude: (e) => e.longitude,
  depth_km: (e) => e.depthKm,
  magnitude: (e) => e.magnitude,
  magnitude_type: (e) => e.magnitudeType,
  place: (e) => e.place,
  name: (e) => e.name,
  country: (e) => e.country?.iso2 ?? null,
  plate: (e) => e.plate?.code ?? null,
  status: (e) => e.status,
  agency: (e) => e.sources[0]?.agency ?? null,
  stations: (e) => e.quality?.nst ?? null,
  azimuthal_gap: (e) => e.quality?.gap ?? null,
  rms: (e) => e.quality?.rms ?? null,
  nearest_station: (e) => e.quality?.dmin ?? null,
  alert: (e) => e.alert,
  tsunami_flag: (e) => e.tsunamiFlag,
  felt_reports: (e) => e.feltReports,
  max_intensity_reported: (e) => e.maxIntensityReported,
  max_intensity_estimated: (e) => e.maxIntensityEstimated,
  significance: (e) => e.significance,
  deaths: (e) => e.losses.deaths.value,
  injuries: (e) => e.losses.injuries.value,
  houses_destroyed: (e) => e.losses.houses_destroyed.value,
  damage_million_usd: (e) => e.losses.damage_million_usd.value,
  historical: (e) => e.historical,
});

export const COUNTRY_COLUMNS = columns<Catalogue["countries"][number]>("countries", {
  iso2: (c) => c.iso2,
  name: (c) => c.name,
  slug: (c) => c.slug,
  continent: (c) => c.continent,
  capital: (c) => c.capital,
  area_km2: (c) => c.areaKm2,
  latitude: (c) => c.position.latitude,
  longitude: (c) => c.position.longitude,
  seismic_zone: (c) => c.zone,
});

export const PLATE_COLUMNS = columns<Catalogue["plates"][number]>("plates", {
  code: (p) => p.code,
  name: (p) => p.name,
  slug: (p) => p.slug,
  type: (p) => p.type,
  area_km2: (p) => p.areaKm2,
  pole_latitude: (p) => p.rotationPole.latitude,
  pole_longitude: (p) => p.rotationPole.longitude,
  rotation: (p) => p.rotationPole.degreesPerMyr,
});

export const BOUNDARY_COLUMNS = columns<Catalogue["boundaries"][number]>("boundaries", {
  name: (b) => b.name,
  left: (b) => b.left,
  right: (b) => b.right,
  type: (b) => b.type,
  class: (b) => b.class,
  accuracy: (b) => b.accuracy,
  wkt: wktOf,
});

function wktOf({ line }: Catalogue["boundaries"][number]): string {
  return `LINESTRING (${line.map(([longitude, latitude]) => `${longitude} ${latitude}`).join(", ")})`;
}

export const TERM_COLUMNS = columns<Catalogue["glossary"][number]>("glossary", {
  slug: (t) => t.slug,
  term: (t) => t.term,
  category: (t) => t.category,
  summary: (t) => t.summary,
  definition: (t) => t.definition,
  source: (t) => t.source,
});
