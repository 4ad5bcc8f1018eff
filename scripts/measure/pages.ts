/**
 * What each kind of page weighs, compressed, with all that it loads, when a page is first seen over a slow connection on a slow
 * machine, and how far its parts move until it is complete. `--tree FOLDER` measures an existing tree, `--chromium PATH` or
 * CHROMIUM_PATH names another browser.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { loadConfig } from "../../build/config/config.ts";
import type { LiveFeed } from "../../build/contract/resources/resources.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { TOOL_SLUGS } from "../../build/site/tools/tool.ts";
import { listen } from "../../test/support/listen.ts";
import { median } from "./bench/table.ts";
import { print } from "./print.ts";

const { values } = parseArgs({
  options: { chromium: { type: "string", default: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium" }, tree: { type: "string" } },
});

/** A page and a frame of each kind, as in English, and how the other languages are reached. */
const KINDS = {
  prebuilt: ["", "map/", "search/", "tools/", "?embed=1", ...TOOL_SLUGS.flatMap((slug) => [`tools/${slug}/`, `tools/${slug}/?embed=1`])],
  script: "earthquakes/ countries/ countries/japan/ countries/russia/ plates/ plates/pacific/ glossary/ glossary/magnitude/ \
countries/?embed=1 countries/indonesia/?embed=1 countries/turkiye/?embed=1 plates/pacific/?embed=1".split(" "),
  english: "docs/ docs/reference/ docs/formats/ docs/conformance/ docs/guides/client/ docs/problems/not-found/ data/ methods/".split(" "),
};

/** English, and the two that differ most from it: with another file of the typeface, and without the typeface. */
const MEASURED_LANGUAGES = ["en", "ru", "ja"];

/** The map library, which is counted apart. */
const APART = /^\/assets\/maplibre/;

/** Connections and machines of Lighthouse 12: `mobileSlow4G` and `desktopDense4G` (core/config/constants.js). */
const PROFILES = [
  { name: "1.6 Mbit/s, 150 ms a request, a processor 4 times slower", mbit: 1.6, latencyMs: 150, slower: 4 },
  { name: "10 Mbit/s, 40 ms a request", mbit: 10, latencyMs: 40, slower: 1 },
];

/** First visits of each page. */
const PAINTS = 5;

/** What a page fetches, compressed and with headers, bytes. @param language of the reader */
async function weightOf(browser: Browser, address: string, language: string): Promise<{ own: number; apart: number }> {
  const context = await browser.newContext({ serviceWorkers: "block", locale: language });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const paths = new Map<string, string>();
  const weight = { own: 0, apart: 0 };
  session.on("Network.responseReceived", ({ requestId, response }) => paths.set(requestId, new URL(response.url).pathname));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const path = paths.get(requestId);
    if (path !== undefined) weight[APART.test(path) ? "apart" : "own"] += bytes;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await context.close();
  return weight;
}

/** Pages whose first visit is measured. The newest earthquake comes last. */
const VISITED = ["", "map/", "earthquakes/", "countries/japan/", "tools/travel-times/", "docs/"];

/** A first visit until nothing is loaded any more. */
interface Visit {
  /** First contentful paint, ms. */
  first: number;
  /** Largest contentful paint, ms. */
  largest: number;
  /** Cumulative layout shift: the sum of all shifts, which is at most 0.1 on a good page (web.dev/articles/cls). */
  shift: number;
}

/** Adds up what the browser reports of a page. */
const OBSERVER = `window.visit = { largest: 0, shift: 0 };
new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) visit.largest = startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) visit.shift += value; })
  .observe({ type: "layout-shift", buffered: true });`;

async function firstVisit(browser: Browser, address: string, { mbit, latencyMs, slower }: (typeof PROFILES)[number]): Promise<Visit> {
  const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const throughput = (mbit * 1e6) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput / 2,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(OBSERVER);
  await page.goto(address, { waitUntil: "networkidle" });
  const first = await paintOf(page);
  const rest = await page.evaluate<Omit<Visit, "first">>("visit");
  await context.close();
  return { first, ...rest };
}

async function paintOf(page: Page): Promise<number> {
  await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
  return page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
}

const work = mkdtempSync(join(tmpdir(), "quaketree-pages-"));
const tree = values.tree ?? join(work, "tree");
if (values.tree === undefined) await build({ out: tree, config: loadConfig(undefined), report: silentReport });
const { base, close } = await listen(await createNodeHandler(tree));
const browser = await chromium.launch({ executablePath: values.chromium, args: ["--no-sandbox"] });

print(`| page, KB | ${MEASURED_LANGUAGES.join(" | ")} | map library |\n| :-- |${" --: |".repeat(MEASURED_LANGUAGES.length + 1)}`);
for (const [kind, paths] of Object.entries(KINDS)) {
  for (const path of [...paths, ...(kind === "script" ? [await newestEarthquake()] : [])]) {
    const weights: { own: number; apart: number }[] = [];
    for (const language of kind === "english" ? ["en"] : MEASURED_LANGUAGES) {
      weights.push(await weightOf(browser, base + address(path, language, kind), language));
    }
    const apart = weights[0]?.apart ?? 0;
    print(`| /${path} | ${weights.map(({ own }) => kb(own)).join(" | ")} | ${apart === 0 ? "" : kb(apart)} |`);
  }
}
for (const profile of PROFILES) {
  print(`\nfirst visits with ${profile.name}, medians of ${PAINTS}`);
  print("| page | first paint, ms | largest paint, ms | layout shift |\n| :-- | --: | --: | --: |");
  for (const path of [...VISITED, await newestEarthquake()]) {
    const visits: Visit[] = [];
    for (let at = 0; at < PAINTS; at++) visits.push(await firstVisit(browser, `${base}/${path}`, profile));
    const [first, largest, shift] = (["first", "largest", "shift"] as const).map((key) => median(visits.map((visit) => visit[key])) ?? 0);
    print(`| /${path} | ${first?.toFixed(0)} | ${largest?.toFixed(0)} | ${shift?.toFixed(3)} |`);
  }
}

await browser.close();
await close();
rmSync(work, { recursive: true, force: true });

function address(path: string, language: string, kind: string): string {
  if (language === "en") return `/${path}`;
  return kind === "prebuilt" ? `/${language}/${path}` : `/${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

async function newestEarthquake(): Promise<string> {
  const answer = await fetch(`${base}/api/live-feed/?hours=168`);
  const { features } = (await answer.json()) as LiveFeed;
  return `earthquakes/${features[0]?.properties.slug}/`;
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
