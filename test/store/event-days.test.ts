import { array, assert, constantFrom, property, record } from "fast-check";
import { expect, it } from "vitest";
import { eventDays, lineKey, noteLineKey } from "../../build/store/event-days.ts";

const DAY = 86_400_000;
const timeOf = ({ time }: { time: number }) => time;

it("days have the same key for the same events in the same order only", () => {
  const event = record({ time: constantFrom(-1, 0, 1, DAY - 1, DAY), place: constantFrom("a", "b", "\n", "a\nb") });
  const list = array(event, { maxLength: 4 });
  assert(
    property(list, list, (one, other) => {
      const [days, others] = [one, other].map((events) => eventDays(events, timeOf));
      expect(days?.flatMap(({ events }) => events).toSorted(byText)).toEqual(one.toSorted(byText));
      for (const { day, events, key } of days ?? []) {
        expect(new Set(events.map(({ time }) => Math.floor(time / DAY)))).toEqual(new Set([day]));
        for (const later of others ?? []) expect(later.key() === key()).toBe(JSON.stringify(later.events) === JSON.stringify(events));
      }
    }),
  );
});

it("days whose events are the same objects are the same objects, and no others", () => {
  const events = [{ time: 1 }, { time: 2 }, { time: DAY }];
  const [first, second] = eventDays(events, timeOf);
  const more = eventDays([...events, { time: DAY + 1 }], timeOf);
  expect(more[0]).toBe(first);
  expect(more[1]?.key()).not.toBe(second?.key());
  expect(eventDays(events.slice(0, 1), timeOf)[0]?.events).toHaveLength(1);
});

it("events have the same key if they say the same", () => {
  const [one, same, other, read] = [{ time: 1 }, { time: 1 }, { time: 2 }, { time: 1 }];
  expect(lineKey(one)).toMatch(/^[\w+/]{22}$/);
  expect(lineKey(same)).toBe(lineKey(one));
  expect(lineKey(other)).not.toBe(lineKey(one));
  noteLineKey(read, "noted");
  expect(lineKey(read)).toBe("noted");
});

function byText(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
