import { describe, expect, it } from "vitest";
import { upsert } from "../../../build/agencies/usgs/upsert.ts";
import { gone, holding, plain, row } from "../holding.ts";

describe("a withdrawal", () => {
  it("takes the event out, with all the ids that it had", () => {
    const { holdings, changes } = upsert(holding(row("us1 nc7", 5)), gone("us1", 6));
    expect(plain(holdings)).toEqual(gone("nc7 us1", 6));
    expect(changes).toMatchObject({ withdrawn: 1, list: [{ kind: "withdrawn", id: "us1", evidence: "status deleted" }] });
  });

  it("keeps what was last said of the event, since another agency may stand by it", () => {
    const { holdings } = upsert(holding(row("us1", 5, { magnitude: 4.4 })), gone("us1", 6));
    expect(holdings.withdrawn[0]?.was).toEqual({ time: 1000, latitude: -7.25, longitude: 12.5, magnitude: 4.4 });
    expect(upsert(holdings, gone("us1", 9)).holdings.withdrawn[0]?.was).toMatchObject({ magnitude: 4.4 });
  });

  it("a withdrawal of an event that was only missing ends with a row as old as the stored one", () => {
    const missed = { events: [], withdrawn: [{ ids: ["us1"], withdrawnAt: 9, updated: 5 }] };
    const evidence = new Map([["us1", "absent from 6 captures"]]);
    const { holdings, changes } = upsert(holding(row("us1", 5)), missed, evidence);
    expect(holdings.events).toEqual([]);
    expect(changes.list).toEqual([{ kind: "withdrawn", id: "us1", evidence: "absent from 6 captures" }]);
    expect(upsert(holdings, holding(row("us1", 4))).changes).toMatchObject({ added: 0, older: 1 });
    expect(upsert(holdings, holding(row("us1", 5))).holdings).toEqual(holding(row("us1", 5)));
  });

  it("is permanent once the agency states it of an event that was only missing", () => {
    const missed = { events: [], withdrawn: [{ ids: ["us1"], withdrawnAt: 9, updated: 5 }] };
    const { holdings } = upsert(upsert(holding(row("us1", 5)), missed).holdings, gone("us1", 7));
    expect(plain(holdings)).toEqual(gone("us1", 9));
    expect(upsert(holdings, holding(row("us1", 8))).changes).toMatchObject({ added: 0, older: 1 });
  });

  it("outlives a row that is not newer, so a replica that lags brings nothing back", () => {
    const { holdings, changes } = upsert(gone("us1", 6), holding(row("us1", 6)));
    expect(holdings).toEqual(gone("us1", 6));
    expect(changes).toMatchObject({ added: 0, older: 1 });
  });
});
