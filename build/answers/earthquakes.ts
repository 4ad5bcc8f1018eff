import type { Catalogue, CatalogueEvent, RecentEvent } from "../catalogue/catalogue.ts";
import { isInWindow } from "../catalogue/classify.ts";
import { deathFigures, type ImpactSource, kindOf } from "../catalogue/impact.ts";
import { createNeighbourFinder } from "../catalogue/neighbours.ts";
import type { EarthquakeDetail, LiveFeed } from "../contract/resources/resources.ts";
import { type EndpointId, endpoint } from "../contract/table/endpoints.ts";
import { gridAnswers } from "../contract/table/grid.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { NEIGHBOURS } from "../contract/texts/vocabulary.ts";
import { classWords } from "../contract/wire/impact.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { once } from "../platform/lists.ts";
import { isoTime } from "../store/civil-time.ts";
import { eventTitle } from "../store/feed-feature.ts";
import { type Answer, earthquake, gridAnswer, pathAnswer, queryAnswer, recentEvents, tenth, withLazyBody } from "./records.ts";
import { mechanismsOf, otherSolutions, qualityOf } from "./solutions.ts";

/**
 * The lists and the live feed without parameters.
 *
 * @param grid whether to include the combinations that only hosts without the rewrite need (`contract/grid.ts`)
 */
export function* listAnswers(catalogue: Catalogue, grid: boolean): Iterable<Answer> {
  const recent = recentEvents(catalogue.events);
  for (const id of ["recent", "earthquakes"] as const) {
    yield queryAnswer(id, {}, listBody(id, {}, recent, catalogue));
    for (const { given, file } of grid ? gridAnswers(endpoint(id)) : []) {
      yield gridAnswer(id, given, file, listBody(id, given, recent, catalogue));
    }
  }
  yield queryAnswer("live-feed", {}, feedBody({}, recent, catalogue));
  for (const { given, file } of grid ? gridAnswers(endpoint("live-feed")) : []) {
    yield gridAnswer("live-feed", given, file, feedBody(given, recent, catalogue));
  }
}

/** A function that gives the answer with the detail of an event. Bodies are made on first use. */
export function detailAnswers(catalogue: Catalogue): (event: CatalogueEvent) => Answer {
  const detail = once(() => detailWriter(catalogue));
  return (event) => {
    const answer = { ...pathAnswer("earthquake", { slug: event.slug }, undefined), event };
    return withLazyBody(answer, () => detail()(event));
  };
}

/** A key for everything except the event itself on which details depend: the same key means the same details for the same events. */
export function detailContext({ countries, plates, events }: Catalogue): unknown {
  return [
    countries.map(({ name, iso2, slug, zone, continent }) => [name, iso2, slug, zone, continent]),
    plates.map(({ name, slug, code }) => [name, slug, code]),
    // Only historical events can be neighbours of others.
    events
      .filter(({ historical }) => historical)
      .map((event) => {
        const { id, slug, name, place, time, precision, magnitude, latitude, longitude, significant } = event;
        return [id, slug, name, place, time, precision, magnitude, latitude, longitude, significant];
      }),
  ];
}

const SMALLEST = { recent: "min_magnitude", earthquakes: "min_mag" } as const;

/** A list of events by window and smallest magnitude; all other parameters have their defaults. */
function listBody(
  id: "recent" | "earthquakes",
  given: Record<string, ParameterValue>,
  recent: readonly RecentEvent[],
  { asOf, recentSince }: Pick<Catalogue, "asOf" | "recentSince">,
): unknown {
  const valueOf = (name: string) => Number(given[name] ?? defaultOf(id, name));
  const hours = valueOf("hours");
  const smallest = valueOf(SMALLEST[id]);
  const matches = recent.filter((event) => isInWindow(event.time, asOf, hours) && event.magnitude >= smallest);
  const earthquakes = matches.slice(0, valueOf("limit")).map(earthquake);
  const list = { earthquakes, covered_from: coveredFrom(asOf, hours, recentSince) };
  return id === "recent" ? list : { count: matches.length, ...list };
}

