import { DAY_MS } from "../../platform/time.ts";
import type { UsgsEvent, Withdrawal } from "../../store/records.ts";
import { type Admitted, withoutNewer } from "../refused.ts";
import type { SegmentFiles } from "./segments.ts";
import type { Segment, UsgsState } from "./state.ts";
import { type Changes, type Holdings, upsert } from "./upsert.ts";

export interface ArchiveLimits {
  /** Time for which events stay live, days: 1.5 times the period of the longest feed. */
  liveDays: number;
  /** A year with more rows is split into monthly segments, because a revision of one event reads its whole segment. */
  rows: number;
  /** Largest number of segments in memory at once. */
  segments: number;
}

const BOUNDS: ArchiveLimits = { liveDays: 45, rows: 20_000, segments: 12 };

/** Events and withdrawals to apply. `evidence` has, by preferred id, the evidence for withdrawals that the agency does not state. */
export interface Update extends Holdings {
  evidence?: ReadonlyMap<string, string>;
}

/** Checks an update against the stored events that it names, and returns the rows to apply. @throws UserError `capture-…` */
export type Check = (held: Holdings, news: Update) => Promise<Admitted<UsgsEvent>>;

/** Where the archive is. Default: the usual limits, and no check. */
interface Merging {
  files: SegmentFiles;
  bounds?: ArchiveLimits;
  check?: Check;
}

export interface StoredHoldings extends Holdings {
  archive: UsgsState["archive"];
}

/**
 * Applies an update to live and archived events, and archives old ones. It writes new segments, which take effect when a state that
 * names them is written.
 *
 * @throws UserError `store-…`
 */
export async function mergeIntoStore(
  held: StoredHoldings,
  news: Update,
  into: Merging,
): Promise<{ held: StoredHoldings; changes: Changes }> {
  const { files, bounds = BOUNDS, check = admitAll } = into;
  const segments = held.archive?.segments ?? [];
  const touched = segments.length === 0 ? [] : files.find(segments, idsOf(news));
  if (touched.length > bounds.segments && news.events.length + news.withdrawn.length > 1) return inHalves(held, news, into);
  const loaded = touched.map((segment) => files.read(segment));
  const all = {
    events: [held, ...loaded].flatMap(({ events }) => events),
    withdrawn: [held, ...loaded].flatMap(({ withdrawn }) => withdrawn),
  };
  const { rows, reverted } = await check(all, news);
  const { holdings, changes } = upsert(withoutNewer(all, reverted), { ...news, events: rows }, news.evidence);
  return { held: await archiveOld(holdings, held.archive, touched, files, bounds), changes };
}

const admitAll: Check = async (_held, { events }) => ({ rows: [...events], reverted: [] });

async function inHalves(held: StoredHoldings, news: Update, into: Merging): ReturnType<typeof mergeIntoStore> {
  const events = news.events.toSorted((a, b) => a.time - b.time);
  const [middle, between] = [events.length >> 1, (news.withdrawn.length + 1) >> 1];
  const part = (from: number, to: number, first: number, last: number): Update => ({
    ...news,
    events: events.slice(from, to),
    withdrawn: news.withdrawn.slice(first, last),
  });
  const one = await mergeIntoStore(held, part(0, middle, 0, between), into);
  const two = await mergeIntoStore(one.held, part(middle, events.length, between, news.withdrawn.length), into);
  const [a, b] = [one.changes, two.changes];
  return { held: two.held, changes: { older: a.older + b.older, list: [...a.list, ...b.list] } };
}

/** Separates live from old events, and writes the segments that changed. */
async function archiveOld(
  holdings: Holdings,
  archive: StoredHoldings["archive"],
  touched: readonly Segment[],
  files: SegmentFiles,
  bounds: ArchiveLimits,
): Promise<StoredHoldings> {
  const before = liveFrom(holdings, bounds.liveDays, archive?.before);
  const live = partOf(holdings, (instant) => instant >= before);
  const old = partOf(holdings, (instant) => instant < before);
  const isNew = old.events.length + old.withdrawn.length > 0;
  if (!archive && !isNew) return { ...live, archive };
  const contents = await gather(old, archive?.segments ?? [], touched, files, bounds);
  const kept = (archive?.segments ?? []).filter(({ key }) => !contents.has(key));
  const written: Segment[] = [];
  for (const [key, content] of contents) {
    if (content.events.length + content.withdrawn.length > 0) written.push(await files.write(key, content));
  }
  const segments = [...kept, ...written].toSorted((a, b) => (a.key < b.key ? 1 : -1));
  return { ...live, archive: { before, segments } };
}

