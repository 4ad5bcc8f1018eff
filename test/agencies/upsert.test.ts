import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgencyEvent, Withdrawal } from "../../build/agencies/records.ts";
import { type Holdings, upsert } from "../../build/agencies/upsert.ts";
import { agencyEvent } from "./make-event.ts";

const NOTHING: Holdings = { events: [], withdrawn: [] };

function row(ids: string, updated: number, parts: Partial<AgencyEvent> = {}): AgencyEvent {
  const list = ids.split(" ");
  return agencyEvent({ id: list[0] as string, ids: [...list].toSorted(), updated, time: 1000, ...parts });
}

function holding(...events: AgencyEvent[]): Holdings {
  return { events, withdrawn: [] };
}

/** Each event as its preferred id, a colon, and all its ids. */
function names({ events }: Holdings): string[] {
  return events.map(({ id, ids }) => `${id}: ${ids.join(" ")}`).toSorted();
}

describe("what a newer capture changes", () => {
  it("adds what is new, and keeps what the capture does not list", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5)), holding(row("us2", 5)));
    expect(names(holdings)).toEqual(["us1: us1", "us2: us2"]);
    expect(changes).toMatchObject({ added: 1, revised: 0, unchanged: 0, withdrawn: 0 });
  });

  it("replaces an event by a newer row", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5)), holding(row("us1", 6, { magnitude: 5 })));
    expect(holdings.events).toEqual([row("us1", 6, { magnitude: 5 })]);
    expect(changes).toMatchObject({ added: 0, revised: 1 });
  });

  it("ignores an older row", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5)), holding(row("us1", 4, { magnitude: 5 })));
    expect(holdings.events).toEqual([row("us1", 5)]);
    expect(changes).toMatchObject({ revised: 0, older: 1 });
  });

  it("believes the capture where `updated` has not moved, since places change without it", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5)), holding(row("us1", 5, { place: "elsewhere" })));
    expect(holdings.events[0]?.place).toBe("elsewhere");
    expect(changes).toMatchObject({ revised: 1 });
  });

  it("knows an event by any of its ids, and keeps the ids that it had", () => {
    const { holdings } = upsert(holding(row("us1 nc7", 5)), holding(row("nc7 ak3", 6)));
    expect(names(holdings)).toEqual(["nc7: ak3 nc7 us1"]);
  });

  it("makes two events one where a row shares ids with both", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5), row("nc7", 4)), holding(row("us1 nc7", 6)));
    expect(names(holdings)).toEqual(["us1: nc7 us1"]);
    expect(changes).toMatchObject({ revised: 1, merged: 1 });
  });

  it("makes one event of rows of one capture that share an id, and the newest of them counts", () => {
    const rows = [row("us1", 5), row("nc7 us1", 6), row("nc7", 4)];
    const { holdings, changes } = upsert(NOTHING, holding(...rows));
    expect(names(holdings)).toEqual(["nc7: nc7 us1"]);
    expect(changes).toMatchObject({ added: 1 });
  });

  it("parts an event where the capture lists two, each with ids of its own", () => {
    const { holdings, changes } = upsert(holding(row("pr9 us1 old", 5)), holding(row("us1", 5), row("pr9", 6)));
    expect(names(holdings)).toEqual(["pr9: old pr9", "us1: us1"]);
    expect(changes).toMatchObject({ added: 1, revised: 1 });
  });

  it("does not part an event on the word of a row older than ours", () => {
    const { holdings } = upsert(holding(row("us1 nc7", 5)), holding(row("us1", 5), row("nc7", 3)));
    expect(names(holdings)).toEqual(["us1: nc7 us1"]);
  });

  it("keeps events newest first, equal times by id", () => {
    const rows = [row("b", 1), row("c", 1, { time: 2000 }), row("a", 1)];
    expect(upsert(NOTHING, holding(...rows)).holdings.events.map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });
});

describe("the list of changes", () => {
  it("names the fields that a revision changed, in the order of the record", () => {
    const next = row("us1 nc7", 6, { magnitude: 5, place: "elsewhere" });
    expect(upsert(holding(row("us1", 5)), holding(next)).changes.list).toEqual([
      { kind: "revised", id: "us1", fields: ["ids", "updated", "magnitude", "place"] },
    ]);
  });

  it("tells a change that leaves `updated` as it was, and a new preferred id", () => {
    const { changes } = upsert(holding(row("us1", 5)), holding(row("nc7 us1", 5)));
    expect(changes.list).toMatchObject([
      { kind: "revised", id: "nc7", was: "us1", fields: expect.arrayContaining(["id", "ids"]) },
    ]);
  });

  it("tells which events turned out to be one", () => {
    const { changes } = upsert(holding(row("us1", 5), row("nc7", 4)), holding(row("us1 nc7", 6)));
    expect(changes.list).toEqual([{ kind: "merged", id: "us1", from: ["nc7"] }]);
  });

  it("tells both parts of an event that was split", () => {
    const { changes } = upsert(holding(row("pr9 us1", 5)), holding(row("us1", 5), row("pr9", 6)));
    expect(changes.list.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { kind: "revised", id: "pr9", fields: ["ids", "updated"] },
      { kind: "added", id: "us1" },
    ]);
  });

  it("is empty where nothing changed", () => {
    expect(upsert(holding(row("us1", 5)), holding(row("us1", 5))).changes.list).toEqual([]);
  });
});

/** Without what a withdrawn event was. */
function plain({ events, withdrawn }: Holdings): Holdings {
  return { events, withdrawn: withdrawn.map(({ was: _was, ...statement }) => statement) };
}

