import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, parseConfig } from "../../build/config/config.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { build } from "../../build/pipeline/build.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { silentReport } from "../../build/platform/report.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { listen } from "../support/listen.ts";
import { readXml } from "../support/read-xml.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { worldOfFew } from "./few-countries.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const geographyFor = worldOfFew(["CH", "CL", "IT"]);

/** The national network of the test: its catalogue at an FDSN event service on this machine, preferred, under its own ids. */
function networkOf(agencies: Emulator, given: object = {}) {
  return {
    fdsn: agencies.text.fdsn,
    name: "Oxbow & Co. Observatory",
    licence: "CC BY 4.0",
    attribution: "Oxbow Observatory.",
    url: "https://oxbow.example/",
    accept_licence: true,
    interval_s: 10,
    priority: 10,
    id_prefix: "",
    event_page: "https://oxbow.example/event/{id}",
    ...given,
  };
}

/** Four earthquakes: of both, of the network alone, of the USGS alone, and one that only the network has, older than the month. */
function addEarthquakes({ usgs, text }: Emulator): void {
  const time = NOW - 2 * HOUR;
  usgs.world.add({ net: "us", code: "1", time, latitude: 45, longitude: 10, mag: 5.9, depthKm: 10, felt: 7 });
  usgs.world.add({ net: "us", code: "2", time: time - HOUR, latitude: -20, longitude: -70, mag: 4.9 });
  text.world.add(
    { net: "", code: "2031.ab", time: time + 1500, latitude: 45.1, longitude: 10.1, mag: 6.1, depthKm: 7, place: "Oxbow Hills" },
    { net: "", code: "2031.cd", time: time - 3 * HOUR, latitude: 45.2, longitude: 10, mag: 2.6, depthKm: 4, place: "Oxbow Lake" },
    { net: "", code: "2031.ef", time: NOW - 30 * DAY - 6 * HOUR, latitude: 45, longitude: 9, mag: 3.1, depthKm: 5, place: "Oxbow" },
  );
}

/** A tree of the stated agencies and a server of it. */
async function siteOf(agencies: Emulator, given: object, eventPages: "significant" | "none") {
  const folder = temporaryFolder();
  const [store, out] = [path.join(folder, "store"), path.join(folder, "tree")];
  const config: Config = parseConfig(JSON.stringify({ agencies: given, tree: { event_pages: eventPages } }), path.join(folder, "q.json"));
  const { now } = agencies.clock;
  const report = await ingest({ config, store, now, ask: agencyClientOf(config, silentReport, now), report: silentReport });
  expect(report.sources.map(({ outcome }) => outcome)).not.toContain("rejected");
  await build({ store, out, config, report: silentReport, geographyFor });
  const server = await listen(await createNodeHandler(out, { clock: now }));
  const text = async (address: string) => {
    const answer = await fetch(server.base + address);
    return { status: answer.status, text: await answer.text() };
  };
  return { out, server, text, json: async (address: string) => JSON.parse((await text(address)).text) };
}

const SERVICE = "/fdsnws/event/1/";
/** Of the earthquake that both agencies report. */
const SLUG = "m6-1-oxbow-hills--2031-2eab";
const FEED = "/earthquakes/feed/v1.0/summary/";

