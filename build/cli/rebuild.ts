import { setTimeout as delay } from "node:timers/promises";
import { type Command, Option } from "commander";
import { type Config, type Flags, settingsOf } from "../config/config.ts";
import { agencyClientOf } from "../pipeline/ingest.ts";
import { cachedGeography } from "../pipeline/load/geography.ts";
import { DEFAULT_STORE } from "../pipeline/load/inputs.ts";
import { errorOf, type RebuildResult, rebuild } from "../pipeline/rebuild.ts";
import { UserError } from "../platform/error.ts";
import { checkNotices, tellNotices } from "../publish/notices/notices.ts";
import { lockedStore } from "../store/store-lock.ts";
import type { Signer } from "../tree/signature.ts";
import { type CliContext, contextOf, onSignal, tuneV8 } from "./context.ts";
import { EXIT, exitCode } from "./exit-codes.ts";
import { signerOfBuild } from "./keygen.ts";
import { type MonitorOptions, type Monitors, monitorsOf } from "./monitor/run-monitors.ts";
import {
  addBuildOptions,
  assertEveryOfWatch,
  CONFIG,
  ENDPOINT,
  example,
  JSON_OUT,
  logOption,
  parsePing,
  parseSeconds,
  SIGN_KEY_OPTION,
  VARIANTS,
} from "./options.ts";
import { printRebuild } from "./print.ts";
import { checkTarget, type PublishCommand, type PublishOutcome, publish, publishLines } from "./publish.ts";
import { printError } from "./terminal.ts";

interface RebuildFlags extends Flags, MonitorOptions {
  json?: boolean;
  watch?: boolean;
  /** Seconds. */
  every?: number;
  /** File of the key that signs. */
  signKey?: string;
  /** Where to publish the tree: a folder, or `s3://bucket/prefix`. */
  publish?: string;
  endpoint?: string;
  variants?: boolean;
}

export function rebuildCommand(command: Command): void {
  addBuildOptions(command.option(...CONFIG))
    .option("--watch", "rebuild repeatedly, until SIGTERM or SIGINT")
    .option(
      "--every <seconds>",
      "with --watch: time from the start of one run to the start of the next (default: expected_interval_s of the configuration, 60)",
      parseSeconds,
    )
    .option(...SIGN_KEY_OPTION)
    .option("--publish <target>", "then publish the tree to this folder or s3://bucket/prefix; for Pages, run `publish --for` after it")
    .option(...ENDPOINT)
    .option(...VARIANTS)
    .option("--metrics <file>", "after each run write metrics for Prometheus' textfile collector to this file")
    .addOption(PING)
    .addOption(logOption())
    .option(...JSON_OUT)
    .addHelpText("after", example("rebuild --config quaketree.config.json --store data/store --out dist"))
    .action(rebuildAction);
}

const PING = new Option("--ping <url>", "ping a monitoring service for each run: URL/start, then URL or URL/fail")
  .env("QUAKETREE_PING")
  .argParser(parsePing);

async function rebuildAction(options: RebuildFlags): Promise<void> {
  assertEveryOfWatch(options);
  const config = settingsOf(options);
  const terminal = contextOf(options);
  const environment = { fetch: globalThis.fetch, sleep: delay, random: Math.random };
  const write = (line: string) => void process.stderr.write(line);
  const monitors = monitorsOf(options, { config, out: config.out }, terminal, write, environment);
  await runRebuild(
    {
      config,
      store: config.store ?? DEFAULT_STORE,
      out: config.out,
      signer: signerOfBuild({ signKey: options.signKey, config, out: config.out }, terminal.env),
      publish: publishing(options, config),
      everyS: options.watch ? (options.every ?? config.expected_interval_s) : undefined,
      printError: (error) => printError(error, false),
      monitors,
    },
    monitors.context,
  );
}

