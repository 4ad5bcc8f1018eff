import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { listen } from "../support/listen.ts";
import { SIDE } from "./mercator.ts";

const MAPLIBRE = dirname(fileURLToPath(import.meta.resolve("maplibre-gl")));

const FILES: Readonly<Record<string, readonly [type: string, path: string]>> = {
  "/page.mjs": ["text/javascript", join(import.meta.dirname, "page.mjs")],
  "/maplibre-gl.mjs": ["text/javascript", join(MAPLIBRE, "maplibre-gl.mjs")],
  "/maplibre-gl-worker.mjs": ["text/javascript", join(MAPLIBRE, "maplibre-gl-worker.mjs")],
  "/maplibre-gl-shared.mjs": ["text/javascript", join(MAPLIBRE, "maplibre-gl-shared.mjs")],
  "/maplibre-gl.css": ["text/css", join(MAPLIBRE, "maplibre-gl.css")],
};

const DOCUMENT = `<!doctype html><meta charset="utf-8"><title>A map</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/maplibre-gl.css"><style>body { margin: 0 } #map { width: ${SIDE}px; height: ${SIDE}px }</style>
<div id="map"></div><script type="module" src="/page.mjs"></script>`;

type Source = "boundaries" | "events";

interface Drawn {
  layers: readonly Source[];
  /** Longitude and latitude of the middle of the map, degrees. */
  center: readonly [number, number];
  projection?: "mercator" | "globe";
}

/** A page with a MapLibre map of what a host of a tree serves; the page itself comes from another host. */
export interface MapPage {
  /** Draws the map anew; the whole world is seen, each degree of it once. */
  draw: (what: Drawn) => Promise<void>;
  /** The pixels of a colour: boundaries are red, earthquakes blue, what is picked is green. */
  pixels: (colour: "red" | "green" | "blue") => Promise<[number, number][]>;
  ids: (source: Source) => Promise<unknown[]>;
  at: (layer: Source, points: readonly (readonly [number, number])[]) => Promise<unknown[][]>;
  pick: (source: Source, id: string | number) => Promise<void>;
  project: (positions: readonly (readonly number[])[]) => Promise<[number, number][]>;
  /** What went wrong since the page was opened. */
  faults: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens a page with a map of what `api` serves. */
export async function openMapPage(browser: Browser, api: string): Promise<MapPage> {
  const own = await listen((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const [type, file] = FILES[path] ?? ["text/html", undefined];
    response.setHeader("content-type", type).end(file ? readFileSync(file) : DOCUMENT);
  });
  const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (![own.base, api, "data:", "blob:"].some((known) => url.startsWith(known))) faults.push(`outside: ${url}`);
  });
  // The load event comes after the module has been executed.
  await page.goto(`${own.base}/`);
  const call = <T>(name: string, ...given: unknown[]): Promise<T> => page.evaluate<T>(`page.${name}(...${JSON.stringify(given)})`);
  return {
    draw: (what) => call("draw", { projection: "mercator", ...what, api }),
    pixels: async (colour) => {
      const flat = await call<number[]>("pixels", ["red", "green", "blue"].indexOf(colour));
      return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? 0, flat[2 * at + 1] ?? 0]);
    },
    ids: (source) => call("ids", source),
    at: (layer, points) => call("at", layer, points),
    pick: (source, id) => call("pick", source, id),
    project: (positions) => call("project", positions),
    faults: async () => [...faults, ...(await call<string[]>("faults"))],
    close: async () => {
      await page.close();
      await own.close();
    },
  };
}
