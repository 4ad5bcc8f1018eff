import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emscSource, fdsnTextSource } from "../../../build/agencies/fdsn/source.ts";
import { readFdsnState } from "../../../build/agencies/fdsn/state.ts";
import { createAgencyClient } from "../../../build/platform/http/agency-client.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { type AgencySource, ingestWithLog } from "../../../build/store/agency.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Emulator, startEmulator } from "../emulator/emulator.ts";
import type { Fault } from "../emulator/faults.ts";
import type { Random } from "../emulator/random.ts";
import { idOf, type WorldEvent } from "../emulator/world.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const FAULTS: readonly Fault[] = [
  { kind: "reset" },
  { kind: "cut-short" },
  { kind: "truncated" },
  { kind: "status", status: 503 },
  { kind: "status", status: 403 },
  { kind: "html" },
  { kind: "replaced", body: "{}" },
  { kind: "broken-gzip" },
  { kind: "empty" },
  { kind: "shrinking", keep: 0.7 },
  { kind: "stale" },
];

describe("days of faults", () => {
  let agencies: Emulator;
  beforeEach(async () => {
    agencies = await startEmulator({ now: NOW, seed: 7 });
  });
  afterEach(() => agencies.stop());

  it.each(["emsc", "text"] as const)("lose nothing that %s ever said, and invent nothing", async (name) => {
    const store = temporaryFolder();
    const random = mulberry32(31);
    const { clock, faults } = agencies;
    const { world, fdsn } = agencies[name];
    const agency = name === "emsc" ? "emsc" : "zz";
    const told = { fdsn, licence: "CC0", attribution: "Zz Network." };
    const source = name === "emsc" ? emscSource({ fdsn }) : fdsnTextSource("zz", told);
    const prefix = name === "emsc" ? "" : "zz";
    const held = async () => new Map((await readFdsnState(store, agency))?.events.map((event) => [event.id, event]));
    const known = new Set<string>();
    for (let step = 0; step < 80; step++) {
      clock.advance(Math.ceil(random() * 300) * MINUTE);
      change(world, random, clock.now(), step);
      faults.clear();
      if (random() < 0.5) faults.set(name, FAULTS[Math.floor(random() * FAULTS.length)] as Fault);
      const outcome = await run(source, store, clock.now);
      for (const { kind, id } of outcome.changes) {
        if (kind === "added") known.add(id);
        if (kind === "withdrawn") known.delete(id);
        if (kind === "withdrawn") expect(world.get(id.slice(prefix.length)).status).toBe("deleted");
      }
      expect([...(await held()).keys()].toSorted()).toEqual([...known].toSorted());
      for (const id of known) expect(world.find(id.slice(prefix.length))).toBeDefined();
    }
    faults.clear();
    for (let sixth = 0; sixth < 5; sixth++) {
      clock.advance(6 * 60 * MINUTE);
      await run(source, store, clock.now);
    }
    const isSettled = ({ time }: { time: number }) => time > clock.now() - 29 * DAY;
    const living = world.events.filter((event) => event.status !== "deleted" && isSettled(event));
    const ours = [...(await held()).values()].filter(isSettled);
    expect(living.length).toBeGreaterThan(50);
    expect(new Set(ours.map(({ id, time, magnitude }) => `${id} ${time} ${magnitude}`))).toEqual(
      new Set(living.map((event) => `${prefix}${idOf(event)} ${event.time} ${event.mag}`)),
    );
  });
});

/** A few events come, one is revised, and now and then one is deleted. */
function change(world: Emulator["emsc"]["world"], random: Random, now: number, step: number): void {
  for (let at = 0; at < 1 + random() * 4; at++) {
    const time = now - Math.floor(random() * 600) * MINUTE;
    world.add({ net: "", code: `s${step}n${at}`, time, mag: Math.round(random() * 60) / 10 });
  }
  const some = world.events[Math.floor(random() * world.events.length)] as WorldEvent;
  if (some.status === "deleted") return;
  if (random() < 0.2) world.delete(idOf(some));
  else world.revise(idOf(some), { mag: Math.round(random() * 60) / 10 });
}

function atOnce(): Promise<void> {
  return Promise.resolve();
}

function run(source: AgencySource, store: string, now: () => number) {
  const ask = createAgencyClient({ fetch: globalThis.fetch, now, sleep: atOnce, random: () => 0, timeoutMs: 2000, maxBytes: 1e7 });
  return ingestWithLog(source, { store, ask, now, report: silentReport, unreadableShare: 0.5 });
}
