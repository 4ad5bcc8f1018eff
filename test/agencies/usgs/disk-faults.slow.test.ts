/** The store of the USGS with an archive, on a disk that is full or fails, or in a process that dies, at each change in turn. */

import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { backfillUsgs } from "../../../build/agencies/usgs/backfill.ts";
import { segmentEvents } from "../../../build/agencies/usgs/segments.ts";
import { readUsgsState } from "../../../build/agencies/usgs/state.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { startEmulator } from "../emulator/emulator.ts";
import { generateEvents } from "../emulator/generate.ts";
import { contextOf, ingestUsgs } from "../usgs-ingest.ts";

/** The number of the next change, and what it fails with. */
const disk = vi.hoisted(() => ({
  at: 0,
  failures: 0,
  codeAt: undefined as ((at: number, isGrowing: boolean) => string | undefined) | undefined,
  change(what: string, isGrowing: boolean): void {
    const code = disk.codeAt?.(++disk.at, isGrowing);
    if (code === undefined) return;
    disk.failures++;
    throw Object.assign(new Error(`${code}: ${what}`), { code, syscall: what });
  },
}));

type Call = (...given: never[]) => unknown;

/** Functions that count as changes; with `true` those that need room. */
function changing<Module extends object>(real: Module, names: Partial<Record<keyof Module, boolean>>): Module {
  const changed = Object.entries(names).map(([name, isGrowing]) => [
    name,
    (...given: never[]) => {
      disk.change(name, isGrowing === true);
      return (real[name as keyof Module] as Call)(...given);
    },
  ]);
  return { ...real, ...Object.fromEntries(changed) };
}

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return changing(real, { writeFileSync: true, mkdirSync: true, cpSync: true, linkSync: true, renameSync: false, rmSync: false });
});

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const open: typeof real.open = async (file, flags, ...more) => {
    if (flags === "r") return real.open(file, flags, ...more);
    disk.change("open", true);
    const handle = await real.open(file, flags, ...more);
    const writeFile = handle.writeFile.bind(handle);
    handle.writeFile = async (content, ...others) => {
      try {
        disk.change("write", true);
      } catch (error) {
        await writeFile((content as string).slice(0, (content as string).length / 2), ...others);
        throw error;
      }
      return writeFile(content, ...others);
    };
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      disk.change("fsync", true);
      return sync();
    };
    return handle;
  };
  return { ...changing(real, { rename: false, rm: false }), open };
});

const DAY = 86_400_000;
const NOW = Date.UTC(2031, 4, 4, 12);
const LATER = NOW + 3 * DAY;
const folder = temporaryFolder();
const [before, after, store] = [join(folder, "before"), join(folder, "after"), join(folder, "store")];
const agencies = await startEmulator({ now: NOW });
afterAll(() => agencies.stop());
const { world } = agencies.usgs;
const settings = { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn, spacingMs: 0 };

async function backfill(): Promise<void> {
  const context = contextOf(agencies, store);
  for await (const _ of backfillUsgs(settings, context, { from: NOW - 500 * DAY, minMagnitude: null }));
}

/** Each is run on the store of three days before. */
const RUNS: Record<string, () => Promise<unknown>> = {
  "an update": () => ingestUsgs(agencies, store, settings),
  "a backfill": async () => {
    await ingestUsgs(agencies, store, settings);
    await backfill();
  },
};

/** Every event of the store, the archive included, and the files of the archive. */
async function content(dir: string) {
  const state = await readUsgsState(dir);
  if (!state) return undefined;
  const events = [...state.events, ...segmentEvents(dir, state)];
  const rows = events.map((event) => JSON.stringify(event)).toSorted();
  return { rows, segments: state.archive?.segments.map(({ key, sha256 }) => `${key} ${sha256}`) };
}

function archiveNames(): string[] {
  return readdirSync(join(store, "usgs/archive"));
}

function begin(from: string): void {
  rmSync(store, { recursive: true, force: true });
  cpSync(from, store, { recursive: true });
  agencies.clock.set(LATER);
}

beforeAll(async () => {
  const spread = { random: mulberry32(5), count: 150, from: NOW - 500 * DAY, to: NOW - 31 * DAY, series: "p" };
  world.add(...generateEvents(spread));
  world.add(...generateEvents({ random: mulberry32(6), count: 60, from: NOW - 30 * DAY, to: NOW - DAY, series: "r" }));
  await ingestUsgs(agencies, store, settings);
  await backfill();
  cpSync(store, before, { recursive: true });
  agencies.clock.set(LATER);
  world.add(...generateEvents({ random: mulberry32(7), count: 8, from: NOW - DAY, to: LATER - DAY / 2, series: "n" }));
}, 60_000);

/** Which changes fail, from the n-th on or the n-th alone. A process that dies changes nothing more and reports nothing. */
const FAULTS: Record<string, (n: number) => NonNullable<typeof disk.codeAt>> = {
  "is full": (n) => (at, isGrowing) => (at >= n && isGrowing ? "ENOSPC" : undefined),
  fails: (n) => (at) => (at === n ? "EIO" : undefined),
  "is that of a process that dies": (n) => (at) => (at >= n ? "EDEAD" : undefined),
};

describe.each(Object.entries(RUNS))("%s, with an archive, on a disk that", (_, run) => {
  it.each(Object.entries(FAULTS))(
    "%s at each change: the store is as before or after, each run that failed says so, and the next one is whole",
    async (kind, codeAt) => {
      begin(before);
      await run();
      rmSync(after, { recursive: true, force: true });
      cpSync(store, after, { recursive: true });
      const [names, former, latter] = [archiveNames(), await content(before), await content(after)];
      expect(latter?.segments?.length).toBeGreaterThan(2);
      expect(latter?.rows).not.toEqual(former?.rows);
      let n = 1;
      for (; ; n++) {
        begin(before);
        Object.assign(disk, { at: 0, failures: 0, codeAt: codeAt(n) });
        const error = await run().then(
          () => undefined,
          (caught: unknown) => caught,
        );
        disk.codeAt = undefined;
        if (disk.failures === 0) break;
        if (error !== undefined && kind !== "is that of a process that dies")
          expect([n, error]).toMatchObject([n, { name: "UserError", code: "store-unwritable" }]);
        const found = await content(store);
        if (error === undefined) expect([n, found?.rows]).toEqual([n, latter?.rows]);
        else expect([former?.rows.length, latter?.rows.length]).toContain(found?.rows.length);
        agencies.clock.set(LATER);
        await run();
        expect([n, await content(store)]).toEqual([n, latter]);
        expect([n, archiveNames()]).toEqual([n, names]);
      }
      expect(n).toBeGreaterThan(10);
      process.stdout.write(`${kind}: ${n - 1} changes\n`);
    },
    300_000,
  );
});
