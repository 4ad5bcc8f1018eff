import { eventSlug } from "../../../contract/wire/slug.ts";
import { dataOfPage } from "../../client/texts.ts";
import { localiseCountries } from "../client/countries-in-order.ts";
import type { ListedEarthquake } from "../client/examples.ts";
import { followData } from "../client/follow-data.ts";
import { offerPosition } from "../client/offer-position.ts";
import { readEarthquakes } from "../client/read-earthquakes.ts";
import { runTool } from "../client/run.ts";
import type { AroundData, EarthquakeAround } from "./around.ts";
import { nearMe } from "./tool.ts";

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
