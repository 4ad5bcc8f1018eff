import { createHash, createHmac } from "node:crypto";
import * as z from "zod";
import type { Config } from "../../config/config.ts";
import type { NoticeSettings } from "../../config/schema.ts";
import type { ChangedEarthquake, ChangeEntry, EarthquakeDetail, SnapshotPosition } from "../../contract/resources/resources.ts";
import { type Client, createClient, QuaketreeError, QuaketreeProblem } from "../../hosts/browser/client.ts";
import { UserError } from "../../platform/error.ts";
import { RequestFailure } from "../../platform/http/client.ts";
import { type Network, postText } from "../../platform/http/retry.ts";
import type { Report } from "../../platform/report.ts";
import { HOUR_MS, MINUTE_MS } from "../../platform/time.ts";
import { readStateFile, writeStateFile } from "../../store/store.ts";
import { readInside } from "../../tree/read.ts";
import { type Changed, type Changes, dueNotices, noticeSchema, toldOf, toldSchema } from "./due.ts";
import { type Message, messageOf } from "./message.ts";

const FILE = "notices.json";

const schema = z.strictObject({
  format: z.literal(1),
  /** The snapshot up to which changes were told. */
  position: z.strictObject({ id: z.string(), sequence: z.number(), as_of: z.string() }),
  told: z.record(z.string(), z.record(z.string(), toldSchema)),
  /** Notices whose receivers were not reached. `since` and `nextAt`: ms since 1970 UTC. */
  waiting: z.array(z.strictObject({ notice: noticeSchema, since: z.number(), nextAt: z.number(), tries: z.number() })),
  /** By rule: the receiver that answered 410 (`to`: SHA-256 of its address, which is secret), and when, ms since 1970 UTC. */
  gone: z.record(z.string(), z.strictObject({ to: z.string(), at: z.number() })).default({}),
});

type State = z.infer<typeof schema>;
type Waiting = State["waiting"][number];

/** A notice is tried for a day, at growing intervals of up to an hour. */
const TRIED_MS = 24 * HOUR_MS;
/** After this time in one run the other notices of a rule wait for the next run, so that a slow receiver does not delay it. */
const LONGEST_MS = 20_000;

interface NoticeContext extends Network {
  env: NodeJS.ProcessEnv;
  report: Pick<Report, "warn">;
}

/** Checks before a run that each rule can sign. @throws UserError `config-invalid` */
export function checkNotices({ notices = {} }: Pick<Config, "notices">, env: NodeJS.ProcessEnv): void {
  for (const { secret_variable } of Object.values(notices)) if (secret_variable !== undefined) secretOf(secret_variable, env);
}

/**
 * Tells the receivers of every rule what changed in a tree since the last run, after it was published. The first run only records the
 * snapshot. What was told is recorded after it was sent: a run that is killed in between sends it again with the same id. Receivers
 * do not wait for each other. One that cannot be reached is a warning, and its notices wait for the next run.
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
  const { report, now } = context;
  const before = await readStateFile(store, FILE, schema);
  const changes = await changesOf(out, before?.position).catch((error: unknown) => {
    if (!(error instanceof QuaketreeError || error instanceof QuaketreeProblem)) throw error;
    report.warn(`no notices: the changes of ${out} cannot be read: ${error.message}`);
    return undefined;
  });
  if (!changes) return { sent: 0, waiting: before?.waiting.length ?? 0 };
  const due = dueNotices(rules, before?.told ?? {}, changes, now());
  const fresh = due.notices.map((one): Waiting => ({ notice: one, since: now(), nextAt: 0, tries: 0 }));
  const all = [...(before?.waiting ?? []), ...fresh];
  const gone = stillGone(rules, before?.gone);
  const told = await Promise.all(
    Object.entries(rules).map(async ([name, rule]) => {
      const result = await tellOne(
        all.filter(({ notice: { rule: of } }) => of === name && !gone[name]),
        rule,
        publicUrl,
        context,
      );
      if (result.isGone) gone[name] = { to: hashOf(rule.to), at: now() };
      return result;
    }),
  );
  const waiting = told.flatMap(({ left }) => left);
  await writeStateFile(store, FILE, `${JSON.stringify({ format: 1, position: changes.position, told: due.told, waiting, gone })}\n`);
  return { sent: told.reduce((sum, { sent }) => sum + sent, 0), waiting: waiting.length };
}

/**
 * The rules whose receiver has answered 410 (Gone), and when, ms since 1970 UTC. They send nothing until they name another address.
 *
 * @throws UserError `store-…`
 */
export async function goneReceivers(
  store: string,
  { notices: rules = {} }: Pick<Config, "notices">,
): Promise<{ rule: string; at: number }[]> {
  const state = await readStateFile(store, FILE, schema);
  return Object.entries(stillGone(rules, state?.gone)).map(([rule, { at }]) => ({ rule, at }));
}

function stillGone(rules: Readonly<Record<string, NoticeSettings>>, gone: State["gone"] = {}): State["gone"] {
  return Object.fromEntries(Object.entries(gone).filter(([rule, { to }]) => to === hashOf(rules[rule]?.to)));
}

function hashOf(address = ""): string {
  return createHash("sha256").update(address).digest("hex");
}

/**
 * Sends the notices of one rule in their order. While the first of them waits, so do the others: its receiver is not reached.
 *
 * @returns how many were sent, those that wait, and whether the receiver wants no more
 */
