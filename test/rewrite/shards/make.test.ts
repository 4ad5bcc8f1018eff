import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinColumns, readColumns, writeColumns } from "../../../build/rewrite/shards/columns.ts";
import { findId, readIds, writeIds } from "../../../build/rewrite/shards/ids.ts";
import { makeShards, type RecallShard, type ShardInput } from "../../../build/rewrite/shards/make.ts";
import { joinPlaces, type Places, readPlaces, writePlaces } from "../../../build/rewrite/shards/places.ts";
import { openSnapshot, preload } from "../../../build/rewrite/snapshot.ts";
import { anyCatalogue, shardInputOf } from "../plain-catalogue.ts";
import { EMPTY_INPUT, treeInMemory } from "../tree-in-memory.ts";

/** Recalls what was made before, by its key. */
function remembering(): RecallShard {
  const shards = new Map<string, ReturnType<RecallShard>>();
  return (key, make) => {
    const shard = shards.get(key) ?? make();
    shards.set(key, shard);
    return shard;
  };
}

/** What an index says, without its functions. */
function plain({ wordsOf, ...names }: Places["names"]) {
  return { ...names, words: Array.from({ length: names.texts }, (_, text) => [...wordsOf(text)]) };
}

const PLACE = { cls: 2, text: "Crete", magnitude: 5, deaths: 0, country: "GR" } as const;

function search(...times: string[]): ShardInput["search"] {
  return times.map((time) => ({
    ...PLACE,
    time: Date.parse(time),
    record: () => JSON.stringify({ time }),
  }));
}

const PLAIN = { record: () => "{}" };

/** Three events on three days, of which the newest has the given magnitude. */
function withNewest(magnitude: number): ShardInput {
  const recent = [30, 60, 90].map((hours, at) => ({
    id: `e${at}`,
    time: EMPTY_INPUT.asOf - hours * 3_600_000,
    magnitude: at === 0 ? magnitude : 5,
    latitude: 0,
    longitude: 0,
    country: null,
    record: () => JSON.stringify({ magnitude: at === 0 ? magnitude : 5 }),
    feature: PLAIN,
  }));
  return { ...EMPTY_INPUT, recent };
}

