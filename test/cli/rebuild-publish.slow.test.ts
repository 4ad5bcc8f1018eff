import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runRebuild } from "../../build/cli/rebuild.ts";
import { parseConfig } from "../../build/config/config.ts";
import type { UserError } from "../../build/platform/error.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { generateEvents } from "../agencies/emulator/generate.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recordedContext } from "./recorded-context.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const TREE = { keep_snapshots_days: 0, event_pages: "none" };
const root = temporaryFolder();
const www = path.join(root, "www");
let agencies: Emulator;

beforeAll(async () => {
  agencies = await startEmulator({ now: NOW });
  agencies.usgs.world.add(...generateEvents({ random: mulberry32(5), count: 40, from: NOW - 86_400_000, to: NOW }));
});
afterAll(() => agencies.stop());

/** One run with the emulator's clock, and what it told. */
async function rebuildAndPublish(to: string) {
  const errors: UserError[] = [];
  const recorded = recordedContext(agencies.clock.now, true);
  const usgs = { feed: agencies.usgs.feed("all_week") };
  const config = parseConfig(JSON.stringify({ agencies: { usgs }, thresholds: { timeout_s: 2 }, tree: TREE }), "q.json");
  const dirs = { store: path.join(root, "store"), out: path.join(root, "dist") };
  const publish = { to, endpoint: to === www ? undefined : "http://127.0.0.1:9" };
  await runRebuild({ config, ...dirs, publish, printError: (error) => void errors.push(error) }, recorded.context);
  return { code: recorded.code, errors, told: JSON.parse(recorded.lines.join("\n")) };
}

function published(): { id: string; run: { outcome: string } } {
  const [status, snapshot] = ["status.json", "snapshot.json"].map((name) => readFileSync(path.join(www, name), "utf8"));
  return { ...JSON.parse(status ?? ""), id: JSON.parse(snapshot ?? "").id };
}

it("one command ingests, builds and publishes; its exit code and the published status state a failure", async () => {
  const first = await rebuildAndPublish(www);
  expect(first).toMatchObject({ code: 0, errors: [], told: { outcome: "done", published: { changed: true } } });
  expect((await verifyTree(www)).faults).toEqual([]);
  const { id } = published();
  expect(id).toBe(first.told.build.snapshot.id);

  // An agency fails: the tree stays as it was, its status is published.
  agencies.faults.set("usgs", { kind: "status", status: 404 });
  const stale = await rebuildAndPublish(www);
  expect(stale).toMatchObject({ code: 3, told: { published: { changed: false, sent: 0 } } });
  expect(published()).toMatchObject({ id, run: { outcome: "stale" } });

  // The published tree keeps snapshots for as long as the configuration says.
  agencies.faults.clear();
  agencies.usgs.world.add({ net: "us", code: "new1", time: NOW - 60_000, mag: 5 });
  agencies.clock.advance(60_000);
  expect(await rebuildAndPublish(www)).toMatchObject({ code: 0, told: { published: { changed: true } } });
  expect(existsSync(path.join(www, "pins"))).toBe(false);

  // A target that cannot be used is told before any work.
  await expect(rebuildAndPublish("s3://quakes")).rejects.toMatchObject({ code: "credentials-missing" });
}, 400_000);
