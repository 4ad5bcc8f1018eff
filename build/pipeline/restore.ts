import { readFdsnState } from "../agencies/fdsn/state.ts";
import { readNoaaState } from "../agencies/noaa/state.ts";
import { removeRefused } from "../agencies/refused.ts";
import { segmentEvents } from "../agencies/usgs/segments.ts";
import { readUsgsState } from "../agencies/usgs/state.ts";
import { UserError } from "../platform/error.ts";
import { appendJournal, type JournalEntry } from "../store/journal.ts";
import { keptStates, keptStore, restoreState } from "../store/kept-states.ts";
import { noteRestore } from "../store/run-notes.ts";

interface RestoreOrder {
  store: string;
  agency: string;
  /** ms since 1970 UTC. */
  to: number;
  dryRun: boolean;
  now: number;
  journalDays: number;
}

/** What a restoration changes, or would change. */
export interface RestoreReport {
  agency: string;
  /** Time of the kept state. */
  state_of: string;
  records: { before: number; after: number };
  /** Ids of events that go, that come back, and that have other values. */
  removed: string[];
  returned: string[];
  changed: string[];
  done: boolean;
}

/**
 * Takes the part of the store of an agency back to the newest state that was kept at that time or earlier. The caller holds the
 * store's lock.
 *
 * @throws UserError `usage` if no such state is kept, `store-…`
 */
export async function restore({ store, agency, to, dryRun, now, journalDays }: RestoreOrder): Promise<RestoreReport> {
  const kept = keptStates(store, agency);
  const time = kept.findLast((one) => one <= to);
  if (time === undefined) {
    const times = kept.map((one) => new Date(one).toISOString()).join(", ");
    const hint = times === "" ? "`ingest` and `rebuild` keep one every six hours" : `kept are ${times}`;
    throw new UserError("usage", `no state of ${agency} is kept of ${new Date(to).toISOString()} or before`, hint);
  }
  const [before, after] = [await recordsOf(store, agency), await recordsOf(keptStore(store, time), agency)];
  const report: RestoreReport = {
    agency,
    state_of: new Date(time).toISOString(),
    records: { before: before.size, after: after.size },
    removed: [...before.keys()].filter((id) => !after.has(id)),
    returned: [...after.keys()].filter((id) => !before.has(id)),
    changed: [...after].filter(([id, text]) => before.has(id) && before.get(id) !== text).map(([id]) => id),
    done: !dryRun,
  };
  if (dryRun) return report;
  restoreState(store, agency, time, now);
  await removeRefused(store, agency);
  await noteRestore(store, agency, after.size);
  await appendJournal(store, [entryOf(report, now)], journalDays);
  return report;
}

/** The line of the journal for a restoration, with the removed and the returned events. */
function entryOf({ agency, state_of, records, removed, returned, changed }: RestoreReport, now: number): JournalEntry {
  return {
    at: new Date(now).toISOString(),
    agency,
    outcome: "restored",
    as_of: state_of,
    records: records.after,
    ...(returned.length > 0 && { added: returned }),
    ...(changed.length > 0 && { revised: changed.map((id) => ({ id, fields: [] })) }),
    ...(removed.length > 0 && { withdrawn: removed.map((id) => ({ id, evidence: `restored to ${state_of}` })) }),
  };
}

/** The records of an agency, by id, each as text. A model of plates has none. */
async function recordsOf(dir: string, agency: string): Promise<Map<string, string>> {
  const textOf = (events: Iterable<{ id: string }>) => new Map([...events].map((event) => [event.id, JSON.stringify(event)]));
  if (agency === "plates") return new Map();
  if (agency === "noaa") return textOf((await readNoaaState(dir))?.events.rows ?? []);
  if (agency !== "usgs") return textOf((await readFdsnState(dir, agency))?.events ?? []);
  const state = await readUsgsState(dir);
  return textOf(state ? [...state.events, ...segmentEvents(dir, state)] : []);
}