function defaultOf(id: EndpointId, name: string): number {
  return Number(endpoint(id).parameters.find((parameter) => parameter.name === name)?.default);
}

function feedBody(
  given: Record<string, ParameterValue>,
  recent: readonly RecentEvent[],
  { asOf, recentSince }: Pick<Catalogue, "asOf" | "recentSince">,
): LiveFeed {
  const hours = Number(given.hours ?? defaultOf("live-feed", "hours"));
  const features = recent.filter(({ time }) => isInWindow(time, asOf, hours)).map(liveFeature);
  return { type: "FeatureCollection", features, covered_from: coveredFrom(asOf, hours, recentSince) };
}

/** Made once for the feeds of all windows. */
export const liveFeature = memoizeByKey((event: RecentEvent): LiveFeed["features"][number] => ({
  type: "Feature",
  id: event.id,
  geometry: { type: "Point", coordinates: [event.longitude, event.latitude, event.depthKm] },
  properties: {
    event_id: event.id,
    magnitude: event.magnitude,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    alert_level: event.alert,
    tsunami_flag: event.tsunamiFlag,
    slug: event.slug,
    title: eventTitle({ mag: event.magnitude, place: event.place, type: "earthquake" }),
    id: event.id,
    mag: event.magnitude,
    place: event.place,
    time: event.time,
  },
}));

/**
 * Depths that agencies use when the waves do not determine the depth: 10 km or, for shallow sequences, 5 km in the crust, and 33 or
 * 35 km near its bottom (USGS, Earthquake Catalog, "depth"; Bondár & Storchak 2011, Geophys. J. Int. 186, 1220).
 */
const CONVENTIONAL_DEPTHS_KM: readonly number[] = [5, 10, 33, 35];

/** Whether a depth is a convention. Only details state it: otherwise a whole number of kilometres may be either, so the result is null. */
function isFixed(depthKm: number | null, depthType: string | null): boolean | null {
  if (depthKm === null) return null;
  if (depthType === "operator assigned") return true;
  if (depthType?.startsWith("constrained by") || depthType?.startsWith("from m")) return false;
  if (CONVENTIONAL_DEPTHS_KM.includes(depthKm)) return true;
  return Number.isInteger(depthKm) ? null : false;
}

export function detailWriter(catalogue: Catalogue): (event: CatalogueEvent) => EarthquakeDetail {
  const countries = new Map(catalogue.countries.map((country) => [country.iso2, country]));
  const plates = new Map(catalogue.plates.map((plate) => [plate.code, plate]));
  const neighboursOf = neighboursWriter(catalogue.events);
  // The fields are listed one by one: spreading the fields of an Earthquake takes five times as long, and there are thousands of
  // events.
  return (event) => {
    const quality = qualityOf(event);
    return {
      event_id: event.id,
      magnitude: event.magnitude,
      depth_km: event.depthKm,
      latitude: event.latitude,
      longitude: event.longitude,
      place_description: event.place,
      occurred_at: isoTime(event.time),
      alert_level: event.alert,
      tsunami_flag: event.tsunamiFlag,
      slug: event.slug,
      name: event.name,
      other_names: [...event.otherNames],
      aliases: [...event.aliases],
      magnitude_type: event.magnitudeType,
      status: event.status,
      updated_at: event.updated === null ? null : isoTime(event.updated),
      occurred_at_precision: event.precision,
      old_style_date: event.oldStyleDate,
      depth_fixed: isFixed(event.depthKm, quality.depth_type),
      sources: event.sources.map(({ agency, id, url }) => ({ agency, id, url })),
      quality,
      other_solutions: otherSolutions(event),
      mechanisms: mechanismsOf(event),
      intensity_contours: event.contours.map(({ intensity, lines }) => ({ intensity, lines })),
      impact: impactOf(event),
      tsunami: {
        flag: event.tsunamiFlag,
        observed: event.tsunami.observed,
        noaa_event_id: event.tsunami.noaaEventId,
        max_water_height_m: event.tsunami.maxWaterHeightM,
      },
      country: countryOf(event, countries),
      plate: plateOf(event, plates),
      historical_neighbours: neighboursOf(event),
    };
  };
}

