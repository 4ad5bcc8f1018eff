import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Holdings, upsert } from "../../../build/agencies/usgs/upsert.ts";
import type { UsgsEvent, Withdrawal } from "../../../build/store/records.ts";
import { NOTHING, plain, row } from "../holding.ts";

const ID = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
const IDS = fc.uniqueArray(ID, { minLength: 1, maxLength: 3 });
const ROW = fc.record({ ids: IDS, updated: fc.nat(4), magnitude: fc.nat(3) });
const STATEMENT = fc.record({ ids: IDS.map((ids) => ids.toSorted()), withdrawnAt: fc.nat(4) });
const CAPTURE: fc.Arbitrary<Holdings> = fc.record({
  events: fc
    .array(ROW, { maxLength: 5 })
    .map((rows) => rows.map(({ ids, updated, magnitude }) => row(ids.join(" "), updated, { magnitude }))),
  withdrawn: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(STATEMENT, { maxLength: 2 })),
});
const CAPTURES = fc.array(CAPTURE, { minLength: 1, maxLength: 6 });

/** A capture that does not contradict itself: no id is both living and withdrawn. */
const CONSISTENT = CAPTURE.map(({ events, withdrawn }): Holdings => {
  const alive = events.flatMap(({ ids }) => ids);
  return { events, withdrawn: withdrawn.filter(({ ids }) => !ids.some((id) => alive.includes(id))) };
});

describe("any sequence of captures", () => {
  it("ends in what an oracle says, step by step", () => {
    fc.assert(
      fc.property(CAPTURES, (captures) => {
        let held = NOTHING;
        for (const capture of captures) {
          const expected = oracle(held, capture);
          held = upsert(held, capture).holdings;
          expect(plain(held)).toEqual(plain(expected));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("gives the same if rows are the stored events themselves", () => {
    fc.assert(
      fc.property(CAPTURES, CAPTURE, fc.infiniteStream(fc.boolean()), (captures, last, isListed) => {
        const held = captures.reduce((state, capture) => upsert(state, capture).holdings, NOTHING);
        const again = held.events.filter(() => isListed.next().value);
        const { withdrawn } = last;
        const copies = again.map((event) => ({ ...event, ids: [...event.ids] }));
        const same = upsert(held, { withdrawn, events: [...again, ...last.events, ...again] });
        expect(same).toEqual(upsert(held, { withdrawn, events: [...copies, ...last.events, ...copies] }));
      }),
      { numRuns: 1000 },
    );
  });

  it("never gives an id to two events, and never loses one that was not withdrawn", () => {
    fc.assert(
      fc.property(CAPTURES, (captures) => {
        let held = NOTHING;
        for (const capture of captures) {
          const before = new Set(everyId(held));
          held = upsert(held, capture).holdings;
          const after = everyId(held);
          expect(new Set(after).size).toBe(after.length);
          expect([...before].filter((id) => !after.includes(id))).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("does not depend on the order within a capture, and changes nothing the second time", () => {
    fc.assert(
      fc.property(CAPTURES, CONSISTENT, (captures, last) => {
        const held = captures.reduce((state, capture) => upsert(state, capture).holdings, NOTHING);
        const { holdings } = upsert(held, last);
        const turned = { events: last.events.toReversed(), withdrawn: last.withdrawn.toReversed() };
        expect(upsert(held, turned).holdings).toEqual(holdings);
        const again = upsert(holdings, last);
        expect(again.holdings).toEqual(holdings);
        expect(again.changes.list).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

function everyId({ events, withdrawn }: Holdings): string[] {
  return [...events, ...withdrawn].flatMap(({ ids }) => ids);
}

/** The rules of `upsert`, asked of every id in turn: who owns it now? */
function oracle(held: Holdings, capture: Holdings): Holdings {
  const isGone = (event: UsgsEvent) => capture.withdrawn.some((one) => one.ids.includes(event.id) && one.withdrawnAt >= event.updated);
  const gone = held.events.filter(isGone);
  const ours = held.events.filter((event) => !isGone(event));
  const buried = [
    ...held.withdrawn,
    ...capture.withdrawn,
    ...gone.map(({ id, ids }) => {
      const statements = capture.withdrawn.filter((one) => one.ids.includes(id));
      return { ids, withdrawnAt: Math.max(...statements.map((one) => one.withdrawnAt)) };
    }),
  ];
  const news = components(capture.events.map((event) => ({ ids: event.ids, members: [event] })))
    .map(({ ids, members }) => ({ ...(members.toSorted(byContent)[0] as UsgsEvent), ids }))
    .filter((candidate) => {
      const met = ours.filter((event) => meet(event, candidate));
      if (met.length > 0) return met.every((event) => event.updated <= candidate.updated);
      return buried.every((one) => !meet(one, candidate) || one.withdrawnAt < candidate.updated);
    });
  const owner = (id: string): UsgsEvent | undefined => {
    const claimant = news.find(({ ids }) => ids.includes(id));
    const former = ours.find(({ ids }) => ids.includes(id));
    if (claimant || !former) return claimant;
    const shared = (candidate: UsgsEvent) => candidate.ids.filter((other) => former.ids.includes(other)).length;
    const [heir] = news
      .filter((candidate) => meet(former, candidate))
      .toSorted(
        (a, b) => Number(b.ids.includes(former.id)) - Number(a.ids.includes(former.id)) || shared(b) - shared(a) || (a.id < b.id ? -1 : 1),
      );
    return heir ?? former;
  };
  const ids = [...new Set([...everyId(held), ...everyId(capture)])].toSorted();
  const owners = [...new Set(ids.map(owner))].filter((event) => event !== undefined);
  const events = owners.map((event) => ({ ...event, ids: ids.filter((id) => owner(id) === event) }));
  return { events: events.toSorted((a, b) => (a.id < b.id ? -1 : 1)), withdrawn: withdrawnOf(buried, events) };
}

function withdrawnOf(statements: readonly Withdrawal[], alive: readonly UsgsEvent[]): Withdrawal[] {
  const dead = statements
    .map((one) => ({ ids: one.ids.filter((id) => !alive.some((event) => event.ids.includes(id))), members: [one] }))
    .filter(({ ids }) => ids.length > 0);
  return components(dead)
    .map(({ ids, members }) => ({ ids, withdrawnAt: Math.max(...members.map((one) => one.withdrawnAt)) }))
    .toSorted((a, b) => ((a.ids[0] as string) < (b.ids[0] as string) ? -1 : 1));
}

function components<T>(parts: { ids: string[]; members: T[] }[]): { ids: string[]; members: T[] }[] {
  for (const [at, a] of parts.entries()) {
    const other = parts.findIndex((b, index) => index > at && meet(a, b));
    const b = parts[other];
    if (!b) continue;
    const joined = { ids: [...new Set([...a.ids, ...b.ids])].toSorted(), members: [...a.members, ...b.members] };
    return components([...parts.filter((_, index) => index !== at && index !== other), joined]);
  }
  return parts.map(({ ids, members }) => ({ ids: [...ids].toSorted(), members }));
}

function meet(a: { ids: readonly string[] }, b: { ids: readonly string[] }): boolean {
  return a.ids.some((id) => b.ids.includes(id));
}

function byContent(a: UsgsEvent, b: UsgsEvent): number {
  return b.updated - a.updated || (a.id < b.id ? -1 : a.id > b.id ? 1 : JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}
