import { type Alone, type BackfillOrder, type BackfillStep, backfillUsgs } from "../agencies/usgs/events/backfill.ts";
import { usgsSource } from "../agencies/usgs/source.ts";
import { readUsgsState } from "../agencies/usgs/state.ts";
import type { Config } from "../config/config.ts";
import { thousands } from "../platform/amounts.ts";
import { UserError } from "../platform/error.ts";
import type { Ask } from "../platform/http/ask.ts";
import type { Report } from "../platform/report.ts";
import type { AgencyContext } from "../store/agency.ts";
import { leavingAlone } from "../store/cooldown.ts";
import { appendJournal, journalEntry } from "../store/journal.ts";
import { ingestNoting } from "../store/request-log.ts";
import { lockedStore } from "../store/store-lock.ts";
import type { CliContext } from "./context.ts";

export interface BackfillOptions extends BackfillOrder {
  config: Config;
  /** Folder of the store; made if it is not there. */
  store: string;
  /** ms since 1970 UTC. */
  now: () => number;
  ask: Ask;
  sleep: Sleep;
  report: Report;
}

type Sleep = (ms: number) => Promise<void>;

export interface BackfillReport {
  store: string;
  /** Origin times that are in the store now, from the magnitude on, ms since 1970 UTC. */
  from: number;
  to: number;
  min_magnitude: number | null;
  /** Events that the agency listed in all, and that the store did not have before this run. */
  listed: number;
  added: number;
}

/** Another run takes minutes at the most; so often is it looked for again, and so long between, ms. */
const LOCK_RETRIES = { times: 600, ms: 1_000 };

/**
 * Fetches the past of the USGS into the store. It takes the lock of the store only to bring in an answer, so that rebuilds
 * go on meanwhile. Cut short, it goes on where it was when it is run again.
 *
 * @throws UserError `store-in-use` where another run does not end, `no-agency`, and as `backfillUsgs`
 */
export async function backfill(options: BackfillOptions): Promise<BackfillReport> {
  const { config, store, now, ask, report, from, to, minMagnitude } = options;
  const { usgs } = config.agencies;
  if (!usgs.enabled) throw new UserError("no-agency", "the configuration does not ask the USGS", "see agencies.usgs");
  const polite = leavingAlone(ask, store, now);
  const context: AgencyContext = {
    store,
    ask: polite,
    now,
    report,
    unreadableShare: config.thresholds.unreadable_share,
  };
  const alone: Alone = (work) => whenFree(store, options.sleep, work);
  await alone(() => beginStore(usgs, options, context));
  const done: BackfillReport = { store, from, to: to ?? from, min_magnitude: minMagnitude, listed: 0, added: 0 };
  for await (const step of backfillUsgs(usgs, context, { from, to, minMagnitude }, alone)) {
    Object.assign(done, { to: step.next, listed: step.rows, added: done.added + step.added });
    report.progress(step.rows, step.total, "earthquakes");
    report.step(whereItIs(step));
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

/** The past joins on to what is recent, so that comes first. */
async function beginStore(
  usgs: Config["agencies"]["usgs"],
  { config, store, now }: BackfillOptions,
  context: AgencyContext,
) {
  if (await readUsgsState(store)) return;
  const outcome = await ingestNoting(usgsSource(usgs), context);
  await appendJournal(store, [journalEntry(outcome, now())], config.thresholds.journal_days);
  const [why] = outcome.setAside;
  if (outcome.outcome === "set-aside" && why) throw new UserError(why.code, `usgs: ${why.reason}`, why.hint);
}

function whereItIs({ next, rows, total, leftMs }: BackfillStep): string {
  const date = new Date(next).toISOString().slice(0, 10);
  const left = leftMs === null || leftMs === 0 ? "" : `, about ${Math.ceil(leftMs / 60_000)} min left`;
  return `usgs: up to ${date}: ${thousands(rows)} of ${total === 0 ? "an unknown number" : thousands(total)}${left}`;
}

/** For people or as JSON. */
export function tellBackfill(done: BackfillReport, { out, json, report }: CliContext): void {
  report.clear();
  const [from, to] = [done.from, done.to].map((instant) => new Date(instant).toISOString());
  if (json) {
    out(JSON.stringify({ ...done, from, to }));
    return;
  }
  const least = done.min_magnitude === null ? "" : ` of magnitude ${done.min_magnitude} and more`;
  out(
    `usgs: ${thousands(done.listed)} earthquakes${least} from ${from} to ${to}, ${thousands(done.added)} of them new`,
  );
}
