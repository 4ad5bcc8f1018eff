import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { runStorm } from "./fault-storm/storm.ts";

/** `STORM_CYCLES=1000 npx vitest run test/agencies/fault-storm.slow.test.ts` is the whole storm, with `STORM_SEED` another. */
const CYCLES = Number(process.env["STORM_CYCLES"] ?? 8);
const SEED = Number(process.env["STORM_SEED"] ?? 4);
/** Of the whole storm, the tree may be built in every n-th cycle only. */
const REBUILD_EVERY = Number(process.env["STORM_REBUILD_EVERY"] ?? 1);
const LONGEST_CYCLE_MS = 60_000;

const root = temporaryFolder();

it(
  `${CYCLES} rebuilds under faults and kills lose nothing, and what they say of themselves is so`,
  async () => {
    let told = 0;
    const report = await runStorm({
      cycles: CYCLES,
      seed: SEED,
      folder: path.join(root, "storm"),
      kills: 0.3,
      rebuildEvery: REBUILD_EVERY,
      onCycle: (cycle, { ms, faults }) => {
        for (const fault of faults.slice(told)) process.stderr.write(`cycle ${cycle}: ${JSON.stringify(fault)}\n`);
        told = faults.length;
        if (cycle % 100 === 0) process.stderr.write(`${cycle} cycles, ${Math.round(ms / 1000)} s, ${faults.length} faults\n`);
      },
    });
    if (CYCLES >= 100) process.stderr.write(`${JSON.stringify(report, null, 1)}\n`);
    expect(report.faults).toEqual([]);
    expect(report.cycles).toBe(CYCLES);
    expect(report.requests).toBeGreaterThan(CYCLES);
    expect(Object.keys(report.struck).length).toBeGreaterThan(3);
    // When a kill comes is a matter of real time: of a few, all may come too late.
    if (CYCLES >= 100) expect(report.killed).toBeGreaterThan(CYCLES / 20);
  },
  (CYCLES + 10) * 1.2 * LONGEST_CYCLE_MS,
);
