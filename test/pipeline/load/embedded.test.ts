import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { writeNoaaState } from "../../../build/agencies/noaa/state.ts";
import { loadConfig } from "../../../build/config/config.ts";
import { buildInputs, embeddedNotable, embeddedUsgs } from "../../../build/pipeline/load/inputs.ts";
import { openDerive } from "../../../build/store/derive.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const dir = temporaryFolder();
const CAPTURE = new URL("../../../data/captures/usgs-all_week-2018-02-07.geojson.gz", import.meta.url);

describe("the embedded data", () => {
  let usgs: ReturnType<typeof embeddedUsgs>;
  beforeAll(async () => {
    usgs = embeddedUsgs();
  });

  it("hold the whole real week of 2018-02-07, nothing left out", () => {
    const { features } = JSON.parse(gunzipSync(readFileSync(CAPTURE)).toString("utf8")) as { features: unknown[] };
    expect(features).toHaveLength(1707);
    expect(usgs.events).toHaveLength(1707);
    expect(usgs.capture).toMatchObject({ features: 1707, leftOut: {}, doubtful: {} });
    expect(new Date(usgs.capture.generated).toISOString()).toBe("2018-02-07T01:49:14.000Z");
  });

  it("hold the Hualien earthquake as the agency had it", () => {
    expect(usgs.events.find(({ id }) => id === "us1000chhc")).toMatchObject({
      magnitude: 6.4,
      magnitudeType: "mww",
      place: "22km NNE of Hualian, Taiwan",
      depthKm: 10.64,
      significance: 800,
    });
  });

  it("hold at least 300 notable earthquakes", async () => {
    expect(embeddedNotable().length).toBeGreaterThanOrEqual(300);
  });

  it("are read from their files once", async () => {
    const notable = embeddedNotable();
    for (let build = 0; build < 2; build++) {
      const derive = openDerive(dir);
      expect(embeddedNotable(derive)).toStrictEqual(notable);
      expect(embeddedUsgs(derive)).toStrictEqual(usgs);
      derive.save();
    }
    expect(openDerive(dir).recall("notable")).toStrictEqual(notable);
    expect(openDerive(dir).recall("usgs")).toStrictEqual(usgs);
  });

  it("are read if values are cached for them, even if a store is named", async () => {
    const { agencies } = loadConfig();
    const { from, usgs: read } = await buildInputs({ store: dir, agencies, embedded: openDerive(dir) });
    expect(from).toBe("embedded");
    expect(read).toStrictEqual(usgs);
  });

  it("have a week that is also cached for a store without recent events", async () => {
    const store = temporaryFolder();
    const table = { capture: null, rows: [] };
    await writeNoaaState(store, { events: table, tsunamis: table, withdrawn: [] });
    const { agencies } = loadConfig();
    const { from, usgs: read, isSample, derive } = await buildInputs({ store, agencies });
    expect({ from, isSample }).toEqual({ from: "store", isSample: true });
    expect(read).toStrictEqual(usgs);
    expect(derive.recall("usgs")).toStrictEqual(usgs);
  });

  it("do not depend on the clock or the machine", async () => {
    expect(embeddedUsgs()).toEqual(usgs);
  });
});
