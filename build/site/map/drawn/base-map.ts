import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { GeoPermissibleObjects } from "d3-geo";
import { type JoinedBoundary, joinBoundaries } from "../../../catalogue/boundaries/distance.ts";
import type { PlateBoundary } from "../../../catalogue/catalogue.ts";
import { hashOfValues } from "../../../platform/hash.ts";
import { once } from "../../../platform/lists.ts";
import { type Derive, NO_CELLS } from "../../../store/derive.ts";
import { thinned as thinnedPoints } from "../../charts/plot.ts";
import type { PageFile } from "../../files.ts";
import type { Html } from "../../html.ts";
import { type LandFile, landOf } from "../land.ts";
import { linesOnWorld, WORLD_BASE_MAP, worldEdge } from "../world-map.ts";
import { landRows } from "./area-names.ts";
import { boundaryLines, cutIntoCells, FAR, type Level, layersSvg, NEAR, WIDE, windowOf } from "./cells.ts";
import { type GlobePaths, globe, globeMarks, globePaths, middleOf, type Position } from "./globe.ts";
import { countryShapes, lessThanHalf, type Shape } from "./index-maps.ts";
import { cellsIn, type MapPoint, type NamedLand } from "./local-maps.ts";
import { areaPath, type Line, meetingOf, type Outlines, outlinesOf, pathOf, scaled, WORLD_UNITS, withoutBorders } from "./outlines.ts";

/**
 * Least distance between points in units: half a pixel in the cells, one pixel of a continent-sized map in the outlines of the whole
 * world, and two to three pixels where that is as small as beside a form (`tools/client/place.ts`).
 */
const STEPS = { cells: 2, wide: 8, world: 8, far: 16, small: 100 };
/** Units of the world in one unit of the smallest map of the world: a pixel or less, as the step. */
const SMALL_SCALE = 10;
/** Width and height together of the smallest island on the smallest map of the world, units: four pixels. */
const SMALLEST_ISLAND = 160;
/** Least distance between points of globes and of the whole world, degrees: two pixels in the middle. */
const GLOBE_STEP = 1;
/** Least distance between points of the countries on the map of the world, degrees: two pixels at its usual width. */
const SHAPE_STEP = 1.3;

/** The base map on which the small maps of pages are drawn. */
export interface BaseMap extends NamedLand {
  /** The SVG file of a cell; empty for an empty cell. @param cell `column-row` */
  cell: (cell: string) => string;
  /** The files of the tree that the maps refer to. */
  files: readonly PageFile[];
  /** Identifies all input of the map besides the program. */
  key: string;
  /** A globe that shows a plate in its centre; undefined for a plate without boundaries. @param code of Bird's model */
  globeOf: (code: string, label: string, points: readonly MapPoint[]) => Html | undefined;
  /** The countries on the map of the world, by ISO 3166-1 alpha-2. */
  shapes: ReadonlyMap<string, Shape>;
  /** The middle of the boundaries of a plate, degrees. @param code of Bird's model */
  middleOfPlate: (code: string) => { latitude: number; longitude: number };
}

/** Outlines of the countries in two levels of detail. */
interface Land {
  coarse: LandFile;
  fine: LandFile;
}

/** Width and height together. */
function sizeOf(line: Line): number {
  const { left, right, top, bottom } = windowOf(line);
  return right - left + bottom - top;
}

const WHOLE = { left: 0, top: 0, width: WORLD_UNITS, height: WORLD_UNITS };
const NOTHING = { land: "", borders: "", boundaries: "" };

const NO_LAND: LandFile = { units: 1, arcs: [], countries: {}, borders: [] };

const CELLS = "assets/land/";

/** Each part is drawn on first use, because a build each minute needs only a few parts. @param derive keeps parts between builds */
export function drawBaseMap(land: () => Land, boundaries: readonly PlateBoundary[], derive: Derive = NO_CELLS): BaseMap {
  const key = hashOfValues(boundaries);
  const kept = <Part>(name: string, make: () => Part): Part => derive(`basemap/${name}`, [key], make).value;
  const read = once(land);
  const fine = once(() => outlinesOf(read().fine, boundaries, STEPS.cells));
  const world = once(() => outlinesOf(read().coarse, boundaries, STEPS.world));
  const meets = once(() => meetingOf(outlinesOf(NO_LAND, boundaries, STEPS.cells).boundaries()));
  const rows = once(() => kept("rows", () => landRows(Object.keys(read().coarse.countries), world().areasOf)));
  const cut = once(() => cutIntoCells(fine(), NEAR));
  const cutOf = (level: Level, from: () => LandFile, step: number) => once(() => cutIntoCells(coastOf(from(), boundaries, step), level));
  const larger = [
    { level: WIDE, cut: cutOf(WIDE, () => read().fine, STEPS.wide) },
    { level: FAR, cut: cutOf(FAR, () => read().coarse, STEPS.far) },
  ];
  const has = kept("cells", () => [...cut().keys()]);
  const globes = once(() => new Map(kept("globes", () => globesOf(read().coarse, boundaries))));
  const shapesNow = () => [...countryShapes(thinnedLand(read().coarse, SHAPE_STEP))];
  const shapes = once(() => new Map(kept("shapes", shapesNow)));
  const file = (path: string, text: () => string): PageFile => ({ path, text, key });
  const middleOfPlate = (code: string) => middleOf(boundariesOf(code, boundaries).map(({ points }) => points));
  const cell = (name: string) => cut().get(name) ?? "";
  return {
    cells: new Set(has),
    cell,
    files: [
      ...has.map((name) => file(`${CELLS}${name}.svg`, () => cell(name))),
      ...larger.flatMap(({ level, cut: own }) =>
        cellsIn(WHOLE, level).map(({ cell: name }) => file(`${CELLS}${name}.svg`, () => own().get(name) ?? layersSvg(NOTHING, 1))),
      ),
      file(`${CELLS}small.svg`, () => smallSvg(read().coarse)),
      file(WORLD_BASE_MAP, () => wholeSvg(read().coarse, boundaries)),
    ],
    key,
    globeOf: (code, label, points) => {
      const paths = globes().get(code);
      return paths && globe(paths, label, globeMarks(middleOfPlate(code), points));
    },
    middleOfPlate,
    get shapes() {
      return shapes();
    },
    hasBoundary: (...box) => meets()(...box),
    get rows() {
      return rows();
    },
    get world() {
      return world();
    },
    get fine() {
      return fine();
    },
  };
}

