import { ALERT_LEVELS, COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { fold, words } from "../../contract/wire/fold.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import { isInside, regionOf } from "../../rewrite/region.ts";
import type { Period } from "../client/archive.ts";
import { columnOf, valueOrder } from "../client/lists/sorting.ts";
import { LARGE_FROM, type ListedEarthquake } from "./table.ts";

/** The windows of time that the forms offer, hours. */
export const PERIODS = [1, 6, 24, 168, 720] as const;

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
  hours: oneOf(PERIODS.map(String)),
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

export const EVERYTHING = Object.fromEntries(CONDITIONS.map((name) => [name, ""])) as Selection;

/** What the list shows first. Smaller earthquakes are recorded completely only in some regions. */
export const FIRST_SELECTION: Selection = { ...EVERYTHING, hours: "168", min_mag: String(LARGE_FROM) };

/** Whether a text is a value of a condition. */
export function isValid(name: Condition, text: string): boolean {
  return text === "" || CHECKS[name](text);
}

/**
 * Reads a selection from the parameters of an address. A missing or invalid value is replaced by the first one, but dates without a
 * valid window have no window.
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
  if (days !== undefined) return first.getTime() + DAY_MS - 1;
  return new Date(0).setUTCFullYear(months === undefined ? year + 1 : year, months === undefined ? 0 : month, 1) - 1;
}

/** The time that a selection covers. @param asOf the time of the data, ms since 1970 UTC */
export function periodOf({ hours, start, end }: Pick<Selection, "hours" | "start" | "end">, asOf: number): Period {
  return {
    from: Math.max(
      hours === "" ? Number.NEGATIVE_INFINITY : asOf - Number(hours) * HOUR_MS + 1,
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
  const { from, to } = periodOf(selection, asOf);
  const { country, tsunami, alert, q } = selection;
  const values = regionValues(selection);
  // The whole globe is a region as well: what has no position is not in it.
  const isAnywhere = Object.keys(values).length === 0;
  const region = regionOf(values);
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
    (isAnywhere || (one.latitude !== null && one.longitude !== null && (!region || isInside(region, one.latitude, one.longitude)))) &&
    (terms.length === 0 || hasWords(fold(wordsIn(one)), terms));
}

function hasWords(text: string, terms: readonly string[]): boolean {
  return terms.every((word) => text.includes(word));
}

export const BOX = ["min_latitude", "max_latitude", "min_longitude", "max_longitude"] as const;
export const CIRCLE = ["latitude", "longitude", "max_radius_km"] as const;

/** The numbers of box and circle by the names of their conditions. A circle counts only with all of its numbers. */
export function regionValues(selection: Selection): Record<string, number> {
  const sides = BOX.filter((name) => selection[name] !== "");
  const circle = CIRCLE.every((name) => selection[name] !== "") ? CIRCLE : [];
  return Object.fromEntries([...sides, ...circle].map((name) => [name, Number(selection[name])]));
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
  const order = valueOrder(sort, compare);
  const valueOf = VALUE_OF[columnOf(sort) as SortColumn];
  return (one, other) => order(valueOf(one), valueOf(other)) || other.time - one.time || (one.id < other.id ? -1 : 1);
}
