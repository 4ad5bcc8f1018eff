import { rename, rm, writeFile } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import type { StatusDocument } from "../../contract/wire/status.ts";
import type { RebuildResult } from "../../pipeline/rebuild.ts";
import { publicFault } from "../../pipeline/status-document.ts";
import { UserError } from "../../platform/error.ts";
import { RequestFailure, reasonOf } from "../../platform/http/client.ts";
import { type Network, postText } from "../../platform/http/retry.ts";
import { VERSION } from "../../platform/program.ts";
import { exposition, gauge, type Metric, type Sample } from "../../platform/prometheus.ts";
import { redactedJson, redactor, secretsOf } from "../../platform/redact.ts";
import type { Report } from "../../platform/report.ts";
import { readStatus } from "../../tree/status-files.ts";
import type { CliContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";

/** Where runs are reported to. */
export interface MonitorOptions {
  /** File for Prometheus' textfile collector. */
  metrics?: string | undefined;
  /** Address of a monitoring service that expects pings; none if empty. */
  ping?: string | undefined;
  log?: "text" | "json" | undefined;
}

export interface Monitors {
  /** The context for the run: with a JSON log, its messages are collected for the log line. */
  context: CliContext;
  /** Whether the log line of a run has its error, so that it is printed nowhere else. */
  logsErrors: boolean;
  begun: () => void;
  /** Never throws. */
  ended: (end: RunEnd) => Promise<void>;
}

/** @param out folder of the tree @param write receives the lines of a JSON log, each with its line feed */
export function monitorsOf(
  options: MonitorOptions,
  { config, out }: { config: Config; out: string },
  terminal: CliContext,
  write: (line: string) => void,
  environment: Omit<Network, "now">,
): Monitors {
  const isJson = options.log === "json";
  const warnings: string[] = [];
  const context = isJson ? collecting(terminal, warnings) : terminal;
  const { report, env, now } = context;
  const hide = redactor(secretsIn(config, options, env));
  const pings = options.ping ? pingsTo(options.ping, report, { ...environment, now }) : undefined;
  return {
    context,
    logsErrors: isJson,
    begun: () => pings?.begun(),
    async ended(end) {
      if (options.metrics !== undefined && end.exitCode !== EXIT.running) {
        await writeMetrics(options.metrics, end, out).catch((error: unknown) =>
          report.warn(`the metrics were not written to ${options.metrics}: ${reasonOf(error)}`),
        );
      }
      await pings?.ended(end);
      if (isJson) write(`${redactedJson(runLine(end, now(), warnings.splice(0)), hide)}\n`);
    },
  };
}

function collecting(context: CliContext, warnings: string[]): CliContext {
  const report = { step() {}, progress() {}, clear() {}, warn: (message: string) => void warnings.push(message) };
  return { ...context, report, out: context.json ? context.out : () => {} };
}

/** Values that must not be in a log. */
function secretsIn({ agencies: { others, ...known }, notices = {} }: Config, { ping }: MonitorOptions, env: NodeJS.ProcessEnv): string[] {
  const settings = [...Object.values(known), ...Object.values(others)].flatMap((agency) => Object.values(agency));
  const addresses = settings.filter((value) => typeof value === "string");
  const own = [ping, ping ? new URL(ping).pathname : undefined, env["AWS_SECRET_ACCESS_KEY"], env["AWS_SESSION_TOKEN"]];
  const receivers = Object.values(notices).flatMap(({ to }) => (to === undefined ? [] : [to, new URL(to).pathname]));
  return [...addresses.flatMap(secretsOf), ...receivers, ...own.filter((secret) => secret !== undefined)];
}

const LEVELS: Readonly<Record<number, string>> = { [EXIT.done]: "info", [EXIT.stale]: "warn", [EXIT.running]: "info" };

function runLine({ startedAt, exitCode, error, rebuilt, publishS }: RunEnd, now: number, warnings: string[]): object {
  const { build = null, sources = [], seconds } = rebuilt ?? {};
  return {
    time: new Date(now).toISOString(),
    level: LEVELS[exitCode] ?? "error",
    event: "rebuild",
    exit_code: exitCode,
    started_at: new Date(startedAt).toISOString(),
    seconds: { ingest: seconds?.ingest ?? null, build: seconds?.build ?? null, publish: publishS },
    snapshot: build?.snapshot.id ?? null,
    sequence: build?.snapshot.sequence ?? null,
    as_of: build?.snapshot.as_of ?? null,
    files: build && { written: build.written, unchanged: build.unchanged, removed: build.removed },
    sources: sources.map(({ agency, outcome, records, changes, rejected }) => ({
      agency,
      outcome,
      records,
      changes,
      rejected: [...new Set(rejected.map(({ code }) => code))],
    })),
    error: error && { code: error.code, message: error.message },
    warnings,
  };
}

/**
 * Reports runs to a monitoring service that expects regular pings. Neither function throws: a failure of the service does not
 * affect the run.
 */
interface Pings {
  begun: () => void;
  ended: (end: RunEnd) => Promise<void>;
}

const RETRIES = { tries: 2 };

/**
 * Pings `{url}/start`, then `url` after a run that built the tree (exit codes 0 and 3) or `{url}/fail` after any other, as
 * healthchecks.io and compatible services expect. The body has the reasons, in texts that are meant for the public.
 *
 * @param url secret: messages contain only its origin
 */
function pingsTo(url: string, report: Pick<Report, "warn">, context: Network): Pings {
  let begun: Promise<void> | undefined;
  const ping = (suffix: string, body: string) =>
    sendPing(withSuffix(url, suffix), body, context).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error;
      report.warn(error.message);
    });
  return {
    begun() {
      begun = ping("/start", "");
    },
    async ended(end) {
      await begun;
      begun = undefined;
      if (end.exitCode === EXIT.running) return;
      const isGood = end.exitCode === EXIT.done || end.exitCode === EXIT.stale;
      await ping(isGood ? "" : "/fail", reasonsOf(end).join("\n"));
    },
  };
}

