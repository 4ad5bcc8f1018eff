import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { MINUTE_MS } from "../platform/time.ts";
import { UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";
import { readPlain } from "./read.ts";
import { isFirstOf, type TargetStep } from "./step.ts";

/**
 * How often a target gets a feed, by its period, ms: one with other events, and one in which only the time of the snapshot is
 * another. Those of a month have nine tenths of the bytes, and together they have hundreds of times the bytes of what else a minute
 * changes. Most of those of the hour and the day have the same events as a minute before.
 */
const SENT_EVERY_MS: Readonly<Record<string, { other: number; same: number }>> = {
  hour: { other: MINUTE_MS, same: 5 * MINUTE_MS },
  day: { other: MINUTE_MS, same: 5 * MINUTE_MS },
  week: { other: 5 * MINUTE_MS, same: 5 * MINUTE_MS },
  month: { other: 15 * MINUTE_MS, same: 15 * MINUTE_MS },
};

const NO_FEED = { other: 0, same: 0 };

function sentEvery(path: string): { other: number; same: number } {
  return SENT_EVERY_MS[/_([a-z]+)\.[a-z]+$/.exec(path)?.[1] ?? ""] ?? NO_FEED;
}

/** Whether it is time to send a feed. */
export function isFeedDue(path: string, { before, now, feeds: { ours, theirs } }: TargetStep): boolean {
  const { other, same } = sentEvery(path);
  return isFirstOf(theirs.has(ours.get(path) ?? "") ? same : other, before, now.as_of);
}

/** Where a feed states the time of its snapshot: among its first bytes. */
const HEAD = 512;
const TIME_OF_SNAPSHOT = /"generated":\d+|<updated>[^<]*<\/updated>/;

/** All of them are in a header of at most 2 KB. */
const DIGITS = 10;

/** Fingerprints of the feeds in a tree for which it counts whether they have other events, by path: of all but the time. */
export function feedPrints(dir: string): Map<string, string> {
  const paths = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.feeds);
  const counted = paths.filter((path) => sentEvery(path).other !== sentEvery(path).same);
  return new Map(
    counted.flatMap((path) => {
      const bytes = readPlain(dir, path);
      return bytes ? [[path, printOf(path, bytes)] as const] : [];
    }),
  );
}

function printOf(path: string, bytes: Buffer): string {
  const head = bytes.subarray(0, HEAD).toString("latin1").replace(TIME_OF_SNAPSHOT, "");
  return sha256(Buffer.concat([Buffer.from(`${path}\n${head}`, "latin1"), bytes.subarray(HEAD)])).slice(0, DIGITS);
}
