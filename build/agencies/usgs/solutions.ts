import { SOLUTION_PRODUCTS, type SolutionProduct, type SolutionProductName } from "../../store/records.ts";
import { isInstant, isObject } from "../reading.ts";

/** The range of a number. */
type Range = readonly [low: number, high: number];

const [LATITUDE, LONGITUDE, MAGNITUDE, DEPTH]: Range[] = [
  [-90, 90],
  [-180, 180],
  [-10, 10],
  [-20, 1000],
] as const;
const TURN: Range = [-360, 360];
const PLUNGE: Range = [0, 90];
const COUNT: Range = [0, 1e6];
/** No moment is larger than some 10²⁴ N m. */
const MOMENT: Range = [-1e26, 1e26];

const STATUS = { "review-status": null, "evaluation-status": null, "quakeml-publicid": null };

const AXES = Object.fromEntries(
  ["t", "n", "p"].flatMap((axis) => [
    [`${axis}-axis-azimuth`, TURN],
    [`${axis}-axis-plunge`, PLUNGE],
    [`${axis}-axis-length`, MOMENT],
  ]),
) as Record<string, Range>;

const PLANES = Object.fromEntries(
  [1, 2].flatMap((plane) => [
    [`nodal-plane-${plane}-strike`, TURN],
    [`nodal-plane-${plane}-dip`, PLUNGE],
    [`nodal-plane-${plane}-rake`, TURN],
  ]),
) as Record<string, Range>;

const MECHANISM = {
  ...STATUS,
  ...AXES,
  ...PLANES,
  "beachball-source": null,
  "num-stations-used": COUNT,
  "azimuthal-gap": [0, 360] as Range,
};

/** The properties that are kept: numbers with their range, and texts. Units are those of the agency: degrees, km, s, N m. */
const KEPT: Record<SolutionProductName, Readonly<Record<string, Range | null>>> = {
  origin: {
    ...STATUS,
    eventtime: null,
    latitude: LATITUDE,
    longitude: LONGITUDE,
    depth: DEPTH,
    "depth-type": null,
    magnitude: MAGNITUDE,
    "magnitude-type": null,
    "magnitude-source": null,
    "origin-source": null,
    "quakeml-origin-publicid": null,
    "quakeml-magnitude-publicid": null,
    "eventtime-error": [0, 1e5],
    "horizontal-error": [0, 1e4],
    "vertical-error": [0, 1e3],
    "magnitude-error": [0, 10],
    "magnitude-num-stations-used": COUNT,
    "num-stations-used": COUNT,
    "num-phases-used": COUNT,
    "azimuthal-gap": [0, 360],
    "minimum-distance": [0, 180],
    "standard-error": [0, 1e3],
  },
  "moment-tensor": {
    ...MECHANISM,
    "derived-eventtime": null,
    "derived-latitude": LATITUDE,
    "derived-longitude": LONGITUDE,
    "derived-depth": DEPTH,
    "derived-magnitude": MAGNITUDE,
    "derived-magnitude-type": null,
    "scalar-moment": [0, 1e26],
    "percent-double-couple": [0, 1],
    "sourcetime-duration": [0, 1e4],
    ...Object.fromEntries(["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"].map((element) => [`tensor-${element}`, MOMENT])),
  },
  "focal-mechanism": MECHANISM,
};

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
    const list = products[kind];
    const bySolution = new Map<string, SolutionProduct>();
    for (const one of Array.isArray(list) ? list : []) {
      const solution = readSolution(one, kind, noteInvalid);
      const key = solution && `${solution.source} ${solution.code}`;
      if (solution && key !== undefined && !bySolution.has(key)) bySolution.set(key, solution);
    }
    return [...bySolution.values()].slice(0, MOST);
  });
}

function readSolution(one: unknown, product: SolutionProductName, noteInvalid: (what: string) => void): SolutionProduct | undefined {
  if (!isObject(one) || one["status"] === "DELETE") return undefined;
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
  return { product, source: source.toLowerCase(), code, updated: updateTime, weight: Number(preferredWeight) || 0, properties: kept };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\w.-]{1,64}$/.test(value);
}

/** Words, times and identifiers. */
const TEXT = /^[\w .,:;/()#?=&+*~'@-]{1,160}$/;

function isWithin(value: string, [low, high]: Range): boolean {
  return /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?$/.test(value) && Number(value) >= low && Number(value) <= high;
}
