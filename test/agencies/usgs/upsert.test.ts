import { describe, expect, it } from "vitest";
import { upsert } from "../../../build/agencies/usgs/upsert.ts";
import { gone, holding, NOTHING, plain, row } from "../holding.ts";

/** What is held follows from the oracle of `upsert-sequences.test.ts`. */
describe("what a newer capture changes", () => {
  const missed = { events: [], withdrawn: [{ ids: ["us1"], withdrawnAt: 9, updated: 5 }] };

  it.each([
    ["a new event", [row("us1", 5)], [row("us2", 5)], [{ kind: "added", id: "us2" }], 0],
    ["an older row", [row("us1", 5)], [row("us1", 4, { magnitude: 5 })], [], 1],
    ["nothing", [row("us1", 5)], [row("us1", 5)], [], 0],
    ["rows of one event", [], [row("us1", 5), row("nc7 us1", 6), row("nc7", 4)], [{ kind: "added", id: "nc7" }], 0],
    [
      "a revision, with the fields in the order of the record",
      [row("us1", 5)],
      [row("us1 nc7", 6, { magnitude: 5, place: "elsewhere" })],
      [{ kind: "revised", id: "us1", fields: ["ids", "updated", "magnitude", "place"] }],
      0,
    ],
    [
      "a revision that leaves `updated` as it was, since places change without it",
      [row("us1", 5)],
      [row("us1", 5, { place: "elsewhere" })],
      [{ kind: "revised", id: "us1", fields: ["place"] }],
      0,
    ],
    [
      "a new preferred id",
      [row("us1", 5)],
      [row("nc7 us1", 5)],
      [{ kind: "revised", id: "nc7", was: "us1", fields: expect.arrayContaining(["id", "ids"]) }],
      0,
    ],
    [
      "events that turned out to be one",
      [row("us1", 5), row("nc7", 4)],
      [row("us1 nc7", 6)],
      [{ kind: "merged", id: "us1", from: ["nc7"] }],
      0,
    ],
    [
      "both parts of an event that was split",
      [row("pr9 us1", 5)],
      [row("us1", 5), row("pr9", 6)],
      [
        { kind: "revised", id: "pr9", fields: ["ids", "updated"] },
        { kind: "added", id: "us1" },
      ],
      0,
    ],
  ])("tells %s", (_, before, capture, list, older) => {
    const { changes } = upsert(holding(...before), holding(...capture));
    expect(changes.list.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(list);
    expect(changes.older).toBe(older);
  });

  it("keeps events newest first, equal times by id", () => {
    const rows = [row("b", 1), row("c", 1, { time: 2000 }), row("a", 1)];
    expect(upsert(NOTHING, holding(...rows)).holdings.events.map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("tells a withdrawal, and keeps what was last said of the event, since another agency may stand by it", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5, { magnitude: 4.4 })), gone("us1", 6));
    expect(changes).toEqual({ older: 0, list: [{ kind: "withdrawn", id: "us1", evidence: "status deleted" }] });
    expect(holdings.withdrawn[0]?.was).toEqual({ time: 1000, latitude: -7.25, longitude: 12.5, magnitude: 4.4 });
    expect(upsert(holdings, gone("us1", 9)).holdings.withdrawn[0]?.was).toMatchObject({ magnitude: 4.4 });
    expect(upsert(holdings, holding(row("us1", 6))).changes).toEqual({ older: 1, list: [] });
  });

  it("ends the withdrawal of an event that was only missing with a row as old as the stored one", () => {
    const { holdings, changes } = upsert(holding(row("us1", 5)), missed, new Map([["us1", "absent from 6 captures"]]));
    expect(holdings.events).toEqual([]);
    expect(changes.list).toEqual([{ kind: "withdrawn", id: "us1", evidence: "absent from 6 captures" }]);
    expect(upsert(holdings, holding(row("us1", 4))).changes).toEqual({ older: 1, list: [] });
    expect(upsert(holdings, holding(row("us1", 5))).holdings).toEqual(holding(row("us1", 5)));
  });

  it("makes that withdrawal permanent once the agency states it", () => {
    const { holdings } = upsert(upsert(holding(row("us1", 5)), missed).holdings, gone("us1", 7));
    expect(plain(holdings)).toEqual(gone("us1", 9));
    expect(upsert(holdings, holding(row("us1", 8))).changes).toEqual({ older: 1, list: [] });
  });
});
