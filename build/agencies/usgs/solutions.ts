import table from "../../../data/solution-properties.json" with { type: "json" };
import { SOLUTION_PRODUCTS, type SolutionProduct, type SolutionProductName } from "../../store/records.ts";
import { isInstant, isObject } from "../reading.ts";

/** The range of a number. */
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
