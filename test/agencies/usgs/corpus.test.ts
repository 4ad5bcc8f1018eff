import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Breach, USGS_BOUNDS } from "../../../build/agencies/bounds.ts";
import { judge } from "../../../build/agencies/judge.ts";
import { readUsgsFeed, type UsgsCapture } from "../../../build/agencies/usgs/geojson.ts";
import { checkCapture, checkPlausibility, USGS_THRESHOLDS } from "../../../build/agencies/usgs/plausibility.ts";
import { applyCapture, scopeOfFeed } from "../../../build/agencies/usgs/run.ts";
import type { UsgsState } from "../../../build/agencies/usgs/state.ts";
import { absencesAfter } from "../../../build/agencies/usgs/withdrawals.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { corpusPresent } from "../../support/corpus.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type CaribbeanCapture, caribbeanSeries, feedSequence } from "../emulator/captures.ts";
import { startEmulator } from "../emulator/emulator.ts";
import { ingestUsgs } from "../usgs-ingest.ts";

const agencies = await startEmulator({ now: Date.UTC(2025, 4, 4) });
afterAll(() => agencies.stop());
let store: string;
beforeEach(() => {
  store = temporaryFolder();
});

const DAY = 86_400_000;

/** What a capture says, read without the reader: by id, when it was changed, and all its ids. */
interface PlainRow {
  ids: string[];
  updated: number;
  mag: number | null;
}

function plainRows(body: Uint8Array): PlainRow[] {
  const { features } = JSON.parse(new TextDecoder().decode(body)) as {
    features: { id: string; properties: { ids: string; updated: number; mag: number | null } }[];
  };
  return features.map(({ id, properties: { ids, updated, mag } }) => ({
    ids: [...new Set([id, ...ids.split(",").filter((one) => one !== "")])],
    updated,
    mag,
  }));
}

/** The newest row of every earthquake that was ever listed, known by any of its ids. */
function createOracle() {
  const byId = new Map<string, PlainRow>();
  return {
    hear: (body: Uint8Array) => {
      for (const row of plainRows(body)) {
        const former = row.ids.map((id) => byId.get(id)).find((one) => one !== undefined);
        if (former && former.updated > row.updated) continue;
        const ids = [...new Set([...row.ids, ...(former?.ids ?? [])])];
        const next = { ...row, ids };
        for (const id of ids) byId.set(id, next);
      }
    },
    rows: () => [...new Set(byId.values())],
  };
}

/** Digits beyond the sixth are noise of the agency's, which the reader takes back where it is certain. */
function print({ ids, updated }: { ids: readonly string[]; updated: number }, magnitude: number | null): string {
  return `${ids.toSorted().join(" ")} ${updated} ${magnitude === null ? "?" : Number(magnitude.toPrecision(6))}`;
}

function expectAsHeard(events: readonly UsgsEvent[], rows: readonly PlainRow[]): void {
  const ours = events.map((event) => print(event, event.magnitude)).toSorted();
  expect(ours).toEqual(rows.map((row) => print(row, row.mag)).toSorted());
}

describe.skipIf(!corpusPresent)("the feeds of 4 May 2025 (skipped where ../shared/corpus is absent)", () => {
  it.each(["all_hour", "all_day", "all_week"])("from %s on: after each step the store has what was listed", async (name) => {
    const oracle = createOracle();
    for (const { generated, feeds } of feedSequence()) {
      agencies.clock.set(generated + 90_000);
      agencies.usgs.state.shown = feeds;
      agencies.requests.length = 0;
      const { outcome, state } = await ingestUsgs(agencies, store, { feed: agencies.usgs.feed(name) });
      expect(outcome).toMatchObject({ outcome: "applied", rejected: [], doubtful: {} });
      for (const { path, status } of agencies.requests) {
        const shown = /summary\/(\w+)\.geojson$/.exec(path)?.[1] ?? "";
        if (status === 200 && feeds[shown]) oracle.hear(feeds[shown]);
      }
      expectAsHeard(state?.events ?? [], oracle.rows());
      expect(state?.withdrawn).toEqual([]);
    }
    agencies.usgs.state.shown = undefined;
  });
});

const WHERE = "https://example.org/all_day.geojson";

function spokenIn({ events, withdrawn }: UsgsCapture) {
  return { rows: events, withdrawn };
}