/**
 * Origin time of the oldest live event, ms since 1970 UTC. It is counted from the newest event and not from today, so that it does
 * not depend on the clock. It is a whole number of days, so that the archive is written once a day.
 */
function liveFrom({ events }: Holdings, days: number, before = Number.NEGATIVE_INFINITY): number {
  const newest = events[0]?.time;
  if (newest === undefined) return before;
  return Math.max(before, Math.floor((newest - days * DAY_MS) / DAY_MS) * DAY_MS);
}

function partOf({ events, withdrawn }: Holdings, isIn: (instant: number) => boolean): Holdings {
  return { events: events.filter(({ time }) => isIn(time)), withdrawn: withdrawn.filter(({ withdrawnAt }) => isIn(withdrawnAt)) };
}

/** The new content of the segments that change, by key. The content of a removed segment is empty. */
async function gather(
  old: Holdings,
  segments: readonly Segment[],
  touched: readonly Segment[],
  files: SegmentFiles,
  bounds: ArchiveLimits,
): Promise<Map<string, Holdings>> {
  const monthly = new Set(segments.filter(({ key }) => key.length > 4).map(({ key }) => key.slice(0, 4)));
  const contents = new Map<string, Holdings>(touched.map(({ key }) => [key, NOTHING]));
  for (const [key, part] of grouped(old, (instant) => keyOf(instant, monthly))) {
    const segment = segments.find((one) => one.key === key);
    const there = segment && !contents.has(key) ? files.read(segment) : NOTHING;
    contents.set(key, sorted([...there.events, ...part.events], [...there.withdrawn, ...part.withdrawn]));
  }
  for (const [key, content] of contents) {
    if (key.length > 4 || content.events.length + content.withdrawn.length <= bounds.rows) continue;
    contents.set(key, NOTHING);
    for (const [month, part] of grouped(content, monthOf)) contents.set(month, sorted(part.events, part.withdrawn));
  }
  return contents;
}

const NOTHING: Holdings = { events: [], withdrawn: [] };

function grouped({ events, withdrawn }: Holdings, keyFor: (instant: number) => string) {
  const groups = new Map<string, { events: UsgsEvent[]; withdrawn: Withdrawal[] }>();
  const groupOf = (instant: number) => {
    const key = keyFor(instant);
    const group = groups.get(key) ?? { events: [], withdrawn: [] };
    groups.set(key, group);
    return group;
  };
  for (const event of events) groupOf(event.time).events.push(event);
  for (const statement of withdrawn) groupOf(statement.withdrawnAt).withdrawn.push(statement);
  return groups;
}

function keyOf(instant: number, monthly: ReadonlySet<string>): string {
  const year = yearOf(instant);
  return monthly.has(year) ? monthOf(instant) : year;
}

function yearOf(instant: number): string {
  const printed = new Date(instant).toISOString();
  // Beyond the year 9999 the ISO format has six digits and a sign. Only an error of an agency leads to such a date.
  return /^\d/.test(printed) ? printed.slice(0, 4) : "0000";
}

function monthOf(instant: number): string {
  return `${yearOf(instant)}-${String(new Date(instant).getUTCMonth() + 1).padStart(2, "0")}`;
}

function sorted(events: UsgsEvent[], withdrawn: Withdrawal[]): Holdings {
  return {
    events: events.toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1)),
    withdrawn: withdrawn.toSorted((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1)),
  };
}

function idsOf({ events, withdrawn }: Holdings): Set<string> {
  return new Set([...events, ...withdrawn].flatMap(({ ids }) => ids));
}