/** The target to publish to, by the options or the configuration. @throws UserError `usage` */
function publishing({ publish: to, endpoint, variants }: RebuildFlags, { publish: configured }: Pick<Config, "publish">) {
  if (to !== undefined) return { to, endpoint, variants };
  if (configured) return { to: configured.target, endpoint: endpoint ?? configured.endpoint, variants: variants ?? configured.variants };
  if (endpoint === undefined && !variants) return undefined;
  throw new UserError("usage", "--endpoint or --variants is given without --publish", "they are options of --publish");
}

export interface RunRebuildOptions {
  config: Config;
  store: string;
  out: string;
  signer?: Signer | undefined;
  /** Where to publish each tree; undefined: nowhere. */
  publish?: Pick<PublishCommand, "to" | "endpoint" | "variants"> | undefined;
  /** Rebuild at this interval until a signal comes; undefined: once. */
  everyS?: number | undefined;
  /** Writes an error to stderr. */
  printError: (error: UserError) => void;
  /** Waits between retries; default: real time. */
  sleep?: (ms: number) => Promise<void>;
  /** Sends notices; default: that of the runtime. */
  fetch?: typeof globalThis.fetch;
  /** Receive a report of each run. */
  monitors?: Pick<Monitors, "begun" | "ended" | "logsErrors">;
}

/**
 * `quaketree rebuild`, once or in a loop. The loop continues after errors, and reports them.
 *
 * @param loopOf the loop; default: that of this process
 * @throws UserError as `rebuild` if it runs once; in a loop only for mistakes in the command line or the configuration
 */
export async function runRebuild(options: RunRebuildOptions, context: CliContext, loopOf: () => Loop = loopOfProcess): Promise<void> {
  const { config, everyS, monitors, publish: publishTo } = options;
  const keepSnapshots = config.tree.keep_snapshots_days;
  const { now, report } = context;
  if (publishTo) await checkTarget({ tree: options.out, ...publishTo }, context.env);
  checkNotices(config, context.env);
  // One for all runs, so that the next run respects a server's request to wait.
  const ask = agencyClientOf(config, report, now, options.sleep);
  const geographyFor = cachedGeography(config.thresholds.offshore_km);
  const once = async () => {
    const startedAt = now();
    try {
      const rebuilt = await rebuild({ ...options, ask, now, report, geographyFor, begun: monitors?.begun });
      const began = performance.now();
      // Publish also after a failure: the status of the current tree states it.
      const published = publishTo && (await attemptToPublish(rebuilt, { ...publishTo, keepSnapshots }, context));
      const publishS = published ? Math.round(performance.now() - began) / 1000 : null;
      if (rebuilt.outcome !== "failed" && !(published && "error" in published)) await tell(options, context);
      const end = { ...printOutcome(rebuilt, published, options, context), rebuilt, publishS };
      await monitors?.ended({ startedAt, finishedAt: now(), ...end });
      return rebuilt.outcome !== "failed";
    } catch (error) {
      const end = { exitCode: exitCode(error), error: errorOf(error), rebuilt: null, publishS: null };
      await monitors?.ended({ startedAt, finishedAt: now(), ...end });
      throw error;
    }
  };
  tuneV8();
  if (everyS === undefined) {
    await once().catch((error: unknown) => {
      if (!monitors?.logsErrors) throw error;
      context.end(exitCode(error));
    });
    return;
  }
  const { release, ...loop } = loopOf();
  const run = () => once().catch((error: unknown) => failed(error, options));
  try {
    await watch({ ...loop, everyMs: everyS * 1000, run });
  } finally {
    release();
  }
}

