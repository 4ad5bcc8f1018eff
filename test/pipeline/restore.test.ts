import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import { applyCapture } from "../../build/agencies/usgs/run.ts";
import { readUsgsState, writeUsgsState } from "../../build/agencies/usgs/state.ts";
import { parseConfig } from "../../build/config/config.ts";
import { ingest } from "../../build/pipeline/ingest.ts";
import { type RestoreReport, restore } from "../../build/pipeline/restore.ts";
import { runOutcome } from "../../build/pipeline/status-document.ts";
import { silentReport } from "../../build/platform/report.ts";
import { readJournal } from "../../build/store/journal.ts";
import { readNotes } from "../../build/store/run-notes.ts";
import { ADDRESS, asking, authoredWeek, type Feed, later, POISONS } from "../agencies/poisons.ts";
import { bytesOf } from "../agencies/usgs-feed.ts";
import { temporaryFolder } from "../support/temporary.ts";

const HOUR = 3_600_000;
const config = parseConfig(JSON.stringify({ agencies: { usgs: { feed: ADDRESS, details: false } } }), "test");

async function run(store: string, body: Feed): Promise<"done" | "failed" | "stale"> {
  const { now, ask } = asking(body);
  const { sources } = await ingest({ config, store, now, ask, report: silentReport });
  return runOutcome(config, { error: null, sources, notes: await readNotes(store), finishedAt: now(), build: null });
}

/** A poison that got in before there were bounds. */
async function poison(store: string, body: Feed): Promise<void> {
  const state = await readUsgsState(store);
  const provenance = { address: ADDRESS, retrievedAt: body.metadata.generated, sha256: "0".repeat(64), bytes: 1 };
  const next = applyCapture(state, readUsgsFeed(bytesOf(body), ADDRESS, 1), provenance);
  await writeUsgsState(store, { ...(state?.upkeep && { upkeep: state.upkeep }), ...next });
}

const order = (store: string, to: number, dryRun = false) => ({ store, agency: "usgs", to, dryRun, now: to + HOUR, journalDays: 30 });
const filesOf = (store: string) => readdirSync(path.join(store, "usgs"), { recursive: true, encoding: "utf8" }).toSorted();
const stateOf = (store: string) => readFileSync(path.join(store, "usgs/state.json"), "utf8");

describe("a store that was poisoned", () => {
  const base = authoredWeek(120);
  const at = base.metadata.generated;
  const fresh = later(base, HOUR, (rows) => {
    const [like] = rows as [Feed["features"][number]];
    const time = at + HOUR / 2;
    return [{ ...like, id: "xxnew", properties: { ...like.properties, ids: ",xxnew,", time, updated: time + 60_000 } }, ...rows];
  });

  it.each(["all are deleted", "one row names all ids", "all have magnitude 9.5", "there are 300 of magnitude 8"])(
    "by one in which %s is what it would be without it, to the byte, once it is restored",
    async (name) => {
      const [poisoned, clean] = [temporaryFolder(), temporaryFolder()];
      for (const store of [poisoned, clean]) expect(await run(store, base)).toBe("done");
      const good = stateOf(poisoned);
      await poison(poisoned, later(base, 60_000, POISONS[name]));
      const bad = stateOf(poisoned);
      expect(bad).not.toBe(good);

      const planned = await restore(order(poisoned, at + HOUR / 2, true));
      expect(stateOf(poisoned)).toBe(bad);
      const done = await restore(order(poisoned, at + HOUR / 2));
      expect<RestoreReport>({ ...planned, done: true }).toEqual(done);
      // The time of a kept state leads to that state.
      expect((await restore(order(poisoned, Date.parse(done.state_of), true))).state_of).toBe(done.state_of);
      expect(done.removed.length + done.returned.length + done.changed.length).toBeGreaterThan(0);
      expect(stateOf(poisoned)).toBe(good);

      for (const store of [poisoned, clean]) expect(await run(store, fresh)).toBe("done");
      expect(stateOf(poisoned)).toBe(stateOf(clean));
      expect(filesOf(poisoned)).toEqual(filesOf(clean));
      const { entries } = await readJournal(poisoned);
      expect(entries.map(({ outcome }) => outcome)).toEqual(["applied", "restored", "applied"]);
    },
  );

  it("says so if it has lost a tenth of its records within a week", async () => {
    const store = temporaryFolder();
    await run(store, base);
    await poison(
      store,
      later(base, 60_000, (rows, now) => POISONS["all are deleted"]?.(rows.slice(0, 13), now) ?? []),
    );
    const others = later(base, HOUR, (rows) => rows.slice(13));
    expect(await run(store, { ...others, features: [...others.features] })).toBe("stale");
    expect((await readNotes(store))["usgs"]?.rejected[0]).toMatchObject({ what: "usgs", code: "records-shrunk" });
    await restore(order(store, at + HOUR / 2));
    expect(await run(store, fresh)).toBe("done");
  });

  it("can be taken back only to a time of which a state is kept", async () => {
    const store = temporaryFolder();
    await run(store, base);
    await expect(restore(order(store, at - 1))).rejects.toMatchObject({ code: "usage", hint: /^kept are 2031-05-04T12:01:00.000Z$/ });
    await expect(restore({ ...order(store, at), agency: "emsc" })).rejects.toMatchObject({ code: "usage" });
  });
});
