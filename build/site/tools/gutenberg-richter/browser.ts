import { magnitudeCounts } from "../../../seismology/frequency-magnitude.ts";
import { readEarthquakes } from "../../client/earthquakes.ts";
import { dataOfPage } from "../../client/page-data.ts";
import { followData } from "../client/data.ts";
import { runTool, sortCountries } from "../client/run.ts";
import { type FrequencyData, gutenbergRichterTool, isOf } from "./tool.ts";

const seed = dataOfPage("seed") as FrequencyData;
const running = runTool(gutenbergRichterTool(seed));
sortCountries(["country"], running.context);
followData(running, {
  keyOf: ({ hours, country, least }) => `${hours} ${country} ${least}`,
  isInPage: (values) => isOf(seed, values),
  read: async ({ hours, country, least }) => {
    const found = await readEarthquakes({ hours, least, country: country === "all" ? undefined : country });
    return found && { hours, country, least, counts: [...magnitudeCounts(found.map(({ magnitude }) => magnitude))] };
  },
});
