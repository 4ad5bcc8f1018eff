import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalogue, CatalogueEvent } from "../../build/catalogue/catalogue.ts";
import { type Config, parseConfig } from "../../build/config/config.ts";
import { build } from "../../build/pipeline/build.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { silentReport } from "../../build/platform/report.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { worldOfFew } from "./few-countries.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const MINUTE = 60_000;
const geographyFor = cachedGeography();

async function ingestAll(config: Config, store: string, now: () => number): Promise<string[]> {
  const ask = agencyClientOf(config, silentReport, now);
  const { sources } = await ingest({ config, store, now, ask, report: silentReport });
  return sources.map(({ agency, outcome }) => `${agency} ${outcome}`);
}

const ZZ = { accept_licence: true, name: "Zz Network", licence: "CC0", attribution: "By Zz." };

/** Whose terms are accepted when a catalogue is made. */
const ACCEPTED = parseConfig(
  JSON.stringify({ agencies: { usgs: {}, emsc: { accept_licence: true }, others: { zz: { ...ZZ, fdsn: "file:///zz" } } } }),
  "q.json",
).agencies;

async function catalogueOf(store: string): Promise<Catalogue> {
  return (await loadCatalogue({ store, agencies: ACCEPTED }, geographyFor)).catalogue;
}

function idsOf({ id, aliases }: CatalogueEvent): string[] {
  return [id, ...aliases];
}

function idsIn(collection: Buffer): string[] {
  return (JSON.parse(collection.toString()) as { features: { id: string }[] }).features.map(({ id }) => id);
}

function addressOf(file: string): string {
  return pathToFileURL(corpus(file)).href;
}

