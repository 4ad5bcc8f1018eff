import { sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { keepsValues } from "../platform/memoize.ts";
import { DAY_MS } from "../platform/time.ts";
import type { UsgsEvent } from "../store/records.ts";

/** The events of a UTC day. */
export interface EventDay {
  /** Days since 1 January 1970. */
  day: number;
  /** In the order of the list. */
  events: readonly UsgsEvent[];
  /** Identifies all that the events say, and their order. */
  key: string;
}

/** A process that builds again keeps the days of the last build. Events that did not change are the same objects. */
let before: ReadonlyMap<number, EventDay> = new Map();

/** The days of a list of events, in the order of the first event of each. */
export function eventDays(events: readonly UsgsEvent[]): readonly EventDay[] {
  const groups = groupBy(events, ({ time }) => Math.floor(time / DAY_MS));
  const days = [...groups].map(([day, own]): EventDay => {
    const known = before.get(day);
    const isSame = known?.events.length === own.length && own.every((event, at) => event === known.events[at]);
    return isSame ? known : { day, events: own, key: keyOf(own) };
  });
  before = new Map(keepsValues() ? days.map((day) => [day.day, day]) : []);
  return days;
}

/** Values of events are of JSON, so JSON has all of them. */
function keyOf(events: readonly UsgsEvent[]): string {
  return sha256(events.map((event) => JSON.stringify(event)).join("\n"));
}
