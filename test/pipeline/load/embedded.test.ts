import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { writeNoaaState } from "../../../build/agencies/noaa/state.ts";
import { loadConfig } from "../../../build/config/config.ts";
import { embeddedNotable, embeddedUsgs } from "../../../build/pipeline/load/embedded.ts";
import { buildInputs } from "../../../build/pipeline/load/inputs.ts";
import { openDerived } from "../../../build/store/derived.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const dir = temporaryFolder();
const CAPTURE = new URL("../../../data/captures/usgs-all_week-2018-02-07.geojson.gz", import.meta.url);

describe("the embedded data", () => {
  let usgs: Awaited<ReturnType<typeof embeddedUsgs>>;
  beforeAll(async () => {
    usgs = await embeddedUsgs();
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
    expect((await embeddedNotable()).length).toBeGreaterThanOrEqual(300);
  });

  it("hold notable earthquakes that a build reads from the table once", async () => {
    const read = await embeddedNotable();
    const derived = openDerived(dir);
    expect(await embeddedNotable(derived)).toStrictEqual(read);
    let recalled = 0;
    const getOrMake: typeof derived.getOrMake = (...[kind, part, dependsOn]) => {
      recalled++;
      return derived.recall(kind, part, dependsOn) as never;
    };
    expect(await embeddedNotable({ ...derived, getOrMake })).toStrictEqual(read);
    expect(recalled).toBe(1);
  });

  it("have a week that a build reads from the capture once", async () => {
    const derived = openDerived(dir);
    expect(await embeddedUsgs(derived)).toStrictEqual(usgs);
    const getOrMake: typeof derived.getOrMake = (...[kind, part, dependsOn]) => derived.recall(kind, part, dependsOn) as never;
    expect(await embeddedUsgs({ ...derived, getOrMake })).toStrictEqual(usgs);
  });

  it("are read where values are cached for them, even if a store is named", async () => {
    const { agencies } = loadConfig();
    const { from, usgs: read } = await buildInputs({ store: dir, agencies, embedded: openDerived(dir) });
    expect(from).toBe("embedded");
    expect(read).toStrictEqual(usgs);
  });

  it("have a week that is also cached for a store without recent events", async () => {
    const store = temporaryFolder();
    const table = { capture: null, rows: [] };
    await writeNoaaState(store, { events: table, tsunamis: table, withdrawn: [] });
    const { agencies } = loadConfig();
    const { from, usgs: read, isSample, derived } = await buildInputs({ store, agencies });
    expect({ from, isSample }).toEqual({ from: "store", isSample: true });
    expect(read).toStrictEqual(usgs);
    const getOrMake: typeof derived.getOrMake = (...[kind, part, dependsOn]) => derived.recall(kind, part, dependsOn) as never;
    expect(await embeddedUsgs({ ...derived, getOrMake })).toStrictEqual(usgs);
  });

  it("do not depend on the clock or the machine", async () => {
    expect(await embeddedUsgs()).toEqual(usgs);
  });
});
