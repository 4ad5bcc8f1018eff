import { fold } from "../../../build/contract/wire/fold.ts";
import { readCompressedDataFile } from "../../../build/pipeline/load/data-file.ts";
import type { TownLabel } from "../../../build/site/map/land.ts";
import { type FoundTown, townFile } from "../../../build/site/places.ts";

/** The table of towns, largest first. */
export const TOWNS = "data/towns.tsv.gz";

interface Town {
  name: string;
  iso2: string;
  latitude: number;
  longitude: number;
}

/**
 * The files of towns in a tree: labels of the map in two files, of which the second is for larger zooms, and one file for
 * each initial letter for searching.
 */
export function townFiles(): [string, Uint8Array][] {
  const lines = Buffer.from(readCompressedDataFile(TOWNS)).toString("utf8").trimEnd().split("\n").slice(1);
  const towns = lines.map((line): Town => {
    const [name = "", iso2 = "", latitude, longitude] = line.split("\t");
    return { name, iso2, latitude: rounded(latitude), longitude: rounded(longitude) };
  });
  const labels = townLabels(towns);
  const files: [string, unknown][] = [
    ["/assets/map/cities.json", labels.filter(({ 3: zoom }) => zoom <= CITIES_TO_ZOOM)],
    ["/assets/map/towns.json", labels.filter(({ 3: zoom }) => zoom > CITIES_TO_ZOOM)],
    ...byInitial(towns),
  ];
  return files.map(([path, content]) => [`tree${path}`, new TextEncoder().encode(JSON.stringify(content))]);
}

/** Hundredths of a degree are about a kilometre. */
function rounded(degrees: string | undefined): number {
  return Math.round(Number(degrees) * 100) / 100;
}

const FIRST_ZOOM = 2;
const CITIES_TO_ZOOM = 4;
const LAST_ZOOM = 7;
/** Distance of labels, pixels. */
const APART_PX = 128;
/** Width of the world at zoom 0, pixels. */
const WORLD_PX = 512;

/**
 * Each town with the least zoom at which it is labelled: the largest town of each square of the map that is as wide as a
 * label, so that every region has labels at every zoom.
 *
 * @param towns largest first
 */
export function townLabels(towns: readonly Town[]): TownLabel[] {
  const zooms = new Map<Town, number>();
  for (let zoom = FIRST_ZOOM; zoom <= LAST_ZOOM; zoom++) {
    const squares = (WORLD_PX * 2 ** zoom) / APART_PX;
    const taken = new Set<string>();
    for (const town of towns) {
      const square = squareOf(town, squares);
      if (taken.has(square)) continue;
      taken.add(square);
      if (!zooms.has(town)) zooms.set(town, zoom);
    }
  }
  return [...zooms].map(([{ name, longitude, latitude }, zoom]) => [name, longitude, latitude, zoom]);
}

/** @param squares number of squares along the equator */
function squareOf({ latitude, longitude }: Town, squares: number): string {
  const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  return `${Math.floor(((longitude + 180) / 360) * squares)},${Math.floor(y * squares)}`;
}

function byInitial(towns: readonly Town[]): [string, FoundTown[]][] {
  const files = new Map<string, FoundTown[]>();
  for (const { name, iso2, latitude, longitude } of towns) {
    const path = townFile(fold(name));
    files.set(path, [...(files.get(path) ?? []), [name, iso2, latitude, longitude]]);
  }
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
