import { eventSlug } from "../../contract/slug.ts";
import type { AroundData, EarthquakeAround } from "../tools/around.ts";
import { nearMe } from "../tools/near-me.ts";
import { dataOfPage } from "./shared/texts.ts";
import { localiseCountries } from "./tools/countries-in-order.ts";
import type { ListedEarthquake } from "./tools/examples.ts";
import { followData } from "./tools/follow-data.ts";
import { offerPosition } from "./tools/offer-position.ts";
import { readEarthquakes } from "./tools/read-earthquakes.ts";
import { runTool } from "./tools/run.ts";

const seed = dataOfPage("seed") as AroundData;
const running = runTool(nearMe(seed));
localiseCountries(["place"], running.kit);
offerPosition(running);
followData(running, {
  // Not the place: everybody gets the same list, and a host learns nothing of where the reader is.
  keyOf: ({ hours, least }) => `${hours} ${asked(least)}`,
  read: async ({ hours, least }) => {
    const found = await readEarthquakes({ hours, least: asked(least) });
    return (
      found && { countries: seed.countries, hours, least: asked(least), circle: null, earthquakes: found.map(around) }
    );
  },
});

/** Few lists serve everybody: whole magnitudes and a half. */
function asked(least: number): number {
  return Math.floor(least * 2) / 2;
}

function around(event: ListedEarthquake): EarthquakeAround {
  const { magnitude, depth_km, latitude, longitude, place_description: place } = event;
  return {
    slug: eventSlug({ magnitude, place, id: event.event_id }),
    magnitude,
    depthKm: depth_km,
    latitude,
    longitude,
    place,
    time: Date.parse(event.occurred_at),
  };
}
