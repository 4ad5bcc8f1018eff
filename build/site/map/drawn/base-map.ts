import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type GeoPermissibleObjects, geoArea } from "d3-geo";
import { type JoinedBoundary, joinBoundaries } from "../../../catalogue/boundaries/distance.ts";
import type { PlateBoundary } from "../../../catalogue/catalogue.ts";
import { once } from "../../../platform/once.ts";
import { codeKey, resultKey } from "../../../platform/program-hash.ts";
import { type DerivedCache, NO_DERIVED_CACHE } from "../../../store/derived.ts";
import type { PageFile } from "../../files.ts";
import type { Html } from "../../html.ts";
import { type LandFile, landOf } from "../land.ts";
import { linesOnWorld, WORLD_BASE_MAP, worldEdge } from "../world-map.ts";
import { cutIntoCells, layersSvg } from "./cells.ts";
import { globe, middleOf, type Position } from "./globe.ts";
import { areaPath, type Outlines, outlinesOf, pathOf } from "./outlines.ts";

/** Units between points: of the cells half a pixel, of the whole world a pixel of a map that shows a continent. */
const STEPS = { cells: 2, world: 8 };
/** Degrees between points of what is drawn on a globe, or of the whole world on a page: two pixels in the middle. */
const GLOBE_STEP = 1;

/** What the small maps of pages are drawn on. */
export interface BaseMap {
  /** Columns and rows, `column-row`, in which there is anything. */
  cells: ReadonlySet<string>;
  world: Outlines;
  /** In as much detail as the cells. */
  fine: Outlines;
  /** Files of the tree that the maps refer to. */
  files: readonly PageFile[];
  /** Names all that the map is drawn from; undefined where that is not known. */
  key: string | undefined;
  /** The globe turned to a plate. @param code of Bird's model */
  globeOf: (code: string, label: string) => Html;
}

/** Countries' outlines in two degrees of detail. */
interface Land {
  coarse: LandFile;
  fine: LandFile;
}

const CELLS = "assets/land/";

/**
 * Each part is drawn when it is first asked for: a minute needs few of them.
 *
 * @param cells which there are, where that is known
 * @param key names all that the map is drawn from
 */
export function drawBaseMap(
  land: () => Land,
  boundaries: readonly PlateBoundary[],
  cells?: readonly string[],
  key?: string,
): BaseMap {
  const read = once(land);
  const fine = once(() => outlinesOf(read().fine, boundaries, STEPS.cells));
  const world = once(() => outlinesOf(read().coarse, boundaries, STEPS.world));
  const cut = once(() => cutIntoCells(fine()));
  const has = cells ?? [...cut().keys()];
  const globeOf = once(() => globes(read().coarse, boundaries));
  const file = (path: string, text: () => string): PageFile => ({ path, text, key });
  return {
    cells: new Set(has),
    files: [
      ...has.map((cell) => file(`${CELLS}${cell}.svg`, () => cut().get(cell) ?? "")),
      file(`${CELLS}world.svg`, () => worldSvg(world())),
      file(WORLD_BASE_MAP, () => wholeSvg(read().coarse, boundaries)),
    ],
    key,
    globeOf: (...of) => globeOf()(...of),
    get world() {
      return world();
    },
    get fine() {
      return fine();
    },
  };
}

function worldSvg({ areas, borders, boundaries }: Outlines): string {
  const lines = (all: Outlines["borders"]) => all.map((line) => pathOf(line, false)).join("");
  const land = [...areas.values()].flat().map(areaPath).join("");
  return layersSvg({ land, borders: lines(borders), boundaries: lines(boundaries) });
}

