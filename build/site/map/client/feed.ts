import type { Earthquake } from "../../../contract/resources/resources.ts";
import type { SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { type Quake, quakeOfRecord, quakesOf } from "../quake.ts";
import type { Period } from "../view-state.ts";

/** What the service says of a period. */
export interface FeedSnapshot {
  hours: Period;
  quakes: readonly Quake[];
  /** The moment that the period ends at, ms since 1970 UTC. */
  asOf: number;
}

export interface Feed {
  /**
   * Asks for the earthquakes of a period; what has not changed since it was asked last is not sent again.
   *
   * @throws Error where there is no answer, or none of this service
   */
  ask: (hours: Period) => Promise<FeedSnapshot>;
  /** From which age on the data count as old, s; undefined where nobody says. */
  staleAfter: () => Promise<number | undefined>;
}

interface CachedAnswer<T> {
  etag: string | null;
  asOf: string | null;
  body: T;
}

const HOUR_MS = 3_600_000;

/** As much of the browser's `fetch` as is needed. */
export type Get = (
  path: string,
  how?: { headers?: Record<string, string>; cache?: "no-store" },
) => Promise<Pick<Response, "ok" | "status" | "headers" | "text" | "json">>;

export function createFeed(get: Get): Feed {
  const answers = new Map<string, CachedAnswer<unknown>>();
  const days = new Map<string, Promise<Quake[]>>();

  /** Only if it has changed: the browser's own cache is left out, so that a 304 costs no body. */
  async function ifChanged<T>(path: string, read: (body: unknown) => T): Promise<CachedAnswer<T>> {
    const kept = answers.get(path) as CachedAnswer<T> | undefined;
    const headers: Record<string, string> = kept?.etag ? { "If-None-Match": kept.etag } : {};
    const response = await get(path, { headers, cache: "no-store" });
    if (response.status !== 304 && !response.ok) throw new Error(`${response.status}`);
    const asOf = response.headers.get("x-as-of");
    // Also of a 304 the (empty) body is read to its end: the browser takes it for broken off otherwise.
    const text = await response.text();
    const next =
      response.status === 304 && kept
        ? { ...kept, asOf: asOf ?? kept.asOf }
        : { etag: response.headers.get("etag"), asOf, body: read(JSON.parse(text)) };
    answers.set(path, next);
    return next;
  }

  const snapshot = () => ifChanged("/snapshot.json", (body) => body as SnapshotRecord);

  async function window(hours: Period): Promise<FeedSnapshot> {
    const { body, asOf } = await ifChanged(`/api/live-feed/?hours=${hours}`, quakesOf);
    return { hours, quakes: body, asOf: Date.parse(asOf ?? (await snapshot()).body.as_of) };
  }

  /** From the day shards, which never change: of a month, a minute costs its last day. */
  async function month(hours: Period): Promise<FeedSnapshot> {
    const { body } = await snapshot();
    const asOf = Date.parse(body.as_of);
    const from = asOf - hours * HOUR_MS;
    const paths = body.shards.days.map(({ path }) => path);
    for (const path of days.keys()) if (!paths.includes(path)) days.delete(path);
    const all = await Promise.all(paths.map(dayOf));
    return { hours, quakes: all.flat().filter(({ time }) => time > from && time <= asOf), asOf };
  }

  function dayOf(path: string): Promise<Quake[]> {
    const known = days.get(path);
    if (known) return known;
    const asked = get(`/${path}`).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return ((await response.json()) as Earthquake[]).map(quakeOfRecord);
    });
    days.set(path, asked);
    asked.catch(() => days.delete(path));
    return asked;
  }

  return {
    ask: (hours) => (hours === 720 ? month(hours) : window(hours)),
    staleAfter: () =>
      snapshot()
        .then(({ body }) => (body.sample ? undefined : body.stale_after_s))
        .catch(() => undefined),
  };
}

/** Which earthquakes have come since the page was opened. */
export interface News {
  /** When each new one came, ms on the page's clock. */
  arrivals: ReadonlyMap<string, number>;
  /** Takes note of what a period holds. @returns what nobody could have seen before; nothing when a period is first opened */
  note: (hours: Period, quakes: readonly Quake[]) => Quake[];
}

/** @param clock ms, only ever growing */
export function createNews(clock: () => number): News {
  const seen = new Set<string>();
  const opened = new Set<Period>();
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
