import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { emscService, fdsnTextService } from "../../../build/agencies/fdsn/service.ts";
import { fdsnSource } from "../../../build/agencies/fdsn/source.ts";
import { type FdsnState, readFdsnState } from "../../../build/agencies/fdsn/state.ts";
import { emscAnswer, emscFeature } from "../emsc-feature.ts";
import { addTen, agencies, asked, DAY, emsc, HOUR, held, NOW, run, store, TERMS, useFdsnWorld } from "../fdsn-world.ts";

useFdsnWorld();

describe("the EMSC as a source", () => {
  it("reads the last 31 days at first, and reports what was added", async () => {
    const codes = addTen(agencies.emsc);
    const outcome = await emsc();
    expect(outcome).toMatchObject({ agency: "emsc", outcome: "applied", records: 10, rejected: [], asOf: null });
    expect(outcome.changes.map(({ kind }) => kind)).toEqual(codes.map(() => "added"));
    expect(await held()).toEqual(codes);
    expect(Object.fromEntries(asked()[0] ?? [])).toEqual({ format: "json", start: "2031-04-03T12:00:00", limit: "20000" });
    const state = await readFdsnState(store, "emsc");
    expect(state).toMatchObject({ about: { name: "EMSC" }, covers: { from: NOW - 31 * DAY, to: NOW }, readAt: NOW });
  });

  it("then asks for what has changed, and stores it with the names of the fields", async () => {
    addTen(agencies.emsc);
    await emsc();
    agencies.clock.advance(HOUR);
    agencies.emsc.world.revise("e05", { mag: 4.9, depthKm: 10 });
    agencies.emsc.world.add({ net: "", code: "new", time: NOW + HOUR - 60_000 });
    const outcome = await emsc();
    expect(asked().at(-1)?.get("updatedafter")).toBe("2031-05-04T10:45:00");
    expect(outcome.changes).toEqual(
      expect.arrayContaining([
        { kind: "added", id: "new" },
        { kind: "revised", id: "e05", fields: ["updated", "depthKm", "magnitude"] },
      ]),
    );
    expect([outcome.changes.length, outcome.records]).toEqual([2, 11]);
    expect((await emsc()).outcome).toBe("unchanged");
  });

  it("returns to an older version that the agency lists for a day, as if the false one had never been", async () => {
    addTen(agencies.emsc);
    await emsc();
    const { updated, mag } = agencies.emsc.world.get("e05");
    const before = (await readFdsnState(store, "emsc"))?.events;
    agencies.emsc.world.revise("e05", { mag: 5.9, updated: NOW + 60_000 });
    agencies.clock.advance(7 * HOUR);
    expect((await emsc()).changes).toMatchObject([{ kind: "revised", id: "e05" }]);
    agencies.emsc.world.revise("e05", { mag, updated });
    const kinds: string[] = [];
    for (let hour = 7; hour <= 35; hour += 7) {
      agencies.clock.advance(7 * HOUR);
      kinds.push((await emsc()).outcome);
    }
    expect(kinds).toEqual(["unchanged", "unchanged", "unchanged", "unchanged", "applied"]);
    expect((await readFdsnState(store, "emsc"))?.events).toEqual(before);
  });

  it("asks for changes since the newest that is not dated ahead of our clock", async () => {
    addTen(agencies.emsc);
    agencies.emsc.world.revise("e05", { mag: 4.9, updated: NOW + 20 * HOUR });
    agencies.clock.advance(60_000);
    await emsc();
    expect((await readFdsnState(store, "emsc"))?.updatedTo).toBe(NOW - HOUR);
    const file = path.join(store, "emsc/state.json");
    const stored = JSON.parse(readFileSync(file, "utf8")) as FdsnState;
    agencies.clock.advance(HOUR);
    agencies.emsc.world.revise("e03", { mag: 5.1 });
    await emsc();
    expect(asked().at(-1)?.get("updatedafter")).toBe("2031-05-04T10:45:00");
    // Stores of earlier versions may have such a date: then everything is read.
    writeFileSync(file, JSON.stringify({ ...stored, updatedTo: NOW + 20 * HOUR }));
    expect((await emsc()).changes).toContainEqual(expect.objectContaining({ kind: "revised", id: "e03" }));
    expect((await readFdsnState(store, "emsc"))?.updatedTo).toBe(NOW + HOUR + 60_000);
  });

  it("cuts the time in halves until an answer holds all that there is of it", async () => {
    agencies.emsc.state.limit = 3;
    const codes = addTen(agencies.emsc);
    const { outcome, addresses } = await run(fdsnSource({ ...emscService({ fdsn: agencies.emsc.fdsn }), cap: 3 }));
    expect(outcome).toBe("applied");
    expect(addresses.length).toBeGreaterThan(4);
    expect(await held()).toEqual(codes);
  });

  it("asks without a limit if the service refuses it, and in halves if it finds that too much", async () => {
    agencies.emsc.state.limit = 4;
    const codes = addTen(agencies.emsc);
    await emsc();
    expect(agencies.requests.slice(0, 2).map(({ status }) => status)).toEqual([400, 413]);
    expect(await held()).toEqual(codes);
  });

  it("withdraws an event only when three complete answers over twelve hours do not list it", async () => {
    addTen(agencies.emsc);
    await emsc();
    agencies.emsc.world.delete("e04");
    const kinds: string[] = [];
    for (let hour = 0; hour < 24; hour++) {
      agencies.clock.advance(HOUR);
      for (const change of (await emsc()).changes) kinds.push(`${change.kind} ${change.id} after ${hour + 1} h`);
    }
    expect(kinds).toEqual(["withdrawn e04 after 18 h"]);
    const state = await readFdsnState(store, "emsc");
    expect(state?.withdrawn).toMatchObject([{ withdrawnAt: NOW + 18 * HOUR, was: { time: NOW - HOUR - 4 * DAY } }]);
    expect(await held()).not.toContain("e04");
  });

  it("keeps an event that some answers omit, and brings back one that was withdrawn", async () => {
    addTen(agencies.emsc);
    await emsc();
    agencies.faults.set("emsc", { kind: "omits", ids: ["e04"] }, { every: 2 });
    for (let sixth = 0; sixth < 12; sixth++) {
      agencies.clock.advance(6 * HOUR);
      expect((await emsc()).changes).toEqual([]);
    }
    agencies.faults.clear();
    agencies.faults.set("emsc", { kind: "omits", ids: ["e04"] });
    for (let sixth = 0; sixth < 3; sixth++) {
      agencies.clock.advance(6 * HOUR);
      await emsc();
    }
    expect(await held()).not.toContain("e04");
    agencies.faults.clear();
    agencies.clock.advance(6 * HOUR);
    expect((await emsc()).changes).toEqual([{ kind: "added", id: "e04" }]);
    expect((await readFdsnState(store, "emsc"))?.withdrawn).toEqual([]);
  });

  it.each([
    ["capture-empty", { kind: "empty" } as const],
    ["capture-shrunk", { kind: "shrinking", keep: 0.5 } as const],
    ["capture-refused", { kind: "html" } as const],
    ["capture-refused", { kind: "status", status: 404 } as const],
    ["capture-unreachable", { kind: "reset" } as const],
    ["capture-truncated", { kind: "truncated" } as const],
    ["capture-malformed", { kind: "replaced", body: '{"type":"FeatureCollection","features":[{},{}]}' } as const],
  ])("sets an answer aside as %s, and keeps what it had", async (code, fault) => {
    const codes = addTen(agencies.emsc);
    await emsc();
    agencies.clock.advance(7 * HOUR);
    agencies.faults.set("emsc", fault);
    const outcome = await emsc();
    expect(outcome.outcome).toBe("rejected");
    expect(outcome.rejected.map((one) => one.code)).toEqual([code]);
    expect(outcome.rejected[0]?.reason.startsWith("emsc: ")).toBe(true);
    if (code === "capture-shrunk") expect(outcome.rejected[0]?.hint).toContain("quaketree restore");
    expect(await held()).toEqual(codes);
    agencies.faults.clear();
    expect((await emsc()).outcome).toBe("unchanged");
  });

  it("does not believe a replica that has been left behind", async () => {
    addTen(agencies.emsc);
    await emsc();
    agencies.faults.set("emsc", { kind: "stale" }, { path: "start=2031-04-03T19" });
    for (const id of ["e01", "e02", "e03"]) agencies.emsc.world.revise(id, { mag: 5, updated: NOW + 60_000 });
    agencies.clock.advance(HOUR);
    expect((await emsc()).changes).toHaveLength(3);
    agencies.clock.advance(6 * HOUR);
    expect((await emsc()).rejected.map(({ code }) => code)).toEqual(["capture-stale"]);
    const state = await readFdsnState(store, "emsc");
    expect(state?.events.filter(({ magnitude }) => magnitude === 5)).toHaveLength(3);
    agencies.faults.clear();
    expect(await emsc()).toMatchObject({ outcome: "unchanged", changes: [] });
  });

  it("reads a saved answer once, and again when it has changed", async () => {
    const file = path.join(store, "saved.json");
    const source = fdsnSource(emscService({ fdsn: pathToFileURL(file).href }));
    const saved = [1, 2, 3, 4, 5].map((at) => emscFeature({ unid: `20310504_000000${at}`, source_id: `900000${at}`, mag: null }));
    writeFileSync(file, emscAnswer(saved));
    expect(await run(source)).toMatchObject({ outcome: "applied", records: 5 });
    const { covers, events = [] } = (await readFdsnState(store, "emsc")) ?? {};
    expect(covers).toEqual({ from: events.at(-1)?.time, to: events[0]?.time });
    expect(await run(source)).toMatchObject({ outcome: "unchanged", records: 5 });
    writeFileSync(file, emscAnswer(saved.slice(1)));
    expect(await run(source)).toMatchObject({ outcome: "unchanged", records: 5, changes: [] });
    for (const nothing of ["", emscAnswer([])]) {
      writeFileSync(file, nothing);
      expect(await run(source)).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-empty" }] });
    }
  });

  it("refuses a saved answer that is another agency's, and takes another part of the catalogue", async () => {
    const file = path.join(store, "saved.json");
    const source = fdsnSource(emscService({ fdsn: pathToFileURL(file).href }));
    const answer = (of: string, month: number) =>
      [1, 2, 3, 4, 5, 6].map((at) => emscFeature({ unid: `${of}${at}`, source_id: `${of}${at}`, time: `2031-0${month}-04T11:0${at}:00Z` }));
    writeFileSync(file, emscAnswer(answer("1", 4)));
    expect(await run(source)).toMatchObject({ outcome: "applied" });
    writeFileSync(file, emscAnswer(answer("2", 4)));
    expect(await run(source)).toMatchObject({ outcome: "rejected", records: 6, rejected: [{ code: "capture-implausible" }] });
    writeFileSync(file, emscAnswer(answer("3", 3)));
    expect(await run(source)).toMatchObject({ outcome: "applied", records: 12 });
  });

  it.each([
    [1, "applied", 3],
    [2, "applied", 3],
    [3, "rejected", 0],
  ])("leaves out %i rows from before the span that it asked for, unless they are more than two", async (before, outcome, records) => {
    const day = (at: number) => new Date(NOW - at * DAY).toISOString().slice(0, 23);
    const rows = [1, 20, 31, ...Array.from({ length: before }, (_, at) => 32 + at)].map((at) => `${at}|${day(at)}|${at}|2|3|4`);
    const answer = `#EventID|Time|Latitude|Longitude|Depth/km|Magnitude\n${rows.join("\n")}\n`;
    const fetch = () => Promise.resolve(new Response(answer, { headers: { "content-type": "text/plain" } }));
    const source = fdsnSource(fdsnTextService("zz", { fdsn: agencies.text.fdsn, ...TERMS }));
    expect(await run(source, fetch)).toMatchObject({ outcome, records });
  });

  it("leaves the agency itself alone for five minutes", async () => {
    addTen(agencies.emsc);
    const own = { ...emscService({ fdsn: agencies.emsc.fdsn }), isPaced: true };
    await run(fdsnSource(own));
    agencies.clock.advance(4 * 60_000);
    expect(await run(fdsnSource(own))).toMatchObject({
      outcome: "unchanged",
      addresses: [],
      records: 10,
      dueAt: agencies.clock.now() + 60_000,
    });
    agencies.clock.advance(60_000);
    expect((await run(fdsnSource(own))).addresses).toHaveLength(1);
    const mirror = { fdsn: agencies.emsc.fdsn };
    expect([{}, mirror, { ...mirror, interval_s: 60 }].map((given) => emscService(given).isPaced)).toEqual([true, false, true]);
  });
});

describe("events that have grown old", () => {
  const month = Array.from({ length: 1200 }, (_, at) => ({ net: "", code: `m${at}`, time: NOW - HOUR - at * 60_000 }));

  it("stay, so that their ids go on leading to them", async () => {
    agencies.emsc.world.add(...month);
    expect((await emsc()).records).toBe(1200);
    agencies.clock.advance(46 * DAY);
    agencies.emsc.world.add({ net: "", code: "new", time: NOW + 46 * DAY - HOUR });
    expect(await emsc()).toMatchObject({ outcome: "applied", records: 1201, rejected: [] });
    expect((await held()).length).toBe(1201);
  });
});
