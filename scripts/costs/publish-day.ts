import { rmSync } from "node:fs";
import { join } from "node:path";
import { publishHeaders } from "../../build/commands/publish-headers.ts";
import { ownIdentity } from "../../build/process-identity.ts";
import { createS3Target } from "../../build/targets/s3.ts";
import { s3Address } from "../../build/targets/s3-address.ts";
import { type PublishReport, publishTree } from "../../build/tree/publish.ts";
import { treeOf } from "../synthetic-tree.ts";
import { type CountingStore, createCountingStore, type StoreCounts } from "./counting-store.ts";
import { createEventDay, MINUTE } from "./events.ts";

/** One publishing, as counted. */
export interface PublishedMinute {
  /** ms since 1970 UTC. */
  asOf: number;
  counts: StoreCounts;
  /** PUT and COPY requests by what they are for. */
  written: Record<string, { requests: number; bytes: number }>;
  /** Whether a stretch begins with it, so that it has more to do than what a minute brings. */
  first: boolean;
  /** What lies there afterwards. */
  stored: { objects: number; bytes: number };
  report: Pick<PublishReport, "sent" | "kept" | "removed" | "left">;
}

/** A minute of each kind costs something else: hours and days have chores of their own. */
export type MinuteKind = "day" | "hour" | "plain";

/** Which minute it is: the first of a day (UTC), the first of another hour, or any other. */
export function minuteKind(asOf: number): MinuteKind {
  if (asOf % (1_440 * MINUTE) === 0) return "day";
  return asOf % (60 * MINUTE) === 0 ? "hour" : "plain";
}

/** Minutes one after the other. */
export interface Stretch {
  /** The publishing before them, ms since 1970 UTC. */
  begin: number;
  minutes: number;
}

export interface PublishDayOptions {
  /** An empty folder. */
  dir: string;
  stretches: readonly Stretch[];
  /** After each publishing, before the next build. */
  after?: (number: number, asOf: number, store: CountingStore) => Promise<void>;
  say: (line: string) => void;
}

const BUCKET = "quakes";

/**
 * Builds and publishes a tree minute by minute: real store, real build, real publishing with its real S3 target, and in the place of
 * Amazon a store in memory that counts. Its clock is that of the simulated day.
 *
 * @returns one entry a publishing; the first, of everything, comes first
 */
export async function publishDay({ dir, stretches, after, say }: PublishDayOptions): Promise<PublishedMinute[]> {
  const times = stretches.flatMap(({ begin, minutes }) =>
    Array.from({ length: minutes + 1 }, (_, at) => ({ asOf: begin + at * MINUTE, first: at === 0 })),
  );
  let clock = times[0]?.asOf ?? 0;
  const day = createEventDay(clock);
  const store = createCountingStore(BUCKET, () => clock, kindOf);
  const address = s3Address(`s3://${BUCKET}`, "http://store.invalid", {});
  const credentials = { accessKeyId: "none", secretAccessKey: "none" };
  const target = createS3Target({
    address,
    credentials,
    fetch: store.fetch,
    sleep: async () => {},
    random: () => 0,
    now: () => clock,
  });
  const published: PublishedMinute[] = [];
  for (const [number, { asOf, first }] of times.entries()) {
    clock = asOf;
    const tree = await treeOf(dir, "feed", day.until(asOf), asOf, { tree: { grid: true } });
    store.reset();
    const { sent, kept, removed, left } = await publishTree({
      dir: tree,
      target,
      publisher: { run: `run-${number}`, machine: "this", process: ownIdentity() },
      isAlive: () => true,
      // Seconds of the simulated minute: what a slow machine would make of it is not what is counted.
      now: () => clock,
      headersOf: publishHeaders,
    });
    const one = {
      asOf,
      first,
      counts: { ...store.counts },
      written: Object.fromEntries(store.written),
      stored: storedIn(store),
      report: { sent, kept, removed, left },
    };
    published.push(one);
    say(line(one));
    await after?.(number, asOf, store);
    rmSync(join(dir, "published.old"), { recursive: true, force: true });
  }
  return published;
}

/** What an object is for, as the page tells it. */
function kindOf(key: string): string {
  if (key.startsWith("shards/")) return "shards";
  if (/^api\/v1\/earthquakes\/./.test(key)) return "details of events";
  if (/^(?:api[/.]|q\/)/.test(key)) return key.startsWith("api/changes") ? "change feed" : "answers";
  if (key.startsWith("index/")) return "index";
  if (/^(?:deltas|pins)\//.test(key)) return key.split("/").slice(0, 2).join("/");
  return /^(?:snapshot\.json|publishing\.json|status)/.test(key) ? "record and lock" : "pages";
}

function storedIn({ objects }: CountingStore): PublishedMinute["stored"] {
  let bytes = 0;
  for (const object of objects.values()) bytes += object.bytes.length;
  return { objects: objects.size, bytes };
}

function line({ asOf, counts, stored, written }: PublishedMinute): string {
  const kinds = Object.entries(written).map(([kind, { requests }]) => `${kind} ${requests}`);
  return `${new Date(asOf).toISOString()} ${JSON.stringify(counts)} ${JSON.stringify(stored)} ${kinds.join(", ")}`;
}
