import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../build/store/agency.ts";
import { appendJournal, journalEntry, readJournal } from "../../build/store/journal.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { makeOutcome } from "./make-outcome.ts";

const root = temporaryFolder();
let made = 0;
const freshDir = () => join(root, `store-${++made}`);

const NOON = Date.UTC(2031, 4, 4, 12);
const DAY = 86_400_000;

const outcome = (parts: Partial<Outcome> = {}) => makeOutcome({ asOf: NOON - 5_000, records: 3, ...parts });

const CHANGES: Outcome["changes"] = [
  { kind: "added", id: "us1" },
  { kind: "revised", id: "us2", fields: ["magnitude", "place"] },
  { kind: "merged", id: "us2", from: ["ci7"] },
  { kind: "withdrawn", id: "us3", evidence: "status deleted" },
];

const ENTRY = {
  at: "2031-05-04T12:00:00.000Z",
  agency: "usgs",
  outcome: "applied",
  as_of: "2031-05-04T11:59:55.000Z",
  records: 3,
  added: ["us1"],
  revised: [{ id: "us2", fields: ["magnitude", "place"] }],
  merged: [{ id: "us2", from: ["ci7"] }],
  withdrawn: [{ id: "us3", evidence: "status deleted" }],
  rejected: [{ what: "https://example.org/x", code: "capture-stale", reason: "it is old" }],
  left_out: { "not-a-feature": 2 },
  doubtful: { alert: 1 },
};

async function write(dir: string, at: number, parts: Partial<Outcome> = {}, keepDays = 90): Promise<void> {
  await appendJournal(dir, [journalEntry(outcome(parts), at)], keepDays);
}

describe("the journal", () => {
  it("gives back every kind of change, and leaves out empty lists", async () => {
    const dir = freshDir();
    const rejected = [{ what: "https://example.org/x", code: "capture-stale", reason: "it is old" }];
    await write(dir, NOON, { changes: CHANGES, rejected, leftOut: { "not-a-feature": 2 }, doubtful: { alert: 1 } });
    await write(dir, NOON + 1, { outcome: "unchanged", asOf: null });
    expect(await readJournal(dir)).toEqual({
      entries: [ENTRY, { at: "2031-05-04T12:00:00.001Z", agency: "usgs", outcome: "unchanged", records: 3 }],
      unreadable: 0,
    });
  });

  it("is empty if there is none", async () => {
    expect(await readJournal(freshDir())).toEqual({ entries: [], unreadable: 0 });
  });

  it("finds the present id of an event under its former id", async () => {
    const dir = freshDir();
    const renamed = { kind: "revised", id: "us2", was: "nc1", fields: ["id", "ids"] } as const;
    await appendJournal(dir, [journalEntry(outcome({ changes: [renamed] }), NOON)], 90);
    const told = { id: "us2", was: "nc1", fields: ["id", "ids"] };
    for (const id of ["nc1", "us2"]) expect((await readJournal(dir, { id })).entries[0]?.revised).toEqual([told]);
    expect((await readJournal(dir, { id: "ids" })).entries).toEqual([]);
  });

  it("is asked by time, agency, event and number", async () => {
    const dir = freshDir();
    await write(dir, NOON - DAY, { agency: "noaa", changes: [{ kind: "added", id: "noaa1" }] });
    await write(dir, NOON, { changes: CHANGES });
    await write(dir, NOON + 60_000, { changes: [{ kind: "revised", id: "us1", fields: ["ids"] }] });
    const ats = async (query: Parameters<typeof readJournal>[1]) =>
      (await readJournal(dir, query)).entries.map(({ at }) => Date.parse(at) - NOON);
    expect(await ats({})).toEqual([-DAY, 0, 60_000]);
    expect(await ats({ since: NOON })).toEqual([0, 60_000]);
    expect(await ats({ since: NOON + 1 })).toEqual([60_000]);
    expect(await ats({ agency: "noaa" })).toEqual([-DAY]);
    expect(await ats({ id: "us1" })).toEqual([0, 60_000]);
    expect(await ats({ id: "ci7" })).toEqual([0]);
    expect(await ats({ limit: 2 })).toEqual([0, 60_000]);
    expect(await ats({ limit: 1, agency: "noaa" })).toEqual([-DAY]);
    const [first] = (await readJournal(dir, { id: "us3" })).entries;
    expect(first).toMatchObject({ withdrawn: [{ id: "us3", evidence: "status deleted" }] });
    expect(first).not.toHaveProperty("added");
  });

  it("has a file for each day, and keeps the given number", async () => {
    const dir = freshDir();
    for (let day = 0; day < 5; day++) await write(dir, NOON + day * DAY, {}, 2);
    expect(readdirSync(join(dir, "journal"))).toEqual(["2031-05-06.jsonl", "2031-05-07.jsonl", "2031-05-08.jsonl"]);
  });

  it("outlives a run whose clock was years ahead", async () => {
    const dir = freshDir();
    await write(dir, Date.UTC(2026, 10, 20));
    await write(dir, Date.UTC(2026, 10, 21));
    await write(dir, Date.UTC(2031, 0, 1));
    await write(dir, Date.UTC(2026, 10, 22));
    expect(readdirSync(join(dir, "journal"))).toEqual(
      ["2026-11-20", "2026-11-21", "2026-11-22", "2031-01-01"].map((day) => `${day}.jsonl`),
    );
  });

  it("goes on after a line that a crash cut short, wherever it was cut", async () => {
    const whole = `${JSON.stringify(ENTRY)}\n`;
    for (const cut of [0, 1, 3, 7, 31, whole.length - 2]) {
      for (const before of [[], ["00"]]) {
        const dir = freshDir();
        const file = join(dir, "journal", "2031-05-04.jsonl");
        await write(dir, NOON);
        writeFileSync(file, whole.slice(0, cut), { flag: before.length > 0 ? "a" : "w" });
        expect((await readJournal(dir)).entries).toHaveLength(before.length);
        await write(dir, NOON + 1_000);
        const { entries, unreadable } = await readJournal(dir);
        expect(entries.map(({ at }) => at.slice(17, 19))).toEqual([...before, "01"]);
        expect(unreadable).toBe(cut === 0 ? 0 : 1);
      }
    }
  });

  it("passes over what is not an entry, and files that are not its own", async () => {
    const dir = freshDir();
    await write(dir, NOON);
    writeFileSync(join(dir, "journal", "notes.txt"), "mine");
    appendFileSync(join(dir, "journal", "2031-05-04.jsonl"), '{"at":"yesterday"}\n[]\n\n');
    expect(await readJournal(dir)).toMatchObject({ entries: [{ agency: "usgs" }], unreadable: 2 });
    await write(dir, NOON + 400 * DAY);
    expect(readFileSync(join(dir, "journal", "notes.txt"), "utf8")).toBe("mine");
  });

  it("a journal that cannot be written is an error of the store", async () => {
    const dir = freshDir();
    mkdirSync(dir);
    writeFileSync(join(dir, "journal"), "a file");
    await expect(write(dir, NOON)).rejects.toMatchObject({ code: "store-unwritable" });
  });
});
