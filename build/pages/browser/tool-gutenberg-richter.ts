import { magnitudeCounts } from "../../seismology/frequency-magnitude.ts";
import { type FrequencyData, gutenbergRichter } from "../tools/gutenberg-richter.ts";
import { dataOfPage } from "./shared/texts.ts";
import { localiseCountries } from "./tools/countries-in-order.ts";
import { followData } from "./tools/follow-data.ts";
import { readEarthquakes } from "./tools/read-earthquakes.ts";
import { runTool } from "./tools/run.ts";

const running = runTool(gutenbergRichter(dataOfPage("seed") as FrequencyData));
localiseCountries(["country"], running.kit);
followData(running, {
  keyOf: ({ hours, country, least }) => `${hours} ${country} ${least}`,
  read: async ({ hours, country, least }) => {
    const found = await readEarthquakes({ hours, least, country: country === "all" ? undefined : country });
    return found && { hours, country, least, counts: [...magnitudeCounts(found.map(({ magnitude }) => magnitude))] };
  },
});
