import type { CDPSession, Page } from "playwright-core";

/** What a stretch of frames cost. */
export interface FrameCost {
  frames: number;
  /** Between two frames, ms. */
  median: number;
  worstTwentieth: number;
  /** Of the main thread for a frame, ms: all of it, and what scripts took by whose they are. */
  mainThread: number;
  mapLibre: number;
  ours: number;
  /** Longest task of the main thread, ms; 0 where none was longer than 50. */
  longestTask: number;
}

interface Profile {
  nodes: { id: number; callFrame: { url: string; functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
}

/** In the page: notes when frames begin while a map moves, and which tasks are long. */
const RECORD = `{
  globalThis.recorded = { frames: [], long: [] };
  const note = (now) => { recorded.frames.push(now); recorded.next = requestAnimationFrame(note); };
  recorded.next = requestAnimationFrame(note);
  recorded.observer = new PerformanceObserver((list) => recorded.long.push(...list.getEntries().map((one) => one.duration)));
  recorded.observer.observe({ type: "longtask" });
}`;

/** Measures what happens in a page while something moves there. @param move resolves when it has come to rest */
export async function frameCost(page: Page, move: () => Promise<void>): Promise<FrameCost> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 500 });
  await page.evaluate(RECORD);
  await session.send("Profiler.start");
  const before = await taskSeconds(session);
  await move();
  const busy = (await taskSeconds(session)) - before;
  const { profile } = (await session.send("Profiler.stop")) as { profile: Profile };
  const { frames, long } = await page.evaluate<{ frames: number[]; long: number[] }>(
    "(cancelAnimationFrame(recorded.next), recorded.observer.disconnect(), { frames: recorded.frames, long: recorded.long })",
  );
  await session.detach();
  const steps = frames.slice(1).map((at, nth) => at - (frames[nth] ?? at));
  const sorted = steps.toSorted((a, b) => a - b);
  const scripts = scriptMs(profile);
  return {
    frames: steps.length,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    worstTwentieth: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    mainThread: (busy * 1000) / steps.length,
    mapLibre: scripts.mapLibre / steps.length,
    ours: scripts.ours / steps.length,
    longestTask: Math.max(0, ...long),
  };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

/** Milliseconds of scripts by whose they are, each counted where it was, not where it was called from. */
function scriptMs({ nodes, samples, timeDeltas }: Profile): { mapLibre: number; ours: number } {
  const urls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url]));
  const sum = { mapLibre: 0, ours: 0 };
  for (const [at, id] of samples.entries()) {
    const url = urls.get(id) ?? "";
    const ms = (timeDeltas[at] ?? 0) / 1000;
    if (url.includes("/assets/maplibre/")) sum.mapLibre += ms;
    else if (url.includes("/assets/pages/")) sum.ours += ms;
  }
  return sum;
}
