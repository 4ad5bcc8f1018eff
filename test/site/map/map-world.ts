import { sourceRecord } from "../../../build/answers/service.ts";
import { shardInput } from "../../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { makeShards } from "../../../build/rewrite/shards/make.ts";
import { pageAssets } from "../../../build/site/assets/assets.ts";
import { boundaryStepKm } from "../../../build/site/data/around.ts";
import { earthquakeTable, HISTORY_FILE, recentTables } from "../../../build/site/earthquakes/table.ts";
import { readTexts, textFiles } from "../../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../../build/site/i18n/translations.ts";
import { baseMapOf } from "../../../build/site/map/drawn/base-map.ts";
import { WORLD_BASE_MAP } from "../../../build/site/map/world-map.ts";
import { mapPage } from "../../../build/site/views/map.ts";
import { isoTime } from "../../../build/store/civil-time.ts";
import type { ReportedEvent } from "../../../build/store/records.ts";
import type { TreeFile } from "../../../build/tree/file.ts";
import { writeTree } from "../../../build/tree/write-tree.ts";
import { allAnswers } from "../../answers/all-answers.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { type Listening, listen } from "../../support/listen.ts";

export { AS_OF };

export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** From which age on the data of this world count as old. */
const STALE_AFTER_S = 900;

const event = (
  id: string,
  hoursAgo: number,
  given: Parameters<typeof liveEvent>[0] extends infer Given ? Omit<Given, "id"> : never,
): ReportedEvent => liveEvent({ id, ids: [id], time: AS_OF - hoursAgo * HOUR, ...given });

/** Five in the last day, one more in the week, one more in the month. */
export const WORLD: readonly ReportedEvent[] = [
  event("us1", 0.5, { magnitude: 5.2, depthKm: 10, latitude: 24.1, longitude: 121.6, place: "Hualien, Taiwan" }),
  event("us2", 2, { magnitude: 1.2, depthKm: 5, latitude: 34, longitude: -118, place: "Near <Los Angeles>" }),
  event("us3", 5, { magnitude: 4.6, depthKm: 560, latitude: -18, longitude: 179.9, place: "Fiji region" }),
  event("us4", 20, { magnitude: 6.3, depthKm: 150, latitude: 36.4, longitude: 70.7, place: "Hindu Kush" }),
  event("us5", 23, { magnitude: 2.6, depthKm: 8, latitude: 64, longitude: -150, place: "Central Alaska" }),
  event("us6", 100, { magnitude: 7.1, depthKm: 30, latitude: -30, longitude: -71.5, place: "Coquimbo, Chile" }),
  event("us7", 500, { magnitude: 6.6, depthKm: 12, latitude: 56, longitude: -149, place: "Gulf of Alaska" }),
];

/** What comes a minute later. */
export const NEWCOMER = event("us8", -0.01, {
  magnitude: 5.8,
  depthKm: 20,
  latitude: 38,
  longitude: 142.5,
  place: "Off Honshu, Japan",
});

/** Plants a tree of the map page, the answers and the shards. */
export async function plantMapWorld(out: string, events: readonly ReportedEvent[], asOf = AS_OF): Promise<void> {
  const catalogue = assembleCatalogue(smallInput({ asOf, live: usgs(events) }));
  const shards = makeShards(shardInput(catalogue));
  const encoder = new TextEncoder();
  const page = mapPage(
    translationsIn("en", readTexts().en, { sample: null, pagesFrom: Number.NEGATIVE_INFINITY, staleAfterS: STALE_AFTER_S }),
    boundaryStepKm(catalogue),
    null,
  );
  const ground = baseMapOf(catalogue.boundaries).files.filter(({ path }) => path === WORLD_BASE_MAP);
  const assets = [
    ...(await pageAssets()).files(),
    ...textFiles(new Map()),
    ...ground.map(({ path, text }) => ({ path, bytes: encoder.encode(text()) })),
  ];
  function* files(): Iterable<TreeFile> {
    for (const { path, bytes } of assets) {
      yield { path, bytes: () => bytes, section: "pages", cache: "day", compress: false };
    }
    for (const { path, bytes } of shards.files) {
      yield { path, bytes, section: "shards", cache: "immutable", compress: false };
    }
    for (const { endpoint, file, body } of allAnswers(catalogue)) {
      const section = endpoint.id === "earthquake" ? "earthquakes" : file.startsWith("q/") ? "q" : "api";
      yield {
        path: file,
        bytes: () => encoder.encode(JSON.stringify(body)),
        section,
        cache: "minute",
        compress: false,
      };
    }
    const tables = [[HISTORY_FILE, catalogue.events.filter((one) => one.historical)], ...recentTables(catalogue.events, asOf)] as const;
    for (const [path, listed] of tables) {
      const bytes = () => encoder.encode(JSON.stringify(earthquakeTable(listed)));
      yield { path: path.slice(1), bytes, section: "pages", cache: "minute", compress: false };
    }
    yield {
      path: "map/index.html",
      bytes: () => encoder.encode(page),
      section: "pages",
      cache: "minute",
      compress: false,
    };
  }
  const sources = catalogue.sources.map(sourceRecord);
  const record = { as_of: isoTime(catalogue.asOf), sources, shards: shards.manifest };
  await writeTree({ out, files: files(), snapshot: record });
}

/** The Node host of a tree, and what it was asked for. */
export async function serveMapWorld(tree: string): Promise<Listening & { asked: string[] }> {
  const handler = await createNodeHandler(tree);
  const asked: string[] = [];
  const listening = await listen((request, response) => {
    asked.push(`${request.url} ${request.headers["if-none-match"] ?? ""}`);
    handler(request, response);
  });
  return { ...listening, asked };
}
