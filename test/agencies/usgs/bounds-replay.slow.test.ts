import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { judge, USGS_BOUNDS } from "../../../build/agencies/bounds.ts";
import { readUsgsFeed } from "../../../build/agencies/usgs/geojson.ts";
import { applyCapture, saidBy } from "../../../build/agencies/usgs/run.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { csvCaptures } from "../emulator/captures.ts";

const DAY = 86_400_000;

describe.skipIf(!corpusPresent)("no real capture is beyond the bounds (skipped where ../shared/corpus is absent)", () => {
  it("of the exports of months and weeks from 2015 to 2026, each after the one before it", () => {
    let state: UsgsState | undefined;
    const [refused, astray]: [string[], string[]] = [[], []];
    let compared = 0;
    for (const { file, capture } of csvCaptures("usgs/feeds-csv", /^(?:all|2\.5|4\.5)_/)) {
      const said = { ...saidBy(state, capture, file), rows: capture.events, withdrawn: [] };
      const verdict = judge(state?.events ?? [], said, USGS_BOUNDS);
      compared += said.covered;
      for (const { rule } of verdict.breaches) refused.push(`${file} ${rule}`);
      astray.push(...[...verdict.astray].map(({ id }) => id));
      const provenance = { address: file, retrievedAt: capture.generated, sha256: "0".repeat(64), bytes: 1 };
      const next = applyCapture(state, capture, provenance).state;
      state = { ...next, events: next.events.filter(({ time }) => time > capture.generated - 45 * DAY) };
    }
    expect([refused, astray]).toEqual([[], []]);
    expect(compared).toBeGreaterThan(100_000);
  });

  it("of the feeds that were saved alone, each as the first one of a store", () => {
    const refused: string[] = [];
    for (const file of readdirSync(corpus("usgs/feeds"))) {
      const bytes = readFileSync(corpus(`usgs/feeds/${file}`));
      const capture = readUsgsFeed(file.endsWith(".gz") ? gunzipSync(bytes) : bytes, file);
      const said = { ...saidBy(undefined, capture, file), rows: capture.events, withdrawn: capture.withdrawn };
      for (const { rule } of judge([], said, USGS_BOUNDS).breaches) refused.push(`${file} ${rule}`);
    }
    expect(refused).toEqual([]);
  });
});
