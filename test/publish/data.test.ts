import { join } from "node:path";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { WholeInput } from "../../build/data-files/by-year.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { MINUTE_MS } from "../../build/platform/time.ts";
import type { PublishOptions } from "../../build/publish/publish.ts";
import type { Target } from "../../build/publish/target.ts";
import { openDerive } from "../../build/store/derive.ts";
import { SNAPSHOT_FILE } from "../../build/tree/file.ts";
import type { TransitionStep } from "../../build/tree/transition.ts";
import { FEEDS_FOLDER } from "../../build/tree/unindexed.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { archiveOf } from "../catalogue/make-archive.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file } from "../tree/tiny-tree.ts";
import { Died, memoryTarget } from "./memory-target.ts";
import { publishTo } from "./publishing.ts";

/** The beginning of five minutes. */
const AS_OF_SLOT = Math.floor(AS_OF / (5 * MINUTE_MS)) * 5 * MINUTE_MS;

it("sends feeds of a month and data files each quarter of an hour, and of the latter only those that changed", async () => {
  const out = join(temporaryFolder(), "tree");
  const target = memoryTarget();
  const feed = (name: string) => `earthquakes/feed/v1.0/summary/all_${name}.csv`;
  const publish = async (minute: number) => {
    const step: TransitionStep = ({ write }) => {
      for (const path of [...["hour", "week", "month"].map(feed), "data/earthquakes.parquet"]) {
        write(path, Buffer.from(`${path} ${minute}`));
      }
      write("data/countries.csv", Buffer.from("the same"));
    };
    const snapshot = { as_of: new Date(AS_OF + minute * 60_000).toISOString(), sources: [], shards: {} as never };
    await writeTree({ out, files: [file("index.html", `${minute}`)], snapshot, steps: [step] });
    target.wait(60_000);
    const before = new Map([...target.objects].map(([path, { at }]) => [path, at]));
    await publishTo(target, out);
    const sent = [...target.objects].filter(([path, { at }]) => before.get(path) !== at).map(([path]) => path);
    return sent.filter((path) => /^(?:data|earthquakes)\//.test(path)).toSorted();
  };
  // The minutes until the next quarter.
  const first = 15 - (new Date(AS_OF).getUTCMinutes() % 15);
  expect(await publish(first)).toHaveLength(5);
  expect(await publish(first + 1)).toEqual([feed("hour")]);
  expect(await publish(first + 4)).toEqual([feed("hour")]);
  expect(await publish(first + 5)).toEqual([feed("hour"), feed("week")]);
  // No run at the quarter itself.
  expect(await publish(first + 17)).toEqual(["data/earthquakes.parquet", feed("hour"), feed("month"), feed("week")]);
});

it("sends a feed of the hour or the day with the same events each five minutes, and one with others at once", async () => {
  const out = join(temporaryFolder(), "tree");
  const target = memoryTarget();
  const [hour, day, table] = ["all_hour.geojson", "all_day.atom", "significant_day.csv"].map((name) => FEEDS_FOLDER + name) as [
    string,
    string,
    string,
  ];
  const publish = async (minute: number, events: string, more: Partial<PublishOptions> = {}) => {
    const asOf = new Date(AS_OF_SLOT + minute * MINUTE_MS);
    const step: TransitionStep = ({ write }) => {
      write(hour, Buffer.from(`{"metadata":{"generated":${asOf.getTime()},"url":"/"},"features":[${events}]}`));
      const entry = `<entry><updated>2018-01-01T00:00:00Z</updated>${events}</entry>`;
      write(day, Buffer.from(`<feed><updated>${asOf.toISOString()}</updated>${entry}</feed>`));
      write(table, Buffer.from("time,latitude\n"));
    };
    const snapshot = { as_of: asOf.toISOString(), sources: [], shards: {} as never };
    await writeTree({ out, files: [file("index.html", `${minute}`)], snapshot, steps: [step] });
    target.wait(MINUTE_MS);
    const before = new Map([...target.objects].map(([path, { at }]) => [path, at]));
    await publishTo(target, out, more);
    const sent = [...target.objects].filter(([path, { at }]) => before.get(path) !== at).map(([path]) => path);
    return sent.filter((path) => path.startsWith(FEEDS_FOLDER)).toSorted();
  };
  const all = [day, hour, table].toSorted();
  expect(await publish(0, "1")).toEqual(all);
  expect(await publish(1, "1")).toEqual([]);
  expect(await publish(2, "1,2")).toEqual([day, hour].toSorted());
  expect(await publish(3, "1,2", { variants: true })).toEqual([]);
  expect(await publish(4, "1,3")).toEqual([day, hour].toSorted());
  expect(await publish(5, "1,3")).toEqual(all);
  expect(await publish(7, "1,3")).toEqual([]);
  // A record of a version that wrote no fingerprints.
  delete target.objects.get(SNAPSHOT_FILE)?.headers.note;
  expect(await publish(8, "1,3")).toEqual(all);
  expect(await publish(9, "1,3", { repair: true })).toEqual([day, hour].toSorted());
});

it("sends a feed that an interrupted run had sent, if it has other events by then", async () => {
  const out = join(temporaryFolder(), "tree");
  const target = memoryTarget();
  const feed = `${FEEDS_FOLDER}all_hour.csv`;
  const build = (minute: number, events: string) => {
    const snapshot = {
      as_of: new Date(AS_OF_SLOT + minute * MINUTE_MS).toISOString(),
      sources: [],
      shards: {} as never,
    };
    const step: TransitionStep = ({ write }) => write(feed, Buffer.from(events));
    return writeTree({ out, files: [file("index.html", `${minute}`)], snapshot, steps: [step] });
  };
  await build(0, "first");
  await publishTo(target, out);
  await build(1, "second");
  const put: Target["put"] = (path, ...rest) =>
    path === SNAPSHOT_FILE ? Promise.reject(new Died("before the record")) : target.put(path, ...rest);
  await expect(publishTo({ ...target, put }, out)).rejects.toThrow(Died);
  expect(target.objects.get(feed)?.bytes.toString()).toBe("second");
  await build(2, "first");
  await publishTo(target, out);
  expect(target.objects.get(feed)?.bytes.toString()).toBe("first");
});

it("sends the file of a year only where it has changed, also an old one, and removes one that is no more", async () => {
  const dir = temporaryFolder();
  const [out, derive] = [join(dir, "tree"), openDerive(join(dir, "store"))];
  const target = memoryTarget();
  let minute = 0;
  const publish = async (...magnitudes: number[]) => {
    const old = magnitudes.map((magnitude, at) => liveEvent({ id: `us${at}`, time: Date.UTC(2015 - at, 5, 1), magnitude }));
    const input = smallInput({ live: usgs([]), archive: archiveOf(old, null) });
    const { archive, locate, version } = input;
    const whole: WholeInput = { archive: archive ?? archiveOf([], null), live: [], locate, version, derive };
    const steps = [dataStep(assembleCatalogue(input), whole)];
    // A day later each time: what is over is removed once a day.
    const snapshot = { as_of: new Date(AS_OF + 86_400_000 * ++minute).toISOString(), sources: [], shards: {} as never };
    await writeTree({ out, files: [file("index.html", `${minute}`)], snapshot, steps });
    const before = new Map([...target.objects].map(([path, { at }]) => [path, at]));
    target.wait(2 * 86_400_000);
    await publishTo(target, out);
    const years = [...target.objects].filter(([path]) => path.startsWith("data/earthquakes/"));
    return {
      years: years.map(([path]) => path.slice("data/earthquakes/".length)).toSorted(),
      sent: years.filter(([path, { at }]) => before.get(path) !== at).map(([path]) => path.slice("data/earthquakes/".length)),
    };
  };
  const all = ["2013.parquet", "2014.parquet", "2015.parquet", "earlier.parquet"];
  expect((await publish(5, 6, 7)).years).toEqual(all);
  expect(await publish(5, 6, 7)).toEqual({ years: all, sent: [] });
  expect(await publish(5, 6, 7.1)).toEqual({ years: all, sent: ["2013.parquet"] });
  expect((await publish(5, 6)).years).toEqual(all.slice(1));
});
