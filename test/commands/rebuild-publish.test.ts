import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CliContext } from "../../build/cli-context.ts";
import { runRebuild } from "../../build/commands/run-rebuild.ts";
import { verifyPublished } from "../../build/commands/verify.ts";
import { parseConfig } from "../../build/config.ts";
import type { UserError } from "../../build/error.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { generateEvents } from "../agencies/emulator/generate.ts";
import { seeded } from "../agencies/emulator/random.ts";
import { BUCKET, type ObjectStore, startObjectStore } from "../targets/object-store.ts";
import { temporaryFolder } from "../temporary.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const root = temporaryFolder();
const to = `s3://${BUCKET}/live`;
let agencies: Emulator;
let store: ObjectStore;

beforeAll(async () => {
  store = await startObjectStore(path.join(root, "bucket"));
  agencies = await startEmulator({ now: NOW });
  agencies.usgs.world.add(...generateEvents({ random: seeded(5), count: 40, from: NOW - 86_400_000, to: NOW }));
});
afterAll(async () => {
  await agencies.stop();
  await store.close();
});

/** One run with the emulator's clock, and what it told. */
async function rebuildAndPublish() {
  const lines: string[] = [];
  const errors: UserError[] = [];
  let code = 0;
  const context: CliContext = {
    out: (line) => void lines.push(line),
    report: { step() {}, progress() {}, warn() {}, clear() {} },
    json: true,
    env: store.env,
    now: agencies.clock.now,
    end(given) {
      code = given;
    },
  };
  const usgs = { feed: agencies.usgs.feed("all_week") };
  const config = parseConfig(JSON.stringify({ agencies: { usgs }, thresholds: { timeout_s: 2 } }), "q.json");
  const dirs = { store: path.join(root, "store"), out: path.join(root, "dist") };
  const publish = { to, endpoint: store.endpoint };
  await runRebuild({ config, ...dirs, publish, tellError: (error) => void errors.push(error) }, context);
  return { code, errors, told: JSON.parse(lines.join("\n")) };
}

async function published(): Promise<{ id: string; run: { outcome: string } }> {
  const objects = await store.objects();
  const read = (name: string) => JSON.parse(objects.get(`live/${name}`)?.bytes.toString() ?? "null");
  return { ...read("status.json"), id: read("snapshot.json").id };
}

it("one command ingests, builds and publishes; what fails is told in its code, and the published status", async () => {
  const first = await rebuildAndPublish();
  expect(first).toMatchObject({ code: 0, errors: [], told: { outcome: "done", published: { changed: true } } });
  const context = { report: { step() {}, progress() {}, warn() {}, clear() {} }, now: () => NOW, env: store.env };
  expect((await verifyPublished(to, context, [], store.endpoint)).faults).toEqual([]);
  const { id } = await published();
  expect(id).toBe(first.told.build.snapshot.id);

  // An agency fails: the tree stays as it was, its status is published.
  agencies.faults.set("usgs", { kind: "status", status: 404 });
  const stale = await rebuildAndPublish();
  expect(stale).toMatchObject({ code: 3, told: { published: { changed: false, sent: 2 } } });
  expect(await published()).toMatchObject({ id, run: { outcome: "stale" } });
  agencies.faults.clear();

  // The store of objects fails: what was published stands, and the next run completes it.
  agencies.clock.advance(60_000);
  const now = agencies.clock.now();
  agencies.usgs.world.add(...generateEvents({ random: seeded(6), count: 3, from: now - 50_000, to: now }));
  store.misbehave(({ method, key }) => {
    return method === "PUT" && key.includes("/api/")
      ? { kind: "status", status: 403, code: "AccessDenied" }
      : undefined;
  });
  const failed = await rebuildAndPublish();
  expect(failed).toMatchObject({ code: 1, told: { outcome: "done", published: null } });
  expect(failed.errors).toMatchObject([{ code: "target-refused" }]);
  expect((await published()).id).toBe(id);
  store.behave();
  expect(await rebuildAndPublish()).toMatchObject({ code: 0, told: { published: { changed: true, completed: true } } });
  expect((await published()).id).not.toBe(id);
  expect((await verifyPublished(to, context, [], store.endpoint)).faults).toEqual([]);
});
