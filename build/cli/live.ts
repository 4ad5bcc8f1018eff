import type { Command } from "commander";
import { loadConfig } from "../config/config.ts";
import { UserError } from "../platform/error.ts";
import { tellError } from "./error.ts";
import { SIGN_KEY_OPTION } from "./keygen.ts";
import { type CliOptions, DEFAULT_OUT, EXIT, parseCount, parseSeconds, parseTime } from "./options.ts";
import {
  CONFIG,
  contextOf,
  ENDPOINT,
  EVENT_PAGES,
  example,
  GRID,
  JSON_OUT,
  KEEP_SNAPSHOTS,
  OUT,
  PACK_BELOW,
  STORE,
  VARIANTS,
} from "./shared.ts";

/** The commands that ask agencies, and tell what came of it. */
export function addLiveCommands(program: Command): void {
  program
    .command("ingest")
    .description(
      "Read what the agencies publish into the store. What cannot be used is set aside; the store keeps what it has.",
    )
    .option(...CONFIG)
    .option(...STORE)
    .option(...JSON_OUT)
    .addHelpText("after", example("ingest --store data/store"))
    .action(ingestAction);
  program
    .command("rebuild")
    .description(
      "Ingest, build, and put the tree in its place: made for cron. Exit code 3: done, but an agency or an earthquake was set aside, or an agency has had nothing new for too long; 4: another run is at work.",
    )
    .option(...CONFIG)
    .option(...STORE)
    .option(...OUT)
    .option(...GRID)
    .option(...PACK_BELOW)
    .option(...EVENT_PAGES)
    .option(...KEEP_SNAPSHOTS)
    .option("--watch", "rebuild again and again, until SIGTERM or SIGINT")
    .option(
      "--every <seconds>",
      "with --watch: from the beginning of one run to that of the next (default: expected_interval_s of the configuration, 60)",
      parseSeconds,
    )
    .option(...SIGN_KEY_OPTION)
    .option("--publish <target>", "then publish the tree to this folder or s3://bucket/prefix")
    .option(...ENDPOINT)
    .option(...VARIANTS)
    .option(...JSON_OUT)
    .addHelpText("after", example("rebuild --config quaketree.config.json --store data/store --out dist"))
    .action(rebuildAction);
  program
    .command("journal")
    .description("Tell what runs changed in the store: added, revised, merged, withdrawn, set aside.")
    .option("--since <time>", "from this time on, such as 2026-11-21T06:30:00Z", parseTime)
    .option("--agency <key>", "of this agency only")
    .option("--id <event>", "what concerns the event of this id")
    .option("--limit <number>", "so many entries, the newest (default: 20; with --since or --json all)", parseCount)
    .option(...STORE)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("journal --since 2026-11-21 --agency usgs"))
    .action(journalAction);
}

async function ingestAction(options: CliOptions): Promise<void> {
  const { askOf, ingest } = await import("../pipeline/ingest.ts");
  const { readNotes } = await import("../store/run-notes.ts");
  const { runOutcome } = await import("../pipeline/status-document.ts");
  const { tellIngest } = await import("./print.ts");
  const { DEFAULT_STORE } = await import("../load/inputs.ts");
  const context = contextOf(options);
  const config = loadConfig(options.config);
  const { now, report } = context;
  const store = options.store ?? config.store ?? DEFAULT_STORE;
  const ingested = await ingest({ config, store, now, report, ask: askOf(config, report, now) });
  tellIngest(ingested, context);
  const facts = {
    error: null,
    sources: ingested.sources,
    notes: await readNotes(store),
    finishedAt: now(),
    build: null,
  };
  if (runOutcome(config, facts) === "stale") context.end(EXIT.stale);
}

async function rebuildAction(options: CliOptions): Promise<void> {
  if (options.every !== undefined && !options.watch) {
    throw new UserError("usage", "--every is given without --watch", "it says how often --watch rebuilds");
  }
  const { runRebuild } = await import("./run-rebuild.ts");
  const { signerOf } = await import("./keys.ts");
  const { DEFAULT_STORE } = await import("../load/inputs.ts");
  const config = loadConfig(options.config);
  const context = contextOf(options);
  await runRebuild(
    {
      config,
      store: options.store ?? config.store ?? DEFAULT_STORE,
      out: options.out ?? config.out ?? DEFAULT_OUT,
      grid: options.grid,
      packBelow: options.packEventsBelow,
      keepSnapshotsDays: options.keepSnapshots,
      eventPages: options.eventPages,
      signer: signerOf(options.signKey, context.env),
      publish: publishing(options),
      everyS: options.watch ? (options.every ?? config.expected_interval_s) : undefined,
      tellError: (error) => tellError(error, false),
    },
    context,
  );
}

/** Where a rebuild publishes to. @throws UserError `usage` */
function publishing({ publish: to, endpoint, variants }: CliOptions) {
  if (to !== undefined) return { to, endpoint, variants };
  if (endpoint === undefined && !variants) return undefined;
  throw new UserError("usage", "--endpoint or --variants is given without --publish", "they say how to publish");
}

async function journalAction(options: CliOptions): Promise<void> {
  const { runJournal } = await import("./journal.ts");
  const { DEFAULT_STORE } = await import("../load/inputs.ts");
  const store = options.store ?? loadConfig(options.config).store ?? DEFAULT_STORE;
  const { since, agency, id, json } = options;
  const limit = options.limit ?? (since === undefined && !json ? JOURNAL_LIMIT : undefined);
  await runJournal(store, { since, agency, id, limit }, contextOf(options));
}

/** Entries that a person is shown who asks for no number. */
const JOURNAL_LIMIT = 20;
