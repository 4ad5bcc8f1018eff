/**
 * How often the located country is the one that the agency names, and how fast events are located: `node --import tsx
 * scripts/measure-location.ts CORPUS`, where CORPUS holds `noaa/signif-2020-08.tsv`, `usgs/feeds/` and
 * `plates/original/`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPlateFile } from "../build/agencies/plates.ts";
import { NO_PLATES, type PlateCapture, type PlatesState } from "../build/agencies/plates-state.ts";
import { readCountries } from "../build/catalogue/country-facts.ts";
import { type CountryPart, readCountryPolygons } from "../build/catalogue/country-polygons.ts";
import { type CountryLocator, createCountryLocator } from "../build/catalogue/locate-country.ts";
import { createPlateLocator, type PlateLocator } from "../build/catalogue/locate-plate.ts";
import { measuredBoundaries } from "../build/catalogue/measured-boundaries.ts";
import { platePolygons } from "../build/catalogue/plate-polygons.ts";
import { readBoundaries, readPlates } from "../build/catalogue/plates.ts";
import { type Agreement, agreementOf, type NamedEvent, noaaEvents, usgsEvents } from "./location/agreement.ts";
import { createNamedCountry } from "./location/named-country.ts";

const DATA = fileURLToPath(new URL("../data", import.meta.url));

/** Where the files lie does not matter here. */
const NO_CAPTURE: PlateCapture = {
  address: "",
  retrievedFrom: "",
  retrievedAt: 0,
  checkedAt: 0,
  sha256: "0".repeat(64),
  bytes: 0,
  leftOut: {},
};

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

/** By Bird's model, as a store would have it that was told of these files. */
function birdLocator(corpus: string): PlateLocator {
  const read = (name: string) => readPlateFile(readFileSync(join(corpus, "plates/original", name)), name);
  const [boundaries, plates, steps] = ["boundaries.dig.txt", "plates.dig.txt", "steps.dat.txt"].map((name) =>
    read(`PB2002_${name}`),
  );
  if (boundaries?.kind !== "boundaries" || plates?.kind !== "plates" || steps?.kind !== "steps")
    throw new Error("the files of the plate model hold something else");
  const parts = { capture: NO_CAPTURE };
  const state: PlatesState = {
    ...NO_PLATES,
    boundaries: { ...parts, ...boundaries },
    plates: { ...parts, ...plates },
    steps: { ...parts, ...steps },
  };
  return createPlateLocator(measuredBoundaries(state, readPlates(DATA)) ?? [], platePolygons(state) ?? []);
}

function printThroughput(events: readonly NamedEvent[], what: string, locate: CountryLocator | PlateLocator): void {
  for (const { latitude, longitude } of events) locate(latitude, longitude);
  // Processor time: other work on the machine does not count.
  const start = process.cpuUsage();
  for (const { latitude, longitude } of events) locate(latitude, longitude);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
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
  printThroughput([...noaa, ...usgs], "plate, schematic", createPlateLocator(readBoundaries(DATA)));
  const bird = birdLocator(corpus);
  printThroughput([...noaa, ...usgs], "plate, Bird's", bird);
  printThroughput([...noaa, ...usgs], "country and Bird's plate", (latitude, longitude) => {
    locate(latitude, longitude);
    return bird(latitude, longitude);
  });
}