/** Sends the notices. The data do not depend on them, so a failure is a warning. */
async function tell({ config, store, out, fetch = globalThis.fetch, sleep = delay }: RunRebuildOptions, { report, env, now }: CliContext) {
  if (!config.notices) return;
  const network = { fetch, sleep, random: Math.random, now, env, report };
  try {
    const { sent, waiting } = await lockedStore(store, () => tellNotices(config, { store, out }, network));
    if (sent + waiting > 0) report.step(`${sent} notices sent, ${waiting} waiting`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    report.warn(`no notices: ${error.message}`);
  }
}

type Attempt = { done: PublishOutcome } | { error: UserError };

async function attemptToPublish({ out: tree }: RebuildResult, where: Omit<PublishCommand, "tree">, context: CliContext): Promise<Attempt> {
  try {
    return { done: await publish({ tree, ...where }, context) };
  } catch (error) {
    if (error instanceof UserError) return { error };
    throw error;
  }
}

/** @returns the exit code and its error */
function printOutcome(
  rebuilt: RebuildResult,
  published: Attempt | undefined,
  { printError, monitors }: RunRebuildOptions,
  context: CliContext,
): { exitCode: number; error: { code: string; message: string } | null } {
  printRebuild(published ? { ...rebuilt, ...recordOf(published) } : rebuilt, context);
  if (published && "done" in published && !context.json) for (const line of publishLines(published.done)) context.out(line);
  const { error } = rebuilt;
  const failed = published && "error" in published ? published.error : undefined;
  if (!monitors?.logsErrors) {
    if (error) printError(new UserError(error.code, error.message, error.hint));
    if (failed) printError(failed);
  }
  const code = failed ? exitCode(failed) : EXIT[rebuilt.outcome];
  context.end(code);
  return { exitCode: code, error: error ?? failed ?? null };
}

/** The fields that `--json` adds to the result of the rebuild. */
function recordOf(published: Attempt): { published: PublishOutcome | null; publish_error: object | null } {
  if ("done" in published) return { published: published.done, publish_error: null };
  const { code, message, hint } = published.error;
  return { published: null, publish_error: { code, message, hint } };
}

/** Mistakes in the command line and the configuration, which the next run would meet again. */
const PERMANENT_ERRORS = new Set(["usage", "config-invalid", "no-agency"]);

/** Reports the failure of a run of a loop. @throws `error` if the next run would fail in the same way */
function failed(error: unknown, { printError, monitors }: RunRebuildOptions): false {
  const { code, message, hint } = errorOf(error);
  if (PERMANENT_ERRORS.has(code)) throw error;
  if (!monitors?.logsErrors) printError(new UserError(code, message, hint));
  return false;
}

/** The effects of a loop of runs. Times in ms. */
export interface WatchOptions {
  /** Time from the start of one run to the start of the next. */
  everyMs: number;
  now: () => number;
  /** Ends early if the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted to end the loop after the current run. */
  signal: AbortSignal;
  /** Resolves to whether the run succeeded. */
  run: () => Promise<boolean>;
}

/** The effects of a loop of rebuilds. `release` is called when the loop has ended. */
export type Loop = Pick<WatchOptions, "now" | "sleep" | "signal"> & { release: () => void };

/** A loop that SIGTERM and SIGINT end; a second signal ends the process at once. */
export function loopOfProcess(): Loop {
  const controller = new AbortController();
  const release = onSignal(() => controller.abort());
  const sleep = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {});
  return { signal: controller.signal, release, now: () => performance.now(), sleep };
}

/** After failed runs the interval doubles up to this limit, unless it is longer from the start. */
const LONGEST_MS = 600_000;

/**
 * Runs repeatedly, one run at a time, until it is aborted. If a run takes longer than the interval, the next one follows at once.
 * The interval grows while runs fail. An exception of a run ends the loop.
 */
export async function watch({ everyMs, now, sleep, signal, run }: WatchOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const began = now();
    failures = (await run()) ? 0 : failures + 1;
    const interval = Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS));
    // A changed clock must neither stop the loop nor remove the pauses.
    const wait = Math.min(interval, Math.max(0, began + interval - now()));
    if (!signal.aborted && wait > 0) await sleep(wait, signal);
  }
}
