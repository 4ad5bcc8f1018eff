import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { type BackfillOrder, type BackfillStep, backfillUsgs, type Exclusive } from "../agencies/usgs/backfill.ts";
import { usgsSource } from "../agencies/usgs/source.ts";
import { readUsgsState } from "../agencies/usgs/state.ts";
import { type Config, type Flags, settingsOf } from "../config/config.ts";
import { agencyClientOf, type IngestOptions } from "../pipeline/ingest.ts";
import { cellsBeside, DEFAULT_STORE } from "../pipeline/load/inputs.ts";
import { UserError } from "../platform/error.ts";
import { thousands } from "../platform/text.ts";
import { type AgencyContext, ingestWithLog } from "../store/agency.ts";
import { withCooldowns } from "../store/cooldown.ts";
import { appendJournal, journalEntry } from "../store/journal.ts";
import { lockedStore } from "../store/store-lock.ts";
import { type CliContext, contextOf, interruptible, printResult } from "./context.ts";
import { CONFIG, example, JSON_OUT, parseMagnitude, parseTime, STORE } from "./options.ts";

interface BackfillFlags extends Flags {
  json?: boolean;
  /** ms since 1970 UTC. */
  from: number;
  to?: number;
  minMagnitude: number | "all";
}

export function backfillCommand(command: Command): void {
  command
    .requiredOption("--from <time>", "origin times from this year or date on, such as 1900", parseYearOrTime)
    .option("--to <time>", "up to this year or date (default: where the recent events of the store begin)", parseYearOrTime)
    .option("--min-magnitude <number>", "earthquakes of this magnitude and more, or `all`", parseLeast, 4.5)
    .option(...CONFIG)
    .option(...STORE)
    .option(...JSON_OUT)
    .addHelpText("after", example("backfill --from 1900 --min-magnitude 4.5"))
    .action(backfillAction);
}

async function backfillAction({ from, to, minMagnitude: least, ...options }: BackfillFlags): Promise<void> {
  const context = contextOf(options);
  const config = settingsOf(options);
  const { now, report } = context;
  const { store = DEFAULT_STORE } = config;
  const ask = agencyClientOf(config, report);
  // Commander takes null for an option without a value.
  const minMagnitude = least === "all" ? null : least;
  const how = `${store} is complete up to the last answer; the same command continues from there`;
  const order = { config, store, now, ask, sleep: setTimeout, report, from, to, minMagnitude };
  const done = await interruptible(how, context, () => backfill(order));
  printBackfill(done, context);
}

/** ms since 1970 UTC. @throws InvalidArgumentError */
function parseYearOrTime(given: string): number {
  if (!/^\d{4}$/.test(given)) return parseTime(given);
  return Date.parse(`${given}-01-01T00:00:00Z`);
}

/** A magnitude; `all`: also events without one. @throws InvalidArgumentError */
function parseLeast(given: string): number | "all" {
  return given === "all" ? "all" : parseMagnitude(given);
}

export interface BackfillOptions extends BackfillOrder, Omit<IngestOptions, "accepted"> {
  sleep: Sleep;
}

type Sleep = (ms: number) => Promise<void>;

interface BackfillReport {
  store: string;
  /** The earliest origin time in the store, for this magnitude and more, ms since 1970 UTC. */
  from: number;
  to: number;
  min_magnitude: number | null;
  /** Number of events that the agency listed, and of those that are new in the store. */
  listed: number;
  added: number;
}

/** Another run may hold the lock for minutes: number of attempts, and the time between them, ms. */
const LOCK_RETRIES = { times: 600, ms: 1_000 };

/**
 * Fetches past events of the USGS into the store. It holds the lock of the store only while it merges an answer, so rebuilds can
 * run meanwhile. An interrupted backfill continues when it is run again.
 *
 * @throws UserError `store-in-use` if another run does not end, `no-agency`, and as `backfillUsgs`
 */
export async function backfill(options: BackfillOptions): Promise<BackfillReport> {
  const { config, store, now, ask, report, from, to, minMagnitude } = options;
  const { usgs } = config.agencies;
  if (!usgs.enabled) throw new UserError("no-agency", "the configuration disables the USGS", "see agencies.usgs");
  const polite = withCooldowns(ask, store, now);
  const context: AgencyContext = {
    store,
    ask: polite,
    now,
    report,
    unreadableShare: config.thresholds.unreadable_share,
    derive: cellsBeside(store),
  };
  const alone: Exclusive = (work) => whenFree(store, options.sleep, work);
  await alone(() => beginStore(usgs, options, context));
  const done: BackfillReport = { store, from, to: to ?? from, min_magnitude: minMagnitude, listed: 0, added: 0 };
  for await (const step of backfillUsgs(usgs, context, { from, to, minMagnitude }, alone)) {
    Object.assign(done, { to: step.next, listed: step.rows, added: done.added + step.added });
    report.progress(step.rows, step.total, "earthquakes");
    report.step(progressOf(step));
  }
  return done;
}

async function whenFree<T>(store: string, sleep: Sleep, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lockedStore(store, work);
    } catch (error) {
      const isBusy = error instanceof UserError && error.code === "store-in-use";
      if (!isBusy || attempt === LOCK_RETRIES.times) throw error;
      await sleep(LOCK_RETRIES.ms);
    }
  }
}

/** The past must join the recent events, so these are fetched first. */
async function beginStore(usgs: Config["agencies"]["usgs"], { config, store, now }: BackfillOptions, context: AgencyContext) {
  if (await readUsgsState(store)) return;
  const outcome = await ingestWithLog(usgsSource(usgs), context);
  await appendJournal(store, [journalEntry(outcome, now())], config.thresholds.journal_days);
  const [why] = outcome.rejected;
  if (outcome.outcome === "rejected" && why) throw new UserError(why.code, `usgs: ${why.reason}`, why.hint);
}

function progressOf({ next, rows, total, leftMs }: BackfillStep): string {
  const date = new Date(next).toISOString().slice(0, 10);
  const left = leftMs === null || leftMs === 0 ? "" : `, about ${Math.ceil(leftMs / 60_000)} min left`;
  return `usgs: up to ${date}: ${thousands(rows)} of ${total === 0 ? "an unknown number" : thousands(total)}${left}`;
}

/** For people, or as JSON. */
export function printBackfill(done: BackfillReport, context: CliContext): void {
  context.report.clear();
  const [from, to] = [done.from, done.to].map((instant) => new Date(instant).toISOString());
  const least = done.min_magnitude === null ? "" : ` of magnitude ${done.min_magnitude} and more`;
  const line = `usgs: ${thousands(done.listed)} earthquakes${least} from ${from} to ${to}, ${thousands(done.added)} of them new`;
  printResult(context, { ...done, from, to }, () => [line]);
}