/** The larger areas of land alone. */
function smallSvg(coarse: LandFile): string {
  const land = coastLines(coarse, STEPS.small).filter((line) => sizeOf(line) >= SMALLEST_ISLAND);
  return layersSvg({ ...NOTHING, land: land.map((line) => areaPath(scaled(line, SMALL_SCALE))).join("") }, SMALL_SCALE);
}

/** The land without borders on its coasts, which are then lines of their own. */
function coastOf(land: LandFile, boundaries: readonly PlateBoundary[], step: number): Omit<Outlines, "areasOf"> {
  return { ...outlinesOf(land, boundaries, step), areas: () => coastLines(land, step).filter((line) => sizeOf(line) >= step) };
}

function coastLines(land: LandFile, step: number): readonly Line[] {
  return outlinesOf(withoutBorders(land), [], step).areas();
}

/** The whole world, without borders, so that it shows few details at the width of a page. */
function wholeSvg(coarse: LandFile, boundaries: readonly PlateBoundary[]): string {
  const land = linesOnWorld(landOnGlobe(coarse)).map((line) => pathOf(line, true));
  const meeting = linesOnWorld({ type: "MultiLineString", coordinates: lines(joinBoundaries(boundaries)) });
  const plateLines = meeting.map((line) => pathOf(line, false)).join("");
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg"><g id="c">`,
    `<path fill="var(--sea)" stroke="var(--coast)" vector-effect="non-scaling-stroke" d="${worldEdge()}"/>`,
    `<path fill="var(--land)" d="${land.join("")}"/>${boundaryLines(plateLines)}</g></svg>`,
  ].join("")}\n`;
}

/** The globes of all plates that have boundaries, by code. */
function globesOf(coarse: LandFile, boundaries: readonly PlateBoundary[]): [string, GlobePaths][] {
  const land = landOnGlobe(coarse);
  const thin = lines(joinBoundaries(boundaries));
  const codes = new Set(boundaries.flatMap(({ left, right }) => [left, right]));
  return [...codes].map((code) => {
    const own = boundariesOf(code, boundaries);
    return [code, globePaths({ ...middleOf(own.map(({ points }) => points)), bold: lines(own), thin }, land)];
  });
}

function boundariesOf(code: string, boundaries: readonly PlateBoundary[]): JoinedBoundary[] {
  return joinBoundaries(boundaries.filter(({ left, right }) => left === code || right === code));
}

function lines(joined: readonly JoinedBoundary[]): Position[][] {
  return joined.map(({ points }) =>
    thinnedPoints(
      points.map(([longitude, latitude]): Position => [longitude, latitude]),
      GLOBE_STEP,
    ),
  );
}

function landOnGlobe(coarse: LandFile): GeoPermissibleObjects {
  const { features } = landOf({ ...thinnedLand(coarse, GLOBE_STEP), borders: [] });
  const rings = features.flatMap(({ geometry }) => (geometry.type === "MultiPolygon" ? geometry.coordinates : []));
  return {
    type: "MultiPolygon",
    coordinates: rings.flatMap(([outline = []]) => (outline.length > 4 ? [[lessThanHalf(outline)]] : [])),
  };
}

/** @param step least distance between points, degrees */
function thinnedLand(land: LandFile, step: number): LandFile {
  return { ...land, arcs: land.arcs.map((arc) => thinnedArc(arc, step * land.units)) };
}

/** Removes points of a delta-encoded line that are nearer than a step to the previous point. Both ends are kept. */
function thinnedArc(arc: readonly number[], step: number): number[] {
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
 * The base map of the small maps. It changes only with the plate model, so that a process that builds each minute draws it
 * once.
 *
 * @param derive stores the list of non-empty cells, the shapes of countries, the rows of land and the globes between builds
 */
export function baseMapOf(boundaries: readonly PlateBoundary[], derive: Derive = NO_CELLS): BaseMap {
  let map = drawn.get(boundaries);
  if (!map) {
    const land = () => ({ coarse: landIn("coarse"), fine: landIn("fine") });
    map = drawBaseMap(land, boundaries, derive);
    drawn.set(boundaries, map);
  }
  return map;
}

const drawn = new WeakMap<readonly PlateBoundary[], BaseMap>();

function landIn(name: string): LandFile {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, FOLDER))).toString("utf8")) as LandFile;
}
