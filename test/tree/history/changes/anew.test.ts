import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChangeList, ChangesOfHour } from "../../../../build/contract/resources/resources.ts";
import { changeFiles } from "../../../../build/tree/history/changes/between.ts";
import { readRecord } from "../../../../build/tree/read.ts";
import { catalogue, entriesOf, entriesSince, followed, listOf, ownPart, plantCatalogue, sorted } from "../../changing-catalogue.ts";
import { sectionPath } from "../../forge.ts";
import { at, faults, felt, HOUR, MINUTE, next, out, useOneEvent } from "./one-event.ts";

useOneEvent();

/** Writes what is not a hard link of another tree's. */
function put(path: string, bytes: string | Buffer): void {
  rmSync(join(out, path), { force: true });
  writeFileSync(join(out, path), bytes);
}

const list = (change: (list: ChangeList) => unknown) => put("api/changes.json", JSON.stringify(change(listOf(out))));
const lastHour = "api/changes/2018-02-07T02.json";
const hour = (change: (hour: ChangesOfHour) => unknown) =>
  put(lastHour, JSON.stringify(change(JSON.parse(readFileSync(join(out, lastHour), "utf8")) as ChangesOfHour)));

function moved({ entries }: ChangesOfHour): unknown[] {
  return entries.map((entry) => ({ ...entry, to: { ...entry.to, as_of: "2018-02-07T05:00:00.000Z" } }));
}

function noChanges(): never {
  return { added: [{}] } as never;
}

describe("a feed that cannot be continued restarts, and reports it", () => {
  beforeEach(async () => {
    for (const n of [0, 1, 2, 3]) await next(n, n * 40 * MINUTE);
  });

  it.each<[string, () => void]>([
    ["that is not JSON", () => put("api/changes.json", "{")],
    ["that is empty", () => put("api/changes.json", "")],
    ["that is not UTF-8", () => put("api/changes.json", Buffer.of(0x22, 0xff, 0x22))],
    ["of another form", () => list(({ snapshot, entries }) => ({ snapshot, entries }))],
    ["with something more", () => list((all) => ({ ...all, more: 1 }))],
    ["that leads to another snapshot", () => list((all) => ({ ...all, snapshot: { ...all.snapshot, sequence: 9 } }))],
    ["whose hours have a gap", () => list((all) => ({ ...all, hours: all.hours.filter((_, n) => n !== 1) }))],
    ["whose hours are out of order", () => list((all) => ({ ...all, hours: all.hours.toReversed() }))],
    ["whose hours end too early", () => list((all) => ({ ...all, hours: all.hours.slice(0, -1) }))],
    ["without hours", () => list((all) => ({ ...all, hours: [] }))],
    ["whose entries have a gap", () => list((all) => ({ ...all, entries: all.entries.filter((_, n) => n !== 1) }))],
    ["whose entries end too early", () => list((all) => ({ ...all, entries: all.entries.slice(0, -1) }))],
    ["that would lead out of the tree", () => list((all) => ({ ...all, hours: [{ ...all.hours[0], hour: "../../x" }] }))],
    ["whose hour is not JSON", () => put(lastHour, "no")],
    ["whose hour is another one", () => hour((all) => ({ ...all, hour: "2018-02-07T03" }))],
    ["whose hour has no entries", () => hour((all) => ({ ...all, entries: [] }))],
    ["whose hour has a gap", () => hour((all) => ({ ...all, entries: [...all.entries, ...all.entries] }))],
    ["whose hour has another hour's entry", () => hour((all) => ({ ...all, entries: moved(all) }))],
    ["whose hour is a folder", () => (rmSync(join(out, lastHour)), mkdirSync(join(out, lastHour)))],
    ["whose hour is gone", () => rmSync(join(out, lastHour))],
  ])("%s", async (_what, damage) => {
    damage();
    expect(await faults()).not.toEqual([]);
    const { snapshot } = await readRecord(out);
    const reports = await next(4, 160 * MINUTE);
    expect(reports.length).toBeLessThanOrEqual(1);
    expect(await faults()).toEqual([]);
    // What leads on from the tree before is right in any case.
    const since = entriesSince(out, snapshot);
    expect(since).toHaveLength(1);
    expect(sorted(followed(ownPart(catalogue(felt(3))), since ?? []))).toEqual(sorted(ownPart(catalogue(felt(4)))));
    expect(entriesOf(out)).toHaveLength(1);
  });

  it("a feed that lacks an hour in between keeps the hours after it", async () => {
    rmSync(join(out, "api/changes/2018-02-07T01.json"));
    expect(await faults()).toEqual(["api/changes/2018-02-07T01.json is in the list of changes, but missing"]);
    expect(await next(4, 160 * MINUTE)).toEqual([]);
    expect(entriesOf(out)).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });

  it("if the previous tree has a later moment", async () => {
    expect(await next(4, 10 * MINUTE)).toEqual([`the change feed restarts: the previous tree is as of ${at(2 * HOUR)}`]);
    expect(listOf(out)).toMatchObject({ hours: [], entries: [], snapshot: { sequence: 5 } });
    expect((await faults()).filter((fault) => fault.includes("changes"))).toEqual([]);
  });

  it("if an hour has more changes than the limit", async () => {
    const names = Array.from({ length: 100 }, (_, n) => `${n}${"x".repeat(90_000)}`);
    const reports = await next(4, 160 * MINUTE, catalogue(felt(4, { other_names: names })));
    expect(reports).toMatchObject([expect.stringContaining("the changes of an hour take")]);
    expect(listOf(out).hours).toEqual([]);
  });

  it("if a record of the previous tree is damaged", async () => {
    put(`api/v1/earthquakes/${felt(3).slug}.json`, JSON.stringify(felt(7)));
    const reports = await next(4, 160 * MINUTE);
    expect(reports).toMatchObject([expect.stringContaining("does not match the index")]);
    expect(listOf(out).hours).toEqual([]);
    await next(5, 161 * MINUTE);
    expect(entriesOf(out)).toHaveLength(1);
  });

  it("if the index of the previous tree is damaged", async () => {
    put(sectionPath(out, "earthquakes"), "[]");
    expect((await next(4, 160 * MINUTE)).join()).toContain("the change feed restarts");
    expect(await faults()).toEqual([]);
  });

  it("if the compared change is not an entry of a feed", async () => {
    await plantCatalogue(out, catalogue(felt(4)), at(160 * MINUTE), { steps: [changeFiles(noChanges)] });
    expect(listOf(out).hours).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});
