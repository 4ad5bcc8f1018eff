import * as fc from "fast-check";
import type { Selection } from "../../../build/site/earthquakes/selection.ts";
import type { ListedEarthquake } from "../../../build/site/earthquakes/table.ts";
import { isInRegion } from "../../rewrite/oracle.ts";

export const LEVELS = ["green", "yellow", "orange", "red"];
export const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10);

const CIRCLE = ["latitude", "longitude", "max_radius_km"] as const;

const orAny = (values: fc.Arbitrary<string>) => fc.oneof({ weight: 3, arbitrary: fc.constant("") }, values);
const orEnd = (end: number, values: fc.Arbitrary<number>) => fc.oneof({ weight: 3, arbitrary: values }, fc.constant(end));
const text = (values: fc.Arbitrary<number>) => orAny(values.map(String));
const date = fc.constantFrom("-464", "-1", "1", "1755-11", "1900", "1999-12-31", "2024", "2024-04", "2024-05-01");

/** Any selection, of these countries. */
export const anySelection = (countries: readonly string[], words: readonly string[]): fc.Arbitrary<Selection> =>
  fc.record({
    hours: orAny(fc.constantFrom("1", "24", "168", "720")),
    start: orAny(date),
    end: orAny(date),
    country: orAny(fc.constantFrom(...countries)),
    min_latitude: text(orEnd(-90, tenths(-90, 40))),
    max_latitude: text(orEnd(90, tenths(-40, 90))),
    min_longitude: text(orEnd(-180, tenths(-180, 180))),
    max_longitude: text(orEnd(180, tenths(-180, 180))),
    latitude: text(tenths(-90, 90)),
    longitude: text(tenths(-180, 180)),
    max_radius_km: text(fc.integer({ min: 0, max: 20_016 })),
    min_mag: text(tenths(-1, 8)),
    max_mag: text(tenths(2, 9)),
    min_depth: text(tenths(0, 300)),
    max_depth: text(tenths(10, 700)),
    min_deaths: text(fc.integer({ min: 0, max: 2000 })),
    tsunami: orAny(fc.constant("true")),
    alert: orAny(fc.constantFrom(...LEVELS)),
    q: orAny(fc.constantFrom(...words)),
  });

/** The same question, asked of each earthquake in turn. @param asOf the time of the data, ms since 1970 UTC */
export function isMeant(s: Selection, one: ListedEarthquake, asOf: number): boolean {
  const year = (given: string) => Number(/^-?\d+/.exec(given)?.[0]);
  const key = (time: number) => {
    const at = new Date(time);
    const historical = at.getUTCFullYear() <= 0 ? at.getUTCFullYear() - 1 : at.getUTCFullYear();
    return [historical, at.getUTCMonth() + 1, at.getUTCDate()] as const;
  };
  const order = (given: string) => {
    const own = key(one.time);
    const asked = [
      year(given),
      ...given
        .replace(/^-?\d+-?/, "")
        .split("-")
        .filter(Boolean)
        .map(Number),
    ];
    const at = asked.findIndex((part, index) => part !== own[index]);
    return at < 0 ? 0 : (own[at] as number) - (asked[at] as number);
  };
  const low = (given: string, value: number | null) => given === "" || (value !== null && value >= Number(given));
  const high = (given: string, value: number | null) => given === "" || (value !== null && value <= Number(given));
  const isRound = s.latitude !== "" && s.longitude !== "" && s.max_radius_km !== "";
  const names = ["min_latitude", "max_latitude", "min_longitude", "max_longitude", ...(isRound ? CIRCLE : [])] as const;
  const region = Object.fromEntries(names.filter((name) => s[name] !== "").map((name) => [name, Number(s[name])]));
  const words = (s.q.toLowerCase().match(/[a-z]+/g) ?? []) as string[];
  const said = `${one.name ?? ""} ${one.place}`.toLowerCase().replaceAll("ü", "u").replaceAll("ō", "o");
  return (
    (s.hours === "" || (one.time <= asOf && one.time > asOf - Number(s.hours) * 3_600_000)) &&
    (s.start === "" || order(s.start) >= 0) &&
    (s.end === "" || order(s.end) <= 0) &&
    (s.country === "" || one.country === s.country) &&
    (Object.keys(region).length === 0 ||
      (one.latitude !== null && one.longitude !== null && isInRegion({ latitude: one.latitude, longitude: one.longitude }, region))) &&
    low(s.min_mag, one.magnitude) &&
    high(s.max_mag, one.magnitude) &&
    low(s.min_depth, one.depthKm) &&
    high(s.max_depth, one.depthKm) &&
    low(s.min_deaths, one.deaths) &&
    (s.tsunami === "" || one.tsunami === true) &&
    (s.alert === "" || LEVELS.indexOf(one.alert ?? "") >= LEVELS.indexOf(s.alert)) &&
    words.every((word) => said.includes(word))
  );
}
