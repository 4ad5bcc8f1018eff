import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type FdsnState, writeFdsnState } from "../../../build/agencies/fdsn/state.ts";
import { fdsnAsOf, fdsnDataSource, readFdsnStates } from "../../../build/pipeline/load/fdsn-data.ts";
import { asOf } from "../../../build/pipeline/load/inputs.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const NOW = Date.UTC(2031, 4, 4, 12);

function stateOf(agency: string, parts: Partial<FdsnState> = {}): FdsnState {
  return {
    format: 1,
    agency,
    about: { name: agency.toUpperCase(), licence: "CC BY 4.0", attribution: "Those who measure.", url: "https://example.org/" },
    capture: { address: "file:///x", retrievedAt: NOW, sha256: "0".repeat(64), bytes: 0, rows: 0, doubtful: {} },
    covers: { from: NOW - 1000, to: NOW },
    readAt: null,
    updatedTo: null,
    absences: [],
    withdrawn: [],
    events: [{ ...agencyEvent({ id: "zz1", agency, time: NOW - 500 }), updated: null, status: null }],
    ...parts,
  };
}

describe("agencies with an event service in a store", () => {
  it("are read back as they were written, the EMSC first, then by key; other folders are not theirs", async () => {
    const store = temporaryFolder();
    const was = { time: NOW - 9, latitude: null, longitude: null, magnitude: 4 };
    const full = stateOf("geofon", {
      absences: [{ id: "zz1", since: NOW, last: NOW + 1, captures: 2 }],
      withdrawn: [{ ids: ["zz0"], withdrawnAt: NOW, was }],
    });
    for (const state of [stateOf("zz"), full, stateOf("emsc")]) await writeFdsnState(store, state);
    for (const folder of ["usgs", "noaa", "plates", "journal", "empty"]) mkdirSync(path.join(store, folder));
    writeFileSync(path.join(store, "usgs", "state.json"), "{}");
    writeFileSync(path.join(store, "lock"), "");
    expect(await readFdsnStates(store)).toEqual([stateOf("emsc"), full, stateOf("zz")]);
  });

  it("are none if there is no store, and a malformed state is not a state", async () => {
    const store = temporaryFolder();
    expect(await readFdsnStates(path.join(store, "nowhere"))).toEqual([]);
    await writeFdsnState(store, { ...stateOf("zz"), events: [{ ...agencyEvent({ id: "zz1" }), latitude: 91 }] });
    await expect(readFdsnStates(store)).rejects.toMatchObject({ code: "store-malformed" });
  });

  it("are named with their terms and with the time of their last answer", () => {
    const { events } = stateOf("zz");
    expect(fdsnDataSource(stateOf("zz"))).toEqual({
      id: "zz",
      name: "ZZ",
      provides: "recent events",
      asOf: events[0]?.time,
      covers: { from: NOW - 1000, to: NOW },
      records: 1,
      licence: "CC BY 4.0",
      attribution: "Those who measure.",
      url: "https://example.org/",
    });
    expect(fdsnDataSource(stateOf("zz", { updatedTo: NOW })).asOf).toBe(NOW);
    expect(fdsnDataSource(stateOf("zz", { events: [] })).asOf).toBeNull();
  });

  it("are as old as what they date before it came; when it came is not part of that", () => {
    const [known] = stateOf("zz").events;
    if (!known) throw new Error("an event is needed");
    const events = [{ ...known, id: "zz2", time: NOW + 9000 }, known];
    expect(fdsnAsOf(stateOf("zz", { events }))).toBe(known.time);
    expect(fdsnAsOf(stateOf("zz", { events: events.slice(0, 1) }))).toBeNull();
    const dated = events.map((event, at) => ({ ...event, updated: NOW - 100 * at }));
    expect(fdsnAsOf(stateOf("zz", { events: dated, updatedTo: NOW + 1 }))).toBe(NOW);
    for (const retrievedAt of [NOW, NOW + 5000]) {
      const capture = { ...stateOf("zz").capture, retrievedAt };
      expect(asOf({ others: [stateOf("zz", { capture, events })] })).toBe(known.time);
    }
  });
});

it.each([
  ["https://user:pass@example.org/about?key=1#x", "https://example.org/about"],
  ["file:///srv/about.html", "/docs/#sources"],
])("the public address of %s is %s", (url, shown) => {
  const state = stateOf("zz");
  expect(fdsnDataSource({ ...state, about: { ...state.about, url } }).url).toBe(shown);
});
