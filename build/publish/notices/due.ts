import * as z from "zod";
import { matchesRule, type Noticed } from "../../catalogue/notice-rule.ts";
import type { NoticeSettings } from "../../config/schema.ts";
import type { ChangedEarthquake, SnapshotPosition } from "../../contract/resources/resources.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { DAY_MS } from "../../platform/time.ts";

const number = z.number().nullable();

/** What a notice tells of an earthquake. Times are ISO 8601, UTC. */
export const toldSchema = z.strictObject({
  event_id: z.string(),
  slug: z.string(),
  magnitude: number,
  latitude: number,
  longitude: number,
  depth_km: number,
  place: z.string(),
  occurred_at: z.string(),
  alert_level: z.string().nullable(),
});
export type Told = z.infer<typeof toldSchema>;

/** A notice. `id` is the same at every attempt, so that a receiver can drop a repetition. */
export const noticeSchema = z.strictObject({
  id: z.string(),
  rule: z.string(),
  kind: z.enum(["new", "revised", "withdrawn", "more", "gap"]),
  /** The earthquake as it is now; null where the notice is about several. */
  event: toldSchema.nullable(),
  /** As it was told before; null if it was not. */
  before: toldSchema.nullable(),
  /** For `more`: how many other earthquakes match. Otherwise 0. */
  others: z.number(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** What each rule has told, by id of the earthquake. */
type ToldByRule = Record<string, Record<string, Told>>;

/** An older earthquake is not told as new: it was backfilled or restored. */
const NEWS_MS = DAY_MS;
/** What was told of an earthquake is kept until it can no longer be in the live window of 30 days. */
const KEPT_MS = 40 * DAY_MS;
/** Earthquakes that a rule tells in one run. The others are counted in one notice. */
const MOST_NOTICES = 20;

/** A revision is told if it exceeds one of these: smaller ones come by the minute and change nothing for a reader. */
const REVISION = { magnitude: 0.2, km: 25, depthKm: 25 };

/** An earthquake that was added or revised. `aliases` are the other ids by which it is or was known. */
export interface Changed {
  aliases: readonly string[];
  event: Told;
  noticed: Noticed;
}

/** The changes since the last run, each earthquake once. */
export interface Changes {
  position: SnapshotPosition;
  /** Whether changes are missing, so that something may not have been told. */
  gap: boolean;
  changed: readonly Changed[];
  /** Of each earthquake that was withdrawn, the ids by which it was known. */
  withdrawn: readonly (readonly string[])[];
}

/**
 * The notices that follow from changes, and what is told then. Pure.
 *
 * An earthquake is new to a rule that has not told it and matches it now, also by a revision. It is revised if it differs from what
 * was told, even if it does not match any more. Only who was told of it is told that it is withdrawn. What was told of an earthquake
 * is found by all of its ids. If two that were told are merged, one of them is withdrawn.
 *
 * @param now ms since 1970 UTC
 */
export function dueNotices(
  rules: Readonly<Record<string, NoticeSettings>>,
  before: ToldByRule,
  { position, gap, changed, withdrawn }: Changes,
  now: number,
): { notices: Notice[]; told: ToldByRule } {
  const notices: Notice[] = [];
  const told: ToldByRule = {};
  for (const [rule, settings] of Object.entries(rules)) {
    if (settings.to === undefined) continue;
    const known = new Map(Object.entries(before[rule] ?? {}).filter(([, one]) => now - Date.parse(one.occurred_at) < KEPT_MS));
    const found: Notice[] = gap ? [notice(rule, position, "gap", null, null)] : [];
    for (const { aliases, event, noticed } of changed) {
      const [earlier, ...merged] = taken(known, [event.event_id, ...aliases]);
      const isTold = earlier ? isRevision(earlier, event) : isNews(event, now) && matchesRule(settings, noticed);
      if (isTold) found.push(notice(rule, position, earlier ? "revised" : "new", event, earlier ?? null));
      found.push(...merged.map((one) => notice(rule, position, "withdrawn", one, null)));
      if (earlier || isTold) known.set(event.event_id, isTold ? event : (earlier as Told));
    }
    for (const one of withdrawn.flatMap((ids) => taken(known, ids))) found.push(notice(rule, position, "withdrawn", one, null));
    const wanted = found.filter(({ kind }) => kind === "gap" || !settings.kinds || settings.kinds.some((one) => one === kind));
    notices.push(...wanted.slice(0, MOST_NOTICES));
    const others = wanted.length - MOST_NOTICES;
    if (others > 0) notices.push({ ...notice(rule, position, "more", null, null), others });
    told[rule] = Object.fromEntries(known);
  }
  return { notices, told };
}

function notice(rule: string, { id }: SnapshotPosition, kind: Notice["kind"], event: Told | null, before: Told | null): Notice {
  return { id: [rule, kind, event?.event_id ?? "all", id].join("."), rule, kind, event, before, others: 0 };
}

/** Takes out what was told under each of these ids. */
function taken(known: Map<string, Told>, ids: readonly string[]): Told[] {
  return ids.flatMap((id) => {
    const told = known.get(id) ?? [];
    known.delete(id);
    return told;
  });
}

function isNews({ occurred_at }: Told, now: number): boolean {
  return now - Date.parse(occurred_at) < NEWS_MS;
}

function isRevision(before: Told, after: Told): boolean {
  if (before.alert_level !== after.alert_level || differ(before.magnitude, after.magnitude, REVISION.magnitude)) return true;
  if (differ(before.depth_km, after.depth_km, REVISION.depthKm)) return true;
  const { latitude, longitude } = before;
  if (latitude === null || longitude === null || after.latitude === null || after.longitude === null) return false;
  return distanceKm(latitude, longitude, after.latitude, after.longitude) >= REVISION.km;
}

/** Values have at most two decimals where the difference counts. */
function differ(before: number | null, after: number | null, least: number): boolean {
  if (before === null || after === null) return before !== after;
  return Math.abs(before - after) > least - 1e-9;
}

/** The values of an earthquake that a notice tells. */
export function toldOf(event: Omit<ChangedEarthquake, "country" | "plate" | "impact">): Told {
  const { event_id, slug, magnitude, latitude, longitude, depth_km, place_description, occurred_at, alert_level } = event;
  return { event_id, slug, magnitude, latitude, longitude, depth_km, place: place_description, occurred_at, alert_level };
}
