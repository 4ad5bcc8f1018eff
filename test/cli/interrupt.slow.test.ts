import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bytesOf, feature, feed } from "../agencies/usgs-feed.ts";
import { type Listening, listen } from "../support/listen.ts";
import { quaketree, start } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
let agency: Listening;
let asked: () => void = () => {};

/** A server that takes requests and never answers. */
beforeAll(async () => {
  agency = await listen(createServer(() => asked()));
  const at = Date.now() - 60_000;
  const capture = feed([feature({ properties: { time: at, updated: at } })], { generated: at });
  writeFileSync(path.join(dir, "capture.geojson"), bytesOf(capture));
  const good = { feed: pathToFileURL(path.join(dir, "capture.geojson")).href };
  const config = (usgs: object) => JSON.stringify({ agencies: { usgs } });
  writeFileSync(path.join(dir, "good.json"), config(good));
  writeFileSync(path.join(dir, "silent.json"), config({ ...good, fdsn: `${agency.base}/fdsnws/event/1/` }));
  expect((await quaketree(["ingest", "--config", "good.json", "--store", "store"], dir)).code).toBe(0);
});
afterAll(() => agency.close());

it.each([
  ["ingest", ["ingest"], "`quaketree ingest` continues"],
  ["backfill", ["backfill", "--from", "2020"], "the same command continues from there"],
])("Ctrl-C ends %s as a signal does, with a line that says how to go on, and the store whole", async (_, args, how) => {
  const before = readFileSync(path.join(dir, "store/usgs/state.json"));
  const arrived = new Promise<void>((resolve) => (asked = resolve));
  const { child, ended } = start([...args, "--config", "silent.json", "--store", "store"], dir);
  await arrived;
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect([code, child.signalCode]).toEqual([null, "SIGINT"]);
  expect(stderr).toMatch(/^quaketree: interrupted; [^\n]+\n$/m);
  expect(stderr).toContain(how);
  expect(readFileSync(path.join(dir, "store/usgs/state.json")).equals(before)).toBe(true);
  // The lock of the killed run is free.
  expect((await quaketree(["ingest", "--config", "good.json", "--store", "store"], dir)).code).toBe(0);
});
