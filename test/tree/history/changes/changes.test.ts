import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ChangeList } from "../../../../build/contract/resources/resources.ts";
import { hourFile, hourIn } from "../../../../build/tree/change-feed-files.ts";
import { readRecord } from "../../../../build/tree/read.ts";
import { UNINDEXED } from "../../../../build/tree/unindexed.ts";
import { catalogue, entriesOf, entriesSince, listOf, plantCatalogue } from "../../changing-catalogue.ts";
import { dyingAt } from "../../dying.ts";
import { failing, GROWING } from "../../failing.ts";
import { file, NO_SHARDS, plant } from "../../tiny-tree.ts";
import { at, faults, felt, HOUR, MINUTE, next, out, START, useOneEvent } from "./one-event.ts";

const DAY = 24 * HOUR;

useOneEvent();

const hours = (): string[] => readdirSync(join(out, "api/changes")).filter((name) => name.endsWith(".json"));

describe("the change feed of a tree", () => {
  it("begins without entries, at the current snapshot", async () => {
    await next(1, 0);
    const { snapshot } = await readRecord(out);
    const { id, sequence, as_of } = snapshot;
    expect(listOf(out)).toEqual({ snapshot: { id, sequence, as_of }, hours: [], entries: [] });
    expect(await faults()).toEqual([]);
  });

  it("begins with what has changed if the tree before had none", async () => {
    const { events } = catalogue(felt(1));
    const [one] = [...events.values()];
    const details = [file(`api/v1/earthquakes/${one?.slug}.json`, JSON.stringify(one), { section: "earthquakes" })];
    await plant(out, details, { snapshot: { as_of: at(0), sources: [], shards: NO_SHARDS } });
    expect(await next(2, MINUTE)).toEqual([]);
    expect(entriesOf(out)).toMatchObject([{ from: { sequence: 1 }, to: { sequence: 2 }, revised: [{ event_id: "us1" }] }]);
  });

  it("gains nothing by a rebuild of the same, nor by one that only says something else of its sources", async () => {
    for (const n of [1, 2]) await next(n, n * MINUTE);
    const before = readFileSync(join(out, "api/changes.json"));
    await next(2, 2 * MINUTE);
    expect(readFileSync(join(out, "api/changes.json"))).toEqual(before);
    const ids = catalogue(felt(2));
    const { snapshot } = await readRecord(out);
    const said = { as_of: snapshot.as_of, shards: snapshot.shards, stale_after_s: 1, sources: [] };
    const planted = await plantCatalogue(out, ids, snapshot.as_of, { snapshot: said });
    expect(planted.snapshot.stale_after_s).toBe(1);
    expect(readFileSync(join(out, "api/changes.json"))).toEqual(before);
    expect(entriesOf(out)).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it("is filed by hours, of which those that are over stay as they are", async () => {
    for (let n = 0; n < 8; n++) await next(n, n * 20 * MINUTE);
    expect(hours()).toEqual(["2018-02-07T00.json", "2018-02-07T01.json", "2018-02-07T02.json"]);
    expect(listOf(out).hours).toEqual([
      { hour: "2018-02-07T00", from: 1, to: 2 },
      { hour: "2018-02-07T01", from: 2, to: 5 },
      { hour: "2018-02-07T02", from: 5, to: 8 },
    ]);
    const closed = ["00", "01"].map((hour) => statSync(join(out, `api/changes/2018-02-07T${hour}.json`)).ino);
    await next(8, 8 * 20 * MINUTE);
    expect(["00", "01"].map((hour) => statSync(join(out, `api/changes/2018-02-07T${hour}.json`)).ino)).toEqual(closed);
    expect(await faults()).toEqual([]);
  });

  it("carries the newest entries in its list, a few of them", async () => {
    for (let n = 0; n < 15; n++) await next(n, n * 5 * MINUTE);
    const { entries } = listOf(out);
    expect(entries).toEqual(entriesOf(out).slice(-entries.length));
    expect(entries).toHaveLength(10);
    await next(15, 75 * MINUTE, catalogue(felt(15, { other_names: ["x".repeat(30_000)] })));
    expect(listOf(out).entries).toEqual([]);
    expect(entriesOf(out)).toHaveLength(15);
    await next(16, 76 * MINUTE, catalogue(felt(16, { other_names: ["x".repeat(30_000)] })));
    expect(listOf(out).entries).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it("keeps a week", async () => {
    let first: ChangeList | undefined;
    for (let n = 0; n * 8 < 10 * 24; n++) {
      await next(n, n * 8 * HOUR);
      if (n === 1) first = listOf(out);
      const [oldest] = listOf(out).hours;
      if (n > 0) expect(START + n * 8 * HOUR - Date.parse(`${oldest?.hour}:00:00.000Z`)).toBeLessThan(7 * DAY + HOUR);
      if (n === 21) expect(entriesSince(out, first?.snapshot ?? listOf(out).snapshot)).toHaveLength(20);
    }
    expect(hours()).toHaveLength(22);
    expect(entriesSince(out, first?.snapshot ?? listOf(out).snapshot)).toBeUndefined();
    expect(await faults()).toEqual([]);
  });

  it("a feed after a long pause has the new entries and no older ones", async () => {
    for (const n of [0, 1, 2]) await next(n, n * MINUTE);
    await next(3, 30 * DAY);
    expect(hours()).toEqual(["2018-03-09T00.json"]);
    expect(listOf(out).entries).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });
});

describe("what verify says of a feed", () => {
  it("it is incomplete, or there are files that it does not list", async () => {
    for (const n of [0, 1, 2]) await next(n, n * 40 * MINUTE);
    writeFileSync(join(out, "api/changes/2018-02-08T00.json"), "{}");
    writeFileSync(join(out, "api/changes/2018-02-08T01.json.br"), "{}");
    expect(await faults()).toEqual([
      "api/changes/2018-02-08T00.json is not in the list of changes",
      "api/changes/2018-02-08T01.json.br is not in the index",
    ]);
    rmSync(join(out, "api/changes.json"));
    expect((await faults()).some((fault) => fault.startsWith("api/changes/2018-02-07T01.json"))).toBe(true);
  });

  it("a compressed variant has other content", async () => {
    for (let n = 0; n < 8; n++) await next(n, n * MINUTE);
    const other = readFileSync(join(out, "api/changes.json.gz"));
    rmSync(join(out, "api/changes/2018-02-07T00.json.gz"));
    writeFileSync(join(out, "api/changes/2018-02-07T00.json.gz"), other);
    expect(await faults()).toEqual(["api/changes/2018-02-07T00.json.gz does not unpack to api/changes/2018-02-07T00.json"]);
  });
});

describe("a planting that is cut short", () => {
  it("leaves the feed of the old tree or the new one, and the next has the entry once", async () => {
    for (const n of [0, 1]) await next(n, n * 40 * MINUTE);
    const before = listOf(out);
    const counter = dyingAt(Number.POSITIVE_INFINITY);
    await plantCatalogue(`${out}-counted`, catalogue(felt(2)), at(80 * MINUTE), { fileSystem: counter });
    for (let change = 1; change <= counter.changes() + 20; change += 2) {
      await plantCatalogue(out, catalogue(felt(2)), at(80 * MINUTE), { fileSystem: dyingAt(change) }).catch(() => {});
      await next(2, 80 * MINUTE);
      expect(entriesSince(out, before.snapshot)).toHaveLength(1);
      expect(await faults()).toEqual([]);
      rmSync(out, { recursive: true });
      for (const n of [0, 1]) await next(n, n * 40 * MINUTE);
    }
  });

  it("a full disk does not restart the feed: no tree is planted", async () => {
    for (const n of [0, 1]) await next(n, n * 40 * MINUTE);
    const before = listOf(out);
    const names = new Set<string>();
    for (let change = 1; change < 60; change++) {
      const { fileSystem, hasFailed } = failing("ENOSPC", GROWING, (n) => n === change);
      const planted = plantCatalogue(out, catalogue(felt(2)), at(80 * MINUTE), { fileSystem });
      const failed = await planted.then(
        () => false,
        (error: Error) => names.add(error.message),
      );
      // The last of all writes are the keys, which the tree can do without.
      if (!hasFailed() || (!failed && change > 10)) break;
      expect(failed).toBeTruthy();
      expect(listOf(out)).toEqual(before);
    }
    await next(2, 80 * MINUTE);
    expect(entriesSince(out, before.snapshot)).toHaveLength(1);
  });
});

describe("the names of the feed's files", () => {
  it("are its own: no file of a tree may have them", async () => {
    for (const path of ["api/changes.json", "api/changes/2018-02-07T00.json"]) {
      await expect(plant(out, [file(path, "{}")])).rejects.toThrow("belongs to the change feed");
    }
  });

  it("tell the hour, and nothing else is one", () => {
    expect(hourIn(hourFile("2018-02-07T01"))).toBe("2018-02-07T01");
    for (const path of ["api/changes/2018-02-07.json", "api/changes/x.json", "api/changes/2018-02-07T01.json.br"]) {
      expect(UNINDEXED.changes.isFile(path)).toBe(false);
    }
  });
});
