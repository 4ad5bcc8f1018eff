import { join } from "node:path";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { WholeInput } from "../../build/data-files/by-year.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { openDerived } from "../../build/store/derived.ts";
import type { TransitionStep } from "../../build/tree/transition.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { archiveOf } from "../catalogue/make-archive.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file } from "../tree/tiny-tree.ts";
import { memoryTarget } from "./memory-target.ts";
import { publishTo } from "./publishing.ts";

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

it("sends the file of a year only where it has changed, also an old one, and removes one that is no more", async () => {
  const dir = temporaryFolder();
  const [out, derived] = [join(dir, "tree"), openDerived(join(dir, "store"))];
  const target = memoryTarget();
  let minute = 0;
  const publish = async (...magnitudes: number[]) => {
    const old = magnitudes.map((magnitude, at) =>
      liveEvent({ id: `us${at}`, time: Date.UTC(2015 - at, 5, 1), magnitude }),
    );
    const input = smallInput({ live: usgs([]), archive: archiveOf(old, null) });
    const { archive, locate, version } = input;
    const whole: WholeInput = { archive: archive ?? archiveOf([], null), live: [], locate, version, derived };
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
      sent: years
        .filter(([path, { at }]) => before.get(path) !== at)
        .map(([path]) => path.slice("data/earthquakes/".length)),
    };
  };
  const all = ["2013.parquet", "2014.parquet", "2015.parquet", "earlier.parquet"];
  expect((await publish(5, 6, 7)).years).toEqual(all);
  expect(await publish(5, 6, 7)).toEqual({ years: all, sent: [] });
  expect(await publish(5, 6, 7.1)).toEqual({ years: all, sent: ["2013.parquet"] });
  expect((await publish(5, 6)).years).toEqual(all.slice(1));
});
