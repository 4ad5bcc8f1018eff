import type { PlateBoundaries } from "../../../contract/resources/resources.ts";
import { csvText, geojsonText } from "../../../data-files/text.ts";
import { type LandFile, landOf } from "../../map/land.ts";
import { readJson } from "../page-data.ts";
import type { Row } from "./select.ts";

interface Shape {
  type: string;
  coordinates: unknown;
}

/**
 * The rows as a file.
 *
 * @param list `countries`, `plates` or `glossary`
 * @throws Error if the geometries cannot be read
 */
export async function fileOf(list: string, format: string, rows: readonly Row[]): Promise<Blob> {
  const columns = Object.keys(rows[0]?.values ?? {}).map((name) => ({
    name,
    type: "string" as const,
    description: name,
    of: ({ values }: Row) => values[name] ?? null,
  }));
  if (format === "CSV") return new Blob([csvText(columns, rows)], { type: "text/csv" });
  const shapeOf = await shapes(list);
  return new Blob([geojsonText(columns, rows, shapeOf)], { type: "application/geo+json" });
}

/** The geometry of a row: the outline of a country, or the boundaries of a plate. */
async function shapes(list: string): Promise<(row: Row) => Shape | null> {
  if (list === "countries") {
    const { features } = landOf(await readJson<LandFile>("/assets/map/coarse.json"));
    const outlines = new Map(features.map(({ properties, geometry }) => ["iso2" in properties ? properties.iso2 : "", geometry]));
    return ({ values }) => outlines.get(String(values["iso2"])) ?? null;
  }
  const { features } = await readJson<PlateBoundaries>("/api/plate-boundaries/");
  return ({ values: { code } }) => {
    const own = features.filter(({ properties: { plate_a: a, plate_b: b } }) => a === code || b === code);
    return { type: "MultiLineString", coordinates: own.map(({ geometry }) => geometry.coordinates) };
  };
}

/** Offers a file for download. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
