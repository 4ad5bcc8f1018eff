import { type BenchEvent, syntheticEvents } from "../bench/events.ts";
import { createRandom } from "../bench/random.ts";

export const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

/** Recent earthquakes: what a month of the USGS's feed of all magnitudes has. */
export const EVENTS = 12_000;

/**
 * How often something happens, in a day. New ones: a thirtieth of a month's. Revised ones: six captures of the USGS's feed of a week
 * within 46 minutes (2025-05-04, 1,768 events) have 19 events with a later `updated`; at 12,000 a month in place of 7,600 that is
 * 0.65 a minute. Each revision here changes what the record shows; of those 19 none did, so this is more than what happens.
 */
export const RATES = { added: 400, revised: 940 };

/** Ages of the events that were revised in those captures, hours: the median is 3. */
const AGES_H = [0, 1, 1, 1, 1, 1, 2, 3, 3, 6, 7, 7, 8, 12, 13, 13, 13, 53, 80];

/** Events that go on. */
export interface EventDay {
  /** @param asOf the end of a minute, ms since 1970 UTC; never earlier than before */
  until: (asOf: number) => readonly BenchEvent[];
}

/**
 * Events of a month that go on minute by minute: new ones come, some are revised, the oldest leave. Spread evenly, so that any
 * stretch of minutes has its share.
 */
export function createEventDay(begin: number): EventDay {
  const random = createRandom(EVENTS);
  const month = syntheticEvents(EVENTS);
  const shift = begin - Math.max(...month.map(({ time }) => time)) - MINUTE;
  let events = month.map((event) => ({ ...event, time: event.time + shift }));
  let minute = 0;
  const due = (rate: number) =>
    Math.floor((minute * rate) / DAY_MINUTES) - Math.floor(((minute - 1) * rate) / DAY_MINUTES);
  return {
    until(asOf) {
      for (let now = begin + (minute + 1) * MINUTE; now <= asOf; now += MINUTE) {
        minute++;
        for (let at = 0; at < due(RATES.added); at++) {
          const like = random.pick(events);
          events = [{ ...like, id: `us7n${minute.toString(36)}${at}`, time: now - 5 * MINUTE }, ...events];
        }
        for (let at = 0; at < due(RATES.revised); at++) revise(events, now - random.pick(AGES_H) * 3_600_000);
      }
      return events;
    },
  };
}

/** The newest event that is so old has another magnitude. @param before ms since 1970 UTC */
function revise(events: BenchEvent[], before: number): void {
  const at = events.findIndex(({ time }) => time <= before);
  const event = events[at];
  if (event) events[at] = { ...event, magnitude: Number((event.magnitude + 0.1).toFixed(2)) };
}
