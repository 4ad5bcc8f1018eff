import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventFaults } from "../../build/answers/answers.ts";
import { detailWriter } from "../../build/answers/earthquakes.ts";
import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { verify } from "../../build/cli/verify.ts";
import { parseConfig } from "../../build/config/config.ts";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { ingest } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { createAgencyClient } from "../../build/platform/http/agency-client.ts";
import { silentReport } from "../../build/platform/report.ts";
import { respond } from "../../build/rewrite/respond.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { emscAnswer, emscFeature } from "../agencies/emsc-feature.ts";
import { feature, feed } from "../agencies/usgs-feed.ts";
import { allAnswers } from "../answers/all-answers.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type HostileRecords, hostileRecords, NOW } from "./hostile-records.ts";

const FEED = "http://usgs.invalid/summary/all_week.geojson";
const ZZ = { accept_licence: true, name: "Zz", licence: "CC0", attribution: "By Zz." };
const NOTHING: HostileRecords = { usgs: [], emsc: [], text: [], noaa: [] };
const report = { ...silentReport, clear() {} };
const geographyFor = cachedGeography();
const root = temporaryFolder();
let made = 0;

/** Ordinary earthquakes, two of each agency, and hostile ones beside them. */
function captures(given: HostileRecords) {
  const hostile = given.usgs.map(({ id, place, depth, properties }) =>
    feature({ id, properties, coordinates: [place.longitude, place.latitude, depth] }),
  );
  const ordinary = [1, 2].map((n) => feature({ id: `us${n}`, coordinates: [20, 40 + n, 5], properties: { ids: `,us${n},`, sig: 700 } }));
  const rows = given.text.map(({ id, place, time, depth, magnitude, magnitudeType, where }) =>
    [id, time, place.latitude, place.longitude, depth, "", "", "", "", magnitudeType, magnitude, "", where].join("|"),
  );
  return {
    details: new Map(given.usgs.map((one, at) => [one.id, { hostile: hostile[at], product: one.product }])),
    usgs: JSON.stringify(feed([...ordinary, ...hostile])),
    emsc: emscAnswer([
      emscFeature({ unid: "ordinary1", lat: 50, lon: 20 }, null),
      ...given.emsc.map(({ place, ...record }) => emscFeature({ ...record, lat: place.latitude, lon: place.longitude }, null)),
    ]),
    text: [
      "#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName",
      "ordinary2|2031-05-04T10:00:00|60|20|10|||||mw|4.2||Somewhere",
      ...rows,
    ].join("\n"),
    noaa: JSON.stringify([
      { id: 10_000, year: 1850, locationName: "SOMEWHERE", latitude: 30, longitude: 20, eqMagnitude: 7.1 },
      ...given.noaa.map(({ place, ...row }) => ({ ...row, ...(place as object) })),
    ]),
  };
}

/** Takes records into a fresh store and reads the catalogue of it. */
async function catalogueOf(given: HostileRecords): Promise<Catalogue> {
  const { details, usgs, ...files } = captures(given);
  const folder = path.join(root, String(++made));
  const addressOf = (name: keyof typeof files) => {
    const file = path.join(root, `${made}-${name}`);
    writeFileSync(file, files[name]);
    return pathToFileURL(file).href;
  };
  const config = parseConfig(
    JSON.stringify({
      agencies: {
        usgs: { feed: FEED, details: true },
        emsc: { fdsn: addressOf("emsc"), accept_licence: true },
        noaa: { events: addressOf("noaa") },
        others: { zz: { ...ZZ, fdsn: addressOf("text") } },
      },
      thresholds: { unreadable_share: 1 },
    }),
    "q.json",
  );
  const detailOf = (address: string) => {
    const id = decodeURIComponent(/detail\/(.*)\.geojson$/.exec(address)?.[1] ?? "");
    const { hostile, product } = details.get(id) ?? {};
    if (!hostile) return new Response("", { status: 404 });
    const properties = { ...(hostile["properties"] as object), products: { dyfi: [product], losspager: [product] } };
    return Response.json({ ...hostile, properties });
  };
  const ask = createAgencyClient({
    fetch: async (request) => {
      const address = new Request(request).url;
      return address === FEED ? new Response(usgs) : detailOf(address);
    },
    now: () => NOW,
    sleep: async () => {},
    random: () => 0,
    timeoutMs: 5_000,
    maxBytes: 50e6,
    tries: 1,
  });
  const ingested = await ingest({ config, store: folder, now: () => NOW, ask, report });
  const broken = ingested.sources.flatMap(({ rejected }) => rejected.filter(({ code }) => /internal|capture/.test(code)));
  expect(broken).toEqual([]);
  return (await loadCatalogue({ store: folder, agencies: config.agencies }, geographyFor)).catalogue;
}

