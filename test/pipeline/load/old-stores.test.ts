import { cpSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../../build/config/config.ts";
import { agencyClientOf, ingest } from "../../../build/pipeline/ingest.ts";
import { readStore } from "../../../build/pipeline/load/inputs.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { bytesOf, feature, feed } from "../../agencies/usgs-feed.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/**
 * Stores as earlier versions of the same formats wrote them, of invented captures: three earthquakes of which one was revised, one
 * withdrawn; two rows of NOAA's table; one report of another agency. The names are the days of those versions.
 */
const STORES = fileURLToPath(new URL("../../fixtures/stores/", import.meta.url));
const AS_OF = Date.UTC(2026, 10, 20, 12);

describe.each(readdirSync(STORES))("a store of %s", (name) => {
  const store = path.join(temporaryFolder(), "store");
  const hasAgencies = readdirSync(path.join(STORES, name)).includes("noaa");
  beforeAll(() => cpSync(path.join(STORES, name), store, { recursive: true }));

  it("is read with its meaning", async () => {
    const { usgs, noaa, others } = await readStore(store);
    expect(usgs?.events.map(({ id }) => id).toSorted()).toEqual(["xx1", "xx4", "xx5"]);
    expect(usgs?.events.find(({ id }) => id === "xx1")).toMatchObject({ magnitude: 4.4, place: "30 km S of Nowhere" });
    expect(usgs?.withdrawn.flatMap(({ ids }) => ids)).toEqual(["xx2"]);
    expect(noaa?.events.rows.length).toBe(hasAgencies ? 2 : undefined);
    expect(others?.map(({ agency, events }) => [agency, events.length])).toEqual(hasAgencies ? [["geofon", 1]] : undefined);
  });

  it("accepts newer data, and is then read by this version", async () => {
    const at = AS_OF + 3_600_000;
    const newer = feature({ id: "xx9", properties: { time: at - 600_000, updated: at - 60_000 } });
    const kept = ["xx1", "xx5"].map((id) => feature({ id, properties: { time: AS_OF - 3_600_000, updated: at - 60_000 } }));
    const capture = path.join(path.dirname(store), "capture.geojson");
    writeFileSync(capture, bytesOf(feed([newer, ...kept], { generated: at })));
    const config = parseConfig(JSON.stringify({ agencies: { usgs: { feed: pathToFileURL(capture).href } } }), "q.json");
    const now = () => at + 60_000;
    const { ok, sources } = await ingest({ config, store, now, report: silentReport, ask: agencyClientOf(config, silentReport, now) });
    expect({ ok, added: sources[0]?.changes.filter(({ kind }) => kind === "added") }).toEqual({
      ok: true,
      added: [{ kind: "added", id: "xx9" }],
    });
    expect((await readStore(store)).usgs?.events.map(({ id }) => id)).toContain("xx9");
  });
});
