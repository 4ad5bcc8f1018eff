import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusSchema } from "../../build/contract/wire/status.ts";
import { readStore } from "../../build/pipeline/load/inputs.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { generateEvents } from "../agencies/emulator/generate.ts";
import { type Ended, quaketree, start } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recoverTree } from "../tree/recover-tree.ts";

const dir = temporaryFolder();
const [store, out] = [path.join(dir, "store"), path.join(dir, "dist")];
const ARGS = ["rebuild", "--config", "q.json", "--store", "store", "--out", "dist"];
const KILLS = 3;
let agencies: Emulator;
let built: Ended;

beforeAll(async () => {
  // The processes have the real clock.
  agencies = await startEmulator({ now: Date.now });
  const now = Date.now();
  agencies.usgs.world.add(...generateEvents({ random: mulberry32(9), count: 80, from: now - 86_400_000, to: now }));
  writeFileSync(
    path.join(dir, "q.json"),
    JSON.stringify({ agencies: { usgs: { feed: agencies.usgs.feed("all_week") } }, tree: { event_pages: "none" } }),
  );
  built = await quaketree(ARGS, dir);
}, 300_000);
afterAll(() => agencies.stop());

const status = () => statusSchema.parse(JSON.parse(readFileSync(path.join(out, "status.json"), "utf8")));

describe("the command rebuild", { timeout: 300_000 }, () => {
  it("tells what it did, for people and as JSON, and ends with 0", async () => {
    const { code, stdout, stderr } = built;
    expect([code, stderr.includes("warning")]).toEqual([0, false]);
    expect(stdout).toMatch(/^usgs: added \d+, as of .*; \d+ records$/m);
    expect(stdout).toMatch(/^built dist from the store in /m);
    const json = await quaketree([...ARGS, "--json"], dir);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: "done", sources: [{ agency: "usgs" }], out: "dist" });
    expect(json.stderr).toBe("");
  });

  it("the second of two at once says that another one is running, and ends with 4", async () => {
    const both = await Promise.all([quaketree(ARGS, dir), quaketree(ARGS, dir)]);
    const codes = both.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set([0, 4]));
    const { stderr } = both[codes.indexOf(4)] as Ended;
    expect(stderr).toMatch(/^quaketree: another run is writing the store store \(its result will be there/m);
    expect((await quaketree(["ingest", "--config", "q.json", "--store", "store"], dir)).code).toBe(0);
  });

  it("ends with 3 if an agency is rejected, and with 1 if the store cannot be read", async () => {
    agencies.faults.set("usgs", { kind: "status", status: 404 });
    const stale = await quaketree(ARGS, dir);
    agencies.faults.clear();
    expect(stale.code).toBe(3);
    expect(stale.stderr).toMatch(/^warning: usgs: rejected/m);
    expect(status().run).toMatchObject({ outcome: "stale", exit_code: 3 });
    const file = path.join(store, "usgs/state.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, "{}");
    const failed = await quaketree(ARGS, dir);
    writeFileSync(file, text);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^quaketree: the store's .*state\.json is not a state/m);
    expect(status().run).toMatchObject({ outcome: "failed", exit_code: 1, error: { code: "store-malformed" } });
  });

  it("killed at any moment it loses nothing, and the next run goes on", async () => {
    const random = mulberry32(17);
    const addEvent = (code: string) => agencies.usgs.world.add({ net: "us", code, time: Date.now() - 60_000, mag: 4 });
    addEvent("whole");
    const began = performance.now();
    expect((await quaketree(ARGS, dir)).code).toBe(0);
    const usualMs = performance.now() - began;
    let known = new Set<string>();
    for (let round = 0; round < KILLS; round++) {
      addEvent(`kill${round}`);
      const running = start(ARGS, dir);
      await delay(random() * usualMs);
      running.child.kill("SIGKILL");
      await running.ended;
      if (!existsSync(out)) await recoverTree(out);
      expect((await verifyTree(out)).faults).toEqual([]);
      const held = new Set((await readStore(store)).usgs?.events.flatMap(({ ids }) => ids));
      expect([...known].filter((id) => !held.has(id))).toEqual([]);
      known = held;
    }
    expect((await quaketree(ARGS, dir)).code).toBe(0);
    const held = (await readStore(store)).usgs?.events.map(({ id }) => id);
    expect(held).toEqual(expect.arrayContaining(Array.from({ length: KILLS }, (_, round) => `uskill${round}`)));
    expect(status().run.outcome).toBe("done");
  });

  it("--watch continues until SIGTERM, and ends after the current run", async () => {
    const running = start([...ARGS, "--watch", "--every", "1"], dir);
    await running.line(/^built /);
    const first = status().run.finished_at;
    await expect.poll(() => status().run.finished_at > first, { interval: 200 }).toBe(true);
    running.child.kill("SIGTERM");
    const { code } = await running.ended;
    expect(code).toBe(0);
    expect(readdirSync(store).filter((name) => name.startsWith("lock"))).toEqual([]);
    expect((await verifyTree(out)).faults).toEqual([]);
  });

  it("--watch ends at once while it waits for the next run", async () => {
    const running = start([...ARGS, "--watch", "--every", "3600"], dir);
    await running.line(/in all$/);
    await delay(200);
    const asked = performance.now();
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(60_000);
  });
});