function deathsSaid({ losses: { deaths }, sources }: CatalogueEvent): EarthquakeDetail["impact"]["deaths_said"] {
  if (!deaths.said) return null;
  const noaa = sources.find(({ agency }) => agency === "noaa");
  return { ...deaths.said, figures: deathFigures(deaths.said.by, deaths.value, noaa?.url) };
}

/** The fields are listed one by one: making them from a list of entries takes ten times as long, and there are thousands of events. */
function impactOf(event: CatalogueEvent): EarthquakeDetail["impact"] {
  const { losses } = event;
  return {
    felt_reports: event.feltReports,
    max_intensity_reported: event.maxIntensityReported,
    max_intensity_estimated: event.maxIntensityEstimated,
    intensity_other_scale: event.otherIntensity && { ...event.otherIntensity },
    significance: event.significance,
    deaths: losses.deaths.value,
    deaths_class: losses.deaths.class,
    deaths_said: deathsSaid(event),
    injuries: losses.injuries.value,
    injuries_class: losses.injuries.class,
    missing: losses.missing.value,
    missing_class: losses.missing.class,
    houses_destroyed: losses.houses_destroyed.value,
    houses_destroyed_class: losses.houses_destroyed.class,
    houses_damaged: losses.houses_damaged.value,
    houses_damaged_class: losses.houses_damaged.class,
    damage_million_usd: losses.damage_million_usd.value,
    damage_million_usd_class: losses.damage_million_usd.class,
    sources: event.impactSources.map(impactSource),
  };
}

function impactSource(source: ImpactSource): EarthquakeDetail["impact"]["sources"][number] {
  const { figure, value, agency, product, contributor, updated, url } = source;
  return {
    figure,
    value,
    kind: kindOf(source),
    class_words: source.class === null ? null : classWords(figure, source.class),
    agency,
    product,
    contributor,
    updated_at: updated === null ? null : isoTime(updated),
    url,
  };
}

function countryOf({ country }: CatalogueEvent, countries: Map<string, Catalogue["countries"][number]>): EarthquakeDetail["country"] {
  const found = country && countries.get(country.iso2);
  if (!country || !found) return null;
  return {
    name: found.name,
    iso2: found.iso2,
    slug: found.slug,
    seismic_zone: found.zone,
    continent: found.continent,
    relation: country.relation,
    distance_km: country.distanceKm === null ? null : tenth(country.distanceKm),
  };
}

function plateOf({ plate }: CatalogueEvent, plates: Map<string, Catalogue["plates"][number]>): EarthquakeDetail["plate"] {
  const found = plate && plates.get(plate.code);
  if (!plate || !found) return null;
  return { name: found.name, slug: found.slug, code: found.code, boundary_distance_km: tenth(plate.boundaryDistanceKm) };
}

/** Makes a function that writes the other historical earthquakes near an event. */
function neighboursWriter(events: readonly CatalogueEvent[]): (event: CatalogueEvent) => EarthquakeDetail["historical_neighbours"] {
  const find = createNeighbourFinder(events);
  return (event) => {
    const found = find(event);
    return (
      found && {
        within_km: NEIGHBOURS.withinKm,
        count: found.count,
        strongest: found.strongest.map(({ event: other, km }) => ({
          event_id: other.id,
          slug: other.slug,
          name: other.name,
          place_description: other.place,
          occurred_at: isoTime(other.time),
          occurred_at_precision: other.precision,
          magnitude: other.magnitude,
          distance_km: tenth(km),
        })),
      }
    );
  };
}