function withSuffix(url: string, suffix: string): URL {
  const to = new URL(url);
  if (suffix) to.pathname = to.pathname.replace(/\/$/, "") + suffix;
  return to;
}

/** The exit code of the run, and each fault, without addresses, paths and texts of agencies. */
function reasonsOf({ exitCode, error, rebuilt }: RunEnd): string[] {
  const line = (who: string, code: string) => `${who}: ${publicFault(code).code}: ${publicFault(code).message}`;
  const rejected = (rebuilt?.sources ?? []).flatMap(({ agency, rejected }) =>
    [...new Set(rejected.map(({ code }) => code))].map((code) => line(agency, code)),
  );
  return [`exit code ${exitCode}`, ...(error ? [line("run", error.code)] : []), ...rejected];
}

async function sendPing(url: URL, body: string, network: Network): Promise<void> {
  const failed = (reason: string) => new UserError("ping-failed", `the monitoring service at ${url.origin} was not reached: ${reason}`);
  const errors = { unreachable: failed, refused: (status: number) => failed(`status ${status}`) };
  await postText({ url, headers: { "content-type": "text/plain; charset=utf-8" }, body }, errors, RETRIES, network);
}

/** The end of a run of `rebuild`, publishing included. Times in ms since 1970 UTC. */
interface RunEnd {
  startedAt: number;
  finishedAt: number;
  exitCode: number;
  /** Why it failed, or was not published. */
  error: { code: string; message: string } | null;
  /** Null if it ended earlier. */
  rebuilt: RebuildResult | null;
  /** Seconds; null if nothing was published. */
  publishS: number | null;
}

/** Writes the metrics of a run for Prometheus' textfile collector, in one step. @param out folder of the tree */
async function writeMetrics(file: string, end: RunEnd, out: string): Promise<void> {
  const draft = `${file}.next-${process.pid}`;
  try {
    await writeFile(draft, exposition(runMetrics(end, statusOf(out))));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Null for a tree without a readable status. */
function statusOf(out: string): StatusDocument | null {
  try {
    return readStatus(out);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/**
 * Metrics of a run and of the tree after it. They have times instead of ages, because an age in a file becomes wrong. Pure.
 *
 * @param status of the tree; null if there is none
 */
export function runMetrics({ startedAt, finishedAt, exitCode, rebuilt, publishS }: RunEnd, status: StatusDocument | null) {
  const { ingest = null, build = null } = rebuilt?.seconds ?? {};
  const stages = { ingest, build, publish: publishS };
  const metrics: Metric[] = [
    buildInfo(),
    gauge("quaketree_run_started_timestamp_seconds", "When the last run began.", startedAt / 1000),
    gauge("quaketree_run_finished_timestamp_seconds", "When the last run ended.", finishedAt / 1000),
    gauge("quaketree_run_exit_code", "Exit code of the last run: 0 done, 1 failed, 3 stale.", exitCode),
    {
      name: "quaketree_run_stage_duration_seconds",
      type: "gauge",
      help: "How long the stages of the last run took.",
      samples: present(Object.entries(stages).map(([stage, value]) => ({ labels: { stage }, value }))),
    },
    ...(status ? treeMetrics(status) : []),
  ];
  return metrics;
}

function buildInfo(): Metric {
  const labels = { version: VERSION, node: process.version };
  return { name: "quaketree_build_info", type: "gauge", help: "The version of the program.", samples: [{ labels, value: 1 }] };
}

function treeMetrics({ as_of, snapshot, expected_interval_s, stale_after_s, build, sources }: StatusDocument): Metric[] {
  const of = (name: string, help: string, value: (source: StatusDocument["sources"][number]) => number | null): Metric => ({
    name,
    type: "gauge",
    help,
    samples: present(sources.map((source) => ({ labels: { agency: source.agency }, value: value(source) }))),
  });
  const events: readonly Sample[] = build
    ? [
        { labels: { kind: "recent" }, value: build.recent },
        { labels: { kind: "historical" }, value: build.historical },
      ]
    : [];
  return [
    gauge("quaketree_tree_as_of_timestamp_seconds", "When the data of the tree were current.", seconds(as_of)),
    gauge("quaketree_tree_sequence", "Number of the snapshot.", snapshot.sequence),
    gauge("quaketree_tree_stale_after_seconds", "Age from which the tree counts as stale.", stale_after_s),
    gauge("quaketree_run_interval_seconds", "How often a run is expected.", expected_interval_s),
    gauge("quaketree_tree_bytes", "Size of the tree.", build?.bytes ?? null),
    { name: "quaketree_tree_events", type: "gauge", help: "Earthquakes in the tree.", samples: events },
    of("quaketree_source_as_of_timestamp_seconds", "When the data of an agency were current, or else when it answered.", (source) =>
      seconds(source.as_of ?? source.answered_at),
    ),
    of("quaketree_source_stale_after_seconds", "Age from which the data of an agency count as stale.", (source) => source.stale_after_s),
    of("quaketree_source_records", "Records of an agency in the store.", ({ records }) => records),
    of("quaketree_source_rejections", "Answers and records of an agency that were rejected.", ({ rejected }) => rejected.length),
  ];
}

/** Without unknown values. */
function present(samples: readonly (Omit<Sample, "value"> & { value: number | null })[]): Sample[] {
  return samples.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]));
}

function seconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant) / 1000;
}