describe("the shards of a snapshot", () => {
  it("are the files that the manifest names, each once and under its hash, and open as a snapshot", async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalogue(80), async (catalogue) => {
        const { manifest, files } = makeShards(shardInputOf(catalogue));
        const { columns, places, names, ids, days, features, results } = manifest;
        const named = [...columns, ...places, names, ...ids, ...[...days, ...features, ...results].map(({ path }) => path)];
        expect(files.map(({ path }) => path).toSorted()).toEqual([...new Set(named)].toSorted());
        for (const { path, bytes } of files) {
          expect(path).toMatch(new RegExp(`^shards/${createHash("sha256").update(bytes()).digest("hex")}\\.(bin|json)$`));
        }
        await preload(await openSnapshot(treeInMemory(shardInputOf(catalogue))));
        const again = makeShards(shardInputOf(catalogue));
        expect(again.manifest).toEqual(manifest);
        expect(again.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
      }),
      { numRuns: 30 },
    );
  });

  it("have tables of units of time that are one table together", () => {
    fc.assert(
      fc.property(anyCatalogue(80), (catalogue) => {
        const input = shardInputOf(catalogue, [{ id: "gone", withdrawnAt: 5 }]);
        const { manifest, files } = makeShards(input);
        const bytesOf = new Map(files.map(({ path, bytes }) => [path, bytes()]));
        const read = <Part>(paths: readonly string[], open: (bytes: Uint8Array) => Part) =>
          paths.map((path) => open(bytesOf.get(path) ?? new Uint8Array()));
        const lengthsOf = (rows: readonly { record: () => string }[]) =>
          Uint32Array.from(rows, ({ record }) => Buffer.byteLength(record()));
        const columns = joinColumns(read(manifest.columns, readColumns));
        const inFeed = (time: number) => Math.floor(time / 86_400_000) >= Math.floor((input.asOf - 168 * 3_600_000) / 86_400_000);
        const ofFeed = lengthsOf(input.recent.map(({ time, feature }) => (inFeed(time) ? feature : { record: () => "" })));
        expect(columns).toEqual(readColumns(writeColumns(input.recent, lengthsOf(input.recent), ofFeed)));
        const places = joinPlaces(read(manifest.places, readPlaces));
        const shardRows = manifest.results.map(({ records }) => records);
        const { names, ...whole } = readPlaces(writePlaces(input.search, lengthsOf(input.search), shardRows));
        expect({ ...places, names: plain(places.names) }).toEqual({ ...whole, names: plain(names) });
        const ids = read(manifest.ids, readIds);
        const pairs = input.ids.flatMap(({ ids: own, slug }) => own.map((id) => [id, slug] as const));
        const table = [readIds(writeIds(pairs, input.withdrawn))];
        for (const [id] of [...pairs, ["gone"], ["unknown"]] as const) expect(findId(ids, id)).toEqual(findId(table, id));
      }),
      { numRuns: 100 },
    );
  });

  it("are refused if their files have more distinct magnitudes together than ranks", () => {
    const part = (day: number, count: number) => {
      const rows = Array.from({ length: count }, (_, at) => ({
        time: day * 86_400_000,
        magnitude: (day + at * 2) / 100_000,
        latitude: 0,
        longitude: 0,
        country: null,
      }));
      return readColumns(writeColumns(rows, new Uint32Array(count).fill(2), new Uint32Array(count)));
    };
    expect(joinColumns([part(1, 32_768), part(0, 32_768)]).magnitudes).toHaveLength(65_536);
    expect(() => joinColumns([part(1, 32_768), part(0, 32_769)])).toThrow("columns: magnitude 65537");
  });

  it("change in one small file of each table when the newest day has another earthquake", () => {
    const hours = [1, 30, 80, 300, 500, 700];
    const input = (times: readonly number[]): ShardInput => {
      const rows = times.map((hour) => ({
        ...PLACE,
        id: `e${hour}`,
        time: EMPTY_INPUT.asOf - hour * 3_600_000,
        latitude: 0,
        longitude: 0,
        record: () => JSON.stringify({ hour }),
        feature: PLAIN,
      }));
      return { ...EMPTY_INPUT, recent: rows, search: rows, ids: rows.map(({ id, time }) => ({ slug: id, ids: [id], time })) };
    };
    const [before, after] = [makeShards(input(hours)), makeShards(input([0.5, ...hours]))];
    // The day before is in the file of the newest day.
    expect(makeShards(input([1, 30])).manifest.columns).toHaveLength(1);
    for (const name of ["columns", "places", "ids"] as const) {
      expect(before.manifest[name].length).toBeGreaterThan(3);
      expect(after.manifest[name].slice(1)).toEqual(before.manifest[name].slice(1));
      expect(after.manifest[name][0]).not.toBe(before.manifest[name][0]);
    }
  });

  it("hold the records of one UTC day each, newest day first", () => {
    const times = ["2018-02-07T00:00:00.000Z", "2018-02-06T23:59:59.999Z", "2018-02-06T00:00:00.000Z", "1969-12-31T23:59:59.999Z"];
    const recent = times.map((time, at) => ({
      id: `e${at}`,
      time: Date.parse(time),
      magnitude: 5,
      latitude: 0,
      longitude: 0,
      country: null,
      record: () => JSON.stringify({ time }),
      feature: PLAIN,
    }));
    const { manifest, files } = makeShards({ ...EMPTY_INPUT, recent });
    expect(manifest.days.map(({ day, records }) => [day, records])).toEqual([
      ["2018-02-07", 1],
      ["2018-02-06", 2],
      ["1969-12-31", 1],
    ]);
    const second = files.find(({ path }) => path === manifest.days[1]?.path);
    expect(new TextDecoder().decode(second?.bytes())).toBe('[{"time":"2018-02-06T23:59:59.999Z"},{"time":"2018-02-06T00:00:00.000Z"}]');
    expect(second?.bytes().length).toBe(manifest.days[1]?.bytes);
  });

  it("hold search results by day in the window of recent events, then by decade, before 1900 by century", () => {
    const input = {
      ...EMPTY_INPUT,
      search: search(
        "2018-02-07T01:00:00.000Z",
        "2018-02-06T01:00:00.000Z",
        "2017-12-31T01:00:00.000Z",
        "2010-01-01T00:00:00.000Z",
        "2009-12-31T00:00:00.000Z",
        "1900-01-01T00:00:00.000Z",
        "1899-12-31T00:00:00.000Z",
        "1800-01-01T00:00:00.000Z",
        "-002149-01-01T00:00:00.000Z",
      ),
    };
    expect(makeShards(input).manifest.results.map(({ records }) => records)).toEqual([1, 1, 2, 1, 1, 2, 1]);
    // The first two are of one day, and the older of them is exactly as old as the window is long.
    const edge = search("2018-01-08T10:20:30.457Z", "2018-01-08T10:20:30.456Z", "2017-12-31T00:00:00.000Z");
    const { results } = makeShards({ ...EMPTY_INPUT, search: edge }).manifest;
    expect(results.map(({ records }) => records)).toEqual([1, 2]);
  });

  it("change for one day only when an event of that day is revised", () => {
    const before = makeShards(withNewest(5)).manifest;
    const after = makeShards(withNewest(5.1)).manifest;
    const changed = after.days.filter(({ path }) => !before.days.some((day) => day.path === path));
    expect(changed).toHaveLength(1);
    expect([after.places, after.names, after.ids]).toEqual([before.places, before.names, before.ids]);
  });

  it("are those of an earlier build where their records have the same keys, and are made only on request", () => {
    const rows = [1, 2, 3, 4].map((at) => ({
      id: `e${at}`,
      time: EMPTY_INPUT.asOf - Math.floor(at / 2) * 86_400_000,
      magnitude: at,
      latitude: 0,
      longitude: 0,
      country: null,
      text: "Ōtaki",
      cls: 2 as const,
      deaths: 0,
    }));
    const input = (changed: number) => {
      const made: string[] = [];
      const rowOf = (kind: string) => (row: (typeof rows)[0]) => {
        const place = row.magnitude === changed ? "Paris" : row.text;
        const record = () => {
          made.push(`${kind} ${row.id}`);
          return JSON.stringify({ kind, place });
        };
        const feature = { record, key: () => `feature ${row.id} ${place}` };
        return { ...row, text: place, record, feature, key: () => `${kind} ${row.id} ${place}` };
      };
      return { input: { ...EMPTY_INPUT, recent: rows.map(rowOf("recent")), search: rows.map(rowOf("search")) }, made };
    };
    const known = remembering();
    makeShards(input(0).input, known);
    for (const [changed, expected] of [
      [0, []],
      [2, ["recent e2", "recent e2", "recent e3", "recent e3", "search e2", "search e3"]],
      [2, []],
    ] as const) {
      const { made, input: one } = input(changed);
      const { manifest, files } = makeShards(one, known);
      expect(made.toSorted()).toEqual(expected);
      const anew = makeShards(input(changed).input);
      expect(manifest).toEqual(anew.manifest);
      expect(files.map(({ path, bytes }) => [path, bytes()])).toEqual(anew.files.map(({ path, bytes }) => [path, bytes()]));
    }
  });

  it("have other columns if a day that has not changed leaves the live feed", () => {
    const known = remembering();
    const time = EMPTY_INPUT.asOf - 168 * 3_600_000;
    const event = { id: "e", time, magnitude: 5, latitude: 0, longitude: 0, country: null };
    const recent = [{ ...event, record: () => "{}", key: () => "e", feature: { ...PLAIN, key: () => "feature e" } }];
    for (const asOf of [EMPTY_INPUT.asOf, EMPTY_INPUT.asOf + 86_400_000]) {
      const input = { ...EMPTY_INPUT, recent, asOf };
      expect(makeShards(input, known).manifest).toEqual(makeShards(input).manifest);
    }
  });

  it("are others if the details of an event with several ids are packed, or are not any more", () => {
    const known = remembering();
    const input: ShardInput = { ...EMPTY_INPUT, ids: [{ slug: "us1", ids: ["us1", "at1"], time: null, key: () => "us1 at1" }] };
    const packed = [{ id: "us1", detail: () => "{}" }];
    for (const one of [input, { ...input, packed }, input])
      expect(makeShards(one, known).manifest.ids).toEqual(makeShards(one).manifest.ids);
  });

  it("are refused if the key of a record does not cover it", () => {
    const known = remembering();
    const input = (record: string) => {
      const [row] = withNewest(5).recent;
      return { ...EMPTY_INPUT, recent: row ? [{ ...row, record: () => record, key: () => "the same" }] : [] };
    };
    makeShards(input('{"a":1}'), known);
    const { manifest, files } = makeShards(input('{"a":2}'), known);
    const shard = files.find(({ path }) => path === manifest.days[0]?.path);
    expect(() => shard?.bytes()).toThrow("is made of other records than before");
  });

  it("are not made of events that are out of order", () => {
    expect(() => makeShards({ ...EMPTY_INPUT, search: search("2018-02-06T01:00:00.000Z", "2018-02-07T01:00:00.000Z") })).toThrow(
      "search: row 1 is newer than the one before",
    );
  });
});
