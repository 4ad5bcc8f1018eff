import type { Earthquake, LiveFeed } from "../../../contract/resources/resources.ts";
import type { SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { HOUR_MS } from "../../../platform/time.ts";
import { type Quake, quakeOfRecord, quakesOf } from "../quake.ts";
import type { Hours } from "../view-state.ts";

/** The earthquakes of a period, from an API answer. */
export interface FeedSnapshot {
  hours: Hours;
  quakes: readonly Quake[];
  /** The end of the period, ms since 1970 UTC. */
  asOf: number;
  /** Since when the data cover the period; null if they cover all of it. */
  coveredFrom: string | null;
}

export interface Feed {
  /**
   * Requests the earthquakes of a period. Data that have not changed since the last request are not sent again.
   *
   * @throws Error if the request fails or the answer is not from this service
   */
  ask: (hours: Hours) => Promise<FeedSnapshot>;
  /** The age from which the data count as outdated, s; undefined if it is not known. */
  staleAfter: () => Promise<number | undefined>;
}

interface CachedAnswer<T> {
  etag: string | null;
  asOf: string | null;
  body: T;
}

/** The part of the `fetch` function that is used here. */
export type Get = (
  path: string,
  how?: { headers?: Record<string, string>; cache?: "no-store" },
) => Promise<Pick<Response, "ok" | "status" | "headers" | "text" | "json">>;

export function createFeed(get: Get): Feed {
  const answers = new Map<string, CachedAnswer<unknown>>();
  const days = new Map<string, Promise<Quake[]>>();

  /**
   * Requests a document with a conditional request. The browser cache is bypassed, so that the script receives the 304
   * without a body.
   */
  async function ifChanged<T>(path: string, read: (body: unknown) => T): Promise<CachedAnswer<T>> {
    const kept = answers.get(path) as CachedAnswer<T> | undefined;
    const headers: Record<string, string> = kept?.etag ? { "If-None-Match": kept.etag } : {};
    const response = await get(path, { headers, cache: "no-store" });
    if (response.status !== 304 && !response.ok) throw new Error(`${response.status}`);
    const asOf = response.headers.get("x-as-of");
    // The body of a 304 is empty but must be read: otherwise the browser reports the response as aborted.
    const text = await response.text();
    const next =
      response.status === 304 && kept
        ? { ...kept, asOf: asOf ?? kept.asOf }
        : { etag: response.headers.get("etag"), asOf, body: read(JSON.parse(text)) };
    answers.set(path, next);
    return next;
  }

  const snapshot = () => ifChanged("/snapshot.json", (body) => body as SnapshotRecord);

  async function window(hours: Hours): Promise<FeedSnapshot> {
    const { body, asOf } = await ifChanged(`/api/live-feed/?hours=${hours}`, (feed) => {
      return { quakes: quakesOf(feed), coveredFrom: (feed as LiveFeed).covered_from };
    });
    return { hours, ...body, asOf: Date.parse(asOf ?? (await snapshot()).body.as_of) };
  }

  /** The last month from the day shards, which never change: an update loads only the last day. */
  async function month(hours: Hours): Promise<FeedSnapshot> {
    const { body } = await snapshot();
    const asOf = Date.parse(body.as_of);
    const from = asOf - hours * HOUR_MS;
    const paths = body.shards.days.map(({ path }) => path);
    for (const path of days.keys()) if (!paths.includes(path)) days.delete(path);
    const all = await Promise.all(paths.map(dayOf));
    return { hours, quakes: all.flat().filter(({ time }) => time > from && time <= asOf), asOf, coveredFrom: body.covered_from ?? null };
  }

  function dayOf(path: string): Promise<Quake[]> {
    const known = days.get(path);
    if (known) return known;
    const reading = get(`/${path}`).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return ((await response.json()) as Earthquake[]).map(quakeOfRecord);
    });
    days.set(path, reading);
    reading.catch(() => days.delete(path));
    return reading;
  }

  return {
    ask: (hours) => (hours === 720 ? month(hours) : window(hours)),
    staleAfter: () =>
      snapshot()
        .then(({ body }) => (body.sample ? undefined : body.stale_after_s))
        .catch(() => undefined),
  };
}

/** The earthquakes that have arrived since the page was opened. */
export interface News {
  /** The arrival time of each new earthquake, ms on the page's clock. */
  arrivals: ReadonlyMap<string, number>;
  /** Records the earthquakes of a period. @returns those that are new since the last call; none on the first call for a period */
  note: (hours: Hours, quakes: readonly Quake[]) => Quake[];
}

/** @param clock monotonic, ms */
export function createNews(clock: () => number): News {
  const seen = new Set<string>();
  const opened = new Set<Hours>();
  const arrivals = new Map<string, number>();
  return {
    arrivals,
    note(hours, quakes) {
      const unseen = quakes.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      if (!opened.has(hours)) {
        opened.add(hours);
        return [];
      }
      for (const { id } of unseen) arrivals.set(id, clock());
      return unseen;
    },
  };
}
