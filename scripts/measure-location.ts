/**
 * How often the located country is the one that the agency names, and how fast events are located:
 * `node --import tsx scripts/measure-location.ts CORPUS`, where CORPUS holds `noaa/signif-2020-08.tsv` and `usgs/feeds/`.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCountries } from "../build/catalogue/country-facts.ts";
import { type CountryPart, readCountryPolygons } from "../build/catalogue/country-polygons.ts";
import { type CountryLocator, createCountryLocator } from "../build/catalogue/locate-country.ts";
import { createPlateLocator, type PlateLocator } from "../build/catalogue/locate-plate.ts";
import { readBoundaries } from "../build/catalogue/plates.ts";
import { type Agreement, agreementOf, type NamedEvent, noaaEvents, usgsEvents } from "./location/agreement.ts";
import { createNamedCountry } from "./location/named-country.ts";

const DATA = fileURLToPath(new URL("../data", import.meta.url));

/** Farther than any two places. */
const ANYWHERE_KM = 30_000;

/** Classes of disagreement by the distance to the named country, km. */
const CLASSES: readonly (readonly [limit: number, meaning: string])[] = [
  [25, "within 25 km of the named country: the place is across the border, or the position is rounded"],
  [100, "25-100 km: the nearest place, or the felt area, is in the neighbouring country"],
  [370.4, "100-370 km: at sea, named after another coast"],
  [ANYWHERE_KM, "farther: far at sea, or the position does not fit the name"],
];

/** km from a point to one country. */
export function createDistanceTo(parts: readonly CountryPart[]) {
  const locators = new Map<string, CountryLocator>();
  return (iso2: string, latitude: number, longitude: number): number => {
    const own =
      locators.get(iso2) ??
      createCountryLocator(
        parts.filter((part) => part.iso2 === iso2),
        ANYWHERE_KM,
      );
    locators.set(iso2, own);
    return own(latitude, longitude)?.distanceKm ?? Number.POSITIVE_INFINITY;
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function share({ events, agree }: { events: number; agree: number }): string {
  return `${agree} of ${events} (${((100 * agree) / events).toFixed(2)} %)`;
}

function printAgreement(source: string, { onLand, all, disagreements }: Agreement): void {
  print(`${source}: on land ${share(onLand)}, over all ${share(all)}`);
  let from = 0;
  for (const [limit, meaning] of CLASSES) {
    const members = disagreements.filter(({ kmToNamed }) => kmToNamed >= from && kmToNamed < limit);
    print(`  ${members.length} ${meaning}`);
    for (const { words, latitude, longitude, located, kmToNamed } of members.slice(0, 4))
      print(`      ${words} [${latitude}, ${longitude}]: ${located || "no country"}, ${kmToNamed.toFixed(0)} km off`);
    from = limit;
  }
}

function printThroughput(events: readonly NamedEvent[], what: string, locate: CountryLocator | PlateLocator): void {
  for (const { latitude, longitude } of events) locate(latitude, longitude);
  const start = performance.now();
  for (const { latitude, longitude } of events) locate(latitude, longitude);
  const seconds = (performance.now() - start) / 1000;
  print(
    `${what}: ${events.length} events in ${(1000 * seconds).toFixed(0)} ms, ${Math.round(events.length / seconds)}/s`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const corpus = process.argv[2];
  if (corpus === undefined) throw new Error("usage: measure-location CORPUS");
  const parts = readCountryPolygons(DATA);
  const locate = createCountryLocator(parts);
  const named = createNamedCountry(readCountries(DATA));
  const noaa = noaaEvents(join(corpus, "noaa/signif-2020-08.tsv"), named);
  const usgs = usgsEvents(join(corpus, "usgs/feeds"), named);
  printAgreement("NOAA", agreementOf(noaa, locate, createDistanceTo(parts)));
  printAgreement("USGS", agreementOf(usgs, locate, createDistanceTo(parts)));
  printThroughput([...noaa, ...usgs], "country", locate);
  printThroughput([...noaa, ...usgs], "plate", createPlateLocator(readBoundaries(DATA)));
}
