import { join } from "node:path";
import { expect, it } from "vitest";
import { sourceRecord } from "../../build/answers/service.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { SNAPSHOT_FILE, type SnapshotSource } from "../../build/contract/wire/snapshot.ts";
import type { WholeInput } from "../../build/data-files/by-year.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { MINUTE_MS } from "../../build/platform/time.ts";
import type { Target } from "../../build/publish/target.ts";
import { openDerive } from "../../build/store/derive.ts";
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

it("sends feeds of a month and data files each quarter of an hour, and only those that changed", async () => {
  const out = join(temporaryFolder(), "tree");
  const target = memoryTarget();
  const feed = (name: string) => `earthquakes/feed/v1.0/summary/all_${name}.csv`;
  const publish = async (minute: number) => {
    const step: TransitionStep = ({ write }) => {
      for (const path of [...["hour", "week", "month"].map(feed), "data/earthquakes.parquet"]) {
        write(path, Buffer.from(`${path} ${minute}`));
      }
      for (const path of ["data/countries.csv", feed("day")]) write(path, Buffer.from("the same"));
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
  expect(await publish(first)).toHaveLength(6);
  expect(await publish(first + 1)).toEqual([feed("hour")]);
  expect(await publish(first + 4)).toEqual([feed("hour")]);
  expect(await publish(first + 5)).toEqual([feed("hour"), feed("week")]);
  // No run at the quarter itself.
  expect(await publish(first + 17)).toEqual(["data/earthquakes.parquet", feed("hour"), feed("month"), feed("week")]);
});

it("sends a feed that an interrupted run had sent, if it has other events by then", async () => {
  const out = join(temporaryFolder(), "tree");
  const target = memoryTarget();
  const feed = `${FEEDS_FOLDER}all_hour.csv`;
  const build = (minute: number, events: string) => {
    const snapshot = { as_of: new Date(AS_OF_SLOT + minute * MINUTE_MS).toISOString(), sources: [], shards: {} as never };
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

it("sends the file of a year only if it has changed, also an old one, and removes the file of a removed year", async () => {
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

it("sends at once what an agency no longer gives, and removes files that only it gave", async () => {
  const out = join(temporaryFolder(), "tree");
  const target = memoryTarget();
  const [oneSource] = assembleCatalogue(smallInput()).sources.map(sourceRecord);
  const [feed, data, year] = [`${FEEDS_FOLDER}all_month.csv`, "data/earthquakes.parquet", "data/earthquakes/2013.parquet"];
  const publish = async (minute: number, agencies: Record<string, readonly string[]>) => {
    const snapshot = {
      as_of: new Date(AS_OF_SLOT + minute * MINUTE_MS).toISOString(),
      sources: Object.keys(agencies).map((id) => ({ ...(oneSource as SnapshotSource), id })),
      shards: {} as never,
    };
    const step: TransitionStep = ({ write }) => {
      for (const path of Object.values(agencies).flat()) write(path, Buffer.from(Object.keys(agencies).join()));
    };
    await writeTree({ out, files: [file("index.html", `${minute}`)], snapshot, steps: [step] });
    await publishTo(target, out);
    const there = [feed, data, year].filter((path) => target.objects.has(path));
    return { there, data: target.objects.get(data)?.bytes.toString() };
  };
  expect(await publish(0, { emsc: [data], usgs: [feed, year] })).toEqual({ there: [feed, data, year], data: "emsc,usgs" });
  expect(await publish(1, { emsc: [data] })).toEqual({ there: [data], data: "emsc" });
});
