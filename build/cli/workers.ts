import cluster, { type Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { workersMetrics } from "../hosts/node/observe.ts";
import { UserError } from "../platform/error.ts";
import { labelled, type Metric, merged } from "../platform/prometheus.ts";
import type { Report } from "../platform/report.ts";
import { oneLine } from "../platform/text.ts";

export interface Serving {
  url: string;
  /** Address of the metrics; undefined if there are none. */
  metricsUrl: string | undefined;
  snapshot: Pick<SnapshotRecord, "id" | "as_of">;
  metrics: () => Promise<Metric[]>;
  /** Finishes current responses, then ends. */
  close: () => Promise<void>;
}

type Served = Pick<Serving, "url" | "snapshot">;

/** What a worker tells. The lines of its log are written by the process that started it, because a long one would be torn in a pipe. */
type Told =
  | { log: string }
  | { served: Served }
  | { failed: Pick<UserError, "code" | "message" | "hint"> }
  | { metrics: readonly Metric[] };

/** Environment variables of a worker: its number, and the port. */
const [NUMBER, PORT] = ["QUAKETREE_WORKER", "QUAKETREE_WORKER_PORT"] as const;

const MOST_BY_DEFAULT = 4;
/** Wait before a worker is started again that ended before it served, ms. */
const AGAIN = 1_000;
/** Longest wait for the metrics of a worker, ms. */
const METRICS_WAIT = 1_000;
/** After this time a worker that was told to end is killed, ms. Workers give their connections less. */
const LONGEST_END = 10_000;

export function defaultWorkers(): number {
  return Math.min(availableParallelism(), MOST_BY_DEFAULT);
}

/** The number of this process among the workers, and the port that they share; undefined in another process. */
export function thisWorker(): { worker: number; port: number } | undefined {
  const { [NUMBER]: worker, [PORT]: port } = process.env;
  return cluster.isWorker ? { worker: Number(worker), port: Number(port) } : undefined;
}

/**
 * Starts processes with the command line of this one, which share its port: the system gives each connection to one of them. One that
 * ends is replaced, and only its own connections are lost.
 *
 * @param port a free one
 * @param log receives the lines of all
 * @throws UserError of the first one; the others are started once it serves
 */
export function startWorkers(
  count: number,
  port: number,
  { warn }: Pick<Report, "warn">,
  log?: (line: string) => void,
): Promise<Omit<Serving, "metricsUrl">> {
  // With the other policy a connection is lost that is on its way to a worker that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workers = new Map<number, Worker>();
  let [isEnding, replaced] = [false, 0];
  const metrics = async () => {
    const all = Array.from(workers, async ([number, worker]) => labelled(await metricsOf(worker), { worker: String(number) }));
    return merged([...workersMetrics(replaced), ...(await Promise.all(all)).flat()]);
  };
  const close = async () => {
    isEnding = true;
    await Promise.all(Array.from(workers.values(), end));
  };
  return new Promise((resolve, reject) => {
    let isBegun = false;
    const begin = (number: number) => {
      if (isEnding) return;
      let [hasServed, reason]: [boolean, Error | undefined] = [false, undefined];
      const worker = cluster.fork({ [NUMBER]: number, [PORT]: port });
      workers.set(number, worker);
      worker.on("message", (told: Told) => {
        if ("log" in told) return log?.(told.log);
        if ("failed" in told) reason = new UserError(told.failed.code, told.failed.message, told.failed.hint);
        if (!("served" in told)) return;
        hasServed = true;
        if (isBegun) return;
        isBegun = true;
        for (let other = 2; other <= count; other++) begin(other);
        resolve({ ...told.served, metrics, close });
      });
      const onEnd = (error: Error) => {
        workers.delete(number);
        if (isEnding) return;
        if (!isBegun) return reject(error);
        replaced++;
        warn(`worker ${number} ${oneLine(error.message)}; it is replaced`);
        setTimeout(begin, hasServed ? 0 : AGAIN, number);
      };
      worker.once("error", onEnd);
      worker.once("exit", (code, signal) => onEnd(reason ?? new Error(`ended (${signal ?? `exit code ${code}`})`)));
    };
    begin(1);
  });
}

function end(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill("SIGKILL"), LONGEST_END);
    worker.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    worker.process.kill("SIGTERM");
  });
}

/** Nothing where the worker does not answer. */
function metricsOf(worker: Worker): Promise<readonly Metric[]> {
  return new Promise((resolve) => {
    const late = setTimeout(() => done([]), METRICS_WAIT);
    const onMessage = (told: Told) => void ("metrics" in told && done(told.metrics));
    const done = (metrics: readonly Metric[]) => {
      clearTimeout(late);
      worker.off("message", onMessage);
      resolve(metrics);
    };
    worker.on("message", onMessage);
    worker.send("metrics", (error) => error && done([]));
  });
}

const tell = (told: Told) => new Promise((resolve) => process.send?.(told, undefined, undefined, resolve));

export function logByStarter(line: string): void {
  void tell({ log: line });
}

/** The part of a worker: tells how it serves, and answers questions, until it is told to end. */
export async function workUntil(ended: Promise<unknown>, starting: Promise<Serving>): Promise<void> {
  try {
    const { url, snapshot, metrics, close } = await starting;
    process.on("message", (asked) => asked === "metrics" && void metrics().then((all) => tell({ metrics: all })));
    await tell({ served: { url, snapshot } });
    await ended;
    await close();
    // The lines before it are sent then.
    await tell({ log: "" });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { code, message, hint } = error;
    await tell({ failed: { code, message, hint } });
  } finally {
    // The connection to the other process would keep this one. An error is printed first.
    setImmediate(() => process.disconnect());
  }
}
