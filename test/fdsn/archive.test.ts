import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readBlock, writeBlock } from "../../build/fdsn/archive/block.ts";
import { readFence } from "../../build/fdsn/archive/fence.ts";
import { readIds, valuesOf, writeIds } from "../../build/fdsn/archive/ids.ts";
import { BY_TIME, makePacks } from "../../build/fdsn/archive/make.ts";
import { createArchiveCache, createArchiveReader } from "../../build/fdsn/archive/reader.ts";
import { type ArchiveRow, columnsOf, readFeature, rowOf } from "../../build/fdsn/archive/rows.ts";
import { archiveFiles } from "../../build/fdsn/files.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { SnapshotError } from "../../build/rewrite/record-shards.ts";
import { NO_CELLS, openDerive } from "../../build/store/derive.ts";
import { feedFeature } from "../../build/store/feed-feature.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { anyDamage, damaged, everyDamage, readsOrRefuses } from "../rewrite/shards/hostile.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { anyEvents } from "./generated.ts";
import { type ArchiveWorld, AS_OF, archiveWorld, ask, COMPLETE, countryOf, DAY, geographyFor } from "./world.ts";

const events = Array.from({ length: 300 }, (_, at) =>
  agencyEvent({
    id: `us${at}`,
    ids: [`us${at}`, `nc${at}`],
    time: AS_OF - at * 7_200_000,
    magnitude: (at % 80) / 10,
    sent: { ids: `,us${at},nc${at},` },
  }),
);

describe("a record", () => {
  it("is the feature of the query service of the USGS again", () =>
    fc.assert(
      fc.property(
        anyEvents,
        fc.record({ url: fc.string(), title: fc.string(), tz: fc.integer(), code: fc.string(), place: fc.string() }, { requiredKeys: [] }),
        (list, sent) => {
          for (const event of list) {
            const own = { ...event, sent: { ...event.sent, ...sent } };
            const row = rowOf(own, countryOf) as ArchiveRow;
            const feature = feedFeature(own);
            const detail = `https://earthquake.usgs.gov/fdsnws/event/1/query?eventid=${event.id}&format=geojson`;
            expect(JSON.stringify(readFeature(row.line, columnsOf([row]), 0))).toBe(
              JSON.stringify({ ...feature, properties: { ...feature.properties, detail } }),
            );
          }
        },
      ),
      { numRuns: 20 },
    ));
});

describe("what a host does with a damaged archive", () => {
  const world = archiveWorld(events, { cacheBytes: 0 });
  const targets = [
    "query?format=text",
    "query?format=text&starttime=2031-04-01&minmagnitude=6&orderby=magnitude",
    "query?format=text&eventid=nc299",
    "count?starttime=2031-04-01&mindepth=1",
  ];

  it("gives the right answer or none, whatever becomes of a file", async () => {
    const right = await Promise.all(targets.map((target) => ask(world, target).then(({ text }) => text)));
    const paths = [...world.files.keys()];
    await fc.assert(
      fc.asyncProperty(fc.nat(paths.length - 1), anyDamage, fc.nat(targets.length - 1), async (file, damage, at) => {
        const path = paths[file] as string;
        const own = damaged(world.files.get(path) as Uint8Array, damage);
        const hurt = withFile(world, path, own);
        const text = await ask(hurt, targets[at] as string).then((answer) => answer.text, refused);
        if (text !== undefined) expect([targets[at], text]).toEqual([targets[at], right[at]]);
      }),
      { numRuns: 150 },
    );
  });

  it("a file that is gone, or another in its place, is named", async () => {
    for (const path of world.files.keys()) {
      const other = [...world.files].find(([one]) => one !== path && one.endsWith(path.slice(-4)))?.[1];
      for (const bytes of [undefined, other]) {
        const faults = await Promise.all(
          targets.map((target) =>
            ask(withFile(world, path, bytes), target).then(
              () => undefined,
              (error: SnapshotError) => error.path,
            ),
          ),
        );
        expect([path, undefined]).toEqual(expect.arrayContaining(faults));
      }
    }
  });
});

it("an archive of another format is refused with the format", async () => {
  const world = archiveWorld(events);
  const fence = world.manifest[0]?.path as string;
  const bytes = (world.files.get(fence) as Uint8Array).slice();
  bytes[4] = 2;
  const path = `archive/${sha256(bytes)}.bin`;
  const older = geographyFor(new Map([...world.files, [path, bytes]]), [{ path }], 0);
  const answer = await ask(older, "query");
  expect(answer.status).toBe(404);
  expect(answer.text).toContain("The archive of this tree has format 2; this program reads format 3. Build the tree again.");
});

