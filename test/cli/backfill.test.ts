import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { segmentEvents } from "../../build/agencies/usgs/segments.ts";
import { readUsgsState } from "../../build/agencies/usgs/state.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { startEmulator } from "../agencies/emulator/emulator.ts";
import { generateEvents } from "../agencies/emulator/generate.ts";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const DAY = 86_400_000;

const agencies = await startEmulator({ now: Date.now });
afterAll(() => agencies.stop());

describe("quaketree backfill", () => {
  it("begins a store with what is recent, fetches the past, and has nothing to do the second time", async () => {
    const now = agencies.clock.now();
    const { world } = agencies.usgs;
    world.add(...generateEvents({ random: mulberry32(1), count: 60, from: now - 20 * DAY, to: now - DAY, series: "r" }));
    const from = Date.UTC(1950, 0, 1);
    world.add(...generateEvents({ random: mulberry32(2), count: 90, from, to: now - 60 * DAY, minMagnitude: 4.5, series: "p" }));
    agencies.usgs.state.limit = 50;
    const dir = temporaryFolder();
    const store = path.join(dir, "store");
    const config = path.join(dir, "config.json");
    writeFileSync(config, JSON.stringify({ agencies: { usgs: { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn } } }));
    const args = ["backfill", "--config", config, "--store", store, "--from", "1950", "--json"];
    const first = await quaketree(args, dir);
    expect(first).toMatchObject({ code: 0 });
    const done = JSON.parse(first.stdout);
    expect(done).toMatchObject({ store, from: "1950-01-01T00:00:00.000Z", min_magnitude: 4.5 });
    expect(done.added).toBe(world.events.filter(({ time, mag }) => time < now - 30 * DAY && mag !== null).length);
    const state = await readUsgsState(store);
    if (!state) throw new Error("no state");
    expect([...segmentEvents(store, state)].length + state.events.length).toBe(done.added + 60);
    expect(JSON.parse((await quaketree(args, dir)).stdout)).toMatchObject({ added: 0, listed: done.listed });
    const all = await quaketree([...args, "--min-magnitude", "all"], dir);
    expect(JSON.parse(all.stdout)).toMatchObject({ min_magnitude: null });
    expect(JSON.parse(all.stdout).listed).toBeGreaterThanOrEqual(done.listed);
  });

  it.each([
    [["--from", "yesterday"], /--from/],
    [["--from", "1900", "--min-magnitude", "big"], /Use a magnitude/],
    [[], /--from/],
  ])("says what is wrong with %j", async (args, reason) => {
    const { code, stderr } = await quaketree(["backfill", "--store", "store", ...args], temporaryFolder());
    expect(code).toBe(2);
    expect(stderr).toMatch(reason);
  });
});
