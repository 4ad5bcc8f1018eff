import { magnitudeCounts } from "../../../seismology/frequency-magnitude.ts";
import { dataOfPage } from "../../client/texts.ts";
import { followData } from "../client/follow-data.ts";
import { localiseCountries } from "../client/localise-countries.ts";
import { readEarthquakes } from "../client/read-earthquakes.ts";
import { runTool } from "../client/run.ts";
import { type FrequencyData, gutenbergRichter } from "./tool.ts";

const running = runTool(gutenbergRichter(dataOfPage("seed") as FrequencyData));
localiseCountries(["country"], running.context);
followData(running, {
  keyOf: ({ hours, country, least }) => `${hours} ${country} ${least}`,
  read: async ({ hours, country, least }) => {
    const found = await readEarthquakes({ hours, least, country: country === "all" ? undefined : country });
    return found && { hours, country, least, counts: [...magnitudeCounts(found.map(({ magnitude }) => magnitude))] };
  },
});