it("a block in memory does not keep the rest of the run that was read with it", async () => {
  const world = archiveWorld(events, { liveFrom: AS_OF });
  const read = async (path: string, range?: { at: number; bytes: number }) => {
    const bytes = Buffer.from(world.files.get(path) as Uint8Array);
    return range ? bytes.subarray(range.at, range.at + range.bytes) : bytes;
  };
  const open = createArchiveReader({ digest: sha256, read }, createArchiveCache(1e6));
  const archive = await open(world.manifest.map(({ path }) => path));
  const refs = archive.fences.flatMap((fence) => Array.from(fence.blocks.rows, (_, at) => ({ fence, at })));
  const blocks = await archive.blocks(refs);
  const sizes = blocks.map(({ columns }) => columns.time.buffer.byteLength);
  expect(sizes).toEqual(refs.map(({ fence, at }) => fence.blocks.bytes[at]));
});

describe("strict readers", () => {
  const small = events.slice(0, 3);

  it("every damage of a fence, of a block, of a table of ids and of a record is refused, or it is still of its format", () => {
    const [fence] = [
      ...archiveFiles({ live: small, parts: [], complete: COMPLETE, countryOf, version: "1" }, openDerive(temporaryFolder())).files,
    ]
      .map(({ bytes }) => bytes())
      .filter((bytes) => Buffer.from(bytes.subarray(0, 4)).toString() === "QTAF");
    for (const bytes of everyDamage(fence as Uint8Array, 2)) readsOrRefuses(readFence, bytes);
    const ids = writeIds({ hash: Uint32Array.of(7, 3, 7), value: Uint32Array.of(1, 2, 0) });
    expect(valuesOf(readIds(ids), 7)).toEqual([0, 1]);
    for (const bytes of everyDamage(ids, 1)) readsOrRefuses(readIds, bytes);
    const rows = small.flatMap((event) => rowOf(event, countryOf) ?? []);
    const pack = makePacks(BY_TIME, [{ unit: "2031-05-04", rows }]);
    const { at, bytes: length } = pack.entries[0]?.pack.blocks[0]?.chunk ?? { at: 0, bytes: 0 };
    const block = pack.bytes.slice(at, at + length);
    const lines = rows.map(({ line }) => line);
    expect(writeBlock(readBlock(block).columns, lines)).toEqual(block);
    const allRows = (given: Uint8Array) => {
      const { columns, feature } = readBlock(given);
      for (const row of columns.time.keys()) feature(row);
    };
    for (const bytes of everyDamage(block, 2)) readsOrRefuses(allRows, bytes);
    const record = new TextEncoder().encode(lines[0]);
    const columns = columnsOf(rows.slice(0, 1));
    for (const bytes of everyDamage(record, 0)) readsOrRefuses((given) => readFeature(Buffer.from(given).toString(), columns, 0), bytes);
  });
});