/** The rules of a run, on a series too long for requests. */
function createReplay() {
  let state: UsgsState | undefined;
  const aside: { code: string; capture: CaribbeanCapture }[] = [];
  const beyond: Breach[] = [];
  let withdrawnUnlessListed = 0;
  return {
    aside,
    beyond,
    state: () => state,
    missedForLong: () => withdrawnUnlessListed,
    hear: (one: CaribbeanCapture): boolean => {
      const capture = readUsgsFeed(one.body, WHERE);
      const doubt =
        checkCapture(state, capture, WHERE, one.committed) ?? (state ? checkPlausibility(state, capture, WHERE, USGS_THRESHOLDS) : null);
      const { breaches } = judge(state?.events ?? [], { ...scopeOfFeed(state, capture, WHERE), ...spokenIn(capture) }, USGS_BOUNDS);
      beyond.push(...breaches);
      if (doubt) {
        aside.push({ code: doubt.code, capture: one });
        return false;
      }
      const provenance = { address: WHERE, retrievedAt: one.committed, sha256: "0".repeat(64), bytes: 1 };
      const next = applyCapture(state, capture, provenance);
      const missed = absencesAfter(state?.upkeep?.missed ?? [], next.events, capture);
      withdrawnUnlessListed = Math.max(
        withdrawnUnlessListed,
        missed.filter(
          ({ captures, since, last }) =>
            captures >= USGS_THRESHOLDS.absent_captures && last - since >= USGS_THRESHOLDS.absent_hours * 3_600_000,
        ).length,
      );
      const upkeep = { feeds: {}, syncedTo: null, earlier: [], backfills: [], missed };
      // Two days are all that such a feed can speak of.
      const events = next.events.filter(({ time }) => time > capture.generated - 2 * DAY);
      state = { ...next, upkeep, events };
      return true;
    },
  };
}

describe.skipIf(!corpusPresent)("the Caribbean series (skipped where ../shared/corpus is absent)", () => {
  it("is believed whole but for captures that the cut left empty, and what it lists is what we have", () => {
    const replay = createReplay();
    const oracle = createOracle();
    let captures = 0;
    for (const one of caribbeanSeries(["2025-08", "2026-01"])) {
      captures++;
      const isBelieved = replay.hear(one);
      if (isBelieved) oracle.hear(one.body);
      if (captures % 500 !== 0) continue;
      const since = one.generated - 2 * DAY;
      const recent = new Set((replay.state()?.events ?? []).filter(({ time }) => time > since).flatMap(({ ids }) => ids));
      const heard = oracle.rows().filter(({ ids }) => ids.some((id) => recent.has(id)));
      expectAsHeard(replay.state()?.events ?? [], heard);
    }
    expect(captures).toBeGreaterThan(4_000);
    expect(replay.beyond).toEqual([]);
    expect(replay.aside.filter(({ code, capture }) => code !== "capture-empty" || capture.ids.length > 0)).toEqual([]);
  });

  it("uses the live half and not the frozen half if every second answer is of a frozen server", () => {
    // As on 28 and 29 September 2025: status 200, a fresh `generated`, and the known events age out one by one.
    const frozenAt = Date.UTC(2025, 9, 6, 18);
    const series = [...caribbeanSeries(["2025-10"])].filter(
      ({ generated }) => generated > frozenAt - DAY && generated < frozenAt + 1.5 * DAY,
    );
    const replay = createReplay();
    const live = createOracle();
    let frozen: CaribbeanCapture | undefined;
    let known = new Set<string>();
    const believedFrozen: number[] = [];
    for (const [at, one] of series.entries()) {
      if (one.generated < frozenAt) frozen = one;
      if (frozen && one.generated > frozenAt && at % 2 === 1) {
        const aged = agedTo(frozen, one.generated);
        const before = eventsOf(replay.state());
        if (replay.hear(aged)) believedFrozen.push(one.generated - frozen.generated);
        // Whatever it is taken for: it changes nothing.
        const isRecent = ({ time }: UsgsEvent) => time > aged.generated - 2 * DAY;
        expect(eventsOf(replay.state()).filter(isRecent)).toEqual(before.filter(isRecent));
      } else {
        if (replay.hear(one)) live.hear(one.body);
        known = new Set([...known, ...one.ids]);
      }
    }
    expectAsHeard(
      eventsOf(replay.state()),
      live.rows().filter(({ ids }) => eventsOf(replay.state()).some((event) => event.ids.some((id) => ids.includes(id)))),
    );
    const heldIds = new Set(live.rows().flatMap(({ ids }) => ids));
    expect([...known].filter((id) => !heldIds.has(id))).toEqual([]);
    expect(replay.aside.some(({ code }) => code === "capture-frozen" || code === "capture-shrunk")).toBe(true);
    // A region with an event in some hours shows it later than the world would.
    expect(Math.max(...believedFrozen)).toBeLessThan(DAY / 2);
    expect(replay.missedForLong()).toBe(0);
  });
});

function eventsOf(state: UsgsState | undefined): UsgsEvent[] {
  return state?.events ?? [];
}

/** What a server that has known nothing new since would answer at that time. */
function agedTo(capture: CaribbeanCapture, generated: number): CaribbeanCapture {
  const body = JSON.parse(new TextDecoder().decode(capture.body)) as {
    metadata: Record<string, unknown>;
    features: { id: string; properties: { time: number } }[];
  };
  const features = body.features.filter(({ properties }) => properties.time >= generated - DAY);
  const metadata = { ...body.metadata, generated, count: features.length };
  return {
    ...capture,
    committed: generated + 60_000,
    generated,
    ids: features.map(({ id }) => id),
    body: new TextEncoder().encode(JSON.stringify({ ...body, metadata, features })),
  };
}
