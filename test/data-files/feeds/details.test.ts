import { expect, it } from "vitest";
import { detailFiles, feedFiles } from "../../../build/data-files/feeds/files.ts";
import { FEED_AGES, FEED_SIZES, type FeedInput } from "../../../build/data-files/feeds/select.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import type { TreeFile } from "../../../build/tree/file.ts";
import { createRandom, type Random } from "../../../scripts/measure/bench/random.ts";
import { agencyEvent } from "../../agencies/make-event.ts";

const NOW = Date.UTC(2031, 4, 4, 12, 0, 0, 678);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MONTH = FEED_AGES.month;

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

it("the same key of details means the same details, which are those of the events in feeds", () => {
  const details = new Map<string, string>();
  const random = createRandom(7);
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
    () => (events = events.toReversed()),
  ];
  for (let step = 0; step < 300; step++) {
    for (let times = random.below(3); times >= 0; times--) random.pick(changes)();
    const input = { asOf, covers: { from, to: asOf }, source, events };
    const fresh = textsOf(feedFiles(input));
    const groups = [...detailFiles(input)].map(({ name, key, files }) => [`${name} ${key}`, detailsOf(files())] as const);
    for (const [key, found] of groups) {
      expect([step, key, details.get(key) ?? found]).toEqual([step, key, found]);
      details.set(key, found);
    }
    expect(groups.flatMap(([, found]) => found.match(/[^/]+(?=\.geojson )/g) ?? []).toSorted()).toEqual(idsIn(fresh));
  }
});
