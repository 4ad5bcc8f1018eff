import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import { createNeighbourFinder } from "../catalogue/neighbours.ts";
import type { EarthquakeDetail } from "../contract/resources/resources.ts";
import { NEIGHBOURS } from "../contract/wire/neighbours.ts";
import { isoTime } from "../store/civil-time.ts";

/** Writes what other historical earthquakes of the list happened near an event. */
export function neighboursWriter(
  events: readonly CatalogueEvent[],
): (event: CatalogueEvent) => EarthquakeDetail["historical_neighbours"] {
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
          distance_km: Math.round(km * 10) / 10,
        })),
      }
    );
  };
}
