import table from "../../../data/solution-properties.json" with { type: "json" };
import { ALERT_LEVELS } from "../../contract/texts/vocabulary.ts";
import { isObject } from "../../platform/json-fault.ts";
import { isoTime } from "../../store/civil-time.ts";
import {
  IMPACT_PRODUCTS,
  type ImpactProduct,
  type ImpactProductName,
  type IntensityContour,
  SOLUTION_PRODUCTS,
  type SolutionProduct,
  type SolutionProductName,
} from "../../store/records.ts";
import { unpublishable } from "../publishable.ts";
import { CLOCK_TOLERANCE_MS, isInstant, knownIntensity } from "../reading.ts";
import { readFeature } from "./feature.ts";

/** The values that are read from a detail of some hundred kilobytes: figures on the impact of an event, and its solutions. */
type DetailReading =
  | {
      kind: "detail";
      /** Every id of the event, sorted. */
      ids: string[];
      /** Last change of any data about the event, ms since 1970 UTC. */
      updated: number;
      /** The preferred product of each kind comes first. Products without data on the impact are omitted. */
      products: ImpactProduct[];
      solutions: SolutionProduct[];
      /** The path of the preferred ShakeMap's contours of intensity at the agency; null where it has none. */
      contours: string | null;
      /** Invalid values that were read as unknown, by kind. */
      doubtful: string[];
    }
  /** A short reason, such as `products-missing`. */
  | { kind: "left-out"; reason: string };

/** Largest number of products of one kind; each is from another contributor. */
const MAX_OF_A_KIND = 4;

/**
 * Reads the detail GeoJSON of one event. Its products are in lists, with the preferred product first. The agency includes former
 * versions only on request. Products that their contributor has deleted are ignored. All values in a product are text.
 *
 * @param id the requested id of the event
 * @param now ms since 1970 UTC
 */
export function readDetail(detail: unknown, id: string, now: number): DetailReading {
  const reading = readFeature(detail, now);
  if (reading.kind === "left-out") return reading;
  if (reading.kind === "withdrawal") return { kind: "left-out", reason: "deleted" };
  const { ids, updated } = reading.event;
  if (!ids.includes(id)) return { kind: "left-out", reason: "another-event" };
  const products = (detail as { properties: Record<string, unknown> }).properties["products"];
  if (!isObject(products)) return { kind: "left-out", reason: "products-missing" };
  const doubtful: string[] = [];
  const read = IMPACT_PRODUCTS.flatMap((kind) => readKind(products[kind], kind, now, doubtful));
  const solutions = readSolutions(products, (what) => doubtful.push(what));
  return { kind: "detail", ids, updated, products: read, solutions, contours: contoursAddress(standing(products["shakemap"])), doubtful };
}

function readKind(list: unknown, kind: ImpactProductName, now: number, doubtful: string[]): ImpactProduct[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    doubtful.push(kind);
    return [];
  }
  const byContributor = new Map<string, ImpactProduct>();
  for (const one of standing(list)) {
    const product = readProduct(one, kind, now, doubtful);
    if (!product) doubtful.push(kind);
    else if (!byContributor.has(product.contributor)) byContributor.set(product.contributor, product);
  }
  return [...byContributor.values()].filter(hasFigures).slice(0, MAX_OF_A_KIND);
}

/** The products that their contributor has not deleted. Where the list has former versions, those before a deletion are gone too. */
function standing(products: unknown): unknown[] {
  const list: unknown[] = Array.isArray(products) ? products : [];
  const isDeleted = ({ status }: Record<string, unknown>) => typeof status === "string" && status.toUpperCase() === "DELETE";
  const deletions = list.filter(isObject).filter(isDeleted);
  return list.filter((one) => {
    if (!isObject(one)) return true;
    if (isDeleted(one)) return false;
    const { source, code, updateTime } = one;
    return !deletions.some((of) => of["source"] === source && of["code"] === code && Number(of["updateTime"]) >= Number(updateTime));
  });
}

