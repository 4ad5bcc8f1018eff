import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { fdsnTextService } from "../../../build/agencies/fdsn/service.ts";
import { fdsnSource } from "../../../build/agencies/fdsn/source.ts";
import { readFdsnState } from "../../../build/agencies/fdsn/state.ts";
import { quakemlDocument } from "../emulator/fdsn-tables.ts";
import { addTen, agencies, asked, HOUR, held, NOW, run, store, TERMS, text, useFdsnWorld } from "../fdsn-world.ts";

useFdsnWorld();

describe("an agency that answers in FDSN text", () => {
  it("is read for the last 31 days at first, then for two days, and whole again after six hours", async () => {
    agencies.text.state.refuses = ["updatedafter"];
    const codes = addTen(agencies.text, "t");
    expect(await text()).toMatchObject({ agency: "zz", outcome: "applied", records: 10 });
    agencies.clock.advance(3 * HOUR);
    agencies.text.world.revise("t01", { mag: 4.4 });
    expect((await text()).changes).toEqual([{ kind: "revised", id: "zzt01", fields: ["magnitude"] }]);
    agencies.clock.advance(3 * HOUR);
    agencies.text.world.revise("t09", { mag: 4.4 });
    expect((await text()).changes).toEqual([{ kind: "revised", id: "zzt09", fields: ["magnitude"] }]);
    expect(await held("zz")).toEqual(codes.map((code) => `zz${code}`));
    // Every answer is checked at both ends: the older end has an `endtime`, the newer begins at the newest event.
    const newest = "2031-05-04T11:00:00";
    const open = asked().filter((query) => !query.has("endtime") && query.get("starttime") !== newest);
    expect(open.map((query) => query.get("starttime"))).toEqual(["2031-04-03T12:00:00", "2031-05-02T15:00:00", "2031-04-03T18:00:00"]);
  });

  it("says nothing of events that it no longer lists until it has said so often enough", async () => {
    addTen(agencies.text, "t");
    await text();
    agencies.text.world.delete("t01");
    const changes: unknown[] = [];
    for (let sixth = 0; sixth < 4; sixth++) {
      agencies.clock.advance(6 * HOUR);
      changes.push(...(await text()).changes);
    }
    const evidence = "absent from 3 captures since 2031-05-04T18:00:00.000Z";
    expect(changes).toEqual([{ kind: "withdrawn", id: "zzt01", evidence }]);
  });

  it("an answer without events is not an error, and nothing is stored", async () => {
    expect(await text()).toMatchObject({ outcome: "applied", records: 0, rejected: [] });
    expect(await text()).toMatchObject({ outcome: "unchanged", records: 0, rejected: [] });
  });

  it("is named as configured, or as its preset if nothing is configured", async () => {
    agencies.text.state.quirks = { author: "GFZ", columns: 14, zone: true, separator: " | ", depthHeading: "Depth/Km" };
    agencies.text.world.add({ net: "", code: "gfz2031abcd", time: NOW - HOUR, type: "" });
    await run(fdsnSource(fdsnTextService("potsdam", { fdsn: agencies.text.fdsn, preset: "geofon", attribution: "GFZ, for us" })));
    expect(await readFdsnState(store, "potsdam")).toMatchObject({
      agency: "potsdam",
      about: { name: "GEOFON", licence: "CC BY 4.0", attribution: "GFZ, for us", url: "https://geofon.gfz.de/" },
      events: [{ agency: "potsdam", id: "gfz2031abcd", type: "not reported" }],
    });
    await text();
    expect((await readFdsnState(store, "zz"))?.about).toEqual({
      name: "zz",
      licence: "CC0",
      attribution: "Zz Network.",
      url: agencies.text.origin,
    });
  });

  it("is asked as often as configured, also on this machine", async () => {
    addTen(agencies.text, "t");
    const paced = () => run(fdsnSource(fdsnTextService("zz", { ...TERMS, fdsn: agencies.text.fdsn, interval_s: 30 })));
    await paced();
    agencies.clock.advance(29_000);
    expect(await paced()).toMatchObject({ addresses: [], dueAt: agencies.clock.now() + 1000 });
    agencies.clock.advance(1000);
    expect((await paced()).addresses.length).toBeGreaterThan(0);
  });

  it("has ids and pages as configured", async () => {
    agencies.text.world.add({ net: "", code: "t01", time: NOW - HOUR }, { net: "", code: "t/02?", time: NOW - 2 * HOUR });
    const settings = { ...TERMS, fdsn: agencies.text.fdsn, id_prefix: "", event_page: "https://zz.example/event?id={id}&x=1" };
    await run(fdsnSource(fdsnTextService("zz", settings)));
    expect((await readFdsnState(store, "zz"))?.events).toMatchObject([
      { id: "t01", ids: ["t01"], url: "https://zz.example/event?id=t01&x=1" },
      { id: "t/02?", url: "https://zz.example/event?id=t%2F02%3F&x=1" },
    ]);
  });

  it("may be asked for QuakeML, which also tells when an event changed, and whether it was reviewed", async () => {
    agencies.text.world.add({ net: "", code: "t01", time: NOW - HOUR, updated: NOW - HOUR / 2, depthKm: 7.5, status: "reviewed" });
    const xml = () => run(fdsnSource(fdsnTextService("zz", { ...TERMS, fdsn: agencies.text.fdsn, format: "xml" })));
    expect(await xml()).toMatchObject({ outcome: "applied", records: 1, rejected: [] });
    expect(asked()[0]?.get("format")).toBe("xml");
    expect((await readFdsnState(store, "zz"))?.events).toMatchObject([
      { id: "zzt01", updated: NOW - HOUR / 2, depthKm: 7.5, status: "reviewed", type: "earthquake" },
    ]);
    agencies.text.world.revise("t01", { type: "" });
    const typed = async (given: object) => {
      await run(fdsnSource(fdsnTextService("zz", { ...TERMS, fdsn: agencies.text.fdsn, format: "xml", ...given })));
      return (await readFdsnState(store, "zz"))?.events[0]?.type;
    };
    expect([await typed({}), await typed({ untyped: "earthquake" })]).toEqual(["not reported", "earthquake"]);
    agencies.faults.set("text", { kind: "truncated" });
    expect((await xml()).rejected.map(({ code }) => code)).toEqual(["capture-truncated"]);
    agencies.faults.clear();
    agencies.faults.set("text", { kind: "html" });
    expect((await xml()).rejected.map(({ code }) => code)).toEqual(["capture-refused"]);
  });

  it("may be a file of QuakeML, whatever format is configured", async () => {
    const file = path.join(store, "saved.xml");
    agencies.text.world.add({ net: "", code: "t02", time: NOW - HOUR });
    writeFileSync(file, quakemlDocument(agencies.text.world.events));
    await run(fdsnSource(fdsnTextService("zz", { ...TERMS, fdsn: pathToFileURL(file).href })));
    expect(await held("zz")).toEqual(["zzt02"]);
  });

  it("keeps the former ids where the prefix changes, and reads everything again for it", async () => {
    const codes = addTen(agencies.text, "t");
    await text();
    const renamed = { ...TERMS, fdsn: agencies.text.fdsn, id_prefix: "z-", event_page: "https://zz.example/{id}" };
    const { changes } = await run(fdsnSource(fdsnTextService("zz", renamed)));
    expect(changes).toHaveLength(10);
    expect(changes[0]).toEqual({ kind: "revised", id: "z-t00", was: "zzt00", fields: ["id", "ids", "url"] });
    const state = await readFdsnState(store, "zz");
    expect(state?.events.map(({ ids }) => ids)).toEqual(codes.map((code) => [`z-${code}`, `zz${code}`]));
    expect((await run(fdsnSource(fdsnTextService("zz", renamed)))).changes).toEqual([]);
    // A saved answer is read again too, although it is the same.
    const file = path.join(store, "saved.txt");
    writeFileSync(file, "#EventID|Time|Latitude|Longitude|Depth/km|Magnitude\n7|2031-05-04T11:00:00|1|2|3|4\n");
    const saved = { ...TERMS, fdsn: pathToFileURL(file).href };
    await run(fdsnSource(fdsnTextService("yy", saved)));
    expect((await run(fdsnSource(fdsnTextService("yy", { ...saved, id_prefix: "" })))).changes).toMatchObject([{ id: "7", was: "yy7" }]);
    expect((await readFdsnState(store, "yy"))?.events).toMatchObject([{ id: "7", ids: ["7", "yy7"] }]);
  });

  it("refuses a configuration that says nothing to ask", () => {
    expect(() => fdsnTextService("zz", {})).toThrow("agencies.others.zz has no fdsn");
    expect(() => fdsnTextService("zz", { fdsn: agencies.text.fdsn, attribution: "Zz" })).toThrow("zz has no licence");
    expect(() => fdsnTextService("zz", { fdsn: agencies.text.fdsn, licence: "CC0" })).toThrow("zz has no attribution");
    expect(fdsnTextService("ingv", {}).agency).toBe("ingv");
  });
});
