import type { Command } from "commander";
import { type Flags, settingsOf } from "../config/config.ts";
import { agencyClientOf, ingest } from "../pipeline/ingest.ts";
import { DEFAULT_STORE } from "../pipeline/load/inputs.ts";
import { runOutcome } from "../pipeline/status-document.ts";
import { UserError } from "../platform/error.ts";
import { readNotes } from "../store/run-notes.ts";
import { contextOf, interruptible } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { CONFIG, example, JSON_OUT, STORE } from "./options.ts";
import { printIngest } from "./print.ts";

export function ingestCommand(command: Command): void {
  command
    .option(...CONFIG)
    .option(...STORE)
    .option("--accept <hash>", "take a refused answer that is right, by the hash that its rejection names")
    .option(...JSON_OUT)
    .addHelpText("after", example("ingest --store data/store"))
    .action(runIngest);
}

async function runIngest(options: Flags & { json?: boolean; accept?: string }): Promise<void> {
  const context = contextOf(options);
  const config = settingsOf(options);
  const { now, report } = context;
  const { store = DEFAULT_STORE } = config;
  const how = `${store} is intact and has everything that was read so far; \`quaketree ingest\` continues`;
  const ask = agencyClientOf(config, report, now);
  const ingested = await interruptible(how, context, () => ingest({ config, store, now, report, ask, accepted: options.accept }));
  printIngest(ingested, context);
  const { sources } = ingested;
  const notes = await readNotes(store);
  if (Object.values(notes).every(({ answeredAt }) => answeredAt === null)) throw nothingRead(store);
  const facts = { error: null, sources, notes, finishedAt: now(), build: null };
  if (runOutcome(config, facts) === "stale") context.end(EXIT.stale);
}

function nothingRead(store: string): UserError {
  const hint = "`quaketree doctor` looks for the reason; until then `quaketree start` shows the embedded data";
  return new UserError("nothing-read", `no agency has answered yet, so the store ${store} has no data`, hint);
}
