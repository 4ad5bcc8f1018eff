import type { Command } from "commander";
import { type Flags, settingsOf } from "../config/config.ts";
import { DEFAULT_STORE } from "../pipeline/load/inputs.ts";
import { UserError } from "../platform/error.ts";
import { thousands } from "../platform/text.ts";
import { type JournalEntry, type JournalQuery, readJournal } from "../store/journal.ts";
import { readNotes } from "../store/run-notes.ts";
import { type CliContext, contextOf, printResult, requireStore } from "./context.ts";
import { CONFIG, example, JSON_OUT, parseCount, parseTime, STORE } from "./options.ts";

interface JournalFlags extends Flags {
  json?: boolean;
  /** ms since 1970 UTC. */
  since?: number;
  agency?: string;
  id?: string;
  limit?: number;
}

export function journalCommand(command: Command): void {
  command
    .option("--since <time>", "from this time on, such as 2026-11-21T06:30:00Z", parseTime)
    .option("--agency <key>", "of this agency only")
    .option("--id <event>", "entries about the event with this id")
    .option("--limit <number>", "maximum number of entries, the newest (default: 20; with --since or --json all)", parseCount)
    .option(...STORE)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("journal --since 2026-11-21 --agency usgs"))
    .action(journalAction);
}

/** Default number of entries on a terminal. */
const JOURNAL_LIMIT = 20;

async function journalAction(options: JournalFlags): Promise<void> {
  const { store = DEFAULT_STORE } = settingsOf(options);
  const { since, agency, id, json } = options;
  const limit = options.limit ?? (since === undefined && !json ? JOURNAL_LIMIT : undefined);
  await runJournal(store, { since, agency, id, limit }, contextOf(options));
}

/**
 * Prints what runs changed in a store, oldest first.
 *
 * @throws UserError `store-missing`, `store-unreadable`; `usage` for an agency that is not in the store
 */
export async function runJournal(store: string, query: JournalQuery, context: CliContext): Promise<void> {
  requireStore(store);
  await refuseUnknown(store, query.agency);
  const journal = await readJournal(store, query);
  const { entries, unreadable } = journal;
  if (unreadable > 0 && !context.json) context.report.warn(`${thousands(unreadable)} lines of the journal cannot be read`);
  printResult(context, { store, ...journal }, () =>
    entries.length === 0 ? [`the journal of ${store} has no such entries`] : entries.flatMap(linesOf),
  );
}

async function refuseUnknown(store: string, agency: string | undefined): Promise<void> {
  const known = Object.keys(await readNotes(store));
  if (agency === undefined || known.includes(agency)) return;
  const hint = known.length === 0 ? "no agency has been asked yet" : `it knows ${known.join(", ")}`;
  throw new UserError("usage", `the store ${store} knows no agency ${JSON.stringify(agency)}`, hint);
}

/** Maximum number of ids in a line; `--json` has all. */
const SHOWN = 8;

function linesOf(entry: JournalEntry): string[] {
  const { at, agency, outcome, as_of, records, left_out = {}, doubtful = {} } = entry;
  const { added = [], revised = [], merged = [], withdrawn = [], rejected = [] } = entry;
  const of = as_of === undefined ? "" : `, as of ${as_of}`;
  return [
    `${at} ${agency}: ${outcome}${of}; ${thousands(records)} records`,
    ...some("added", added),
    ...some(
      "revised",
      revised.map(({ id, was, fields }) => `${was === undefined ? "" : `${was}, now `}${id} (${fields.join(", ")})`),
    ),
    ...some(
      "merged",
      merged.map(({ id, from }) => `${from.join(", ")} into ${id}`),
    ),
    ...some(
      "withdrawn",
      withdrawn.map(({ id, evidence }) => `${id} (${evidence})`),
    ),
    ...rejected.slice(0, SHOWN).map(({ what, code, reason }) => `  rejected (${code}): ${what}: ${reason}`),
    ...counted("left out", left_out),
    ...counted("taken as unknown", doubtful),
  ];
}

function some(what: string, list: readonly string[]): string[] {
  if (list.length === 0) return [];
  const more = list.length > SHOWN ? `, and ${thousands(list.length - SHOWN)} more` : "";
  return [`  ${what} ${thousands(list.length)}: ${list.slice(0, SHOWN).join(", ")}${more}`];
}

function counted(what: string, by: Record<string, number>): string[] {
  const list = Object.entries(by).map(([reason, count]) => `${reason} ${thousands(count)}`);
  return list.length === 0 ? [] : [`  ${what}: ${list.join(", ")}`];
}
