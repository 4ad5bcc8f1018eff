/**
 * What 100,000 earthquakes cost on the map: frames while it pans, zooms and plays, in a real browser. Where there is no graphics
 * card the browser draws by software, and the time between frames says nothing about a laptop; what the main thread takes for a
 * frame does. `--events N` for another number, `--chromium PATH` or CHROMIUM_PATH for another browser, `--gpu` where there is one.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { HISTORY_FILE, NEWEST_FILE, RECENT_FILE, RECENT_SMALL_FILE } from "../../build/site/earthquakes/table.ts";
import { listen } from "../../test/support/listen.ts";
import { type FrameCost, frameCost } from "./map/frames.ts";
import { syntheticTable } from "./map/synthetic-table.ts";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "100000" },
    chromium: { type: "string", default: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium" },
    gpu: { type: "boolean", default: false },
    tree: { type: "string" },
  },
});

/** Of a frame at 60 a second, ms. */
const FRAME_MS = 1000 / 60;

/** What moves, in the page; each is over after some four seconds. */
const MOVES = {
  "pan across the Pacific": `map.easeTo({ center: [-100, 10], duration: 4000 })`,
  "zoom into Japan": `map.easeTo({ center: [139, 36], zoom: 6, duration: 4000 })`,
  "zoom out to the world": `map.easeTo({ center: [160, 15], zoom: 1, duration: 4000 })`,
};

const work = mkdtempSync(join(tmpdir(), "quaketree-map-"));
const tree = values.tree ?? join(work, "tree");

async function build(): Promise<void> {
  const child = spawn(process.execPath, ["build/quaketree.js", "build", "--out", tree], { stdio: "ignore" });
  const code = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("exit", resolve));
  if (code !== 0) throw new Error(`the build ended with ${code}`);
}

/** Opens the map of all times with so many earthquakes. */
async function open(page: Page, base: string, events: number): Promise<void> {
  const { as_of: asOf } = JSON.parse(readFileSync(join(tree, "snapshot.json"), "utf8")) as { as_of: string };
  const files = { [HISTORY_FILE]: events, [RECENT_FILE]: 0, [RECENT_SMALL_FILE]: 0, [NEWEST_FILE]: 0 };
  for (const [file, count] of Object.entries(files)) {
    const body = JSON.stringify(syntheticTable(count, Date.parse(asOf)));
    await page.route(`**${file}`, (route) => route.fulfill({ body, contentType: "application/json" }));
  }
  await page.goto(`${base}/map/#hours=&min_mag=`);
  await page.waitForSelector('[data-drawn="yes"]');
  await page.waitForFunction(`quaketreeMap.points.state.data.quakes.length === ${events} && quaketreeMap.map.loaded()`);
}

async function costs(page: Page): Promise<[string, FrameCost][]> {
  const all: [string, FrameCost][] = [];
  for (const [name, move] of Object.entries(MOVES)) {
    // Nothing is returned: the event of MapLibre has the whole map, which Playwright would copy for seconds.
    const moved = `{ const { map } = quaketreeMap; new Promise((resolve) => { map.once("idle", () => resolve()); ${move}; }) }`;
    all.push([name, await frameCost(page, () => page.evaluate(moved))]);
  }
  const play = page.getByRole("button", { name: "Play" });
  const played = async () => {
    await play.click();
    await page.waitForTimeout(4_000);
    await page.getByRole("button", { name: "Pause" }).click();
  };
  all.push(["play the timeline", await frameCost(page, played)]);
  return all;
}

function print(title: string, all: readonly [string, FrameCost][]): void {
  process.stdout.write(`\n${title}\n${" ".repeat(24)}  frames   median   95 %  main thread  MapLibre  ours  longest task\n`);
  for (const [name, cost] of all) {
    const { frames, median, worstTwentieth, mainThread, mapLibre, ours, longestTask } = cost;
    const figures = [median, worstTwentieth, mainThread, mapLibre, ours, longestTask]
      .map((value) => value.toFixed(1).padStart(8))
      .join("  ");
    const fits = mainThread <= FRAME_MS ? "" : `  MORE than ${FRAME_MS.toFixed(1)}`;
    process.stdout.write(`${name.padEnd(24)}${String(frames).padStart(8)}  ${figures}${fits}\n`);
  }
}

try {
  if (values.tree === undefined) await build();
  const { base, close } = await listen(await createNodeHandler(tree));
  const args = ["--no-sandbox", ...(values.gpu ? [] : ["--disable-gpu"])];
  const browser = await chromium.launch({ executablePath: values.chromium, args });
  for (const events of [0, Number(values.events)]) {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, bypassCSP: true });
    await open(page, base, events);
    if (events === 0) {
      const renderer = await page.evaluate<string>(
        `(() => {
          const gl = document.createElement("canvas").getContext("webgl2");
          const info = gl.getExtension("WEBGL_debug_renderer_info");
          return gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
        })()`,
      );
      process.stdout.write(`Drawn by ${renderer}; all times in ms, per frame from the fourth column on.\n`);
    }
    print(`${events} earthquakes`, await costs(page));
    await page.close();
  }
  await browser.close();
  await close();
} finally {
  rmSync(work, { recursive: true, force: true });
}
