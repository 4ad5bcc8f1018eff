import { afterAll, describe, expect, it } from "vitest";
import { detailAnswers } from "../../build/answers/earthquakes.ts";
import { parseConfig } from "../../build/config/config.ts";
import { EarthquakeDetail } from "../../build/contract/resources/earthquake-detail.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { silentReport } from "../../build/platform/report.ts";
import { readJournal } from "../../build/store/journal.ts";
import { startEmulator } from "../agencies/emulator/emulator.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const agencies = await startEmulator({ now: NOW });
afterAll(() => agencies.stop());

describe("whose the figures of an impact are", () => {
  it("comes from the agency's detail by way of the store into the answer, and the journal tells", async () => {
    const { clock, usgs } = agencies;
    const time = NOW - 3_600_000;
    usgs.world.add({ net: "nc", code: "7", time, mag: 6.2, alert: "yellow", felt: 40, cdi: 6.5, mmi: 7.25 });
    const store = temporaryFolder();
    const given = { usgs: { feed: usgs.feed("all_month"), fdsn: usgs.fdsn } };
    const config = parseConfig(JSON.stringify({ agencies: given }), "q.json");
    const ask = agencyClientOf(config, silentReport, clock.now);
    const { sources } = await ingest({ config, store, now: clock.now, ask, report: silentReport });
    expect(sources[0]?.addresses.map((address) => new URL(address).pathname)).toEqual([
      "/earthquakes/feed/v1.0/summary/all_month.geojson",
      "/earthquakes/feed/v1.0/detail/nc7.geojson",
    ]);
    const { entries } = await readJournal(store, { id: "nc7" });
    expect(entries[0]).toMatchObject({ revised: [{ id: "nc7", fields: ["losspager", "dyfi", "shakemap"] }] });

    const { catalogue } = await loadCatalogue({ store, agencies: config.agencies }, cachedGeography());
    const [answer] = catalogue.events.filter(({ id }) => id === "nc7").map(detailAnswers(catalogue));
    const { impact } = EarthquakeDetail.parse(answer?.body);
    const updated = new Date(NOW).toISOString();
    expect(impact.sources.map((one) => [one.figure, one.value, one.product, one.contributor, one.updated_at])).toEqual([
      ["alert_level", "yellow", "losspager", "us", updated],
      ["felt_reports", 40, "dyfi", "us", updated],
      ["max_intensity_reported", 6.5, "dyfi", "us", updated],
      ["max_intensity_estimated", 7.25, "shakemap", "nc", updated],
      ["significance", 676, null, null, null],
    ]);
  });
});