describe("events that several agencies report", () => {
  let agencies: Emulator;
  const store = temporaryFolder();
  const config = () =>
    parseConfig(
      JSON.stringify({
        agencies: {
          usgs: { feed: agencies.usgs.feed("all_month") },
          emsc: { fdsn: agencies.emsc.fdsn, accept_licence: true },
          others: { zz: { ...ZZ, fdsn: agencies.text.fdsn } },
        },
        tree: { event_pages: "none" },
      }),
      "q.json",
    );
  const run = () => ingestAll(config(), store, agencies.clock.now);

  beforeAll(async () => {
    agencies = await startEmulator({ now: NOW, seed: 1 });
    const time = NOW - 60 * MINUTE;
    agencies.usgs.world.add({ net: "us", code: "1", time: time - 120 * MINUTE, latitude: 10 });
    agencies.emsc.world.add({ net: "", code: "e1", time: time + 1200, latitude: -7.3, mag: 4.4 });
    agencies.emsc.world.add({ net: "", code: "e2", time: time - 30 * MINUTE, latitude: 40 });
    agencies.text.world.add({ net: "", code: "1", time: time - 900, mag: 4.1 }, { net: "", code: "2", time, mag: null });
  });
  afterAll(() => agencies.stop());

  it("are served under an id of the agency that is preferred, each with its sources", async () => {
    expect(await run()).toEqual(["usgs applied", "emsc applied", "zz applied"]);
    const { events, leftOut } = await catalogueOf(store);
    expect(events.filter(({ recent }) => recent).map(idsOf)).toEqual([["e1", "emsc1", "zz1"], ["e2", "emsc2"], ["us1"]]);
    expect(leftOut["zz"]).toEqual({ "magnitude-unknown": 1 });
  });

  it("keep every former id when an agency that is preferred reports them later", async () => {
    agencies.clock.advance(10 * MINUTE);
    agencies.usgs.world.add({ net: "us", code: "2", time: NOW - 60 * MINUTE, felt: 3 });
    expect(await run()).toEqual(["usgs applied", "emsc unchanged", "zz unchanged"]);
    const event = (await catalogueOf(store)).events.find(({ id }) => id === "us2");
    expect(event).toMatchObject({ aliases: ["e1", "emsc1", "zz1"], magnitude: 4.2, feltReports: 3 });
    expect(event?.sources.map(({ agency }) => agency)).toEqual(["usgs", "emsc", "zz"]);
  });

  it("have the solution and the id of the agency with the highest priority, and never a part of another", async () => {
    const others = { zz: { ...ZZ, fdsn: "file:///zz", priority: 10 } };
    const given = { agencies: { usgs: {}, emsc: { accept_licence: true, priority: -1 }, others } };
    const { agencies: settings } = parseConfig(JSON.stringify(given), "q.json");
    const { events, sources } = (await loadCatalogue({ store, agencies: settings }, geographyFor)).catalogue;
    const event = events.find(({ id }) => id === "zz1");
    expect(event).toMatchObject({ aliases: ["e1", "emsc1", "us2"], magnitude: 4.1, depthKm: 33, time: NOW - 60 * MINUTE - 900 });
    // What only the USGS has.
    expect(event).toMatchObject({ feltReports: 3, status: null });
    expect(event?.sources.map(({ agency }) => agency)).toEqual(["zz", "usgs", "emsc"]);
    expect(event?.otherReports.map(({ agency }) => agency)).toEqual(["usgs", "emsc"]);
    expect(sources.slice(0, 3).map(({ id }) => id)).toEqual(["zz", "usgs", "emsc"]);
  });

  it.each([
    [{ usgs: { enabled: false } }, ["emsc", "zz"]],
    [{ usgs: {}, emsc: { enabled: false } }, ["usgs", "zz"]],
    [{ emsc: {} }, ["zz"]],
  ])("of an agency that is left out are not in the catalogue: %j", async (given, ids) => {
    const others = { zz: { ...ZZ, fdsn: "file:///zz" } };
    const { agencies: settings } = parseConfig(
      JSON.stringify({ agencies: { emsc: { accept_licence: true }, ...given, others } }),
      "q.json",
    );
    const { events, sources } = (await loadCatalogue({ store, agencies: settings }, geographyFor)).catalogue;
    expect(sources.slice(0, ids.length).map(({ id }) => id)).toEqual(ids);
    const reporters = new Set(events.filter(({ recent }) => recent).flatMap((event) => event.sources.map(({ agency }) => agency)));
    expect([...reporters].toSorted()).toEqual(ids.toSorted());
  });

  it("bring their agencies' terms and attribution into the tree", async () => {
    const out = path.join(store, "tree");
    await build({ store, out, config: config(), report: silentReport, geographyFor: worldOfFew(["US"], geographyFor) });
    const snapshot = JSON.parse(readFileSync(path.join(out, "snapshot.json"), "utf8")) as { sources: { id: string }[] };
    expect(snapshot.sources.slice(0, 3)).toMatchObject([
      { id: "usgs" },
      { id: "emsc", name: "EMSC", records: 2, url: "https://www.seismicportal.eu/" },
      { id: "zz", name: "Zz Network", attribution: "By Zz." },
    ]);
    const docs = readFileSync(path.join(out, "docs", "index.html"), "utf8");
    expect(docs).toContain("By Zz.");
  });
});

describe.skipIf(!corpusPresent)("the USGS's and the EMSC's events of April 2025 in Türkiye", () => {
  it("are one catalogue in which no earthquake stands twice and none is missing", async () => {
    const usgs = "usgs/fdsnws/query_turkey_20250401-20250426.geojson";
    const emsc = "emsc/emsc_turkey_20250401-20250426.json.gz";
    const agencies = { usgs: { feed: addressOf(usgs) }, emsc: { fdsn: addressOf(emsc), accept_licence: true } };
    const store = temporaryFolder();
    const config = parseConfig(JSON.stringify({ agencies }), "q.json");
    await ingestAll(config, store, () => Date.UTC(2025, 3, 26, 14));
    const { events, asOf } = await catalogueOf(store);
    const recent = events.filter((event) => event.recent);

    const ofUsgs = idsIn(readFileSync(corpus(usgs)));
    const ofEmsc = idsIn(gunzipSync(readFileSync(corpus(emsc))));
    // Eight rows tell again what another row of the EMSC tells, seconds and kilometres away.
    expect(recent).toHaveLength(ofEmsc.length - 8);
    const known = new Set(recent.flatMap(idsOf));
    expect([...ofUsgs, ...ofEmsc].filter((id) => !known.has(id))).toEqual([]);
    expect(
      recent
        .filter(({ sources }) => sources.length === 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ofUsgs.toSorted());
    expect(asOf).toBe(1_745_675_447_000);
  });
});
