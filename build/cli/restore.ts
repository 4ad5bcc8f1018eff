import type { Command } from "commander";
import { type Flags, settingsOf } from "../config/config.ts";
import { DEFAULT_STORE } from "../pipeline/load/inputs.ts";
import { type RestoreReport, restore } from "../pipeline/restore.ts";
import { UserError } from "../platform/error.ts";
import { thousands } from "../platform/text.ts";
import { lockedStore } from "../store/store-lock.ts";
import { contextOf, printResult, requireStore } from "./context.ts";
import { CONFIG, example, JSON_OUT, parseTime, STORE } from "./options.ts";

interface RestoreFlags extends Flags {
  to: number;
  dryRun?: boolean;
  json?: boolean;
}

export function restoreCommand(command: Command): void {
  command
    .argument("<agency>", "key of the agency, such as usgs")
    .requiredOption("--to <time>", "take the newest state that was kept at this time or before, such as 2026-11-21T06:30:00Z", parseTime)
    .option("--dry-run", "only say what would change")
    .option(...STORE)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("restore usgs --to 2026-11-21T06:30:00Z --dry-run"))
    .action(runRestore);
}

async function runRestore(agency: string, options: RestoreFlags): Promise<void> {
  if (!/^[a-z0-9-]+$/.test(agency)) throw new UserError("usage", `${JSON.stringify(agency)} is not the key of an agency`);
  const context = contextOf(options);
  const { store = DEFAULT_STORE, thresholds } = settingsOf(options);
  requireStore(store);
  const order = {
    store,
    agency,
    to: options.to,
    dryRun: options.dryRun ?? false,
    now: context.now(),
    journalDays: thresholds.journal_days,
  };
  const report = await lockedStore(store, () => restore(order));
  printResult(context, report, () => linesOf(report));
}

/** Maximum number of ids in a line; `--json` has all. */
const SHOWN = 8;

function linesOf({ agency, state_of, records, removed, returned, changed, done }: RestoreReport): string[] {
  const list = (what: string, ids: readonly string[]) => {
    const more = ids.length > SHOWN ? ", …" : "";
    return ids.length === 0 ? [] : [`  ${what} ${thousands(ids.length)}: ${ids.slice(0, SHOWN).join(", ")}${more}`];
  };
  return [
    `${agency}: ${done ? "restored to" : "would be restored to"} its state of ${state_of}; ` +
      `${thousands(records.before)} records before, ${thousands(records.after)} after`,
    ...list("removed", removed),
    ...list("returned", returned),
    ...list("changed", changed),
    ...(done ? ["the next `quaketree rebuild` fetches what has happened since"] : []),
  ];
}
