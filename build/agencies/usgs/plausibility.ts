import { UserError } from "../../platform/error.ts";
import { HOUR_MS, MINUTE_MS } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import type { UsgsEvent } from "../../store/records.ts";
import type { Listing } from "../fdsn/client.ts";
import { checkClock, checkMissing } from "../fdsn/plausibility.ts";
import type { UsgsCapture } from "./geojson.ts";
import type { UsgsAnswer } from "./service.ts";
import type { UsgsState } from "./state.ts";
import { type FeedScope, feedScope, isInScope, mayBeEmpty } from "./summary-feeds.ts";

/** Limits beyond which a capture of the USGS is rejected. The configuration can change each of them. */
export interface UsgsThresholds {
  /** A capture is rejected if it lacks more than this share of the stored events that it must list, and at least three of them. */
  missing_share: number;
  /**
   * A feed counts as frozen if nothing in it changed for this many times the mean time between its events. In a Poisson process the
   * probability of 24 is e^-24. The longest silence in 21 complete feeds of 2013-2025 was 22 minutes, a fifth of the smallest
   * silence that counts.
   */
  silent_intervals: number;
  /** An event counts as withdrawn if at least this many consecutive accepted captures did not list it … */
  absent_captures: number;
  /** … during at least this many hours. Replicas may disagree on single events for a day, so a row restores the event at once. */
  absent_hours: number;
}

export const USGS_THRESHOLDS: UsgsThresholds = { missing_share: 0.2, silent_intervals: 24, absent_captures: 6, absent_hours: 12 };

export type GivenThresholds = Partial<Record<keyof UsgsThresholds, number | undefined>>;

/** The configured thresholds, with defaults for the others. */
export function usgsThresholds(given: GivenThresholds): UsgsThresholds {
  const values = Object.entries(USGS_THRESHOLDS).map(([name, value]) => [name, given[name as keyof UsgsThresholds] ?? value]);
  return Object.fromEntries(values) as UsgsThresholds;
}

/** Largest difference between the times of feeds and answers of the query service, which are copies from different moments. */
const BETWEEN_FEEDS_MS = 5 * 60_000;

/**
 * Checks whether a well-formed capture of a feed is credible. Returns the reason for a rejection, or null.
 *
 * @param state the stored state, if there is one
 * @param where the address, for the message
 * @param now local clock, ms since 1970 UTC
 * @returns `capture-from-the-future`, `capture-stale` or `capture-empty`
 */
export function checkCapture(state: UsgsState | undefined, capture: UsgsCapture, where: string, now: number): UserError | null {
  const isAhead = checkClock({ agency: "usgs", where }, capture.generated, now);
  if (isAhead || !state) return isAhead;
  const newest = newestStored(state, capture, where);
  if (capture.generated < newest) {
    const reason = `is stale: generated at ${isoTime(capture.generated)}, and the store has ${isoTime(newest)}`;
    const hint = "an older capture goes into a store of its own (--store)";
    return new UserError("capture-stale", `usgs: ${where} ${reason}`, hint);
  }
  const expected = mustList(state, capture);
  return expected.length === 0 ? null : checkMissing({ agency: "usgs", where, hint: RETRY_HINT }, expected, listedIn(capture), 1);
}

const RETRY_HINT = "the agency has sent such answers by mistake: it is asked again in the next run";

/** Time of the stored data, ms since 1970 UTC: the store has all data of older captures, or newer versions of them. */
function newestStored({ capture, upkeep }: UsgsState, { title }: UsgsCapture, where: string): number {
  const { generated } = capture;
  const same = upkeep?.feeds[where]?.believed?.generated ?? Number.NEGATIVE_INFINITY;
  return title === capture.title ? generated : Math.max(same, generated - BETWEEN_FEEDS_MS);
}

/** The stored events that an empty capture should have listed: all of them, unless its feed can be empty. */
function mustList({ events }: UsgsState, { title, generated, rows }: UsgsCapture): readonly UsgsEvent[] {
  if (rows > 0) return [];
  const scope = feedScope(title);
  return scope && mayBeEmpty(scope) ? events.filter((event) => isInScope(event, scope, generated)) : events;
}

/** The agency's servers need some minutes until they agree. This is also true for the oldest events of a feed. */
const SETTLING_MS = 10 * 60_000;

/** The events that a capture of this scope must list, unless the agency has since withdrawn or revised them. */
export function expectedIn(events: readonly UsgsEvent[], scope: FeedScope, generated: number): UsgsEvent[] {
  const settled = { ...scope, periodMs: scope.periodMs - SETTLING_MS };
  return events.filter((event) => event.updated <= generated - SETTLING_MS && isInScope(event, settled, generated));
}

