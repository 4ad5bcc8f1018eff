import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ChangeEntry } from "../../../../build/contract/resources/changes.ts";
import { assertReplay, compareEvents, type EventChanges } from "../../../../build/tree/history/changes/between.ts";
import type { EventBody } from "../../../../build/tree/history/changes/states.ts";
import { EMPTY, followed, type Kept, ownPart, sorted, type TestCatalogue } from "../../changing-catalogue.ts";
import { after, happening, windowed } from "../../happenings.ts";

const START = Date.parse("2018-02-07T00:30:00.000Z");
const MINUTE = 60_000;
const WINDOW = 720 * 60 * MINUTE;

const step = fc.record({
  wait: fc.oneof({ arbitrary: fc.nat(90), weight: 6 }, { arbitrary: fc.integer({ min: 1, max: 40 * 24 * 60 }), weight: 1 }),
  happenings: fc.array(happening, { maxLength: 8 }),
});

function differing(these: TestCatalogue, those: TestCatalogue): Map<string, EventBody> {
  const others = new Set([...those.events.values()].map((one) => JSON.stringify(one)));
  const records = [...these.events.values()].filter((one) => !others.has(JSON.stringify(one)));
  return new Map(records.map((one) => [one.event_id, one]));
}

/** Only what differs is compared, as it is in trees. */
function compare(before: TestCatalogue, now: TestCatalogue, asOf: { before: number; after: number }): EventChanges {
  const [were, are] = [differing(before, now), differing(now, before)];
  const changes = compareEvents(were, are, { asOf, withdrawnAt: (id) => now.withdrawn.get(id) });
  assertReplay(were, are, changes);
  const position = { id: "0".repeat(16), sequence: 1, as_of: "2018-02-07T00:00:00.000Z" };
  ChangeEntry.parse({ from: position, to: position, ...changes });
  return changes;
}

it("followed from the first catalogue on, changes give the last one, and each says truly what became of an event", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      let [asOf, world] = [START, EMPTY];
      let kept: Kept = ownPart(EMPTY);
      for (const { wait, happenings } of steps) {
        const [before, since] = [world, asOf];
        asOf += wait * MINUTE;
        for (const one of happenings) world = after(world, one, asOf);
        world = windowed(world, asOf);
        const changes = compare(before, world, { before: since, after: asOf });
        kept = followed(kept, [{ ...changes, from: {} as never, to: {} as never }]);
        expect(sorted(kept)).toEqual(sorted(ownPart(world)));
        expectTrue(changes, before, world, asOf);
      }
    }),
    { numRuns: 400 },
  );
});

/** By plain look-ups in the two whole catalogues. */
function expectTrue(
  { added, revised, withdrawn, left_window: left }: EventChanges,
  before: TestCatalogue,
  now: TestCatalogue,
  asOf: number,
): void {
  const idsNow = new Map([...now.events.values()].flatMap((one) => [one.event_id, ...one.aliases].map((id) => [id, one])));
  for (const { event_id: id } of left) {
    expect(Date.parse(before.events.get(id)?.occurred_at ?? "")).toBeLessThanOrEqual(asOf - WINDOW);
    expect(idsNow.has(id)).toBe(false);
  }
  for (const { event_id: id, reason, into, withdrawn_at: at } of withdrawn) {
    expect([id, now.events.has(id)]).toEqual([id, false]);
    if (reason === "merged") expect(idsNow.get(id)?.event_id).toBe(into);
    else expect(idsNow.has(id)).toBe(false);
    if (reason === "withdrawn") expect(at && Date.parse(at)).toBe(now.withdrawn.get(id));
  }
  for (const { event_id: id, changes, also_changed: also } of revised) {
    expect(Object.keys(changes).length + also.length).toBeGreaterThan(0);
    const former = changes["event_id"]?.before;
    if (former !== undefined) expect(now.events.get(id)?.aliases).toContain(former);
  }
  const encoded = [...added.map((one) => one.event_id), ...revised.map((one) => one.event_id)];
  expect(new Set(encoded).size).toBe(encoded.length);
  for (const [id, one] of now.events) {
    const same = JSON.stringify(before.events.get(id)) === JSON.stringify(one);
    expect([id, encoded.includes(id)]).toEqual([id, !same]);
  }
}
