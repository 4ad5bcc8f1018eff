import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { noaaSource } from "../../../build/agencies/noaa/source.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { NO_CELLS } from "../../../build/store/derive.ts";
import { asker } from "../asking.ts";
import { agencies, asked, ids, ingest, state, store, useNoaa, WEEK } from "../noaa-runs.ts";

useNoaa();

/** A run that ends, as by a kill, when it asks for the n-th time. */
async function endedAt(n: number): Promise<void> {
  const { now } = agencies.clock;
  const whole = asker({ now, maxBytes: 1e7 });
  let asked = 0;
  const ask: typeof whole = (address, options) => {
    if (++asked === n) throw new Error("killed");
    return whole(address, options);
  };
  const { events, tsunamis } = agencies.noaa;
  const context = { store, ask, now, report: silentReport, unreadableShare: 0.1, derive: NO_CELLS };
  await expect(noaaSource({ events, tsunamis }).ingest(context)).rejects.toThrow("killed");
}

describe("NOAA, when a run is ended in the middle", () => {
  it("goes on where it was, and asks for no page twice", async () => {
    for (const n of [2, 2, 2]) await endedAt(n);
    expect((await ingest()).outcome).toBe("applied");
    expect(asked().toSorted()).toEqual([...new Set(asked())].toSorted());
    expect(await ids()).toHaveLength(450);
  });

  it("keeps the applied data at any point of the next load", async () => {
    await ingest();
    const before = await state();
    agencies.clock.advance(WEEK);
    for (const n of [1, 2, 3]) {
      await endedAt(n);
      expect((await state()).events.rows).toEqual(before.events.rows);
    }
  });

  it("leaves nothing behind once a later load is done, and does without what was damaged", async () => {
    await endedAt(3);
    const folder = path.join(store, "noaa", "loading");
    writeFileSync(path.join(folder, "events.json"), "{");
    writeFileSync(path.join(folder, "pace.json"), "");
    expect((await ingest()).outcome).toBe("applied");
    expect(readdirSync(folder)).toEqual(["pace.json"]);
    expect(readdirSync(path.join(store, "noaa")).filter((name) => name.startsWith("rows-"))).toHaveLength(2);
    expect(await ids()).toHaveLength(450);
  });
});
