import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";
import { readPlain } from "./read.ts";

/** The feeds of the hour and of the day. */
const FREQUENT = /_(?:hour|day)\.[a-z]+$/;

/** Where a feed states the time of its snapshot: among its first bytes. */
const HEAD = 512;
const TIME_OF_SNAPSHOT = /"generated":\d+|<updated>[^<]*<\/updated>/;

/** All of them are in a header of at most 2 KB. */
const DIGITS = 10;

/**
 * Fingerprints of the feeds of the hour and of the day in a tree, by path, without the time of the snapshot. Most of these feeds have
 * the same events as a minute before.
 */
export function feedPrints(dir: string): Map<string, string> {
  const paths = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.feeds).filter((path) => FREQUENT.test(path));
  return new Map(
    paths.flatMap((path) => {
      const bytes = readPlain(dir, path);
      return bytes ? [[path, printOf(path, bytes)] as const] : [];
    }),
  );
}

function printOf(path: string, bytes: Buffer): string {
  const head = bytes.subarray(0, HEAD).toString("latin1").replace(TIME_OF_SNAPSHOT, "");
  return sha256(Buffer.concat([Buffer.from(`${path}\n${head}`, "latin1"), bytes.subarray(HEAD)])).slice(0, DIGITS);
}