describe("the site of a national network beside the USGS", () => {
  let agencies: Emulator;
  let site: Awaited<ReturnType<typeof siteOf>>;

  beforeAll(async () => {
    agencies = await startEmulator({ now: NOW, seed: 1 });
    addEarthquakes(agencies);
    site = await siteOf(agencies, { usgs: { feed: agencies.usgs.feed("all_month") }, others: { ox: networkOf(agencies) } }, "significant");
  });
  afterAll(async () => {
    await site?.server.close();
    await agencies.stop();
  });

  it("answers with its solution under its id, and with the felt reports of the USGS", async () => {
    const { earthquakes } = await site.json("/api/v1/earthquakes/");
    expect(earthquakes.map(({ event_id }: { event_id: string }) => event_id)).toEqual(["2031.ab", "us2", "2031.cd"]);
    expect(await site.json(`/api/v1/earthquakes/${SLUG}/`)).toMatchObject({
      event_id: "2031.ab",
      aliases: ["us1"],
      magnitude: 6.1,
      depth_km: 7,
      latitude: 45.1,
      impact: { felt_reports: 7 },
      sources: [{ agency: "ox", id: "2031.ab", url: "https://oxbow.example/event/2031.ab" }, { agency: "usgs" }],
      other_solutions: [{ agency: "usgs", magnitude: 5.9, depth_km: 10 }],
    });
    expect((await site.text("/api/v1/earthquakes/us1/")).status).toBe(200);
  });

  it("shows it as a source like the USGS", async () => {
    const { text: page } = await site.text(`/earthquakes/${SLUG}/`);
    expect(page).toContain('<a href="https://oxbow.example/event/2031.ab" rel="noreferrer">');
    expect(page.indexOf("More from OX")).toBeGreaterThan(0);
    expect(page.indexOf("More from USGS")).toBeGreaterThan(page.indexOf("More from OX"));
    const { text: start } = await site.text("/");
    expect(start).toContain('<a lang="en" href="https://oxbow.example/" rel="noreferrer">Oxbow &amp; Co. Observatory</a>');
    const { data_sets: sets } = await site.json("/api/");
    expect(sets[0]).toMatchObject({ id: "ox", provides: "recent events", attribution: "Oxbow Observatory." });
  });

  it("has each event once in /fdsnws/, with the solution that is preferred", async () => {
    const { features, metadata } = await site.json(`${SERVICE}query?format=geojson`);
    expect(metadata.count).toBe(3);
    expect(features.map(({ id }: { id: string }) => id)).toEqual(["2031.ab", "us2", "2031.cd"]);
    expect(features[0]).toMatchObject({
      geometry: { coordinates: [10.1, 45.1, 7] },
      properties: {
        mag: 6.1,
        place: "Oxbow Hills",
        url: "https://oxbow.example/event/2031.ab",
        detail: `${SERVICE}query?eventid=2031.ab&format=geojson`,
        felt: 7,
        status: null,
        net: "ox",
        code: "2031.ab",
        ids: ",2031.ab,us1,",
        sources: ",ox,us,",
        title: "M 6.1 - Oxbow Hills",
      },
    });
    expect(features[1].properties).toMatchObject({ net: "us", ids: ",us2,", sources: ",us," });
    for (const id of ["2031.ab", "us1"]) expect((await site.json(`${SERVICE}query?format=geojson&eventid=${id}`)).id).toBe("2031.ab");
  });

  it.each([
    ["catalog=ox", ["2031.ab", "2031.cd"]],
    ["catalog=us", ["us2"]],
    ["contributor=ox", ["2031.ab", "2031.cd"]],
    ["contributor=us", ["2031.ab", "us2"]],
    ["country=CL", ["us2"]],
  ])("selects by %s", async (query, ids) => {
    const { text } = await site.text(`${SERVICE}query?format=text&${query}`);
    expect(text.split("\n").flatMap((line) => (/^[^#]/.test(line) ? line.split("|")[0] : []))).toEqual(ids);
  });

  it("names its catalogue, and writes its events as text and QuakeML", async () => {
    expect(readXml((await site.text(`${SERVICE}catalogs`)).text).children.map(({ text }) => text)).toEqual(["ox", "us"]);
    const { text } = await site.text(`${SERVICE}query?format=text&eventid=2031.ab`);
    expect(text.split("\n")[1]).toMatch(
      /^2031\.ab\|2031-05-04T10:00:01\.500\|45\.1\|10\.1\|7\|ox\|ox\|ox\|2031\.ab\|m\w+\|6\.1\|ox\|Oxbow Hills$/,
    );
    const [event] = readXml((await site.text(`${SERVICE}query?format=xml&eventid=2031.ab`)).text).children[0]?.children ?? [];
    expect(event?.attributes["publicID"]).toBe("quakeml:ox.quaketree/event?eventid=2031.ab");
  });

  it("has them in the feeds of the USGS and for readers", async () => {
    const day = await site.json(`${FEED}all_day.geojson`);
    expect(day.metadata.title).toBe("Oxbow & Co. Observatory, USGS All Earthquakes, Past Day");
    expect(day.features.map(({ id }: { id: string }) => id)).toEqual(["2031.ab", "us2", "2031.cd"]);
    const { text: csv } = await site.text(`${FEED}all_day.csv`);
    expect(csv.split("\n").map((line) => line.split(",")[10])).toEqual(["net", "ox", "us", "ox", undefined]);
    const atom = readXml((await site.text(`${FEED}all_day.atom`)).text);
    const names = atom.children.filter(({ name }) => name === "author").map(({ children }) => children[0]?.text);
    expect(names).toEqual(["Oxbow & Co. Observatory", "U.S. Geological Survey"]);
    const entries = atom.children.filter(({ name }) => name === "entry");
    expect(entries.map(({ children }) => children[0]?.text)).toEqual([
      "urn:quaketree:earthquake:2031.ab",
      "urn:earthquake-usgs-gov:us:2",
      "urn:quaketree:earthquake:2031.cd",
    ]);
    expect((await site.text("/countries/italy/earthquakes.atom")).text).toContain("Oxbow Hills");
  });

  it("has them in the data files, with their agency", async () => {
    const lines = readFileSync(path.join(site.out, "data", "earthquakes.files.csv"), "utf8");
    expect(lines).toContain("earthquakes.parquet");
    const description = await site.json("/data/datapackage.json");
    expect(description.sources.map(({ title }: { title: string }) => title)).toContain("Oxbow & Co. Observatory");
  });
});

describe("the site of a national network alone", () => {
  it("has its whole catalogue, read as QuakeML, in /fdsnws/ and in feeds that name it", async () => {
    const agencies = await startEmulator({ now: NOW, seed: 1 });
    addEarthquakes(agencies);
    const site = await siteOf(agencies, { others: { ox: networkOf(agencies, { format: "xml" }) } }, "none");
    const { features } = await site.json(`${SERVICE}query?format=geojson&starttime=2031-04-04`);
    expect(features.map(({ id }: { id: string }) => id)).toEqual(["2031.ab", "2031.cd", "2031.ef"]);
    const month = await site.json(`${FEED}2.5_month.geojson`);
    expect(month.metadata).toMatchObject({ title: "Oxbow & Co. Observatory Magnitude 2.5+ Earthquakes, Past Month", count: 2 });
    const { text: atom } = await site.text(`${FEED}2.5_month.atom`);
    expect(atom).not.toContain("Geological Survey");
    expect((await site.text("/data/")).text).toContain("/earthquakes/feed/");
    await site.server.close();
    await agencies.stop();
  });

  it("states the quality of its origins and its mechanisms, in details and the event service", async () => {
    const agencies = await startEmulator({ now: NOW, seed: 1 });
    const file = path.join(temporaryFolder(), "catalogue.xml");
    const value = (name: string, number: number | string) => `<${name}><value>${number}</value></${name}>`;
    const plane = (strike: number) => value("strike", strike) + value("dip", 45) + value("rake", 90);
    writeFileSync(
      file,
      '<q:quakeml xmlns="http://quakeml.org/xmlns/bed/1.2" xmlns:q="http://quakeml.org/xmlns/quakeml/1.2"><eventParameters publicID="smi:x/y">' +
        `<event publicID="smi:ox/2031.ab"><type>earthquake</type><origin publicID="smi:ox/o">${value("time", "2031-05-04T10:00:00Z")}` +
        `${value("latitude", 45.1)}${value("longitude", 10.1)}${value("depth", 7000)}<quality><usedStationCount>30</usedStationCount>` +
        "<standardError>0.42</standardError><azimuthalGap>77</azimuthalGap></quality></origin>" +
        `<magnitude publicID="smi:ox/m">${value("mag", 6.1)}<type>Mw</type></magnitude><focalMechanism publicID="smi:ox/fm"><nodalPlanes>` +
        `<nodalPlane1>${plane(20)}</nodalPlane1><nodalPlane2>${plane(200)}</nodalPlane2></nodalPlanes></focalMechanism>` +
        "</event></eventParameters></q:quakeml>",
    );
    const site = await siteOf(agencies, { others: { ox: networkOf(agencies, { fdsn: pathToFileURL(file).href }) } }, "none");
    const { features } = await site.json(`${SERVICE}query?format=geojson`);
    expect(features[0].properties).toMatchObject({ nst: 30, gap: 77, rms: 0.42, dmin: null });
    const { text: xml } = await site.text(`${SERVICE}query?format=xml&eventid=2031.ab`);
    expect(xml).toContain("<nodalPlane1><strike><value>20</value></strike>");
    const { earthquakes } = await site.json("/api/v1/earthquakes/");
    const detail = await site.json(`/api/v1/earthquakes/${earthquakes[0].event_id}/`);
    expect(detail).toMatchObject({
      quality: { station_count: 30, azimuthal_gap_deg: 77, rms_s: 0.42 },
      mechanisms: [{ kind: "focal-mechanism", contributor: "ox", nodal_planes: [{ strike: 20 }, { strike: 200 }] }],
      other_solutions: [],
    });
    await site.server.close();
    await agencies.stop();
  });
});
