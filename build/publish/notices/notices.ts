import { z } from "zod";
import type { Config } from "../../config/config.ts";
import type { ChangedEarthquake, ChangeEntry, EarthquakeDetail, SnapshotPosition } from "../../contract/resources/resources.ts";
import { type Client, createClient, QuaketreeError, QuaketreeProblem } from "../../hosts/browser/client.ts";
import { RequestFailure } from "../../platform/http/client.ts";
import type { Network } from "../../platform/http/retry.ts";
import type { Report } from "../../platform/report.ts";
import { HOUR_MS, MINUTE_MS } from "../../platform/time.ts";
import { readStateFile, writeStateFile } from "../../store/store.ts";
import { readInside } from "../../tree/read.ts";
import { type Changed, type Changes, dueNotices, toldOf } from "./due.ts";
import { messageOf } from "./message.ts";
import { post, secretOf } from "./send.ts";

const FILE = "notices.json";

const number = z.number().nullable();
const told = z.strictObject({
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
const notice = z.strictObject({
  id: z.string(),
  rule: z.string(),
  kind: z.enum(["new", "revised", "withdrawn", "more", "gap"]),
  event: told.nullable(),
  before: told.nullable(),
  others: z.number(),
});
const schema = z.strictObject({
  format: z.literal(1),
  /** The snapshot up to which changes were told. */
  position: z.strictObject({ id: z.string(), sequence: z.number(), as_of: z.string() }),
  told: z.record(z.string(), z.record(z.string(), told)),
  /** Notices whose receivers were not reached. `since` and `nextAt`: ms since 1970 UTC. */
  waiting: z.array(z.strictObject({ notice, since: z.number(), nextAt: z.number(), tries: z.number() })),
});

type State = z.infer<typeof schema>;
type Waiting = State["waiting"][number];

/** A notice is tried for a day, at growing intervals of up to an hour. */
const TRIED_MS = 24 * HOUR_MS;
/** After this time in one run the other notices wait for the next run, so that slow receivers do not delay it. */
const LONGEST_MS = 20_000;

export interface NoticeContext extends Network {
  env: NodeJS.ProcessEnv;
  report: Pick<Report, "warn">;
}

/** Checks before a run that each rule can sign. @throws UserError `config-invalid` */
export function checkNotices({ notices = {} }: Pick<Config, "notices">, env: NodeJS.ProcessEnv): void {
  for (const { secret_variable } of Object.values(notices)) if (secret_variable !== undefined) secretOf(secret_variable, env);
}

/**
 * Tells the receivers of every rule what changed in a tree since the last run, after it was published. The first run only records the
 * snapshot. What was told is recorded after it was sent: a run that is killed in between sends it again with the same id. A receiver
 * that cannot be reached is a warning, and its notices wait for the next run.
 *
 * @param store folder; the caller has published `out`
 * @returns how many notices were sent, and how many wait
 * @throws UserError `store-…`
 */
export async function tellNotices(
  { notices: rules = {}, public_url: publicUrl }: Pick<Config, "notices" | "public_url">,
  { store, out }: { store: string; out: string },
  context: NoticeContext,
): Promise<{ sent: number; waiting: number }> {
  if (Object.keys(rules).length === 0) return { sent: 0, waiting: 0 };
  const { report, now, env } = context;
  const before = await readStateFile(store, FILE, schema);
  const changes = await changesOf(out, before?.position).catch((error: unknown) => {
    if (!(error instanceof QuaketreeError || error instanceof QuaketreeProblem)) throw error;
    report.warn(`no notices: the changes of ${out} cannot be read: ${error.message}`);
    return undefined;
  });
  if (!changes) return { sent: 0, waiting: before?.waiting.length ?? 0 };
  const began = now();
  const due = dueNotices(rules, before?.told ?? {}, changes, now());
  const fresh = due.notices.map((one): Waiting => ({ notice: one, since: now(), nextAt: 0, tries: 0 }));
  const left: Waiting[] = [];
  let sent = 0;
  for (const one of [...(before?.waiting ?? []), ...fresh]) {
    const { to, format, secret_variable } = rules[one.notice.rule] ?? {};
    // The rule was removed from the configuration.
    if (to === undefined || format === undefined) continue;
    if (one.nextAt > now() || now() - began > LONGEST_MS) {
      left.push(one);
      continue;
    }
    const secret = secret_variable === undefined ? undefined : secretOf(secret_variable, env);
    const message = messageOf(one.notice, { settings: { to, format }, publicUrl, now: now() });
    try {
      await post(one.notice.id, message, secret, context);
      sent++;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const again = later(one, error, now());
      report.warn(`notice of rule ${one.notice.rule}: ${error.message}${again ? "" : "; it is given up"}`);
      if (again) left.push(again);
    }
  }
  await writeStateFile(store, FILE, `${JSON.stringify({ format: 1, position: changes.position, told: due.told, waiting: left })}\n`);
  return { sent, waiting: left.length };
}

/** The next attempt; undefined if it is given up: after a day, or where the same request cannot succeed. */
function later({ notice, since, tries }: Waiting, { isPassing, retryAfterMs = 0 }: RequestFailure, now: number): Waiting | undefined {
  if (!isPassing || now - since > TRIED_MS) return undefined;
  const wait = Math.max(retryAfterMs, Math.min(MINUTE_MS * 2 ** tries, HOUR_MS));
  return { notice, since, tries: tries + 1, nextAt: now + wait };
}

/** The changes of a tree since a position; without one, none. @throws QuaketreeError, QuaketreeProblem */
async function changesOf(out: string, since: SnapshotPosition | undefined): Promise<Changes> {
  const client = createClient({ base: "http://tree.invalid/", mode: "tree", fetch: (url) => fileOf(out, url) });
  const { gap, entries, position } = await client.changesSince(since);
  return { gap, position, ...(await netChanges(entries, client)) };
}

/** A file of the tree as a response. */
async function fileOf(out: string, url: string): Promise<Response> {
  const bytes = await readInside(out, decodeURIComponent(new URL(url).pathname.slice(1)));
  return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
}

/** Each earthquake of the entries once, as it is now. */
async function netChanges(entries: readonly ChangeEntry[], client: Client): Promise<Pick<Changes, "changed" | "withdrawn">> {
  const added = new Map<string, ChangedEarthquake>();
  /** Slugs of revised ones, by the id that was known before. */
  const revised = new Map<string, string>();
  const withdrawn = new Set<string>();
  for (const entry of entries) {
    for (const one of entry.added) {
      added.set(one.event_id, one);
      withdrawn.delete(one.event_id);
    }
    for (const { event_id, slug, changes } of entry.revised) {
      const was = changes["event_id"]?.before;
      added.delete(event_id);
      revised.set(typeof was === "string" ? was : event_id, slug);
    }
    for (const { event_id } of entry.withdrawn) {
      added.delete(event_id);
      revised.delete(event_id);
      withdrawn.add(event_id);
    }
  }
  const changed = [...added.values()].map((one) => changedOf(one.event_id, one));
  for (const [was, slug] of revised) {
    const now = await client.earthquake(slug).catch((error: unknown) => {
      if (error instanceof QuaketreeProblem) return undefined;
      throw error;
    });
    if (now) changed.push(changedOf(was, now.body));
  }
  return { changed, withdrawn: [...withdrawn] };
}

function changedOf(was: string, event: ChangedEarthquake | EarthquakeDetail): Changed {
  const { magnitude, latitude, longitude, place_description: place, country } = event;
  return { was, event: toldOf(event), noticed: { magnitude, latitude, longitude, place, iso2: country?.iso2 ?? null } };
}