async function tellOne(
  notices: readonly Waiting[],
  { to, format, secret_variable }: NoticeSettings,
  publicUrl: string | undefined,
  context: NoticeContext,
): Promise<{ sent: number; left: Waiting[]; isGone?: boolean }> {
  const { report, now, env } = context;
  // The rule has only a feed.
  if (to === undefined) return { sent: 0, left: [] };
  const secret = secret_variable === undefined ? undefined : secretOf(secret_variable, env);
  const began = now();
  let left = [...notices];
  let sent = 0;
  for (let [first] = left; first && first.nextAt <= now() && now() - began <= LONGEST_MS; [first] = left) {
    const { id, rule } = first.notice;
    try {
      await post(id, messageOf(first.notice, { settings: { to, format }, publicUrl, now: now() }), secret, context);
      left.shift();
      sent++;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      if (error.status === 410) {
        report.warn(`notice of rule ${rule}: ${error.message} (gone); nothing is sent until the rule names another address`);
        return { sent, left: [], isGone: true };
      }
      left = afterFailure(left, error, now());
      report.warn(`notice of rule ${rule}: ${error.message}${left[0]?.notice === first.notice ? "" : "; it is given up"}`);
    }
  }
  return { sent, left };
}

/** The first notice and those behind it, after it failed. It is given up where the same request cannot succeed, and all after a day. */
function afterFailure([first, ...others]: readonly Waiting[], { isPassing, retryAfterMs = 0 }: RequestFailure, now: number): Waiting[] {
  if (!isPassing || !first) return others;
  const nextAt = now + Math.max(retryAfterMs, Math.min(MINUTE_MS * 2 ** first.tries, HOUR_MS));
  const [next, ...behind] = [first, ...others].filter(({ since }) => now - since <= TRIED_MS);
  return next ? [{ ...next, tries: first.tries + 1, nextAt }, ...behind] : [];
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
  /** Slugs of revised ones, by id. */
  const revised = new Map<string, string>();
  /** The ids by which an earthquake was known before, by the id that it has now. */
  const formers = new Map<string, string[]>();
  const withdrawn = new Map<string, string[]>();
  const follow = (former: string, id: string) => {
    added.delete(former);
    revised.delete(former);
    if (former !== id) formers.set(id, [...formersOf(id), former, ...formersOf(former)]);
  };
  const formersOf = (id: string) => formers.get(id) ?? [];
  for (const entry of entries) {
    for (const { event_id, into } of entry.withdrawn) {
      follow(event_id, into ?? event_id);
      if (into === null) withdrawn.set(event_id, [event_id, ...formersOf(event_id)]);
    }
    for (const { event_id, slug, changes } of entry.revised) {
      const was = changes["event_id"]?.before;
      follow(typeof was === "string" ? was : event_id, event_id);
      revised.set(event_id, slug);
    }
    for (const one of entry.added) {
      added.set(one.event_id, one);
      withdrawn.delete(one.event_id);
    }
  }
  const changed = [...added.values()].map((one) => changedOf(one, formersOf(one.event_id)));
  for (const [id, slug] of revised) {
    const now = await client.earthquake(slug).catch((error: unknown) => {
      if (error instanceof QuaketreeProblem) return undefined;
      throw error;
    });
    if (now) changed.push(changedOf(now.body, formersOf(id)));
  }
  return { changed, withdrawn: [...withdrawn.values()] };
}

function changedOf(event: ChangedEarthquake | EarthquakeDetail, formers: readonly string[]): Changed {
  const { magnitude, latitude, longitude, place_description: place, country, aliases } = event;
  const noticed = { magnitude, latitude, longitude, place, iso2: country?.iso2 ?? null };
  return { aliases: [...aliases, ...formers], event: toldOf(event), noticed };
}

/** Who asks for a longer wait is asked again in a later run. */
const RETRIES = { tries: 2, longestWaitMs: 2_000 };

/**
 * Posts a message.
 *
 * @param id the same at every attempt
 * @param secret signs the message; undefined: unsigned
 * @throws RequestFailure; its message has only the origin of the address, because the rest is secret
 */
async function post(id: string, { url, contentType, body }: Message, secret: string | undefined, network: Network): Promise<void> {
  const where = `the receiver at ${url.origin}`;
  const seconds = Math.floor(network.now() / 1000);
  const headers = {
    "content-type": contentType,
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    ...(secret !== undefined && { "webhook-signature": signatureOf(secret, id, seconds, body) }),
  };
  const errors = {
    unreachable: (reason: string) => new UserError("notice-failed", `${where} was not reached: ${reason}`),
    refused: (status: number) => new UserError("notice-failed", `${where} answered with status ${status}`),
  };
  await postText({ url, headers, body }, errors, RETRIES, network);
}

/** Base64 of 24 to 64 bytes. */
const SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;

/** @throws UserError `config-invalid` if a secret is not of the form of Standard Webhooks */
function secretOf(variable: string, env: NodeJS.ProcessEnv): string {
  const secret = env[variable];
  if (secret !== undefined && SECRET.test(secret)) return secret;
  throw new UserError(
    "config-invalid",
    `the environment variable ${variable} ${secret === undefined ? "is not set" : "is not a secret"}, and a rule of notices signs with it`,
    "set it to whsec_ and the Base64 of 24 to 64 random bytes",
  );
}

/** Signature after Standard Webhooks 1.0: HMAC-SHA256 of id, timestamp and body, joined by full stops. @param seconds since 1970 UTC */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(SECRET.exec(secret)?.[1] ?? "", "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}
