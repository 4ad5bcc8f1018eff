import { dataOfPage } from "../../client/page-data.ts";
import { ARCHIVE_MOST } from "../archived.ts";
import { followData } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { countNetworks, type FrequencyData, gutenbergRichterTool, isOf } from "./tool.ts";

const seed = dataOfPage("seed") as FrequencyData;
const running = runTool(gutenbergRichterTool(seed));
followData(running, {
  keyOf: ({ hours, country, least }) => `${hours} ${country} ${least}`,
  isInPage: (values) => isOf(seed, values),
  read: async ({ hours, country, least }) => {
    const requested = { hours, country, least };
    const region = country === "all" ? undefined : country;
    if (hours === "archive") {
      const { readArchive } = await import("../../client/archive.ts");
      const found = await readArchive({ least, country: region, most: ARCHIVE_MOST });
      if (!found || "absent" in found) return found && { ...requested, networks: [], absent: found.absent };
      const { from: since, to: asOf } = found.complete;
      return { ...requested, networks: countNetworks(found.earthquakes), window: { since, asOf } };
    }
    const { readEarthquakes } = await import("../../client/earthquakes.ts");
    const found = await readEarthquakes({ hours, least, country: region });
    if (!found) return found;
    const counted = found.earthquakes.map(({ event_id: id, magnitude }) => ({ id, magnitude }));
    return { ...requested, networks: countNetworks(counted), coveredFrom: found.coveredFrom };
  },
});
