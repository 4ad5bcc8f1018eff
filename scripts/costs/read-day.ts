import type { Reading } from "../../build/pages/costs/figures.ts";
import { createRandom } from "../bench/random.ts";
import { type Asked, drawn, MIX, representative, zipf } from "./callers.ts";
import { createEdgeCache, type Outcome } from "./edge-cache.ts";
import type { AskedHost } from "./host.ts";
import type { Site } from "./site.ts";

export interface ReadOptions {
  /** Requests a second, and for how many seconds; before that, caches fill for `warm` seconds that do not count. */
  rate: number;
  seconds: number;
  warm: number;
  /** Edge locations: the n-th has 1/n of the first one's requests. */
  locations: number;
  /** From the edge to the origin and back, ms. */
  latency: number;
  next: (time: number) => Asked;
}

type Sum = Reading["worker"];

/** So many requests are drawn before the host is asked for those that are new. */
const CHUNK = 20_000;

/**
 * Lets callers ask, at random moments (Poisson), and counts what caches with the real headers of the hosts make of it. The time is a
 * virtual one.
 *
 * @param host that answers everything
 * @param site of files with the function for CloudFront before it
 */
export async function readFor(options: ReadOptions, host: AskedHost, site: Site): Promise<Reading> {
  const { rate, seconds, warm, locations, latency, next } = options;
  const random = createRandom(rate);
  const places = zipf(locations);
  const [atHost, atFiles] = [createEdgeCache(latency), createEdgeCache(latency)];
  const kinds = new Map(MIX.map(({ name }) => [name, noSum()]));
  const [worker, files] = [noSum(), { ...noSum(), refused: 0, invocations: 0 }];
  const end = (warm + seconds) * 1000;
  let time = 0;
  while (time < end) {
    const chunk: (Asked & { time: number })[] = [];
    while (chunk.length < CHUNK && time < end) {
      time += (random.exponential() * 1000) / rate;
      chunk.push({ ...next(time), time });
    }
    await host.answersTo(chunk.map(representative));
    for (const asked of chunk) {
      if (asked.time >= end) break;
      const counts = asked.time >= warm * 1000;
      const location = drawn(places, random);
      const { lifetime, bytes } = host.answer(representative(asked));
      const outcome = atHost.ask(asked.time, location, asked.key, lifetime);
      const file = site.find(asked);
      const fileOutcome = file.refused ? undefined : atFiles.ask(asked.time, location, file.key, file.lifetime);
      if (!counts) continue;
      const isNew = !isUnchanged(asked, kinds.get(asked.kind)?.requests ?? 0);
      add(kinds.get(asked.kind), outcome, isNew ? bytes : 0);
      if (site.reachesWorker(asked.target)) add(worker, outcome, isNew ? bytes : 0);
      add(files, fileOutcome, isNew ? file.bytes : 0);
      files.invocations += file.refused ? 1 : 2;
      if (file.refused) files.refused++;
    }
  }
  return { rate, seconds, locations, kinds: [...kinds].map(([name, sum]) => ({ name, ...sum })), worker, files };
}

/** A map asks twice a minute with the ETag that it has, and there is a new snapshot once: every second answer is a 304. */
function isUnchanged({ kind }: Asked, number: number): boolean {
  return kind === "maps" && number % 2 === 1;
}

function noSum(): Sum {
  return { requests: 0, hits: 0, renewed: 0, misses: 0, bytes: 0 };
}

function add(sum: Sum | undefined, outcome: Outcome | undefined, bytes: number): void {
  if (!sum) return;
  sum.requests++;
  sum.bytes += bytes;
  if (outcome === "hit") sum.hits++;
  else if (outcome === "renewed") sum.renewed++;
  else if (outcome === "miss") sum.misses++;
}
