import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { leastDeaths } from "../catalogue/impact.ts";
import type { ShardInput } from "../rewrite/shards/make.ts";
import type { EventClass } from "../rewrite/shards/places.ts";
import { lineKey } from "../store/event-days.ts";
import { assertValid } from "./answers.ts";
import { detailWriter, liveFeature } from "./earthquakes.ts";
import { earthquake, isPacked, recentEvents, searchableEvents, searchResult } from "./records.ts";

/**
 * The content of the shards: the records exactly as in answers, and the columns that queries use for selection.
 *
 * @param packBelow magnitude below which the details of small events are packed
 */
export function shardInput(catalogue: Catalogue, packBelow?: number): ShardInput {
  return {
    asOf: catalogue.asOf,
    recent: recentEvents(catalogue.events).map((event) => ({
      id: event.id,
      time: event.time,
      magnitude: event.magnitude,
      latitude: event.latitude,
      longitude: event.longitude,
      country: event.country?.iso2 ?? null,
      record: () => JSON.stringify(earthquake(event)),
      key: () => `recent ${lineKey(event)}`,
      check: () => assertValid("Earthquake", earthquake(event), `the record of ${event.id}`),
      feature: {
        record: () => JSON.stringify(liveFeature(event)),
        key: () => `feature ${lineKey(event)}`,
        check: () => assertValid("EarthquakeFeature", liveFeature(event), `the feature of ${event.id}`),
      },
    })),
    search: searchableEvents(catalogue.events).map((event) => ({
      time: event.time,
      cls: classOf(event),
      text: event.searchText,
      magnitude: event.magnitude,
      deaths: deathsColumn(event),
      country: event.country?.iso2 ?? null,
      title: event.name ?? undefined,
      record: () => JSON.stringify(searchResult(event)),
      key: () => `search ${lineKey(event)}`,
      check: () => assertValid("EarthquakeSearchResult", searchResult(event), `the record of ${event.id}`),
    })),
    countries: catalogue.countries.map((country) => ({
      iso2: country.iso2,
      names: country.names,
      record: JSON.stringify({ name: country.name, iso2: country.iso2, slug: country.slug, seismic_zone: country.zone }),
    })),
    terms: catalogue.glossary.map(({ term, slug, category, definition, alsoCalled }) => ({
      term,
      names: alsoCalled,
      definition,
      record: JSON.stringify({ term, slug, category }),
    })),
    words: catalogue.searchWords,
    ids: catalogue.events.map((event) => ({
      slug: event.slug,
      ids: [event.id, ...event.aliases],
      time: event.recent ? event.time : null,
      key: () => lineKey(event),
    })),
    withdrawn: catalogue.withdrawn.map(({ id, withdrawnAt }) => ({ id, withdrawnAt })),
    packed: packBelow === undefined ? undefined : packedEvents(catalogue, packBelow),
  };
}

function packedEvents(catalogue: Catalogue, below: number): NonNullable<ShardInput["packed"]> {
  const detail = detailWriter(catalogue);
  return catalogue.events
    .filter((event) => isPacked(event, below))
    .map((event) => ({ id: event.id, detail: () => checkedJson("EarthquakeDetail", detail(event), event.id) }));
}

/** From here on an earthquake is looked for by its place alone, however many later ones the place has had. */
const GREAT = { magnitude: 8.5, deaths: 100_000 };

/** The classes by which search ranks events: 0 great, 1 major, 2 significant, 3 other. */
function classOf({ magnitude, losses, major, significant }: CatalogueEvent): EventClass {
  if ((magnitude ?? 0) >= GREAT.magnitude || (leastDeaths(losses.deaths) ?? 0) >= GREAT.deaths) return 0;
  if (major) return 1;
  return significant ? 2 : 3;
}

/** The deaths as `Places` has them. */
function deathsColumn({ losses: { deaths } }: CatalogueEvent): number {
  const least = leastDeaths(deaths) ?? 0;
  return 2 * least + Number(deaths.value === null && least > 0);
}

function checkedJson(resource: string, body: unknown, id: string): string {
  assertValid(resource, body, `the record of ${id}`);
  return JSON.stringify(body);
}
