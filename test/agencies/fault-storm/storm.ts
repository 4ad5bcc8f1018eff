import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { verify } from "../../../build/cli/verify.ts";
import { type LoadedTree, loadTree } from "../../../build/hosts/load-tree.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { findId } from "../../../build/rewrite/shards/ids.ts";
import { verifyTree } from "../../../build/verify/verify.ts";
import { type Emulator, startEmulator } from "../emulator/emulator.ts";
import type { Random } from "../emulator/random.ts";
import type { LoggedRequest } from "../emulator/server.ts";
import type { WorldEvent } from "../emulator/world.ts";
import { contactOf } from "./contact.ts";
import { type Held, heldBy } from "./held.ts";
import { beginning, passTime } from "./history.ts";
import { type Oracle, oracleOf, tableOracle } from "./oracle.ts";
import { createRebuilder, type Ended, type Rebuilder, type Work } from "./rebuilder.ts";
import { statusFaults } from "./status-truth.ts";
import { changeWeather } from "./weather.ts";

export interface StormOptions {
  cycles: number;
  seed: number;
  /** An empty folder. */
  folder: string;
  /** Share of the cycles in which the process is killed. */
  kills?: number;
  /** After so many cycles the faults are taken away, and what the store holds is compared in full. */
  calmEvery?: number;
  /** In the cycles between, the agencies are only asked; every cycle is a rebuild unless given. */
  rebuildEvery?: number;
  onCycle?: (cycle: number, report: StormReport) => void;
}

export interface StormReport {
  cycles: number;
  killed: number;
  /** Of processes that were not killed. */
  requests: number;
  /** How often a fault struck a request, by agency and kind. */
  struck: Record<string, number>;
  /** How the rebuilds ended, by outcome. */
  ended: Record<string, number>;
  /** What was wrong, with the cycle. */
  faults: string[];
  /** Of real time. */
  ms: number;
  held: Record<string, number>;
}

interface Storm {
  options: StormOptions;
  random: Random;
  agencies: Emulator;
  rebuilder: Rebuilder;
  store: string;
  out: string;
  oracles: Record<"usgs" | "emsc" | "text", Oracle> & { noaa: Pick<Oracle, "look"> };
  /** When it became calm, ms since 1970 UTC. */
  lulls: number[];
  /** Ids that the tree has answered for. */
  served: Set<string>;
  report: StormReport;
}

/**
 * Rebuilds again and again, in a process that is killed now and then, while the agencies do what they can to spoil it.
 * After every cycle the tree has to be whole, and everything that was ever good still there.
 */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const begun = performance.now();
  const random = mulberry32(options.seed);
  const agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: options.seed });
  const storm = prepare(options, random, agencies);
  try {
    beginning(agencies, random);
    for (let cycle = 1; cycle <= options.cycles; cycle++) {
      await runCycle(storm, cycle);
      if (cycle % (options.calmEvery ?? 50) === 0 || cycle === options.cycles) await calm(storm, cycle);
      storm.report.cycles = cycle;
      storm.report.ms = performance.now() - begun;
      options.onCycle?.(cycle, storm.report);
    }
    return storm.report;
  } finally {
    await storm.rebuilder.stop();
    await agencies.stop();
  }
}

function prepare(options: StormOptions, random: Random, agencies: Emulator): Storm {
  const config = path.join(options.folder, "quaketree.config.json");
  const [store, out] = [path.join(options.folder, "store"), path.join(options.folder, "tree")];
  mkdirSync(options.folder, { recursive: true });
  writeFileSync(config, JSON.stringify(configurationFor(agencies)));
  const { usgs, emsc, text, noaa } = agencies;
  return {
    options,
    random,
    agencies,
    rebuilder: createRebuilder(config, store, out),
    store,
    out,
    oracles: {
      usgs: oracleOf("usgs", usgs.world, true),
      emsc: oracleOf("emsc", emsc.world, false),
      text: oracleOf("text", text.world, false),
      noaa: tableOracle("noaa", () => noaa.state.earthquakes),
    },
    lulls: [],
    served: new Set(),
    report: { cycles: 0, killed: 0, requests: 0, struck: {}, ended: {}, faults: [], ms: 0, held: {} },
  };
}

function configurationFor({ usgs, noaa, emsc, text }: Emulator): unknown {
  const licence = { accept_licence: true };
  return {
    contact: "storm@example.org",
    agencies: {
      usgs: { feed: usgs.feed("all_month"), fdsn: usgs.fdsn },
      noaa: { events: noaa.events, tsunamis: noaa.tsunamis, crawl_delay_s: 0 },
      emsc: { fdsn: emsc.fdsn, ...licence },
      others: { text: { fdsn: text.fdsn, name: "Text", licence: "none", attribution: "Text", url: text.origin, ...licence } },
    },
    thresholds: { timeout_s: 3 },
    tree: { event_pages: "significant" },
  };
}

async function runCycle(storm: Storm, cycle: number): Promise<void> {
  const { random, agencies, options } = storm;
  passTime(agencies, random, `c${cycle}x`);
  changeWeather(agencies, random);
  const killed = random() < (options.kills ?? 0.2) ? random : undefined;
  await run(storm, cycle, cycle % (options.rebuildEvery ?? 1) === 0 ? "rebuild" : "ingest", killed);
}

