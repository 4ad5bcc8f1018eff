import { countryProfile } from "../../answers/countries.ts";
import { earthquake, recentEvents } from "../../answers/records.ts";
import type { Catalogue, RecentEvent } from "../../catalogue/catalogue.ts";
import { coveredFrom } from "../../contract/wire/window.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { groupBy } from "../../platform/lists.ts";
import { HOUR_MS } from "../../platform/time.ts";
import type { ListedEarthquake } from "../earthquakes/table.ts";
import { quakeOfRecord } from "../map/quake.ts";
import { type CountryData, figuresOf } from "./countries/figures.ts";
import { countriesTool, FIRST_COUNTRIES } from "./countries/tool.ts";
import { type CountedEarthquakes, countNetworks, FIRST_COUNTED, gutenbergRichterTool, hasLaw } from "./gutenberg-richter/tool.ts";
import { type AroundData, FIRST_AROUND, nearMeTool } from "./near-me/tool.ts";
import { FIRST_POINT, MAP_DEGREES, type MotionData, plateMotionTool } from "./plate-motion/tool.ts";
import { timelineTool } from "./timeline/tool.ts";
import { historicalOf } from "./timeline/view.ts";
import type { Tool } from "./tool.ts";
import { tsunamiTool } from "./tsunami-travel-time/tool.ts";

type CatalogueData = Pick<Catalogue, "asOf" | "events" | "countries" | "plates" | "boundaries" | "complete" | "recentSince">;

/**
 * The tools that start with data of the catalogue. Each page contains the data that its script would request from the API.
 *
 * @param history the historical catalogue, oldest first
 * @param cells of the base map, those that are not empty
 */
export function toolsFromCatalogue(catalogue: CatalogueData, history: readonly ListedEarthquake[], cells: ReadonlySet<string>): Tool[] {
  const names = catalogue.countries.map(({ iso2, name }) => ({ iso2, name }));
  return [
    nearMeTool({ ...around(catalogue), cells: [...cells] }),
    gutenbergRichterTool({ countries: names, ...counted(catalogue) }),
    tsunamiTool({ cells: [...cells] }),
    plateMotionTool(motion(catalogue, cells)),
    countriesTool(compared(catalogue)),
    timelineTool(history.map(historicalOf)),
  ] as Tool[];
}

function recent({ events, asOf }: CatalogueData, hours: number, least: number): RecentEvent[] {
  return recentEvents(events).filter(({ time, magnitude }) => time > asOf - hours * HOUR_MS && magnitude >= least);
}

function around(catalogue: CatalogueData): Omit<AroundData, "cells"> {
  const points = catalogue.countries.map(({ iso2, name, position }) => ({ iso2, name, ...position }));
  const { country, km, hours, least } = FIRST_AROUND;
  const { latitude, longitude } = points.find(({ iso2 }) => iso2 === country) ?? { latitude: 0, longitude: 0 };
  const near = recent(catalogue, hours, least).filter((event) => distanceKm(latitude, longitude, event.latitude, event.longitude) <= km);
  return {
    countries: points,
    hours: String(hours),
    least,
    circle: { latitude, longitude, km },
    earthquakes: near.map((event) => quakeOfRecord(earthquake(event))),
    coveredFrom: coveredFrom(catalogue.asOf, hours, catalogue.recentSince),
  };
}

/** The counts of the world, or of the country with the most earthquakes where those of the world are too few for the law. */
function counted(catalogue: CatalogueData): CountedEarthquakes {
  const { hours, least, leastOfCountry } = FIRST_COUNTED;
  const covered = coveredFrom(catalogue.asOf, hours, catalogue.recentSince);
  const counts = (country: string, from: number, events: readonly RecentEvent[]): CountedEarthquakes => {
    return { hours: String(hours), country, least: from, networks: countNetworks(events), coveredFrom: covered };
  };
  const world = counts("all", least, recent(catalogue, hours, least));
  if (hasLaw(world)) return world;
  const byCountry = groupBy(recent(catalogue, hours, leastOfCountry), ({ country }) => country?.iso2);
  byCountry.delete(undefined);
  const [most] = [...byCountry].toSorted(([, a], [, b]) => b.length - a.length);
  const country = most?.[0] && counts(most[0], leastOfCountry, most[1]);
  return country && hasLaw(country) ? country : world;
}

function motion({ plates, boundaries }: CatalogueData, cells: ReadonlySet<string>): MotionData {
  const { latitude, longitude } = FIRST_POINT;
  const reach = 2 * MAP_DEGREES;
  const isNear = ([x, y]: readonly [number, number]) => Math.abs(x - longitude) < reach && Math.abs(y - latitude) < reach;
  return {
    plates: plates.map(({ code, name, rotationPole }) => ({ code, name, ...rotationPole })),
    lines: boundaries
      .filter(({ line }) => line.some(isNear))
      .map(({ left, right, line }) => ({
        plates: [left, right] as const,
        line: line.map(([x, y]) => [hundredth(x), hundredth(y)] as const),
      })),
    whole: false,
    cells: [...cells],
  };
}

function hundredth(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function compared(catalogue: CatalogueData): CountryData {
  const { countries: all, events } = catalogue;
  const profiles = all
    .filter(({ iso2 }) => FIRST_COUNTRIES.includes(iso2))
    .map((country) => {
      const own = events.filter((event) => event.country?.iso2 === country.iso2);
      return figuresOf(countryProfile(country, own, catalogue));
    });
  return {
    names: all.map(({ iso2, name, slug }) => ({ iso2, name, slug })),
    read: Object.fromEntries(profiles.map((one) => [one.iso2, one])),
  };
}
