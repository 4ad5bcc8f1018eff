import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { WholeInput } from "../../build/data-files/by-year.ts";
import { readerFeedFiles } from "../../build/data-files/feeds/atom.ts";
import { feedsStep } from "../../build/data-files/feeds/files.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createStaticServer } from "../../build/hosts/node/static-server.ts";
import { openDerive } from "../../build/store/derive.ts";
import type { FeedFeature } from "../../build/store/feed-feature.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { archiveOf } from "../catalogue/make-archive.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { type Listening, listen } from "../support/listen.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { countByRanges } from "./by-ranges.ts";

const HOST = "https://quakes.example";
const run = promisify(execFile);
const programs = inject("programs");
const page = readFileSync(join(import.meta.dirname, "../../data/pages/data.md"), "utf8");

/** The code of the recipe below a heading of the page. @param at which one, where there are several */
function recipe(heading: string, at = 0): string {
  const part = page.split(/^### /m).find((one) => one.startsWith(`${heading}\n`)) ?? "";
  const code = [...part.matchAll(/^```\w+\n(.*?)^```$/gms)][at]?.[1];
  if (code === undefined) throw new Error(`the page has no recipe ${heading}`);
  return code;
}

const dir = temporaryFolder();
const out = join(dir, "tree");
const live = [0, 1, 2].map((at) =>
  agencyEvent({ id: `us${at}`, time: AS_OF - 1000 * (at + 1), magnitude: 5 + at, place: `1 km N of "A", ${at}`, updated: AS_OF }),
);
const old = [2014, 2015, 2015].map((year, at) =>
  liveEvent({ id: `old${at}`, time: Date.UTC(year, 5, 1 + at), latitude: at - 1.5, magnitude: 4 }),
);
const input = smallInput({ live: usgs(live), archive: archiveOf(old, null) });
const catalogue = assembleCatalogue(input);
const countries = Object.fromEntries(catalogue.countries.map(({ iso2 }) => [iso2, 0]));
for (const { country } of catalogue.events) if (country) countries[country.iso2] = (countries[country.iso2] ?? 0) + 1;
for (const { latitude } of old) countries[(latitude ?? 0) >= 0 ? "NO" : "SO"]! += 1;
let hosts: Listening[] = [];

beforeAll(async () => {
  const { archive = archiveOf([], null), locate, version } = input;
  const whole: WholeInput = { archive, live, locate, version, derive: openDerive(join(dir, "store")) };
  const feeds = feedsStep({ asOf: AS_OF, covers: { from: 0, to: AS_OF }, source: "all", events: live });
  await smallTree(out, { steps: [feeds, dataStep(catalogue, whole)] });
  for (const { path, bytes } of readerFeedFiles(catalogue, () => true)) {
    mkdirSync(join(out, path, ".."), { recursive: true });
    writeFileSync(join(out, path), bytes());
  }
  hosts = await Promise.all([await createNodeHandler(out), createStaticServer(out)].map(listen));
});
afterAll(() => Promise.all(hosts.map(({ close }) => close())));

/** A recipe of the page, of this host. */
function here(text: string): string {
  return text.replaceAll(HOST, hosts[0]?.base ?? "");
}

describe("all earthquakes by country, over HTTP by ranges", () => {
  it.each([
    ["the Node host", 0],
    ["plain http-server", 1],
  ])("are counted from %s", async (_, at) => {
    expect(Object.fromEntries((await countByRanges(hosts[at]?.base ?? "")).counts)).toEqual(countries);
  });
});

describe("the recipes of the page /data/", () => {
  it.skipIf(!programs.curl)("curl", async () => {
    const { stdout } = await run("sh", ["-c", here(recipe("curl"))]);
    const magnitudes = parse<Record<string, string>>(stdout, { columns: true }).map((row) => Number(row["mag"]));
    expect(magnitudes).toEqual(live.map(({ magnitude }) => magnitude));
  });

  it("a browser", async () => {
    const script = join(dir, "recipe.mjs");
    writeFileSync(script, here(recipe("A browser")));
    const { stdout } = await run(process.execPath, [script]);
    expect(stdout).toBe(live.map(({ magnitude, place }) => `M ${magnitude?.toFixed(1)} - ${place}\n`).join(""));
  });

  it("DuckDB, from copies of the files", async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    const asked = async (sql: string) => {
      let rows: unknown[][] = [];
      for (const one of sql.split(";").filter((text) => text.trim() !== "")) {
        rows = (await connection.runAndReadAll(one.replaceAll(HOST, out))).getRowsJson();
      }
      return Object.fromEntries(rows.map(([country, n]): [string, number] => [String(country), Number(n)]));
    };
    expect(await asked(recipe("DuckDB", 1))).toEqual(countries);
    const listed = await asked(recipe("DuckDB"));
    expect(Object.values(listed).reduce((sum, n) => sum + n)).toBe(catalogue.events.length);
  });

  it.skipIf(!programs.geopandas)("Python with pandas and GeoPandas", async () => {
    const python = programs.geopandas ?? "";
    const table = (await run(python, ["-c", here(recipe("Python"))])).stdout;
    expect(table).toMatch(/^SO\s+\d/m);
    const largest = (await run(python, ["-c", here(recipe("Python", 1))])).stdout;
    expect(largest).toContain('7  1 km N of "A", 2  POINT Z (12.50000 -7.25000 33.00000)');
  });

  it.skipIf(!programs.sf)("R with sf", async () => {
    const { stdout } = await run(programs.sf ?? "", ["-e", here(recipe("R"))]);
    expect(stdout).toContain('1 km N of "A", 2');
    expect(stdout).toContain("3 features");
  });

  it.skipIf(!programs.gdal)("GDAL", async () => {
    const file = join(dir, "quakes.gpkg");
    await run("sh", ["-c", here(recipe("GDAL and QGIS")).replace("quakes.gpkg", file)]);
    expect((await run("ogrinfo", ["-so", "-al", file])).stdout).toContain("Feature Count: 3");
  });

  it("Node-RED: the nodes of the flow lead from one to the next, and the CSV has the column that is compared", async () => {
    type Node = { id: string; url?: string; property?: string; wires: string[][] };
    const nodes = JSON.parse(here(recipe("Node-RED"))) as Node[];
    expect(nodes.slice(0, -1).map(({ wires }) => wires.flat())).toEqual(nodes.slice(1).map(({ id }) => [id]));
    const url = nodes.find((node) => node.url)?.url ?? "";
    const [row] = parse<Record<string, string>>(await (await fetch(url)).text(), { columns: true });
    expect(row).toHaveProperty(nodes.find(({ property }) => property)?.property?.replace("payload.", "") ?? "none");
  });

  it("Grafana Infinity: each selector finds a value of its type", async () => {
    type Query = { url: string; root_selector: string; columns: { selector: string; type: string }[] };
    const query = JSON.parse(here(recipe("Grafana"))) as Query;
    const valueAt = (from: unknown, selector: string) =>
      selector.split(".").reduce((value, name) => (value as Record<string, unknown>)[name], from);
    const rows = valueAt(await (await fetch(query.url)).json(), query.root_selector) as unknown[];
    for (const { selector, type } of query.columns) {
      expect(typeof valueAt(rows[0], selector)).toBe(type === "string" ? "string" : "number");
    }
  });

  it("Home Assistant: every feature has a title, an id that is text, and a point without a null", async () => {
    const url = /`(https:[^`]+)`/.exec(page.slice(page.indexOf("### Home Assistant")))?.[1] ?? "";
    const { features } = (await (await fetch(here(url))).json()) as { features: FeedFeature[] };
    expect(features).toHaveLength(live.length);
    for (const { id, properties, geometry } of features) {
      expect([typeof id, typeof properties.title, geometry?.type]).toEqual(["string", "string", "Point"]);
      for (const value of geometry?.coordinates ?? []) expect(value).toBeTypeOf("number");
    }
  });

  it.skipIf(!programs.geopandas)("a feed reader (feedparser) reads every Atom feed that is linked", async () => {
    const links = [...page.matchAll(/\]\((\/[^)]+\.atom)\)/g)].map(([, path]) => path as string);
    const feeds = [...links, "/earthquakes/feed/v1.0/summary/all_day.atom", "/countries/south/earthquakes.atom"];
    const program = `
import feedparser, sys
for url in sys.argv[1:]:
    feed = feedparser.parse(open(url, "rb").read())
    assert not feed.bozo, feed.bozo_exception
    for entry in feed.entries: assert entry.id and entry.title and entry.updated and entry.link and entry.where
    print(len(feed.entries))
`;
    const { stdout } = await run(programs.geopandas ?? "", ["-c", program, ...feeds.map((path) => join(out, path))]);
    const counts = stdout.trim().split("\n").map(Number);
    expect(counts).toHaveLength(feeds.length);
    expect(counts[1]).toBe(live.length);
  });
});
