import { ALERT_LEVELS, COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { fold, words } from "../../contract/wire/fold.ts";
import { isInside, regionOf } from "../../rewrite/region.ts";
import type { ListedEarthquake } from "./table.ts";

/** The windows before the time of the data, hours. */
export const WINDOWS = [1, 6, 24, 168, 720] as const;

/** The least magnitudes that the forms suggest. */
export const LEAST_MAGNITUDES = [2.5, 4.5, 6, 7, 8] as const;

type Check = (text: string) => boolean;

const oneOf =
  (texts: readonly string[]): Check =>
  (text) =>
    texts.includes(text);
const within =
  (least: number, most: number): Check =>
  (text) =>
    text.trim() !== "" && Number(text) >= least && Number(text) <= most;

/** The conditions that a selection may have, by the names of the API where it has them. */
const CHECKS = {
  hours: oneOf(WINDOWS.map(String)),
  start: (text) => instantOf(text, "first") !== undefined,
  end: (text) => instantOf(text, "last") !== undefined,
  country: oneOf(COUNTRY_CODES),
  min_latitude: within(-90, 90),
  max_latitude: within(-90, 90),
  min_longitude: within(-180, 180),
  max_longitude: within(-180, 180),
  latitude: within(-90, 90),
  longitude: within(-180, 180),
  max_radius_km: within(0, 20_016),
  min_mag: within(-10, 10),
  max_mag: within(-10, 10),
  min_depth: within(-100, 1000),
  max_depth: within(-100, 1000),
  min_deaths: within(0, 10_000_000),
  tsunami: oneOf(["true"]),
  alert: oneOf(ALERT_LEVELS),
  q: (text) => text.trim() !== "" && text.length <= 200,
} as const satisfies Record<string, Check>;

export type Condition = keyof typeof CHECKS;

export const CONDITIONS = Object.keys(CHECKS) as Condition[];

/** What the reader has selected: each condition as in the form and in the address, empty if it selects everything. */
export type Selection = Readonly<Record<Condition, string>>;

/** Selects everything. */
export const EVERYTHING = Object.fromEntries(CONDITIONS.map((name) => [name, ""])) as Selection;

/** What the list and the map show first. Smaller earthquakes are recorded completely only in some regions. */
export const FIRST_SELECTION: Selection = { ...EVERYTHING, hours: "168", min_mag: "4.5" };

/** Whether a text is a value of a condition. */
export function isValid(name: Condition, text: string): boolean {
  return text === "" || CHECKS[name](text);
}

/**
 * Reads a selection from the parameters of an address. A missing or invalid value is replaced by the first one.
 *
 * @example selectionOf(new URLSearchParams("start=1900&country=TR&min_mag=")).hours // ""
 */
export function selectionOf(parameters: URLSearchParams): Selection {
  const given = (name: Condition) => {
    const text = parameters.get(name);
    return text !== null && isValid(name, text) ? text : undefined;
  };
  const selection = Object.fromEntries(CONDITIONS.map((name) => [name, given(name) ?? FIRST_SELECTION[name]])) as Selection;
  const isDated = selection.start !== "" || selection.end !== "";
  return isDated && given("hours") === undefined ? { ...selection, hours: "" } : selection;
}

/** The parameters of an address: those in which a selection differs from the first one. */
export function parametersOf(selection: Selection): [Condition, string][] {
  const isDated = selection.start !== "" || selection.end !== "";
  return CONDITIONS.flatMap((name) => {
    const text = selection[name];
    const first = name === "hours" && isDated ? "" : FIRST_SELECTION[name];
    return text === first ? [] : [[name, text] as [Condition, string]];
  });
}

const DATE = /^(-?\d{1,6})(?:-(\d\d)(?:-(\d\d))?)?$/;

/**
 * The first or the last ms since 1970 UTC of a year, month or day; undefined if the text is none. The year before 1 is -1: 1 BC.
 *
 * @example instantOf("-464", "first") // the start of 464 BC
 */
export function instantOf(text: string, end: "first" | "last"): number | undefined {
  const [, years, months, days] = DATE.exec(text) ?? [];
  const [historical, month, day] = [Number(years), Number(months ?? 1), Number(days ?? 1)];
  if (years === undefined || historical === 0) return undefined;
  const year = historical < 0 ? historical + 1 : historical;
  const first = new Date(new Date(0).setUTCFullYear(year, month - 1, day));
  if (first.getUTCMonth() !== month - 1 || first.getUTCDate() !== day) return undefined;
  if (end === "first") return first.getTime();
  if (days !== undefined) return first.getTime() + 86_400_000 - 1;
  return new Date(0).setUTCFullYear(months === undefined ? year + 1 : year, months === undefined ? 0 : month, 1) - 1;
}

/** The time that a selection covers, ms since 1970 UTC; both ends belong to it. */
export interface Span {
  from: number;
  to: number;
}

/** @param asOf the time of the data, ms since 1970 UTC */
export function spanOf({ hours, start, end }: Pick<Selection, "hours" | "start" | "end">, asOf: number): Span {
  return {
    from: Math.max(
      hours === "" ? Number.NEGATIVE_INFINITY : asOf - Number(hours) * 3_600_000 + 1,
      instantOf(start, "first") ?? Number.NEGATIVE_INFINITY,
    ),
    // The historical catalogue may be newer than the recent earthquakes, as in the embedded sample.
    to: Math.min(hours === "" ? Number.POSITIVE_INFINITY : asOf, instantOf(end, "last") ?? Number.POSITIVE_INFINITY),
  };
}

/**
 * Whether an earthquake is selected. An earthquake of which a value is unknown does not meet a condition on that value.
 *
 * @param asOf the time of the data, ms since 1970 UTC
 * @param wordsIn the text in which the words of the reader are looked for
 */
export function matcherOf(
  selection: Selection,
  asOf: number,
  wordsIn: (earthquake: ListedEarthquake) => string = ({ name, place }) => `${name ?? ""} ${place}`,
): (earthquake: ListedEarthquake) => boolean {
  const { from, to } = spanOf(selection, asOf);
  const { country, tsunami, alert, q } = selection;
  const region = regionOf(regionValues(selection));
  const between = (least: string, most: string) => {
    if (least === "" && most === "") return () => true;
    const [low, high] = [least === "" ? -Infinity : Number(least), most === "" ? Infinity : Number(most)];
    return (value: number | null) => value !== null && value >= low && value <= high;
  };
  const magnitude = between(selection.min_mag, selection.max_mag);
  const depth = between(selection.min_depth, selection.max_depth);
  const deaths = between(selection.min_deaths, "");
  const alerts: readonly (string | null)[] = alert === "" ? [] : ALERT_LEVELS.slice(ALERT_LEVELS.findIndex((level) => level === alert));
  const terms = words(fold(q));
  return (one) =>
    one.time >= from &&
    one.time <= to &&
    magnitude(one.magnitude) &&
    (country === "" || one.country === country) &&
    depth(one.depthKm) &&
    deaths(one.deaths) &&
    (tsunami === "" || one.tsunami === true) &&
    (alert === "" || alerts.includes(one.alert)) &&
    (!region || (one.latitude !== null && one.longitude !== null && isInside(region, one.latitude, one.longitude))) &&
    (terms.length === 0 || hasWords(fold(wordsIn(one)), terms));
}

function hasWords(text: string, terms: readonly string[]): boolean {
  return terms.every((word) => text.includes(word));
}

const REGION = ["min_latitude", "max_latitude", "min_longitude", "max_longitude", "latitude", "longitude", "max_radius_km"] as const;

/** The numbers of box and circle. A circle counts only with all of its numbers. */
function regionValues(selection: Selection): Record<string, number> {
  const isCircle = selection.latitude !== "" && selection.longitude !== "" && selection.max_radius_km !== "";
  const names = REGION.filter((name) => selection[name] !== "" && (isCircle || name.startsWith("min") || name.startsWith("max_l")));
  return Object.fromEntries(names.map((name) => [name, Number(selection[name])]));
}

/** The columns by which a list can be sorted. */
export const SORTS = ["time", "magnitude", "place", "depth", "deaths"] as const;
export type SortColumn = (typeof SORTS)[number];

const VALUE_OF: Readonly<Record<SortColumn, (one: ListedEarthquake) => number | string | null>> = {
  time: ({ time }) => time,
  magnitude: ({ magnitude }) => magnitude,
  place: ({ name, place }) => name ?? place,
  depth: ({ depthKm }) => depthKm,
  deaths: ({ deaths }) => deaths,
};

/**
 * The order of a list. Earthquakes without a value are last in both directions; equal ones are newest first, then by id.
 *
 * @param sort a column, with a minus sign if the order is descending
 * @param compare the order of texts in the reader's language
 */
export function orderOf(sort: string, compare: (a: string, b: string) => number): (a: ListedEarthquake, b: ListedEarthquake) => number {
  const sign = sort.startsWith("-") ? -1 : 1;
  const valueOf = VALUE_OF[sort.replace(/^-/, "") as SortColumn];
  return (one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    const order =
      a === null || b === null
        ? Number(a === null) - Number(b === null)
        : sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
    return order || other.time - one.time || (one.id < other.id ? -1 : 1);
  };
}
