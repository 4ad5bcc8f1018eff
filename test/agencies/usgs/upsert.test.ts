import { describe, expect, it } from "vitest";
import { upsert } from "../../../build/agencies/usgs/upsert.ts";
import { holding, NOTHING, names, row } from "../holding.ts";

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

  it("believes the capture if `updated` has not moved, since places change without it", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5)), holding(row("us1", 5, { place: "elsewhere" })));
    expect(holdings.events[0]?.place).toBe("elsewhere");
    expect(changes).toMatchObject({ revised: 1 });
  });

  it("makes two events one if a row shares ids with both", () => {
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

  it("parts an event if the capture lists two, each with ids of its own", () => {
    const { holdings, changes } = upsert(holding(row("pr9 us1 old", 5)), holding(row("us1", 5), row("pr9", 6)));
    expect(names(holdings)).toEqual(["pr9: old pr9", "us1: us1"]);
    expect(changes).toMatchObject({ added: 1, revised: 1 });
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
    expect(changes.list).toMatchObject([{ kind: "revised", id: "nc7", was: "us1", fields: expect.arrayContaining(["id", "ids"]) }]);
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

  it("is empty if nothing changed", () => {
    expect(upsert(holding(row("us1", 5)), holding(row("us1", 5))).changes.list).toEqual([]);
  });
});
