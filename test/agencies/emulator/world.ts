/** What really happened, as far as one agency knows. */

export interface WorldEvent {
  /** `net` + `code` is the preferred id; EMSC and FDSN text have an empty `net`. */
  net: string;
  code: string;
  /** All ids that ever belonged to it, the preferred one among them. */
  ids: string[];
  /** Origin time, ms since 1970 UTC. */
  time: number;
  /** Last change of any of its products, ms since 1970 UTC. */
  updated: number;
  /** Last change whether `updated` tells of it or not, ms since 1970 UTC; no agency says it. */
  changedAt: number;
  /** The agency lists it from then on, ms since 1970 UTC. */
  publishedAt: number;
  latitude: number;
  longitude: number;
  /** Positive downwards. */
  depthKm: number | null;
  mag: number | null;
  magType: string | null;
  place: string | null;
  type: string;
  status: "automatic" | "reviewed" | "deleted";
  felt: number | null;
  cdi: number | null;
  mmi: number | null;
  alert: string | null;
  tsunami: 0 | 1;
  /** A deleted event of which the agency has kept the ids only. */
  bare: boolean;
}

export type EventParts = Partial<Omit<WorldEvent, "net" | "code">> & Pick<WorldEvent, "net" | "code" | "time">;

/** The events of one agency. `events` may be changed directly too. */
export interface World {
  readonly events: WorldEvent[];
  /** What is not given is unremarkable. */
  add(...parts: EventParts[]): WorldEvent[];
  /** By any of its ids; throws where there is none. */
  get(id: string): WorldEvent;
  find(id: string): WorldEvent | undefined;
  /** Changes an event; `updated` becomes now unless it is among the parts (as when a revision leaves it unchanged). */
  revise(id: string, parts: Partial<WorldEvent>): WorldEvent;
  /** Withdraws an event; `bare`: with it goes all that was said of it but the ids. */
  delete(id: string, options?: { bare?: boolean }): WorldEvent;
  /** Two events turn out to be one: the second is gone, and its ids belong to the first. */
  merge(kept: string, gone: string): WorldEvent;
  /** Another network's solution is preferred: the id changes, the old one stays among `ids`. */
  changeId(id: string, to: { net: string; code: string }): WorldEvent;
  /** Events that the agency lists at that time, deleted ones included. */
  at(now: number): WorldEvent[];
}

export const idOf = ({ net, code }: Pick<WorldEvent, "net" | "code">): string => `${net}${code}`;

/** @param now ms since 1970 UTC: when changes happen */
export function createWorld(now: () => number, events: WorldEvent[] = []): World {
  const find = (id: string) => events.find((event) => event.ids.includes(id));
  const get = (id: string) => {
    const event = find(id);
    if (event === undefined) throw new Error(`the world has no event ${id}`);
    return event;
  };
  const revise = (id: string, parts: Partial<WorldEvent>) => Object.assign(get(id), { updated: now(), changedAt: now() }, parts);
  return {
    events,
    find,
    get,
    revise,
    add: (...parts) => {
      const added = parts.map((part) => worldEvent(part, now()));
      events.push(...added);
      return added;
    },
    delete: (id, { bare = false } = {}) => revise(id, { status: "deleted", bare }),
    merge: (kept, gone) => {
      const other = get(gone);
      events.splice(events.indexOf(other), 1);
      return revise(kept, { ids: [...new Set([...get(kept).ids, ...other.ids])] });
    },
    changeId: (id, to) => revise(id, { ...to, ids: [...new Set([idOf(to), ...get(id).ids])] }),
    at: (moment) => events.filter(({ publishedAt }) => publishedAt <= moment),
  };
}

function worldEvent(parts: EventParts, now: number): WorldEvent {
  return {
    ids: [idOf(parts)],
    updated: now,
    changedAt: now,
    publishedAt: now,
    latitude: -7.25,
    longitude: 12.5,
    depthKm: 33,
    mag: 4.2,
    magType: "ml",
    place: "30 km S of Nowhere",
    type: "earthquake",
    status: "automatic",
    felt: null,
    cdi: null,
    mmi: null,
    alert: null,
    tsunami: 0,
    bare: false,
    ...parts,
  };
}