/** The world as a whole, without borders: it is as wide as a page, and calm. */
function wholeSvg(coarse: LandFile, boundaries: readonly PlateBoundary[]): string {
  const land = linesOnWorld(landOnGlobe(coarse)).map((line) => pathOf(line, true));
  const meeting = linesOnWorld({ type: "MultiLineString", coordinates: lines(joinBoundaries(boundaries)) });
  const plateLines = meeting.map((line) => pathOf(line, false)).join("");
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg"><g id="c">`,
    `<path fill="var(--card)" stroke="var(--line)" vector-effect="non-scaling-stroke" d="${worldEdge()}"/>`,
    `<path fill="var(--land)" d="${land.join("")}"/>`,
    `<path fill="none" stroke="var(--quiet)" stroke-opacity=".65" stroke-width=".8" vector-effect="non-scaling-stroke" `,
    `d="${plateLines}"/></g></svg>`,
  ].join("")}\n`;
}

/** Each is drawn when it is first asked for: a process that builds each minute draws none twice. */
function globes(coarse: LandFile, boundaries: readonly PlateBoundary[]): BaseMap["globeOf"] {
  const drawn = new Map<string, Html>();
  let land: GeoPermissibleObjects | undefined;
  let all: Position[][] | undefined;
  return (code, label) => {
    land ??= landOnGlobe(coarse);
    let made = drawn.get(code);
    if (made) return made;
    const own = joinBoundaries(boundaries.filter(({ left, right }) => left === code || right === code));
    made = globe(
      {
        ...middleOf(own.map(({ points }) => points)),
        bold: lines(own),
        thin: (all ??= lines(joinBoundaries(boundaries))),
      },
      land,
      label,
    );
    drawn.set(code, made);
    return made;
  };
}

function lines(joined: readonly JoinedBoundary[]): Position[][] {
  return joined.map(({ points }) =>
    thinnedWhole(points.map(([longitude, latitude]): Position => [longitude, latitude])),
  );
}

/** Both ends, and between them no point that is too near to the last one kept. */
function thinnedWhole(points: readonly Position[]): Position[] {
  const kept: Position[] = [];
  for (const [at, point] of points.entries()) {
    const last = kept.at(-1);
    const step = last ? Math.hypot(point[0] - last[0], point[1] - last[1]) : Infinity;
    if (step >= GLOBE_STEP || at === points.length - 1) kept.push(point);
  }
  return kept;
}

function landOnGlobe(coarse: LandFile): GeoPermissibleObjects {
  const step = GLOBE_STEP * coarse.units;
  const { features } = landOf({ ...coarse, arcs: coarse.arcs.map((arc) => thinned(arc, step)), borders: [] });
  const rings = features.flatMap(({ geometry }) => (geometry.type === "MultiPolygon" ? geometry.coordinates : []));
  return {
    type: "MultiPolygon",
    coordinates: rings.flatMap(([outline = []]) => (outline.length > 4 ? [[lessThanHalf(outline)]] : [])),
  };
}

/** On a sphere a ring has two insides; no country's is the larger. */
function lessThanHalf<Point extends number[]>(ring: Point[]): Point[] {
  return geoArea({ type: "Polygon", coordinates: [ring] }) > 2 * Math.PI ? ring.toReversed() : ring;
}

/** A line of differences without points nearer than a step to the one before; both ends stay. */
function thinned(arc: readonly number[], step: number): number[] {
  const kept = arc.slice(0, 2);
  let [dx, dy] = [0, 0];
  for (let at = 2; at < arc.length; at += 2) {
    dx += arc[at] as number;
    dy += arc[at + 1] as number;
    if (Math.hypot(dx, dy) < step && at < arc.length - 2) continue;
    kept.push(dx, dy);
    [dx, dy] = [0, 0];
  }
  return kept;
}

const FOLDER = new URL("../../../../data/base-map/", import.meta.url);

/**
 * What the small maps are drawn on. It changes with the plate model only: a process that builds each minute draws it once.
 *
 * @param derived knows which cells there are where an earlier build has drawn the same
 */
export function baseMapOf(boundaries: readonly PlateBoundary[], derived: DerivedCache = NO_DERIVED_CACHE): BaseMap {
  let map = drawn.get(boundaries);
  if (!map) {
    const code = codeKey(["site/map/drawn/base-map"], { data: ["data/base-map"] });
    const key = resultKey(code, [boundaries]);
    const land = () => ({ coarse: landIn("coarse"), fine: landIn("fine") });
    const cells = key === undefined ? undefined : (derived.recall("basemap", "cells", key) as string[] | undefined);
    map = drawBaseMap(land, boundaries, cells, key);
    if (key !== undefined && !cells) derived.keep("basemap", "cells", key, [...map.cells]);
    drawn.set(boundaries, map);
  }
  return map;
}

const drawn = new WeakMap<readonly PlateBoundary[], BaseMap>();

function landIn(name: string): LandFile {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, FOLDER))).toString("utf8")) as LandFile;
}
