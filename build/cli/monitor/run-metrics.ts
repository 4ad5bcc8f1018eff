import { rename, rm, writeFile } from "node:fs/promises";
import type { StatusDocument } from "../../contract/wire/status.ts";
import type { RebuildReport } from "../../pipeline/rebuild.ts";
import { UserError } from "../../platform/error.ts";
import { VERSION } from "../../platform/program.ts";
import { exposition, gauge, type Metric, type Sample } from "../../platform/prometheus.ts";
import { readStatus } from "../../tree/status-files.ts";

/** The end of a run of `rebuild`, publishing included. Times in ms since 1970 UTC. */
export interface RunEnd {
  startedAt: number;
  finishedAt: number;
  exitCode: number;
  /** Why it failed, or was not published. */
  error: { code: string; message: string } | null;
  /** Null if it ended earlier. */
  rebuilt: RebuildReport | null;
  /** Seconds; null if nothing was published. */
  publishS: number | null;
}

/** Writes the metrics of a run for Prometheus' textfile collector, in one step. @param out folder of the tree */
export async function writeMetrics(file: string, end: RunEnd, out: string): Promise<void> {
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
