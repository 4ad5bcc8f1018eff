import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { UsgsState } from "../../build/agencies/usgs/state.ts";
import { writeUsgsState } from "../../build/agencies/usgs/state.ts";
import { readStore } from "../../build/pipeline/load/inputs.ts";
import { readStateFile, readStoreFile, removeStateFile, unwritable, writeStateFile } from "../../build/store/store.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { GENERATED, WEEK } from "../agencies/usgs-feed.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = temporaryFolder();
let made = 0;

function freshDir(): string {
  return path.join(root, `store-${++made}`);
}

function state(parts: Partial<UsgsState> = {}): UsgsState {
  return {
    format: 2,
    agency: "usgs",
    capture: {
      address: "https://example.org/all_week.geojson",
      retrievedAt: GENERATED + 5_000,
      sha256: "0f".repeat(32),
      bytes: 1234,
      generated: GENERATED,
      title: WEEK,
      features: 2,
      leftOut: { "not-a-feature": 1 },
      doubtful: {},
    },
    covers: { from: GENERATED - 604_800_000, to: GENERATED },
    withdrawn: [{ ids: ["xx9"], withdrawnAt: GENERATED }],
    events: [agencyEvent({ id: "xx1", place: "Volcán \u2028 🌋 \ud800" }), agencyEvent({ id: "xx2", magnitude: null })],
    ...parts,
  };
}

function fileOf(dir: string): string {
  return path.join(dir, "usgs", "state.json");
}

describe("a store", () => {
  it("returns what was written", async () => {
    const dir = freshDir();
    await writeUsgsState(dir, state());
    expect(await readStore(dir)).toEqual({ usgs: state() });
  });

  it("a store that does not exist is empty", async () => {
    expect(await readStore(freshDir())).toEqual({});
  });

  it("holds one event a line, for tools that read lines", async () => {
    const dir = freshDir();
    await writeUsgsState(dir, state());
    const lines = readFileSync(fileOf(dir), "utf8").split("\n");
    expect(lines.filter((line) => line.includes('"id":"xx'))).toHaveLength(2);
  });

  it("is replaced whole, and no temporary file stays", async () => {
    const dir = freshDir();
    await writeUsgsState(dir, state());
    await writeUsgsState(dir, state({ events: [] }));
    expect((await readStore(dir)).usgs?.events).toEqual([]);
    expect(readdirSync(path.join(dir, "usgs"))).toEqual(["state.json"]);
  });

  it("ignores the remains of an interrupted run", async () => {
    const dir = freshDir();
    await writeUsgsState(dir, state());
    writeFileSync(`${fileOf(dir)}.next-1`, '{"format":1,');
    expect(await readStore(dir)).toEqual({ usgs: state() });
  });

  it("loads and writes 12,000 events in well under two seconds", async () => {
    const dir = freshDir();
    const events = Array.from({ length: 12_000 }, (_, at) => agencyEvent({ id: `xx${at}`, time: at }));
    // Of the processor: the machine may have other work.
    const start = process.cpuUsage();
    await writeUsgsState(dir, state({ events }));
    expect((await readStore(dir)).usgs?.events).toHaveLength(12_000);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe("any file of a store", () => {
  const schema = z.strictObject({ format: z.literal(1) });

  it("is read as it was written, text or bytes, until it is removed", async () => {
    const dir = freshDir();
    await writeStateFile(dir, "noaa/state.json", '{"format":1}');
    await writeStateFile(dir, "noaa/rows/a.bin", new Uint8Array([0, 255, 10]));
    expect(await readStateFile(dir, "noaa/state.json", schema)).toEqual({ format: 1 });
    expect([...((await readStoreFile(dir, "noaa/rows/a.bin")) ?? [])]).toEqual([0, 255, 10]);
    await removeStateFile(dir, "noaa/rows/a.bin");
    await removeStateFile(dir, "noaa/rows/a.bin");
    expect(await readStoreFile(dir, "noaa/rows/a.bin")).toBeUndefined();
  });

  it("a missing file is undefined, and a file of another form is refused", async () => {
    const dir = freshDir();
    expect(await readStateFile(dir, "noaa/state.json", schema)).toBeUndefined();
    await writeStateFile(dir, "noaa/state.json", "[]");
    await expect(readStateFile(dir, "noaa/state.json", schema)).rejects.toMatchObject({ code: "store-malformed" });
  });
});

describe("a state file that we did not write", () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    ["cut short", (text) => text.slice(0, -10), /is not JSON/],
    ["of another format", (text) => text.replace('"format":2', '"format":1'), /is not a state: format/],
    ["with a key too many", (text) => text.replace('"format":2', '"format":2,"more":1'), /more/],
    ["with an event that lacks a value", (text) => text.replace('"updated":', '"undated":'), /events\.0/],
    ["with a position off the globe", (text) => text.replace('"latitude":-7.25', '"latitude":-97.25'), /events\.0\.latitude/],
    ["of another agency", (text) => text.replace('"agency":"usgs"', '"agency":"emsc"'), /agency/],
  ];

  it.each(cases)("%s is refused with its name and place", async (_what, spoil, reason) => {
    const dir = freshDir();
    await writeUsgsState(dir, state());
    writeFileSync(fileOf(dir), spoil(readFileSync(fileOf(dir), "utf8")));
    const failure = expect(readStore(dir)).rejects;
    await failure.toMatchObject({ code: "store-malformed" });
    await expect(readStore(dir)).rejects.toThrow(reason);
    await expect(readStore(dir)).rejects.toThrow(fileOf(dir));
  });

  it("is refused if a folder stands in its place", async () => {
    const dir = freshDir();
    mkdirSync(fileOf(dir), { recursive: true });
    await expect(readStore(dir)).rejects.toMatchObject({ code: "store-unreadable" });
  });
});

describe("a store that cannot be written", () => {
  it("is a mistake in one line, and what it held stays", async () => {
    const dir = freshDir();
    writeFileSync(dir, "a file, not a folder");
    await expect(writeUsgsState(dir, state())).rejects.toMatchObject({ code: "store-unwritable" });
    await expect(writeUsgsState(dir, state())).rejects.toThrow(dir);
  });

  it.skipIf(process.getuid?.() === 0)(
    "says so for a folder without the right to write (skipped for root, whom no mode stops)",
    async () => {
      const dir = freshDir();
      await writeUsgsState(dir, state());
      chmodSync(path.join(dir, "usgs"), 0o555);
      await expect(writeUsgsState(dir, state({ events: [] }))).rejects.toMatchObject({ code: "store-unwritable" });
      chmodSync(path.join(dir, "usgs"), 0o755);
      expect(existsSync(fileOf(dir))).toBe(true);
      expect(await readStore(dir)).toEqual({ usgs: state() });
    },
  );
});

describe("the error of a store that cannot be written", () => {
  it.each(["ENOSPC", "EDQUOT"])("to make room, if there is none (%s)", (code) => {
    expect(unwritable("data/store", Object.assign(new Error("write"), { code }))).toMatchObject({
      code: "store-unwritable",
      message: "the store data/store cannot be written: the disk, or the quota of its user, is full",
      hint: "make room and run again",
    });
  });

  it("to choose another folder, if this one is closed", () => {
    expect(unwritable("data/store", Object.assign(new Error("open"), { code: "EACCES" }))).toMatchObject({
      message: "the store data/store cannot be written: EACCES",
      hint: "choose a folder that can be written with --store",
    });
  });
});
