import { hashOfLine, sha256 } from "../platform/hash.ts";
import { groupBy, once } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";

export interface EventDay<Event> {
  /** Days since 1 January 1970. */
  day: number;
  /** In the order of the list. */
  events: readonly Event[];
  /** Identifies all that the events say, and their order. Made at the first call. */
  key: () => string;
}

const lineKeys = new WeakMap<object, string>();

/** Notes what identifies all that an event says. The event must not change. */
export function noteLineKey(event: object, key: string): void {
  lineKeys.set(event, key);
}

/** Identifies all that an event says. Values of events are of JSON, so a line of JSON has all of them. The event must not change. */
export function lineKey(event: object): string {
  let key = lineKeys.get(event);
  if (key === undefined) noteLineKey(event, (key = hashOfLine(exactLine(event))));
  return key;
}

const ZERO = /[:,[]0[,\]}]/;

/** JSON writes -0 as 0. */
function exactLine(event: object): string {
  const line = JSON.stringify(event);
  if (!ZERO.test(line)) return line;
  return JSON.stringify(event, (_key, value: unknown) => (Object.is(value, -0) ? { negative: 0 } : value));
}

/** Identifies all that events say, and their order. */
export function eventsKey(events: readonly object[]): string {
  return sha256(events.map(lineKey).join("\n"));
}

/** The days that were made last, by their first event. Events that did not change are the same objects. */
const known = new WeakMap<object, EventDay<object>>();

/** The days of a list, which does not change. */
const daysOfList = new WeakMap<readonly object[], readonly EventDay<object>[]>();

/**
 * The days of a list of events, in the order of the first event of each.
 *
 * @param timeOf origin time, ms since 1970 UTC; the same for all calls with a list
 */
export function eventDays<Event extends object>(events: readonly Event[], timeOf: (event: Event) => number): readonly EventDay<Event>[] {
  let days = daysOfList.get(events) as readonly EventDay<Event>[] | undefined;
  if (!days) {
    const groups = groupBy(events, (event) => Math.floor(timeOf(event) / DAY_MS));
    days = [...groups].map(([day, own]) => eventDay(day, own));
    daysOfList.set(events, days);
  }
  return days;
}

function eventDay<Event extends object>(day: number, events: readonly Event[]): EventDay<Event> {
  const first = events[0] as Event;
  const before = known.get(first) as EventDay<Event> | undefined;
  const isSame = before?.day === day && before.events.length === events.length && events.every((event, at) => event === before.events[at]);
  const one = isSame ? before : { day, events, key: once(() => eventsKey(events)) };
  known.set(first, one);
  return one;
}
