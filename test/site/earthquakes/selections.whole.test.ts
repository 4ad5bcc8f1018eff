import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { CatalogueEvent } from "../../../build/catalogue/catalogue.ts";
import { leastDeaths } from "../../../build/catalogue/impact.ts";
import { loadConfig } from "../../../build/config/config.ts";
import { loadTree } from "../../../build/hosts/load-tree.ts";
import { cachedGeography } from "../../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../../build/pipeline/load/load-catalogue.ts";
import { respond } from "../../../build/rewrite/respond.ts";
import { earthquakesCsv, earthquakesGeojson } from "../../../build/site/earthquakes/export.ts";
import { orderOf, type Selection, SORTS } from "../../../build/site/earthquakes/selection.ts";
import type { ListedEarthquake } from "../../../build/site/earthquakes/table.ts";
import { anySelection, isMeant } from "./meant.ts";

/** A module of pages: its types are those of browsers. */
const READER = "../../../build/site/earthquakes/client/catalogue.ts";
interface Reader {
  find: (selection: Selection) => Promise<{ rows: ListedEarthquake[] }>;
}

const SELECTIONS = { numRuns: 100, seed: 33 };
const selection = anySelection(["JP", "TR", "US", "ID", "CN", "GR", "CL", "TW"], ["japan", "off", "island", "turkiye"]);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What the API calls the conditions that it has as well. */
const API = ["min_mag", "max_mag", "country", "min_latitude", "max_latitude", "min_longitude", "max_longitude"] as const;
const CIRCLE = ["latitude", "longitude", "max_radius_km"] as const;

describe("a selection of all earthquakes of the embedded data", () => {
  let all: ListedEarthquake[];
  let asOf: number;
  let ask: (target: string) => Promise<{ status: number; body: Uint8Array }>;

  beforeAll(async () => {
    const { catalogue } = await loadCatalogue({ agencies: loadConfig(undefined).agencies }, cachedGeography());
    all = catalogue.events.map(listed);
    asOf = catalogue.asOf;
    const { snapshot } = await loadTree(inject("embeddedTree"));
    ask = async (target) => {
      const reply = await respond(snapshot, { method: "GET", target });
      if (reply.kind !== "body") throw new Error(`no body for ${target}`);
      return reply;
    };
    // The page reads files of its host.
    vi.stubGlobal("fetch", async (address: string) => new Response(readFileSync(join(inject("embeddedTree"), address))));
  }, 120_000);

  afterAll(() => void vi.unstubAllGlobals());

  it("has in the list, in CSV and in GeoJSON exactly the earthquakes that meet it, in its order", async () => {
    const { createCatalogueReader } = (await import(READER)) as { createCatalogueReader: () => Reader };
    const reader = createCatalogueReader();
    let found = 0;
    await fc.assert(
      fc.asyncProperty(selection, fc.constantFrom(...SORTS), fc.boolean(), async (one, column, down) => {
        const meant = all.filter((each) => isMeant(one, each, asOf)).toSorted(by(column, down));
        const rows = (await reader.find(one)).rows.toSorted(orderOf(down ? `-${column}` : column, compare));
        found += meant.length;
        expect(rows.map(factsOf)).toEqual(meant.map(factsOf));
        const lines = earthquakesCsv(rows).trimEnd().split("\n").slice(1);
        expect(lines.map((line) => line.split(",")[0])).toEqual(meant.map(({ id }) => id));
        const { features } = JSON.parse(earthquakesGeojson(rows)) as {
          features: { properties: { id: string; deaths_at_least: unknown } }[];
        };
        expect(features.map(({ properties }) => [properties.id, properties.deaths_at_least])).toEqual(
          meant.filter(({ latitude }) => latitude !== null).map(({ id, deaths }) => [id, deaths]),
        );
      }),
      SELECTIONS,
    );
    expect(found).toBeGreaterThan(1000);
  });

  it("has in the API exactly the recent ones, in its order", async () => {
    let found = 0;
    const orders = fc.constantFrom("time", "time-asc", "magnitude", "magnitude-asc");
    await fc.assert(
      fc.asyncProperty(selection, orders, fc.constantFrom("24", "168", "720"), async (own, order, hours) => {
        const isRound = CIRCLE.every((name) => own[name] !== "");
        const named = [...API, ...(isRound ? CIRCLE : [])].filter((name) => own[name] !== "");
        const one = only(own, [...named, "min_mag"], { hours, min_mag: own.min_mag || "0" });
        if (Number(one.min_mag) > Number(one.max_mag || 10) || Number(one.min_latitude || -90) > Number(one.max_latitude || 90)) return;
        const query = new URLSearchParams({ ...Object.fromEntries(named.map((name) => [name, own[name]])), hours, order, limit: "500" });
        const { status, body } = await ask(`/api/v1/earthquakes/?${query.toString()}`);
        expect([status, query.toString()]).toEqual([200, query.toString()]);
        const answer = JSON.parse(new TextDecoder().decode(body)) as { count: number; earthquakes: { event_id: string }[] };
        const meant = all.filter((each) => isMeant(one, each, asOf)).toSorted(by("time", true));
        if (order === "time-asc") meant.reverse();
        const sign = order === "magnitude" ? -1 : 1;
        if (order.startsWith("mag")) meant.sort((a, b) => sign * ((a.magnitude ?? 0) - (b.magnitude ?? 0)));
        found += meant.length;
        expect(answer.count).toBe(meant.length);
        expect(answer.earthquakes.map((each) => each.event_id)).toEqual(meant.slice(0, 500).map(({ id }) => id));
      }),
      SELECTIONS,
    );
    expect(found).toBeGreaterThan(1000);
  });
});

function only(given: Selection, names: readonly string[], more: Partial<Selection>): Selection {
  return {
    ...(Object.fromEntries(Object.entries(given).map(([name, text]) => [name, names.includes(name) ? text : ""])) as Selection),
    ...more,
  };
}

/** An event of the catalogue as a list has it. A time is as exact as it is known. */
function listed(event: CatalogueEvent): ListedEarthquake {
  const { id, magnitude, depthKm, latitude, longitude, country, losses, tsunamiFlag, alert, historical, place, name, precision } = event;
  const iso = new Date(event.time).toISOString();
  const year = iso.indexOf("-", 1);
  const length = { year, month: year + 3, day: year + 6, minute: year + 12 }[precision as string] ?? iso.length;
  const when = iso.slice(0, length);
  const from = precision === "minute" ? `${when}Z` : when;
  const deaths = leastDeaths(losses.deaths);
  const facts = { magnitudeType: event.magnitudeType, country: country?.iso2 ?? null, tsunami: tsunamiFlag, deaths, slug: "" };
  const atLeast = losses.deaths.value === null && losses.deaths.class !== null;
  return { id, when, time: Date.parse(from), magnitude, depthKm, latitude, longitude, alert, historical, place, name, atLeast, ...facts };
}

/** The slug and how a time is written follow from the rest. */
function factsOf(one: ListedEarthquake): object {
  return { ...one, slug: "", when: "" };
}

function by(column: (typeof SORTS)[number], down: boolean): (a: ListedEarthquake, b: ListedEarthquake) => number {
  const valueOf = ({ time, magnitude, depthKm, deaths, name, place }: ListedEarthquake) =>
    ({ time, magnitude, depth: depthKm, deaths, place: name ?? place })[column];
  return (a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one !== other && (one === null || other === null)) return one === null ? 1 : -1;
    const isLess = one !== null && other !== null && one < other;
    if (one !== other) return isLess === down ? 1 : -1;
    return b.time - a.time || (a.id < b.id ? -1 : 1);
  };
}
