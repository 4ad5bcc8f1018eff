import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runJournal } from "../../build/cli/journal.ts";
import type { Outcome } from "../../build/store/agency.ts";
import { appendJournal, journalEntry } from "../../build/store/journal.ts";
import { noteOutcome } from "../../build/store/run-notes.ts";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recordedContext } from "./recorded-context.ts";

const NOON = Date.UTC(2031, 4, 4, 12);
const OUTCOME: Outcome = {
  agency: "usgs",
  outcome: "applied",
  addresses: ["https://agency.example/feed"],
  asOf: NOON,
  records: 1,
  changes: [{ kind: "added", id: "us7000aaaa" }],
  rejected: [],
  leftOut: {},
  doubtful: {},
};

async function told(store: string, query: Parameters<typeof runJournal>[1], json = false): Promise<string[]> {
  const { context, lines } = recordedContext(() => NOON, json);
  await runJournal(store, query, context);
  return lines;
}

async function storeWithOneRun(): Promise<string> {
  const store = temporaryFolder();
  await appendJournal(store, [journalEntry(OUTCOME, NOON)], 90);
  await noteOutcome(store, OUTCOME, NOON);
  return store;
}

describe("the journal", () => {
  it("tells what a run changed", async () => {
    const lines = await told(await storeWithOneRun(), { agency: "usgs" });
    expect(lines).toEqual(["2031-05-04T12:00:00.000Z usgs: applied, as of 2031-05-04T12:00:00.000Z; 1 records", "  added 1: us7000aaaa"]);
  });

  it("says that there is nothing of the kind, if there is a store", async () => {
    const store = await storeWithOneRun();
    expect(await told(store, { since: NOON + 1 })).toEqual([`the journal of ${store} has no such entries`]);
  });

  it("is an error if there is no store", async () => {
    const missing = path.join(temporaryFolder(), "nowhere");
    await expect(told(missing, {})).rejects.toMatchObject({ code: "store-missing" });
    // Also for a restoration, whose lock would make the folder: builds would then take it for a store that has lost its data.
    const { code, stderr } = await quaketree(["restore", "usgs", "--to", "2031-05-04", "--store", missing], temporaryFolder());
    expect([code, stderr, existsSync(missing)]).toEqual([1, expect.stringContaining("does not exist"), false]);
  });

  it("knows no agency that was never asked, and says which it knows", async () => {
    const store = await storeWithOneRun();
    await expect(told(store, { agency: "ugs" })).rejects.toMatchObject({ code: "usage", hint: "it knows usgs" });
  });
});