/** The number of features of a capture, and all its ids, including those of unreadable features. */
export function listedIn({ rows, events, withdrawn, unread = [] }: UsgsCapture): { rows: number; ids: Set<string> } {
  const listed = new Set(unread);
  for (const { ids } of events) for (const id of ids) listed.add(id);
  for (const { ids } of withdrawn) for (const id of ids) listed.add(id);
  return { rows, ids: listed };
}

/**
 * Checks whether a listing of the query service lacks so many stored events of its span that it must be faulty.
 *
 * @returns `capture-from-the-future`, `capture-empty`, `capture-shrunk`, or null
 */
export function checkListing(
  state: UsgsState | undefined,
  { span, capture }: Listing<UsgsAnswer>,
  { minMagnitude, missingShare, now }: { minMagnitude: number | null; missingShare: number; now: number },
): UserError | null {
  const origin = { agency: "usgs", where: capture.sent.retrievedFrom, hint: RETRY_HINT };
  const expected = (state?.events ?? []).filter(
    ({ time, updated, magnitude }) =>
      time > span.from &&
      time < span.to &&
      updated <= capture.generated - SETTLING_MS &&
      (minMagnitude === null || (magnitude !== null && magnitude >= minMagnitude)),
  );
  return checkClock(origin, capture.generated, now) ?? checkMissing(origin, expected, listedIn(capture), missingShare);
}

/** A feed without changes for less than this is accepted, however many events it lists. */
const MIN_SILENCE_MS = 180 * MINUTE_MS;
/** This limit is shorter, because the feed also lacks changes that the store has. */
const MIN_SILENCE_BEHIND_MS = 20 * MINUTE_MS;
const INTERVALS_BEHIND = 3;
const MIN_BEHIND = 2;

/**
 * Checks whether a well-formed feed comes from a server that no longer gets updates, or has lost events. On 28 and 29 September
 * 2025 half of the USGS's answers were of this kind: status 200, a recent `generated`, and fewer and fewer events, because the
 * oldest ones left the period of the feed.
 *
 * @param where the address, for the message
 * @returns `capture-frozen`, `capture-shrunk`, or null
 */
export function checkPlausibility(
  state: UsgsState | undefined,
  capture: UsgsCapture,
  where: string,
  thresholds: UsgsThresholds,
): UserError | null {
  const scope = feedScope(capture.title);
  if (!scope || capture.events.length === 0) return null;
  const reject = (reason: string) => new UserError("capture-frozen", `usgs: ${where} ${reason}`, HINT);
  const silence = silenceOf(capture, scope);
  if (silence.ms > Math.max(MIN_SILENCE_MS, thresholds.silent_intervals * silence.intervalMs)) {
    return reject(`is frozen: among its ${capture.rows} events nothing changed for ${hours(silence.ms)}`);
  }
  if (!state) return null;
  const expected = expectedIn(state.events, scope, capture.generated);
  const newest = newestOf(capture);
  const behind = expected.filter(({ updated }) => updated > newest).length;
  if (behind >= MIN_BEHIND && silence.ms > longSilence(silence.intervalMs, capture, expected.length)) {
    const reason = `is frozen: its newest change is of ${isoTime(newest)}, and the store has ${behind} events changed since`;
    return reject(reason);
  }
  return checkMissing({ agency: "usgs", where, hint: HINT }, expected, listedIn(capture), thresholds.missing_share);
}

const HINT = "the agency has sent such answers by mistake; only what changed since the last good capture is used";

/** The time since the last change, and the mean time between the listed events, ms. */
function silenceOf(capture: UsgsCapture, { periodMs }: FeedScope): { ms: number; intervalMs: number } {
  return { ms: capture.generated - newestOf(capture), intervalMs: periodMs / capture.events.length };
}

/**
 * For a feed that has lost events, the mean time between the listed events is too long. So it is computed from the events that the
 * feed should list.
 */
function longSilence(intervalMs: number, { events }: UsgsCapture, expected: number): number {
  const usualMs = (intervalMs * events.length) / Math.max(events.length, expected);
  return Math.max(MIN_SILENCE_BEHIND_MS, INTERVALS_BEHIND * usualMs);
}

function newestOf({ events }: UsgsCapture): number {
  return events.reduce((newest, { updated }) => Math.max(newest, updated), Number.NEGATIVE_INFINITY);
}

/**
 * The usable part of a rejected capture: changes after the last accepted capture. Nothing newer can contradict them; for older
 * changes the store may have a better version. A frozen server has no such changes.
 */
export function newerPart(capture: UsgsCapture, since: number): Pick<UsgsCapture, "events" | "withdrawn"> {
  return {
    events: capture.events.filter(({ updated }) => updated > since),
    withdrawn: capture.withdrawn.filter(({ withdrawnAt }) => withdrawnAt > since),
  };
}

function hours(ms: number): string {
  return `${(ms / HOUR_MS).toFixed(1)} hours`;
}
