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
 * The columns of a table as `data/columns.json` describes them. Where nothing else is given, the value of `area_km2` is the property
 * `areaKm2` of the row.
 *
 * @param of other values, by column
 */
export function columns<Row>(table: keyof typeof described, of: Readonly<Record<string, Column<Row>["of"]>> = {}): readonly Column<Row>[] {
  return (described[table] as readonly Omit<Column<Row>, "of">[]).map((column) => {
    const property = column.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof Row;
    return { ...column, of: of[column.name] ?? ((row) => row[property] as Cell) };
  });
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
  time_precision: (e) => e.precision,
  country: (e) => e.country?.iso2 ?? null,
  plate: (e) => e.plate?.code ?? null,
  agency: (e) => e.sources[0]?.agency ?? null,
  stations: (e) => e.quality?.nst ?? null,
  azimuthal_gap: (e) => e.quality?.gap ?? null,
  rms: (e) => e.quality?.rms ?? null,
  nearest_station: (e) => e.quality?.dmin ?? null,
  deaths: (e) => e.losses.deaths.value,
  injuries: (e) => e.losses.injuries.value,
  houses_destroyed: (e) => e.losses.houses_destroyed.value,
  damage_million_usd: (e) => e.losses.damage_million_usd.value,
});

export const COUNTRY_COLUMNS = columns<Catalogue["countries"][number]>("countries", {
  latitude: (c) => c.position.latitude,
  longitude: (c) => c.position.longitude,
  seismic_zone: (c) => c.zone,
});

export const PLATE_COLUMNS = columns<Catalogue["plates"][number]>("plates", {
  pole_latitude: (p) => p.rotationPole.latitude,
  pole_longitude: (p) => p.rotationPole.longitude,
  rotation: (p) => p.rotationPole.degreesPerMyr,
});

export const BOUNDARY_COLUMNS = columns<Catalogue["boundaries"][number]>("boundaries", { wkt: wktOf });

function wktOf({ line }: Catalogue["boundaries"][number]): string {
  return `LINESTRING (${line.map(([longitude, latitude]) => `${longitude} ${latitude}`).join(", ")})`;
}

export const TERM_COLUMNS = columns<Catalogue["glossary"][number]>("glossary");
