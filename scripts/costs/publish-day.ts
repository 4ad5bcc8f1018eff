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
  /** What lies there afterwards. */
  stored: { objects: number; bytes: number; shards: number; shardBytes: number; replaced: number };
  report: Pick<PublishReport, "sent" | "kept" | "removed" | "left">;
}

/** A minute of each kind costs something else: hours and days have chores of their own. */
export type MinuteKind = "day" | "hour" | "plain";

/** Which minute it is: the first of a day (UTC), the first of another hour, or any other. */
export function minuteKind(asOf: number): MinuteKind {
  if (asOf % (1_440 * MINUTE) === 0) return "day";
  return asOf % (60 * MINUTE) === 0 ? "hour" : "plain";
}

export interface PublishDayOptions {
  /** An empty folder. */
  dir: string;
  /** The first publishing, ms since 1970 UTC. */
  begin: number;
  minutes: number;
  /** After each publishing, before the next build. */
  after?: (minute: number, asOf: number, store: CountingStore) => Promise<void>;
  say: (line: string) => void;
}

const BUCKET = "quakes";

/**
 * Builds and publishes a tree minute by minute: real store, real build, real publishing with its real S3 target, and in the place of
 * Amazon a store in memory that counts. Its clock is that of the simulated day.
 *
 * @returns one entry a publishing; the first, of everything, comes first
 */
export async function publishDay({ dir, begin, minutes, after, say }: PublishDayOptions): Promise<PublishedMinute[]> {
  const day = createEventDay(begin);
  let clock = begin;
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
  for (let minute = 0; minute <= minutes; minute++) {
    clock = begin + minute * MINUTE;
    const tree = await treeOf(dir, "feed", day.next(clock), clock, { tree: { grid: true } });
    store.reset();
    const { sent, kept, removed, left } = await publishTree({
      dir: tree,
      target,
      publisher: { run: `run-${minute}`, machine: "this", process: ownIdentity() },
      isAlive: () => true,
      now: () => performance.now(),
      headersOf: publishHeaders,
    });
    const one = {
      asOf: clock,
      counts: { ...store.counts },
      written: Object.fromEntries(store.written),
      stored: storedIn(store),
      report: { sent, kept, removed, left },
    };
    published.push(one);
    say(line(one));
    await after?.(minute, clock, store);
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
  const sum = { objects: objects.size, bytes: 0, shards: 0, shardBytes: 0, replaced: 0 };
  for (const [key, { bytes }] of objects) {
    sum.bytes += bytes.length;
    if (key.startsWith("replaced/")) sum.replaced++;
    if (!key.startsWith("shards/")) continue;
    sum.shards++;
    sum.shardBytes += bytes.length;
  }
  return sum;
}

function line({ asOf, counts, stored, written }: PublishedMinute): string {
  const kinds = Object.entries(written).map(([kind, { requests }]) => `${kind} ${requests}`);
  return `${new Date(asOf).toISOString()} ${JSON.stringify(counts)} ${JSON.stringify(stored)} ${kinds.join(", ")}`;
}
