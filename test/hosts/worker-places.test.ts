import { expect, test } from "vitest";
import { BusyError } from "../../build/hosts/work-queue.ts";
import { createPlaces } from "../../build/hosts/worker/worker.ts";

const FREE = 64;

/** Begins as much work as needs a place. */
function long(work: ReturnType<ReturnType<typeof createPlaces>>) {
  for (let turn = 0; turn <= FREE; turn++) work.turn();
  return work;
}

test("two requests may do long work at the same time, and short work needs no place", () => {
  const place = createPlaces(() => 0);
  const [first] = [long(place()), long(place())];
  const third = place();
  for (let turn = 0; turn < FREE; turn++) expect(third.turn()).toBe(undefined);
  expect(() => third.turn()).toThrow(BusyError);
  first.release();
  expect(third.turn()).toBe(undefined);
  expect(() => long(place())).toThrow(BusyError);
});

test("work that says how long it is needs a place at once", () => {
  const place = createPlaces(() => 0);
  for (const _ of [1, 2]) place().turn(FREE + 1);
  expect(() => place().turn(FREE + 1)).toThrow(BusyError);
  expect(place().turn(FREE)).toBe(undefined);
});

test("a request whose code was stopped keeps its place for 20 s only", () => {
  let now = 1_000;
  const place = createPlaces(() => now);
  for (const _ of [1, 2]) long(place());
  now += 19_999;
  expect(() => long(place())).toThrow(BusyError);
  now += 1;
  long(place());
});

test("what follows the beginning of an answer needs no place", () => {
  const place = createPlaces(() => 0);
  const sending = place();
  sending.release();
  for (const _ of [1, 2]) long(place());
  expect(long(sending).turn(1_000)).toBe(undefined);
});
