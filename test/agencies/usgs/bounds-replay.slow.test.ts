import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Rule, USGS_BOUNDS } from "../../../build/agencies/bounds.ts";
import { judge } from "../../../build/agencies/judge.ts";
import { checkBounds } from "../../../build/agencies/refused.ts";
import { readUsgsFeed, type UsgsCapture } from "../../../build/agencies/usgs/geojson.ts";
import { checkCapture, checkPlausibility, USGS_THRESHOLDS } from "../../../build/agencies/usgs/plausibility.ts";
import { applyCapture, scopeOfFeed } from "../../../build/agencies/usgs/run.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { caribbeanSeries, csvCaptures, reducedSeries } from "../emulator/captures.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** A store that takes captures as they follow each other, with the sums of a day. */
function createReplay(isChecked = true) {
  const store = temporaryFolder();
  let state: UsgsState | undefined;
  const refused: string[] = [];
  let [compared, outOfOrder] = [0, 0];
  return {
    refused,
    events: () => state?.events ?? [],
    compared: () => compared,
    outOfOrder: () => outOfOrder,
    /** @returns whether the bounds allow it */
    hear: async (capture: UsgsCapture, where: string, now = capture.generated): Promise<boolean> => {
      const said = scopeOfFeed(state, capture, where);
      const doubt = checkCapture(state, capture, where, now) ?? checkPlausibility(state, capture, where, USGS_THRESHOLDS);
      if (isChecked && doubt) {
        outOfOrder++;
        return true;
      }
      compared += said.covered;
      try {
        const { events: rows, withdrawn } = capture;
        const subject = { agency: "usgs", where, bounds: USGS_BOUNDS };
        const { rows: used, reverted } = await checkBounds({ store, now: () => now }, subject, state?.events ?? [], {
          ...said,
          rows,
          withdrawn,
        });
        if (used.length < rows.length) refused.push(`${where} ${new Date(now).toISOString()} astray`);
        for (const { id } of reverted) refused.push(`${where} ${new Date(now).toISOString()} reverts ${id}`);
      } catch (error) {
        refused.push(String(error));
        return false;
      }
      const provenance = { address: where, retrievedAt: now, sha256: "0".repeat(64), bytes: 1 };
      const next = applyCapture(state, capture, provenance);
      state = { ...next, events: next.events.filter(({ time }) => time > capture.generated - 45 * DAY) };
      return true;
    },
  };
}

describe.skipIf(!corpusPresent)("no real capture is beyond the bounds (skipped where ../shared/corpus is absent)", () => {
  it("of the exports of months and weeks from 2015 to 2026, each after the one before it", async () => {
    const replay = createReplay(false);
    for (const { file, capture } of csvCaptures("usgs/feeds-csv", /^(?:all|2\.5|4\.5)_/)) await replay.hear(capture, file);
    expect(replay.refused).toEqual([]);
    expect(replay.compared()).toBeGreaterThan(100_000);
  });

  it("of the feeds that were saved alone, each as the first one of a store", () => {
    const refused: string[] = [];
    for (const file of readdirSync(corpus("usgs/feeds"))) {
      const bytes = readFileSync(corpus(`usgs/feeds/${file}`));
      const capture = readUsgsFeed(file.endsWith(".gz") ? gunzipSync(bytes) : bytes, file);
      const said = { ...scopeOfFeed(undefined, capture, file), rows: capture.events, withdrawn: capture.withdrawn };
      for (const { rule } of judge([], said, USGS_BOUNDS).breaches) refused.push(`${file} ${rule}`);
    }
    expect(refused).toEqual([]);
  });

  it("of the Caribbean series, each after the sum of those of 24 hours", async () => {
    const replay = createReplay();
    for (const { body, committed, feed } of caribbeanSeries()) await replay.hear(readUsgsFeed(body, feed), feed, committed);
    expect(replay.refused).toEqual([]);
    expect(replay.compared()).toBeGreaterThan(100_000);
    expect(replay.outOfOrder()).toBeLessThan(600);
  });

  it("of the feeds of an hour, a day, a week and a month of the world that were saved together in May 2025", async () => {
    const replay = createReplay();
    for (const { capture, committed } of reducedSeries()) await replay.hear(capture, capture.title, committed);
    expect(replay.refused).toEqual([]);
    expect(replay.compared()).toBeGreaterThan(30_000);
    expect(replay.outOfOrder()).toBeLessThan(60);
  });
});