describe("the files of an archive", () => {
  it("files of unchanged months are not made again, and making them again would give the same bytes", () => {
    const derive = openDerive(temporaryFolder());
    let read = 0;
    const partOf = (unit: string, own: typeof events, key = unit) => ({
      unit,
      key: key.padEnd(16, "0"),
      idsKey: unit,
      ids: () => Uint32Array.from(own, (_, at) => at),
      events: () => {
        read++;
        return own;
      },
    });
    const build = (changed: string) => {
      read = 0;
      const parts = [partOf("2031-04", events.slice(100, 200), changed), partOf("2030", events.slice(200))];
      const input = { live: events.slice(0, 100), parts, complete: COMPLETE, countryOf, version: "1" };
      const made = archiveFiles(input, derive);
      const files = [...made.files].map(({ path, key }) => ({ path, key }));
      return { files, manifest: made.manifest(), read };
    };
    const first = build("one");
    expect(first.read).toBe(2);
    expect(new Set(first.files.map(({ path }) => path)).size).toBe(first.files.length);
    expect(build("one")).toEqual({ ...first, read: 0 });
    // Both parts are in a pack with the one that has changed.
    expect(build("two").read).toBe(2);
  });

  it("live events by time have one file for the two newest days, and one for each week before", () => {
    const live = Array.from({ length: 45 }, (_, at) => agencyEvent({ id: `us${at}`, time: AS_OF - at * DAY }));
    const made = archiveFiles({ live, parts: [], complete: COMPLETE, countryOf, version: "1" }, NO_CELLS);
    const heads = [...made.files].map(({ bytes }) => /^archive time all (\S+)\n/.exec(Buffer.from(bytes()).toString()));
    const [newest, ...weeks] = heads.flatMap((head) => head?.[1] ?? []);
    expect(newest).toBe("2031-05-03");
    // The Mondays from 28 April.
    const mondays = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2031, 3, 28) - at * 7 * DAY).toISOString().slice(0, 10));
    expect(weeks).toEqual(mondays);
    expect(new Date(Date.UTC(2031, 3, 28)).getUTCDay()).toBe(1);
  });

  it("have an entry that JSON keeps as it is", () => {
    for (const latitude of [-0, -1e-50, 1e-50, 89.999999]) {
      const rows = [rowOf(agencyEvent({ id: "us1", latitude }), countryOf) as ArchiveRow];
      const { entries } = makePacks(BY_TIME, [{ unit: "2031-05-04", rows }]);
      expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
    }
  });

  it("files of live events are equal to those of a full build after any change", () => {
    const anyEvent = fc.record({
      at: fc.integer({ min: 0, max: 9 }),
      day: fc.constantFrom(0, 0, 1, 2, 3, 4, 12, 40),
      latitude: fc.constantFrom(null, -0, 0, 10, -33.5, -1e-50),
      magnitude: fc.constantFrom(null, 1, 4.5, 6.1),
    });
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(anyEvent, { selector: ({ at }) => at }), { minLength: 2, maxLength: 4 }), (builds) => {
        const derive = openDerive(temporaryFolder());
        for (const build of builds) {
          const live = build.map(({ at, day, ...more }) =>
            JSON.parse(JSON.stringify(agencyEvent({ id: `us${at}`, time: AS_OF - day * DAY - at, ...more }))),
          );
          const input = { live, parts: [], complete: COMPLETE, countryOf, version: "1" };
          const [after, anew] = [derive, NO_CELLS].map((cache) => {
            const { files, manifest } = archiveFiles(input, cache);
            return { files: [...files].map(({ path, key, bytes }) => ({ path, key, hash: sha256(bytes()) })), manifest: manifest() };
          });
          expect(after).toEqual(anew);
          for (const { path, hash } of anew?.files ?? []) expect(path).toContain(hash);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("files of live events are made again only for the days that changed", () => {
    const derive = openDerive(temporaryFolder());
    const eventsOf = (...changed: number[]) =>
      Array.from({ length: 20 }, (_, at) =>
        agencyEvent({ id: `us${at}`, time: AS_OF - at * DAY, magnitude: changed.includes(at) ? 2.5 : 2 }),
      );
    const locatedIn = (live: ReturnType<typeof eventsOf>, version: string): number => {
      const asked = vi.fn(countryOf);
      const made = archiveFiles({ live, parts: [], complete: COMPLETE, countryOf: asked, version }, derive);
      for (const { path } of made.files) expect(path).not.toBe("");
      return asked.mock.calls.length;
    };
    expect(locatedIn(eventsOf(), "1")).toBe(20);
    expect(locatedIn(eventsOf(), "1")).toBe(0);
    // The last two days are a unit.
    expect(locatedIn(eventsOf(0), "1")).toBe(2);
    expect(locatedIn(eventsOf(0, 10), "1")).toBe(18);
    expect(locatedIn(eventsOf(0, 10), "2")).toBe(20);
  });

  it("events without a position are left out, and days without others have no pack", async () => {
    const lost = archiveWorld([agencyEvent({ id: "us1", latitude: null, longitude: null }), agencyEvent({ id: "us2", time: AS_OF - DAY })]);
    expect((await ask(lost, "count")).text).toBe("1");
    expect([...lost.files.keys()].filter((path) => path.endsWith(".pack"))).toHaveLength(2);
  });
});

/** The world with another file at a path. */
function withFile({ files, manifest }: ArchiveWorld, path: string, bytes: Uint8Array | undefined): ArchiveWorld {
  const others = new Map(files);
  if (bytes) others.set(path, bytes);
  else others.delete(path);
  return geographyFor(others, manifest, 0);
}

function refused(error: unknown): undefined {
  expect(error).toBeInstanceOf(SnapshotError);
  return undefined;
}