function readProduct(one: unknown, kind: ImpactProductName, now: number, doubtful: string[]): ImpactProduct | null {
  if (!isObject(one)) return null;
  const { source, updateTime, properties } = one as { source?: unknown; updateTime?: unknown; properties?: unknown };
  if (typeof source !== "string" || !/^[a-z0-9_-]{1,20}$/i.test(source) || !isObject(properties)) return null;
  if (!isUpdateTime(updateTime, now)) return null;
  const number = (name: string, answered: "felt_reports" | "max_intensity_reported") =>
    readNumber(properties[name], answered, () => doubtful.push(`${kind}-${name}`));
  return {
    product: kind,
    contributor: source.toLowerCase(),
    updated: updateTime,
    alert: kind === "losspager" ? readAlert(properties["alertlevel"], doubtful) : null,
    feltReports: kind === "dyfi" ? number("num-responses", "felt_reports") : null,
    maxIntensity: number("maxmmi", "max_intensity_reported"),
  };
}

function hasFigures({ alert, feltReports, maxIntensity }: ImpactProduct): boolean {
  return alert !== null || feltReports !== null || maxIntensity !== null;
}

function isUpdateTime(value: unknown, now: number): value is number {
  if (!isInstant(value) || value > now + CLOCK_TOLERANCE_MS) return false;
  return unpublishable({ updated_at: isoTime(value) }).length === 0;
}

/** @param answered the field of answers whose schema the value must match */
function readNumber(value: unknown, answered: "felt_reports" | "max_intensity_reported", noteInvalid: () => void): number | null {
  if (value === undefined || value === null || value === "") return null;
  const number = typeof value === "string" && !/^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number.NaN : Number(value);
  if (answered === "max_intensity_reported" && knownIntensity(number) === null) return null;
  if (unpublishable({ [answered]: number }).length === 0) return number;
  noteInvalid();
  return null;
}

function readAlert(value: unknown, doubtful: string[]): ImpactProduct["alert"] {
  if (value === undefined || value === null || value === "") return null;
  const known = ALERT_LEVELS.find((level) => typeof value === "string" && level === value.toLowerCase());
  if (!known) doubtful.push("losspager-alertlevel");
  return known ?? null;
}

type Range = readonly [low: number, high: number];

/** The properties that are kept: numbers with their range, and texts. Units are those of the agency: degrees, km, s, N m. */
const KEPT = table.kept as unknown as Record<SolutionProductName, Readonly<Record<string, Range | null>>>;

/** Largest number of products of one kind. */
const MOST = 8;

/**
 * The solutions in the detail of an event: hypocentres, moment tensors and focal mechanisms of every contributor, the preferred one
 * of a kind first. Of each solution only the first version is kept.
 *
 * @param noteInvalid gets the kind of each invalid value, which is left out
 */
export function readSolutions(products: Readonly<Record<string, unknown>>, noteInvalid: (what: string) => void): SolutionProduct[] {
  return SOLUTION_PRODUCTS.flatMap((kind) => {
    const bySolution = new Map<string, SolutionProduct>();
    for (const one of standing(products[kind])) {
      const solution = readSolution(one, kind, noteInvalid);
      const key = solution && `${solution.source} ${solution.code}`;
      if (solution && key !== undefined && !bySolution.has(key)) bySolution.set(key, solution);
    }
    return [...bySolution.values()].slice(0, MOST);
  });
}

function readSolution(one: unknown, product: SolutionProductName, noteInvalid: (what: string) => void): SolutionProduct | undefined {
  if (!isObject(one)) return undefined;
  const { source, code, updateTime, preferredWeight, properties } = one;
  if (!isName(source) || !isName(code) || !isInstant(updateTime) || !isObject(properties)) {
    noteInvalid(product);
    return undefined;
  }
  const kept: Record<string, string> = {};
  for (const [name, range] of Object.entries(KEPT[product])) {
    const value = properties[name];
    if (value === undefined || value === null || value === "") continue;
    const isKept = typeof value === "string" && (range === null ? TEXT.test(value) : isWithin(value, range));
    if (isKept) kept[name] = value;
    else noteInvalid(`${product}-${name}`);
  }
  // Older products have `OPERATOR_ASSIGNED` for QuakeML's "operator assigned".
  const type = kept["depth-type"];
  if (type !== undefined && type === type.toUpperCase()) kept["depth-type"] = type.toLowerCase().replaceAll("_", " ");
  inNewtonMetres(kept);
  return { product, source: source.toLowerCase(), code, updated: updateTime, weight: Number(preferredWeight) || 0, properties: kept };
}

/** Some contributors give the lengths of axes in dyn cm, 10⁻⁷ N m, beside a moment in N m. */
function inNewtonMetres(kept: Record<string, string>): void {
  const lengths = ["t", "n", "p"].map((axis) => `${axis}-axis-length`).filter((name) => name in kept);
  const isInDyn = lengths.some((name) => Math.abs(Number(kept[name])) > 1000 * Number(kept["scalar-moment"]));
  if (isInDyn) for (const name of lengths) kept[name] = String(Number(kept[name]) / 1e7);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\w.-]{1,64}$/.test(value);
}