const [shift, magnify]: ((row: UsgsEvent) => Partial<UsgsEvent>)[] = [
  ({ latitude }) => ({ latitude: (latitude ?? 0) + ((latitude ?? 0) > 0 ? -5 : 5) }),
  ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 2 }),
];

/** Errors that change every row of a capture, and the rule that finds each of them without a store. */
const WHOLLY_FALSE: [string, Rule, (row: UsgsEvent) => Partial<UsgsEvent>][] = [
  ["magnitudes + 1", "large-6", ({ magnitude }) => ({ magnitude: (magnitude ?? 0) + 1 })],
  ["depths / 1,000", "shallow", ({ depthKm }) => ({ depthKm: (depthKm ?? 0) / 1000 })],
  ["depths of the other sign", "impossible", ({ depthKm }) => ({ depthKm: -(depthKm ?? 0) })],
  ["latitudes of the other sign", "misplaced", ({ latitude }) => ({ latitude: -(latitude ?? 0) })],
  ["longitudes of the other sign", "misplaced", ({ longitude }) => ({ longitude: -(longitude ?? 0) })],
  ["longitudes + 20", "misplaced", ({ longitude }) => ({ longitude: (((longitude ?? 0) + 200) % 360) - 180 })],
];

describe.skipIf(!corpusPresent)("a first capture that is false as a whole (skipped where ../shared/corpus is absent)", () => {
  const months = corpusPresent ? [...csvCaptures("usgs/feeds-csv", /^all_month_(?:2018|2023)/)] : [];

  it.each(WHOLLY_FALSE)("is refused: %s", (_name, rule, poison) => {
    const found = months.filter(({ capture, file }) => {
      const rows = capture.events.map((row) => ({ ...row, ...poison(row) }));
      const said = { ...scopeOfFeed(undefined, capture, file), rows, withdrawn: [] };
      return judge([], said, USGS_BOUNDS).breaches.some((breach) => breach.rule === rule);
    });
    expect(found.length / months.length).toBeGreaterThanOrEqual(rule === "large-6" ? 0.9 : 1);
  });
});

describe.skipIf(!corpusPresent)("a real capture that is poisoned (skipped where ../shared/corpus is absent)", () => {
  it.each<[string, ((row: UsgsEvent) => Partial<UsgsEvent>) | undefined]>([
    ["moved", shift],
    ["magnified", magnify],
    ["without type", () => ({ type: "explosion" })],
    ["withdrawn", undefined],
  ])("is refused as a whole, and also in parts of three events: %s", async (_name, poison) => {
    const bytes = gunzipSync(readFileSync(corpus("usgs/feeds/all_week_20240124T171657Z.geojson.gz")));
    const feed = readUsgsFeed(bytes, "feed");
    const poisoned = (from: number, to: number, after: number): UsgsCapture => {
      const generated = feed.generated + after * MINUTE;
      const chosen = (at: number) => at >= from && at < to;
      const rows = feed.events.map((row, at) => (chosen(at) && poison ? { ...row, ...poison(row), updated: row.updated + 1 } : row));
      const events = poison ? rows : rows.filter((_row, at) => !chosen(at));
      const gone = poison ? [] : feed.events.filter((_row, at) => chosen(at));
      return { ...feed, generated, events, withdrawn: gone.map(({ ids }) => ({ ids, withdrawnAt: generated })) };
    };
    const whole = createReplay(false);
    await whole.hear(feed, "feed");
    expect(await whole.hear(poisoned(0, feed.events.length, 1), "feed")).toBe(false);
    const steps = createReplay(false);
    await steps.hear(feed, "feed");
    let taken = 0;
    for (let from = 0; from < feed.events.length; from += 3) {
      if (!(await steps.hear(poisoned(from, from + 3, 1 + from / 3), "feed"))) break;
      taken += 3;
    }
    expect(steps.refused[0]).toContain("credible after those of the last 24 h");
    expect(taken / feed.events.length).toBeLessThanOrEqual(0.051);
  });
});
