import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { runRebuild } from "../../build/cli/rebuild.ts";
import { parseConfig } from "../../build/config/config.ts";
import { UserError } from "../../build/platform/error.ts";
import { bytesOf, feature, feed, GENERATED } from "../agencies/usgs-feed.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recordedContext } from "./recorded-context.ts";

const root = temporaryFolder();
const capture = path.join(root, "capture.geojson");
writeFileSync(capture, bytesOf(feed([feature()])));
const USGS = { feed: pathToFileURL(capture).href };

/** Rebuilds in a loop; each of `between` happens in the wait after a run, and the loop ends with the wait after the last. */
async function loop(dir: string, between: readonly (() => void)[], agencies: object = { usgs: USGS }) {
  const controller = new AbortController();
  const [errors, waits]: [UserError[], number[]] = [[], []];
  const { context, lines } = recordedContext(() => GENERATED, true);
  const config = parseConfig(JSON.stringify({ agencies, tree: { event_pages: "none" } }), "q.json");
  const options = { config, store: path.join(dir, "store"), out: path.join(dir, "dist"), everyS: 60 };
  let released = false;
  const running = runRebuild({ ...options, printError: (error) => void errors.push(error) }, context, () => ({
    now: () => 0,
    signal: controller.signal,
    release: () => void (released = true),
    async sleep(ms) {
      between[waits.length]?.();
      waits.push(ms);
      if (waits.length === between.length) controller.abort();
    },
  }));
  const thrown = await running.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(released).toBe(true);
  return { codes: errors.map(({ code }) => code), waits, outcomes: lines.map((line) => JSON.parse(line).outcome), thrown };
}

it("goes on while the store cannot be written or a foreign folder lies at the tree, telling it each time", async () => {
  const dir = path.join(root, "a");
  mkdirSync(path.join(dir, "dist"), { recursive: true });
  writeFileSync(path.join(dir, "dist/diary.txt"), "mine");
  writeFileSync(path.join(dir, "store"), "a file where a folder should be");
  const { codes, waits, outcomes, thrown } = await loop(dir, [
    () => {},
    () => rmSync(path.join(dir, "dist"), { recursive: true }),
    () => rmSync(path.join(dir, "store")),
    () => {},
  ]);
  expect(thrown).toBeUndefined();
  expect(codes).toEqual(["out-not-a-tree", "out-not-a-tree", "store-unwritable"]);
  expect(waits).toEqual([120_000, 240_000, 480_000, 60_000]);
  expect(outcomes).toEqual(["done"]);
  expect(existsSync(path.join(dir, "dist/snapshot.json"))).toBe(true);
});

it("goes on if a part of the path of the tree is a file", async () => {
  const dir = path.join(root, "b");
  writeFileSync(dir, "");
  const { codes, thrown } = await loop(dir, [() => {}, () => {}]);
  expect(thrown).toBeUndefined();
  expect(codes).toHaveLength(2);
  expect(codes).not.toContain("internal-error");
});

it("ends if no agency is configured", async () => {
  const disabled = { enabled: false };
  const none = { usgs: disabled, noaa: disabled, plates: disabled };
  const { codes, waits, thrown } = await loop(path.join(root, "c"), [() => {}], none);
  expect(thrown).toBeInstanceOf(UserError);
  expect(thrown).toMatchObject({ code: "no-agency" });
  expect({ codes, waits }).toEqual({ codes: [], waits: [] });
});
