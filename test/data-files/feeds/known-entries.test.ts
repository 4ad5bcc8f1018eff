import { expect, it, vi } from "vitest";
import { detailFiles, feedFiles } from "../../../build/data-files/feeds/files.ts";
import { FEED_AGES, FEED_SIZES, type FeedInput } from "../../../build/data-files/feeds/select.ts";
import type { TreeFileSystem } from "../../../build/platform/file-system.ts";
import { noteLineKey } from "../../../build/store/event-days.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import type { TreeFile } from "../../../build/tree/file.ts";
import { partsBefore } from "../../../build/tree/parts.ts";
import { createRandom, type Random } from "../../../scripts/measure/bench/random.ts";
import { agencyEvent } from "../../agencies/make-event.ts";

const NOW = Date.UTC(2031, 4, 4, 12, 0, 0, 678);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MONTH = FEED_AGES.month;

/** The folder of a tree, of which only feeds are read. */
function treeOf(files: ReadonlyMap<string, Uint8Array>) {
  const fs = {
    stat: (path: string) => (files.has(path) ? { kind: "file", size: 0 } : undefined),
    read: (path: string) => files.get(path),
  };
  return { fs: fs as unknown as TreeFileSystem, before: { dir: "" } as never };
}

/** Builds feeds again and again, each time with those of the last time. */
function builder() {
  const files = new Map<string, Uint8Array>();
  let noted: unknown;
  return {
    files,
    build: (input: FeedInput): Map<string, string> => {
      const memory = partsBefore(treeOf(files), noted);
      const made = [...feedFiles(input, memory)];
      files.clear();
      for (const { path, bytes } of made) files.set(path, bytes);
      noted = JSON.parse(JSON.stringify(memory.notes));
      return textsOf(made);
    },
    forget: () => {
      noted = undefined;
    },
  };
}

function textsOf(files: Iterable<{ path: string; bytes: Uint8Array }>): Map<string, string> {
  return new Map([...files].map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
}

function detailsOf(files: Iterable<TreeFile>): string {
  return [...files].map(({ path, bytes }) => `${path} ${Buffer.from(bytes()).toString("utf8")}\n`).join("");
}

/** The ids of the events that have details, by the feeds. */
function idsIn(feeds: ReadonlyMap<string, string>): string[] {
  const listed = [...feeds].filter(([path]) => /\/(2\.5|significant)_\w+\.geojson$/.test(path));
  const ids = listed.flatMap(([, text]) => (JSON.parse(text) as { features: { id: string }[] }).features.map(({ id }) => id));
  return [...new Set(ids)].toSorted();
}

let count = 0;

/** An event near the edge of a window, or anywhere in the month. */
function anyEvent(random: Random, asOf: number): UsgsEvent {
  const edge = random.pick([0, 0, ...Object.values(FEED_AGES), random.below(MONTH)]);
  return agencyEvent({
    id: `us${(count++ * 7919) % 1000}x${count}`,
    time: asOf - edge + random.below(4 * MINUTE) - 2 * MINUTE,
    magnitude: random.pick([null, -0.4, 0.95, 1, 2.45, 3, 4.45, 7]),
    significance: random.pick([null, 10, 600]),
    latitude: random.pick([null, random.below(180) - 90]),
    longitude: random.below(360) - 180,
    place: random.pick(['a "quoted", place', "two\nlines", "ö <b> & 語", null]),
  });
}

it("feeds that follow random changes are those that are made of nothing, and the same key of details means the same details", () => {
  const details = new Map<string, string>();
  const random = createRandom(7);
  const { build, files, forget } = builder();
  let events = Array.from({ length: 40 }, () => anyEvent(random, NOW));
  let [asOf, source, from]: [number, FeedInput["source"], number] = [NOW, "all", NOW - 2 * MONTH];
  const changes = [
    () => (events = [...events, anyEvent(random, asOf)]),
    () => (events = [...events, anyEvent(random, asOf)]),
    () => (events = events.filter(() => random.below(20) > 0)),
    () => {
      const changed = random.pick(events);
      events = events.map((event) => (event === changed ? { ...event, magnitude: random.below(80) / 10 } : event));
    },
    () => (asOf += random.pick([MINUTE, MINUTE, MINUTE, HOUR, 30 * HOUR])),
    () => (asOf += random.pick([MINUTE, 3 * MINUTE, -MINUTE, -20 * HOUR])),
    () => (source = random.pick(["all", "all", ...FEED_SIZES])),
    () => (from = asOf - random.pick([2 * MONTH, MONTH, 20 * 24 * HOUR, 5 * 24 * HOUR, HOUR])),
    () => {
      const [path, bytes] = random.pick([...files, ["none", new Uint8Array(1)] as const]);
      files.set(
        path,
        bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
      );
    },
    forget,
    () => (events = events.toReversed()),
  ];
  for (let step = 0; step < 300; step++) {
    for (let times = random.below(3); times >= 0; times--) random.pick(changes)();
    const input = { asOf, covers: { from, to: asOf }, source, events };
    const fresh = textsOf(feedFiles(input));
    expect([step, build(input)]).toEqual([step, fresh]);
    const groups = [...detailFiles(input)].map(({ name, key, files }) => [`${name} ${key}`, detailsOf(files())] as const);
    for (const [key, found] of groups) {
      expect([step, key, details.get(key) ?? found]).toEqual([step, key, found]);
      details.set(key, found);
    }
    expect(groups.flatMap(([, found]) => found.match(/[^/]+(?=\.geojson )/g) ?? []).toSorted()).toEqual(idsIn(fresh));
  }
});

it("the feature of an event is not made again while the events of its day stay the same", () => {
  const { build } = builder();
  const made = vi.fn<(id: string) => void>();
  const events = [30, 50, 100, 200].map((hours) => {
    const { place, ...event } = agencyEvent({ id: `us${hours}`, time: NOW - hours * HOUR });
    const watched = Object.defineProperty({ ...event, place }, "place", {
      get: () => {
        made(event.id);
        return place;
      },
    });
    noteLineKey(watched, event.id);
    return watched;
  });
  const input = { covers: { from: NOW - MONTH, to: NOW }, source: "all" } as const;
  build({ ...input, asOf: NOW, events });
  expect(new Set(made.mock.calls.flat()).size).toBe(4);
  made.mockClear();
  build({ ...input, asOf: NOW + MINUTE, events: [...events, agencyEvent({ id: "us1", time: NOW - 29 * HOUR })] });
  // One is of the day of the new event, and one has no separator after it.
  expect(new Set(made.mock.calls.flat())).toEqual(new Set(["us30", "us200"]));
});
