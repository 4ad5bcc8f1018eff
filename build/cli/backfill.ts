import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { loadConfig } from "../config/config.ts";
import { type CliOptions, parseMagnitude, parseTime } from "./options.ts";
import { CONFIG, contextOf, example, JSON_OUT, STORE } from "./shared.ts";

interface GivenOptions extends CliOptions {
  /** ms since 1970 UTC. */
  from: number;
  to?: number;
  minMagnitude: number | "all";
}

/** The command that fetches the past. */
export function addBackfillCommand(program: Command): void {
  program
    .command("backfill")
    .description(
      "Fetch the past of the USGS into the store, politely and in small parts: some hundred requests for a century of magnitude 4.5. Run again, it goes on where it was cut short.",
    )
    .requiredOption("--from <time>", "origin times from this year or date on, such as 1900", parseYearOrTime)
    .option("--to <time>", "up to this one (default: where the recent events of the store begin)", parseYearOrTime)
    .option("--min-magnitude <number>", "earthquakes of this magnitude and more, or `all`", parseLeast, 4.5)
    .option(...CONFIG)
    .option(...STORE)
    .option(...JSON_OUT)
    .addHelpText("after", example("backfill --from 1900 --min-magnitude 4.5"))
    .action(backfillAction);
}

async function backfillAction({ from, to, minMagnitude, ...options }: GivenOptions): Promise<void> {
  const { backfill, tellBackfill } = await import("./run-backfill.ts");
  const { askOf } = await import("../pipeline/ingest.ts");
  const { DEFAULT_STORE } = await import("../load/inputs.ts");
  const context = contextOf(options);
  const config = loadConfig(options.config);
  const { now, report } = context;
  const store = options.store ?? config.store ?? DEFAULT_STORE;
  const done = await backfill({
    config,
    store,
    now,
    ask: askOf(config, report),
    sleep: setTimeout,
    report,
    from,
    to,
    // Commander takes null for an option without a value.
    minMagnitude: minMagnitude === "all" ? null : minMagnitude,
  });
  tellBackfill(done, context);
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
