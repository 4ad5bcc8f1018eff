import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import type { Capture } from "../../platform/http/agency-client.ts";
import { DAY_MS } from "../../platform/time.ts";
import { isWholeJson } from "../reading.ts";
import { readUsgsFeed, type UsgsCapture } from "./geojson.ts";
import { checkCapture, checkPlausibility, newerPart } from "./plausibility.ts";
import { applyUpdate, countUnusable, type Run, recordOf, reject, scopeOfFeed, spanOf, upkeepOf, withFeed } from "./run.ts";
import type { FeedRecord, Upkeep } from "./state.ts";
import { type FeedPeriod, siblingFeed } from "./summary-feeds.ts";
import { isOutdatedSync, type SyncResult } from "./sync.ts";
import { absencesAfter } from "./withdrawals.ts";

/**
 * Reads and applies the planned feed, or the configured feed if the agency has none of that period.
 *
 * @returns whether a feed was accepted
 * @throws UserError `store-…`
 */
export async function syncFeeds(
  run: Run,
  configured: string,
  period: FeedPeriod | "configured",
  sync: SyncResult | null,
): Promise<boolean> {
  const address = period === "configured" ? configured : siblingFeed(configured, period);
  if (address === configured || wasRefused(run, address)) return syncFeed(run, configured, sync);
  try {
    return await readAndApply(run, address, sync);
  } catch (error) {
    if (!(error instanceof UserError) || !NOT_THERE.has(error.code)) {
      reject(run, address, error);
      return false;
    }
    run.context.report.step(`usgs: ${error.message}; taking ${configured}`);
    if (!(await syncFeed(run, configured, sync))) return false;
    // An empty answer does not prove that the feed does not exist: all feeds of the agency may have failed.
    if (error.code !== "capture-empty") {
      const record: FeedRecord = { askedAt: run.context.now(), believed: null, refused: true };
      run.pending = { ...run.pending, ...withFeed(upkeepOf(run), address, record) };
    }
    return true;
  }
}

const NOT_THERE = new Set(["capture-refused", "capture-malformed", "capture-error", "capture-empty"]);

function wasRefused(run: Run, address: string): boolean {
  const record = upkeepOf(run).feeds[address];
  return record?.refused === true && run.context.now() - record.askedAt < DAY_MS;
}

/** Like `readAndApply`, but returns errors of the agency as rejections. */
export async function syncFeed(run: Run, address: string, sync: SyncResult | null): Promise<boolean> {
  try {
    return await readAndApply(run, address, sync);
  } catch (error) {
    reject(run, address, error);
    return false;
  }
}

async function readAndApply(run: Run, address: string, sync: SyncResult | null): Promise<boolean> {
  const { ask, report, now, unreadableShare } = run.context;
  const known = upkeepOf(run).feeds[address]?.believed;
  report.step(`reading usgs from ${address}`);
  const reply = await ask(address, { etag: known?.etag, lastModified: known?.lastModified, isWhole: isWholeJson });
  if (reply.kind === "nothing") throw new UserError("capture-empty", `${address} is empty: no content at all`);
  if (reply.kind === "unchanged" || isSame(run, known, sha256(reply.capture.bytes))) {
    run.isUnchanged = true;
    return true;
  }
  const capture = readUsgsFeed(reply.capture.bytes, address, unreadableShare, run.lines);
  // A short feed must not replace the lines of a long one, because the long one would then be read again.
  if (capture.lines && capture.lines.readings.size >= run.lines.readings.size / 2) run.lines = capture.lines;
  countUnusable(run, capture);
  const objection = checkCapture(run.state, capture, address, now());
  if (objection) throw objection;
  const rejection = run.state ? checkPlausibility(run.state, capture, address, run.thresholds) : null;
  if (rejection) {
    reject(run, address, rejection);
    await applyNewerPart(run, capture, address);
    return false;
  }
  if (sync && isOutdatedSync(capture, sync)) rejectSync(run, sync);
  await applyAccepted(run, address, capture, reply.capture);
  return true;
}

async function applyAccepted(run: Run, address: string, capture: UsgsCapture, sent: Capture): Promise<void> {
  const { generated, title } = capture;
  if (capture.rows === 0) run.context.report.warn("usgs: the capture lists no events");
  const { etag, lastModified } = sent;
  const validators = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
  const record = recordOf(capture, address, sent);
  const believed = { generated, title, sha256: record.sha256, ...validators };
  await applyUpdate(run, capture, {
    scope: scopeOfFeed(run.state, capture, address),
    capture: record,
    seen: [spanOf(capture)],
    upkeep: (before: Upkeep, { events }) => ({
      ...withFeed(before, address, { askedAt: run.context.now(), believed, refused: false }),
      missed: absencesAfter(before.missed, events, capture),
      // The first feed contains all changes before it.
      syncedTo: before.syncedTo ?? generated,
    }),
  });
  run.isApplied = true;
}

/** Applies the usable part of a rejected capture. */
async function applyNewerPart(run: Run, capture: UsgsCapture, address: string): Promise<void> {
  const part = newerPart(capture, run.state?.capture.generated ?? Number.POSITIVE_INFINITY);
  if (part.events.length + part.withdrawn.length > 0) await applyUpdate(run, part, { scope: scopeOfFeed(run.state, capture, address) });
}

function rejectSync(run: Run, { base, since }: SyncResult): void {
  const reason = `${base} lacks changes that the feed has: its server no longer gets updates`;
  reject(run, base, new UserError("capture-frozen", reason, "its changes are requested again in the next run"));
  run.pending = { ...run.pending, syncedTo: since };
}

/** Whether the store already has these bytes, from this address or another one. */
function isSame(run: Run, known: FeedRecord["believed"] | undefined, hash: string): boolean {
  return known?.sha256 === hash || run.state?.capture.sha256 === hash;
}
