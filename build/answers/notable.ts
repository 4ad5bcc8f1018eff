import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import { leastDeaths } from "../catalogue/impact.ts";
import { strongestFirst } from "../catalogue/neighbours.ts";
import type { CountryProfile, NotableEvent } from "../contract/resources/resources.ts";
import { HIGHLIGHTS } from "../contract/texts/vocabulary.ts";
import { newestFirst } from "../platform/lists.ts";
import { isoTime } from "../store/civil-time.ts";

/** Largest number of notable earthquakes in a profile. */
const NOTABLE_EVENTS = 20;

type NotableLists = Pick<CountryProfile, "notable_events" | "strongest" | "deadliest" | "most_recent">;

/** The most notable earthquakes of a country, from its listed events. */
export function notableLists(events: readonly CatalogueEvent[]): NotableLists {
  const first = (among: readonly CatalogueEvent[]) => among.slice(0, HIGHLIGHTS).map(notableEvent);
  return {
    notable_events: events
      .filter((event) => event.historical)
      .toSorted(byImpact)
      .slice(0, NOTABLE_EVENTS)
      .map(notableEvent),
    strongest: first(events.filter(({ magnitude }) => magnitude !== null).toSorted(strongestFirst)),
    deadliest: first(events.filter((event) => deathsOf(event) > 0).toSorted(deadliestFirst)),
    most_recent: first(events.filter(({ significant }) => significant).toSorted(newestFirst)),
  };
}

/** Sorts by deaths, then by magnitude, then newest first. Unknown figures come last. */
function byImpact(a: CatalogueEvent, b: CatalogueEvent): number {
  return (b.losses.deaths.value ?? -1) - (a.losses.deaths.value ?? -1) || strongestFirst(a, b);
}

function deadliestFirst(a: CatalogueEvent, b: CatalogueEvent): number {
  return deathsOf(b) - deathsOf(a) || strongestFirst(a, b);
}

function deathsOf({ losses }: CatalogueEvent): number {
  return leastDeaths(losses.deaths) ?? 0;
}

function hasDeaths({ losses: { deaths } }: CatalogueEvent): boolean {
  return deaths.value !== null || deaths.class !== null;
}

function notableEvent(event: CatalogueEvent): NotableEvent {
  return {
    event_id: event.id,
    slug: event.slug,
    name: event.name,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    occurred_at_precision: event.precision,
    magnitude: event.magnitude,
    magnitude_type: event.magnitudeType,
    depth_km: event.depthKm,
    latitude: event.latitude,
    longitude: event.longitude,
    deaths: event.losses.deaths.value,
    deaths_class: event.losses.deaths.class,
    deaths_source: hasDeaths(event) ? (event.impactSources.find(({ figure }) => figure === "deaths")?.agency ?? null) : null,
  };
}
