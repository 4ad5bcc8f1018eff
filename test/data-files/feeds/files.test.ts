import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { copiedFeedsStep, feedFiles, feedsStep } from "../../../build/data-files/feeds/files.ts";
import { FEED_SIZES, type FeedInput } from "../../../build/data-files/feeds/select.ts";
import { archiveFiles } from "../../../build/fdsn/files.ts";
import { completeSpans } from "../../../build/pipeline/load/served-reports.ts";
import { NO_CELLS } from "../../../build/store/derive.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { createFolderOrigin } from "../../../build/tree/origins/open.ts";
import type { Transition } from "../../../build/tree/transition.ts";
import { writeTree } from "../../../build/tree/write-tree.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { anyEvents } from "../../fdsn/generated.ts";
import { AS_OF, DAY } from "../../fdsn/world.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { mirror } from "../../tree/mirroring.ts";
import { file } from "../../tree/tiny-tree.ts";

type Source = FeedInput["source"];

const COVERS = { from: AS_OF - 40 * DAY, to: AS_OF };
const TITLES: Readonly<Record<Source, string>> = {
  all: "USGS All Earthquakes, Past Month",
  "1.0": "USGS Magnitude 1.0+ Earthquakes, Past Month",
  "2.5": "USGS Magnitude 2.5+ Earthquakes, Past Month",
  "4.5": "USGS Magnitude 4.5+ Earthquakes, Past Month",
  significant: "USGS Significant Earthquakes, Past Month",
};

/** A published tree as far as feeds go: what they were made of, its files and its record. */
function published(events: readonly UsgsEvent[], source: Source) {
  const state = { covers: COVERS, capture: { title: TITLES[source], address: "https://usgs.example/" } };
  const complete = completeSpans(state as Parameters<typeof completeSpans>[0]);
  const archive = archiveFiles({ live: events, parts: [], complete, countryOf: () => null, version: "1" }, NO_CELLS);
  const files = [...archive.files];
  const covers = { from: new Date(COVERS.from).toISOString(), to: new Date(COVERS.to).toISOString() };
  const snapshot = {
    as_of: new Date(AS_OF).toISOString(),
    sources: [{ id: "usgs", covers, records: events.length } as never],
    shards: { days: [], features: [], results: [], archive: archive.manifest() } as never,
  };
  return { input: { asOf: AS_OF, events, covers: COVERS, source } satisfies FeedInput, files, snapshot };
}

/** What a copy writes, and what it reports. */
async function copied({ files, snapshot }: Pick<ReturnType<typeof published>, "files" | "snapshot">) {
  const bytes = new Map(files.map((one) => [join("copy", one.path), one.bytes()]));
  const written = new Map<string, string>();
  const reports: string[] = [];
  const transition = {
    fs: { read: (path: string) => bytes.get(path) },
    dir: "copy",
    after: { snapshot },
    write: (path: string, content: Uint8Array) => written.set(path, Buffer.from(content).toString()),
    report: (line: string) => reports.push(line),
  };
  await copiedFeedsStep(transition as unknown as Transition);
  return { written, reports };
}

function textsOf(input: FeedInput): Map<string, string> {
  return new Map([...feedFiles(input)].map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
}

it("a copy has the feeds of its origin to the byte, whatever the events and the feed that they are of", async () => {
  const sources = fc.constantFrom(...FEED_SIZES.filter((size) => size !== "significant"));
  await fc.assert(
    fc.asyncProperty(anyEvents, sources, async (events, source) => {
      const origin = published(events, source);
      expect(await copied(origin)).toEqual({ written: textsOf(origin.input), reports: [] });
    }),
    { numRuns: 60 },
  );
});

it("a copy has no feeds if the archive lacks an event, or does not tell which feeds there are", async () => {
  const events = [agencyEvent({ id: "us1", time: AS_OF - 1 }), agencyEvent({ id: "us2", latitude: null, longitude: null })];
  const lacking = await copied(published(events, "all"));
  expect(lacking.written.size).toBe(0);
  expect(lacking.reports).toEqual(["the copy has no feeds: its archive has 1 of 2 events"]);
  const unknown = await copied(published(events.slice(0, 1), "significant"));
  expect([unknown.written.size, unknown.reports]).toEqual([0, []]);
});

it("a mirror has the feeds after each update", async () => {
  const folder = temporaryFolder();
  const [tree, out] = [join(folder, "tree"), join(folder, "copy")];
  const allDay = "earthquakes/feed/v1.0/summary/all_day.geojson";
  for (const at of [1, 2, 3]) {
    const events = Array.from({ length: at }, (_, number) => agencyEvent({ id: `us${number}`, time: AS_OF - 1_000 }));
    const { input, files, snapshot } = published(events, "all");
    const all = [...files, file("index.html", `${at}`)];
    await writeTree({ out: tree, files: all, snapshot, steps: [feedsStep(input)] });
    await mirror(createFolderOrigin(tree), out, { now: () => AS_OF, trust: at > 2 });
    expect(readFileSync(join(out, allDay), "utf8")).toBe(readFileSync(join(tree, allDay), "utf8"));
    expect(existsSync(join(out, "earthquakes/feed/v1.0/summary/significant_month.atom"))).toBe(true);
  }
});