/** Words, times and identifiers. */
const TEXT = /^[\w .,:;/()#?=&+*~'@-]{1,160}$/;

function isWithin(value: string, [low, high]: Range): boolean {
  return /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?$/.test(value) && Number(value) >= low && Number(value) <= high;
}

const FILE = "download/cont_mmi.json";

/** Paths of products at the agency. Only the path is taken of an address in a detail: the host is that of the configuration. */
const PRODUCT = /^https?:\/\/[^/]+(\/(?:[\w.-]+\/){0,3}product\/shakemap\/[\w.-]+\/[\w.-]+\/\d+\/download\/cont_mmi\.json)$/;

/** The path of the contours of intensity of the preferred ShakeMap; null where it has none. */
export function contoursAddress(shakemaps: readonly unknown[]): string | null {
  const preferred = shakemaps.find(isObject);
  const contents = isObject(preferred) ? preferred["contents"] : undefined;
  const content = isObject(contents) ? contents[FILE] : undefined;
  const url = isObject(content) ? content["url"] : undefined;
  return (typeof url === "string" && PRODUCT.exec(url)?.[1]) || null;
}

/** Contours below this degree (felt by few) are left out. */
const LEAST = 3;

/** Points nearer than this to the line between their neighbours are left out, degrees: a pixel of the page's map is some 0.02. */
const TOLERANCE = 0.01;

const MOST_POINTS = 1500;

/**
 * Reads ShakeMap's `cont_mmi.json`: the contours of whole degrees, thinned to what a map shows.
 *
 * @returns undefined where it is not such a document
 */
export function readContours(document: unknown): IntensityContour[] | undefined {
  const features = isObject(document) ? document["features"] : undefined;
  if (!Array.isArray(features)) return undefined;
  const contours: IntensityContour[] = [];
  let points = 0;
  for (const feature of features as unknown[]) {
    const { properties, geometry } = (isObject(feature) ? feature : {}) as { properties?: unknown; geometry?: unknown };
    const intensity = isObject(properties) ? properties["value"] : undefined;
    if (!isObject(geometry) || typeof intensity !== "number") return undefined;
    if (!Number.isInteger(intensity) || intensity < LEAST || intensity > 10) continue;
    const lines = linesOf(geometry);
    if (!lines) return undefined;
    const thinned = lines.map((line) => thin(line)).filter((line) => line.length > 2);
    points += thinned.flat().length;
    if (thinned.length > 0) contours.push({ intensity, lines: thinned });
  }
  return points > MOST_POINTS ? undefined : contours.toSorted((a, b) => a.intensity - b.intensity);
}

type Point = [longitude: number, latitude: number];

function linesOf({ type, coordinates }: Readonly<Record<string, unknown>>): Point[][] | undefined {
  const lines = type === "LineString" ? [coordinates] : coordinates;
  if ((type !== "LineString" && type !== "MultiLineString") || !Array.isArray(lines)) return undefined;
  return lines.every((line) => Array.isArray(line) && line.every(isPoint)) ? lines : undefined;
}

function isPoint(point: unknown): point is Point {
  if (!Array.isArray(point)) return false;
  const [longitude, latitude] = point as unknown[];
  const isNumber = (value: unknown, most: number) => typeof value === "number" && Math.abs(value) <= most;
  return isNumber(longitude, 360) && isNumber(latitude, 90);
}

/** Thins a line after Douglas & Peucker (1973, Cartographica 10, 112). */
function thin(line: readonly Point[]): Point[] {
  const rounded = line.map(([x, y]): Point => [hundredth(x), hundredth(y)]);
  const kept = new Set([0, Math.floor(rounded.length / 2), rounded.length - 1]);
  const open = [...kept].map((from, at, all): [number, number] => [from, all[at + 1] ?? from]);
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [farthest, distance] = [-1, TOLERANCE];
    for (let at = from + 1; at < to; at++) {
      const own = distanceFrom(rounded[from] as Point, rounded[to] as Point, rounded[at] as Point);
      if (own > distance) [farthest, distance] = [at, own];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return rounded.filter((_, at) => kept.has(at));
}

function hundredth(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** The distance of a point from the segment between two others. */
function distanceFrom([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}