function gone(ids: string, withdrawnAt: number): Holdings {
  return { events: [], withdrawn: [{ ids: ids.split(" "), withdrawnAt }] };
}

describe("a withdrawal", () => {
  it("takes the event out, with all the ids that it had", () => {
    const { holdings, changes } = upsert(holding(row("us1 nc7", 5)), gone("us1", 6));
    expect(plain(holdings)).toEqual(gone("nc7 us1", 6));
    expect(changes).toMatchObject({
      withdrawn: 1,
      list: [{ kind: "withdrawn", id: "us1", evidence: "status deleted" }],
    });
  });

  it("keeps what was last said of the event, since another agency may stand by it", () => {
    const { holdings } = upsert(holding(row("us1", 5, { magnitude: 4.4 })), gone("us1", 6));
    expect(holdings.withdrawn[0]?.was).toEqual({ time: 1000, latitude: -7.25, longitude: 12.5, magnitude: 4.4 });
    expect(upsert(holdings, gone("us1", 9)).holdings.withdrawn[0]?.was).toMatchObject({ magnitude: 4.4 });
  });

  it("of an event that was only missed ends with a row as old as the one we had", () => {
    const missed = { events: [], withdrawn: [{ ids: ["us1"], withdrawnAt: 9, updated: 5 }] };
    const evidence = new Map([["us1", "absent from 6 captures"]]);
    const { holdings, changes } = upsert(holding(row("us1", 5)), missed, evidence);
    expect(holdings.events).toEqual([]);
    expect(changes.list).toEqual([{ kind: "withdrawn", id: "us1", evidence: "absent from 6 captures" }]);
    expect(upsert(holdings, holding(row("us1", 4))).changes).toMatchObject({ added: 0, older: 1 });
    expect(upsert(holdings, holding(row("us1", 5))).holdings).toEqual(holding(row("us1", 5)));
  });

  it("is stated for good once the agency says so of an event that was only missed", () => {
    const missed = { events: [], withdrawn: [{ ids: ["us1"], withdrawnAt: 9, updated: 5 }] };
    const { holdings } = upsert(upsert(holding(row("us1", 5)), missed).holdings, gone("us1", 7));
    expect(plain(holdings)).toEqual(gone("us1", 9));
    expect(upsert(holdings, holding(row("us1", 8))).changes).toMatchObject({ added: 0, older: 1 });
  });

  it("of an alias only leaves the event, and the alias", () => {
    const { holdings } = upsert(holding(row("us1 nc7", 5)), gone("nc7", 6));
    expect(holdings).toEqual(holding(row("us1 nc7", 5)));
  });

  it("that is older than the event leaves it", () => {
    expect(upsert(holding(row("us1", 5)), gone("us1", 4)).holdings).toEqual(holding(row("us1", 5)));
  });

  it("outlives a row that is not newer, so a replica that lags brings nothing back", () => {
    const { holdings, changes } = upsert(gone("us1", 6), holding(row("us1", 6)));
    expect(holdings).toEqual(gone("us1", 6));
    expect(changes).toMatchObject({ added: 0, older: 1 });
  });

  it("ends with a newer row", () => {
    expect(upsert(gone("us1", 6), holding(row("us1", 7))).holdings).toEqual(holding(row("us1", 7)));
  });

  it("takes the last date when it is repeated", () => {
    expect(upsert(gone("us1", 6), gone("us1 nc7", 9)).holdings).toEqual(gone("nc7 us1", 9));
  });
});

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
        expect(again.changes).toMatchObject({ added: 0, revised: 0, merged: 0, withdrawn: 0 });
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
  const isGone = (event: AgencyEvent) =>
    capture.withdrawn.some((one) => one.ids.includes(event.id) && one.withdrawnAt >= event.updated);
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
    .map(({ ids, members }) => ({ ...(members.toSorted(byContent)[0] as AgencyEvent), ids }))
    .filter((candidate) => {
      const met = ours.filter((event) => meet(event, candidate));
      if (met.length > 0) return met.every((event) => event.updated <= candidate.updated);
      return buried.every((one) => !meet(one, candidate) || one.withdrawnAt < candidate.updated);
    });
  const owner = (id: string): AgencyEvent | undefined => {
    const claimant = news.find(({ ids }) => ids.includes(id));
    const former = ours.find(({ ids }) => ids.includes(id));
    if (claimant || !former) return claimant;
    const shared = (candidate: AgencyEvent) => candidate.ids.filter((other) => former.ids.includes(other)).length;
    const [heir] = news
      .filter((candidate) => meet(former, candidate))
      .toSorted(
        (a, b) =>
          Number(b.ids.includes(former.id)) - Number(a.ids.includes(former.id)) ||
          shared(b) - shared(a) ||
          (a.id < b.id ? -1 : 1),
      );
    return heir ?? former;
  };
  const ids = [...new Set([...everyId(held), ...everyId(capture)])].toSorted();
  const owners = [...new Set(ids.map(owner))].filter((event) => event !== undefined);
  const events = owners.map((event) => ({ ...event, ids: ids.filter((id) => owner(id) === event) }));
  return { events: events.toSorted((a, b) => (a.id < b.id ? -1 : 1)), withdrawn: withdrawnOf(buried, events) };
}

function withdrawnOf(statements: readonly Withdrawal[], alive: readonly AgencyEvent[]): Withdrawal[] {
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

function byContent(a: AgencyEvent, b: AgencyEvent): number {
  return b.updated - a.updated || (a.id < b.id ? -1 : a.id > b.id ? 1 : JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}