/** A tree of a catalogue, without pages and what says nothing of single earthquakes. */
async function treeOf(catalogue: Catalogue): Promise<string> {
  const out = path.join(root, `tree-${++made}`);
  const shards = makeShards(shardInput(catalogue));
  await writeTree({
    out,
    files: files(catalogue, shards.files),
    snapshot: { as_of: isoTime(catalogue.asOf), sources: catalogue.sources.map(sourceRecord), shards: shards.manifest },
  });
  return out;
}

function* files(catalogue: Catalogue, shards: readonly Pick<TreeFile, "path" | "bytes">[]): Iterable<TreeFile> {
  for (const { path, bytes } of shards) yield { path, bytes, section: "shards", cache: "immutable", compress: false };
  for (const { endpoint, file, body } of allAnswers(catalogue)) {
    // Those of countries and the like are written, and checked, as in any build; in the tree they would only take time.
    if (!/earthquake|index|recent|search|live/.test(endpoint.id)) continue;
    const section = endpoint.id === "earthquake" ? "earthquakes" : file.startsWith("q/") ? "q" : "api";
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    yield { path: file, bytes: () => bytes, section, cache: endpoint.cache, compress: false };
  }
}

/** The tree has no pages, and of the answers only those of earthquakes. */
const LEADS_OUT = /^leads to (?!\/api\/v1\/earthquakes\/.)/;

const ORDINARY = ["us1", "us2", "ordinary1", "zzordinary2", "noaa10000"];

function detailsOf(catalogue: Catalogue): Map<string, unknown> {
  const detail = detailWriter(catalogue);
  return new Map(catalogue.events.map((event) => [event.id, detail(event)]));
}

/** Whether every id of every recent event leads to its detail, as a host answers. */
async function expectFound(catalogue: Catalogue, out: string): Promise<void> {
  const { snapshot, files: there } = await loadTree(out);
  for (const { id, aliases, slug } of catalogue.events.filter(({ recent }) => recent)) {
    expect(there.has(`api/v1/earthquakes/${slug}.json`)).toBe(true);
    for (const known of [id, ...aliases]) {
      const target = `/api/v1/earthquakes/${encodeURIComponent(known)}/`;
      // What a client's own URL parser makes of it.
      const sent = new URL(target, "http://tree.invalid").pathname;
      const reply = await respond(snapshot, { method: "GET", target: sent });
      const leads = reply.kind === "file" ? reply.path : reply.kind === "body" ? reply.headers["location"] : undefined;
      expect([known, leads]).toEqual([known, known === slug ? `api/v1/earthquakes/${slug}.json` : `/api/v1/earthquakes/${slug}/`]);
    }
  }
}

describe("records with hostile values", () => {
  const numRuns = Number(process.env["HOSTILE_RUNS"] ?? 2);
  const seed = Number(process.env["HOSTILE_SEED"] ?? 1);

  it("never stop a build, and do not change any other earthquake", async () => {
    const expected = detailsOf(await catalogueOf(NOTHING));
    await fc.assert(
      fc.asyncProperty(hostileRecords, async (given) => {
        const catalogue = await catalogueOf(given);
        expect(eventFaults(catalogue)).toEqual([]);
        const details = detailsOf(catalogue);
        for (const id of ORDINARY) {
          expect(expected.get(id)).toBeDefined();
          expect(details.get(id)).toEqual(expected.get(id));
        }
        const out = await treeOf(catalogue);
        const { faults } = await verify(out, report);
        expect(faults.filter(({ message }) => !LEADS_OUT.test(message))).toEqual([]);
        await expectFound(catalogue, out);
      }),
      { numRuns, seed, endOnFailure: numRuns <= 2 },
    );
  });
});