/** The weather is good for long enough for everything to be asked again. */
async function calm(storm: Storm, cycle: number): Promise<void> {
  const { agencies, oracles, random } = storm;
  agencies.faults.clear();
  storm.lulls.push(agencies.clock.now());
  for (let time = 0; time < CALM_CYCLES; time++) {
    passTime(agencies, random, `c${cycle}y${time}z`, CALM_STEP_MS);
    await run(storm, cycle, "rebuild", undefined);
  }
  // Of every tree the files are looked at, of this one also its answers and links.
  const { faults } = await verify(storm.out, { ...silentReport, clear() {} });
  note(storm, cycle, faults.slice(0, 5).map(toldOf));
  const held = await heldBy(storm.store);
  const [since = 0] = storm.lulls.slice(-1);
  const [noticedBefore = Number.NEGATIVE_INFINITY] = storm.lulls.slice(0, -DAILY_CAPTURES + 1).slice(-1);
  const lull = { since, noticedBefore, now: agencies.clock.now() };
  for (const name of ["usgs", "emsc", "text"] as const) note(storm, cycle, oracles[name].lookCalmly(held[name], lull), "when calm: ");
}

/** So many good captures, of which each calm brings one, until a feed's silence about an event counts. */
const DAILY_CAPTURES = 3;
const CALM_CYCLES = 4;
const CALM_STEP_MS = 6 * 3_600_000;

async function run(storm: Storm, cycle: number, work: Work, killed: Random | undefined): Promise<void> {
  const { agencies, rebuilder } = storm;
  agencies.requests.length = 0;
  const startedAt = agencies.clock.now();
  const answer = await rebuilder.run({ now: startedAt, work }, killed);
  tally(storm, answer?.ended);
  if (answer === undefined) storm.report.killed += 1;
  // The clock of the process went on while it waited between two requests.
  if (answer && answer.now > startedAt) agencies.clock.set(answer.now);
  const finished = answer && { ended: answer.ended, startedAt, finishedAt: answer.now };
  const requests = agencies.requests.filter(({ headers }) => headers["user-agent"]?.includes(contactOf(answer?.pid ?? 0)));
  storm.report.requests += requests.length;
  await examine(storm, cycle, work, finished, requests);
}

function tally({ agencies, report }: Storm, ended: Ended | undefined): void {
  for (const { agency, faults } of agencies.requests) for (const kind of faults) count(report.struck, `${agency} ${kind}`);
  if (ended?.kind === "error") count(report.ended, `error ${ended.code}`);
  else count(report.ended, ended?.outcome ?? "killed");
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

interface Finished {
  ended: Ended;
  /** ms since 1970 UTC. */
  startedAt: number;
  finishedAt: number;
}

/**
 * @param finished undefined where it was killed
 * @param requests those that it made
 */
async function examine(
  storm: Storm,
  cycle: number,
  work: Work,
  finished: Finished | undefined,
  requests: readonly LoggedRequest[],
): Promise<void> {
  const { oracles, report, out } = storm;
  const held = await heldBy(storm.store);
  for (const name of ["usgs", "emsc", "text", "noaa"] as const) note(storm, cycle, oracles[name].look(held[name]));
  report.held = Object.fromEntries(Object.entries(held).map(([name, list]) => [name, list.length]));
  if (work === "ingest") {
    if (finished?.ended.kind === "error") note(storm, cycle, [`ingest failed: ${finished.ended.code} ${finished.ended.message}`]);
    return;
  }
  const tree = await loadTree(out).catch(() => undefined);
  note(storm, cycle, endFaults(storm, held, finished?.ended, tree));
  if (tree === undefined) return;
  note(storm, cycle, await treeFaults(storm, held, tree));
  const facts = { requests, held: report.held, snapshot: snapshotId(tree) };
  note(storm, cycle, await statusFaults(out, { ...facts, finished }));
}

function snapshotId({ recordBytes }: LoadedTree): string {
  return (JSON.parse(new TextDecoder().decode(recordBytes)) as { id: string }).id;
}

/** A rebuild has to come to its end, except that until something was taken in there is nothing to build. */
function endFaults({ served }: Storm, held: Held, ended: Ended | undefined, tree: LoadedTree | undefined): string[] {
  const nothing = [...held.usgs, ...held.emsc, ...held.text].length === 0;
  if (ended?.kind === "error" && !nothing) return [`rebuild failed: ${ended.code} ${ended.message}`];
  return tree === undefined && (served.size > 0 || ended?.kind === "report") ? ["there is no tree"] : [];
}

/** The tree has to be whole, and to answer for every id for which it ever did, unless its event was withdrawn. */
async function treeFaults({ out, served, agencies }: Storm, held: Held, tree: LoadedTree): Promise<string[]> {
  const { faults } = await verifyTree(out);
  if (faults.length > 0) return faults.slice(0, 5).map(toldOf);
  const known = (id: string) => findId(tree.snapshot.ids, id)?.kind === "event";
  const unknown = [...served].filter((id) => !known(id));
  const gone = unknown.filter((id) => isToBeServed(agencies.usgs.world.find(id), agencies.clock.now()));
  for (const { ids } of held.usgs) for (const id of ids) if (known(id)) served.add(id);
  for (const id of unknown) served.delete(id);
  return gone.map((id) => `tree: ${id} is no longer answered for`);
}

const toldOf = ({ path: file, message }: { path: string; message: string }) => `tree: ${file} ${message}`;

/** What is old, has no depth or no magnitude, or is not an earthquake, is left out by rule unless another agency says more. */
function isToBeServed(event: WorldEvent | undefined, now: number): boolean {
  if (event === undefined || event.status === "deleted" || event.time < now - SERVED_MS) return false;
  return event.type === "earthquake" && event.depthKm !== null && event.mag !== null;
}

/** A tree has the recent events of 30 days before its own instant, which may be some hours ago. */
const SERVED_MS = 28 * 86_400_000;

function note({ report }: Storm, cycle: number, faults: readonly string[], when = ""): void {
  for (const fault of faults) report.faults.push(`cycle ${cycle}: ${when}${fault}`);
}
