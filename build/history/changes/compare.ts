import type { ChangeEntry, RevisedEarthquake, WithdrawnEarthquake } from "../../contract/resources/resources.ts";
import { RECENT_HOURS } from "../../contract/texts/vocabulary.ts";
import { HOUR_MS } from "../../platform/time.ts";
import { type EventBody, fieldChanges, isOwn, stateOf } from "./states.ts";

/** The content of an entry without its snapshots. */
export type EventChanges = Omit<ChangeEntry, "from" | "to">;

/** The differing events in one of two trees, by id. */
export type Bodies = ReadonlyMap<string, EventBody>;

export interface CompareOptions {
  /** `as_of` of the two trees, ms since 1970 UTC. */
  asOf: { before: number; after: number };
  /** When an id was withdrawn, by the newer tree, ms since 1970 UTC. */
  withdrawnAt: (id: string) => number | undefined;
}

/**
 * The changes of the events that differ. An event whose preferred id is replaced by another of its ids is revised; one that turned
 * out to be the same as another is withdrawn, merged with that.
 */
export function compareEvents(before: Bodies, after: Bodies, options: CompareOptions): EventChanges {
  const successors = successorsOf(before, after);
  const former = new Map(
    [...successors].filter(([, { renamed }]) => renamed).map(([id, { successor }]) => [successor.event_id, id]),
  );
  const gone = [...before.values()].filter(({ event_id: id }) => !after.has(id) && !successors.get(id)?.renamed);
  const left = new Set(gone.filter((body) => !successors.has(body.event_id) && hasLeft(body, options)));
  return {
    added: newestFirst(after.values())
      .filter(({ event_id: id }) => !before.has(id) && !former.has(id))
      .map(stateOf),
    revised: newestFirst(after.values()).flatMap((body) => {
      const was = before.get(former.get(body.event_id) ?? body.event_id);
      return was ? (revision(was, body) ?? []) : [];
    }),
    withdrawn: newestFirst(gone)
      .filter((body) => !left.has(body))
      .map((body) => withdrawal(body, successors.get(body.event_id)?.successor, options)),
    left_window: newestFirst(left).map(({ event_id, slug }) => ({ event_id, slug })),
  };
}

interface Successor {
  successor: EventBody;
  /** Whether it is the same event under another of its ids; otherwise it was merged. */
  renamed: boolean;
}

/** For events whose ids belong to others now, the others. Of several that are merged under a new id, the first continues. */
function successorsOf(before: Bodies, after: Bodies): Map<string, Successor> {
  const successors = new Map<string, Successor>();
  for (const successor of after.values()) {
    const lost = idsOf(successor).filter((id) => before.has(id) && !after.has(id));
    lost.forEach((id, at) => successors.set(id, { successor, renamed: at === 0 && !before.has(successor.event_id) }));
  }
  return successors;
}

function idsOf({ aliases }: EventBody): string[] {
  return Array.isArray(aliases) ? aliases.filter((id) => typeof id === "string").toSorted() : [];
}

/** @returns undefined if the records are equal */
function revision(was: EventBody, body: EventBody): RevisedEarthquake | undefined {
  const changes = fieldChanges(stateOf(was), stateOf(body));
  const others = fieldChanges(was, body).filter(([field]) => !isOwn(field));
  if (changes.length + others.length === 0) return undefined;
  return {
    event_id: body.event_id,
    slug: body.slug,
    changes: Object.fromEntries(changes),
    also_changed: others.map(([field]) => field),
  };
}

/** Whether an event has left the window of recent ones; a withdrawn one is withdrawn at any age. */
function hasLeft({ event_id: id, occurred_at: at }: EventBody, { asOf, withdrawnAt }: CompareOptions): boolean {
  const expires = Date.parse(at) + RECENT_HOURS * HOUR_MS;
  return asOf.before < expires && expires <= asOf.after && withdrawnAt(id) === undefined;
}

function withdrawal(
  { event_id, slug }: EventBody,
  successor: EventBody | undefined,
  { withdrawnAt }: CompareOptions,
): WithdrawnEarthquake {
  if (successor) return { event_id, slug, reason: "merged", withdrawn_at: null, into: successor.event_id };
  const at = withdrawnAt(event_id);
  if (at === undefined) return { event_id, slug, reason: "other", withdrawn_at: null, into: null };
  return { event_id, slug, reason: "withdrawn", withdrawn_at: new Date(at).toISOString(), into: null };
}

function newestFirst(bodies: Iterable<EventBody>): EventBody[] {
  const timed = Array.from(bodies, (body) => ({ body, time: Date.parse(body.occurred_at) }));
  return timed
    .toSorted((a, b) => b.time - a.time || (a.body.event_id < b.body.event_id ? -1 : 1))
    .map(({ body }) => body);
}
