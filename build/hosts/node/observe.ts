import type { IncomingMessage, RequestListener } from "node:http";
import { gauge, type Metric, type Sample } from "../../platform/prometheus.ts";
import type { LoadedTree } from "../load-tree.ts";

/** An answered request, or one whose client has disconnected. */
export interface Exchange {
  request: IncomingMessage;
  status: number;
  /** Bytes passed to the system, including headers. */
  sentBytes: number;
  /** Whether the response was sent completely. */
  isComplete: boolean;
  seconds: number;
}

/** Reports each request when its response has ended. */
export function observed(handler: RequestListener, onEnd: (exchange: Exchange) => void): RequestListener {
  return (request, response) => {
    const began = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    // This listener must run before the one that starts the next request of the connection.
    response.prependOnceListener("close", () =>
      onEnd({
        request,
        status: response.statusCode,
        sentBytes: socket.bytesWritten - sentBefore,
        isComplete: response.writableFinished,
        seconds: (performance.now() - began) / 1000,
      }),
    );
    handler(request, response);
  };
}

interface RequestCounters {
  count: (exchange: Exchange) => void;
  countError: () => void;
  /** @param tree the loaded tree @param connections number of open connections */
  metrics: (tree: LoadedTree | undefined, connections: number) => Metric[];
}

/** Upper bounds of the histogram of response times, seconds. */
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
const METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function createCounters(): RequestCounters {
  const requests = new Map<string, { labels: Record<string, string>; value: number }>();
  const classes = BOUNDS.map(() => 0);
  let [total, seconds, bytes, aborted, errors] = [0, 0, 0, 0, 0];
  return {
    count({ request: { method = "" }, status, sentBytes, isComplete, seconds: took }) {
      const labels = { method: METHODS.has(method) ? method : "other", code: String(status) };
      const key = `${labels.method} ${labels.code}`;
      const known = requests.get(key);
      if (known) known.value++;
      else requests.set(key, { labels, value: 1 });
      const at = BOUNDS.findIndex((bound) => took <= bound);
      if (at >= 0) classes[at] = (classes[at] ?? 0) + 1;
      total++;
      seconds += took;
      bytes += sentBytes;
      if (!isComplete) aborted++;
    },
    countError: () => void errors++,
    metrics: (tree, connections) => [
      counter("quaketree_http_requests_total", "Requests by method and status.", [...requests.values()]),
      {
        name: "quaketree_http_request_duration_seconds",
        type: "histogram",
        help: "From the head of a request to the end of its response.",
        samples: histogram(classes, total, seconds),
      },
      counter("quaketree_http_sent_bytes_total", "Bytes of responses, heads included.", [{ value: bytes }]),
      counter("quaketree_http_aborted_total", "Responses that the client did not take completely.", [{ value: aborted }]),
      counter("quaketree_http_errors_total", "Damaged files, trees that cannot be loaded, and internal errors.", [{ value: errors }]),
      gauge("quaketree_http_connections", "Open connections.", connections),
      ...treeMetrics(tree),
      ...processMetrics(),
    ],
  };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: "counter", help, samples };
}

function histogram(classes: readonly number[], total: number, seconds: number): Sample[] {
  let below = 0;
  const buckets = BOUNDS.map((bound, at) => {
    below += classes[at] ?? 0;
    return { suffix: "_bucket", labels: { le: String(bound) }, value: below };
  });
  return [
    ...buckets,
    { suffix: "_bucket", labels: { le: "+Inf" }, value: total },
    { suffix: "_sum", value: seconds },
    { suffix: "_count", value: total },
  ];
}

function treeMetrics(tree: LoadedTree | undefined): Metric[] {
  const { as_of, sequence = null, stale_after_s = null } = tree?.snapshot.record ?? {};
  const asOf = as_of === undefined ? null : Date.parse(as_of) / 1000;
  return [
    gauge("quaketree_tree_loaded", "Whether a tree is loaded.", tree ? 1 : 0),
    gauge("quaketree_tree_as_of_timestamp_seconds", "When the data of the tree were current.", asOf),
    gauge("quaketree_tree_sequence", "Number of the snapshot.", sequence),
    gauge("quaketree_tree_stale_after_seconds", "Age from which the tree counts as stale.", stale_after_s),
  ];
}

/** Metrics of the process that has the workers. @param replaced how many have died */
export function workersMetrics(replaced: number): Metric[] {
  return [counter("quaketree_workers_replaced_total", "Workers that ended and were replaced.", [{ value: replaced }]), ...processMetrics()];
}

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  const started = Math.round(performance.timeOrigin) / 1000;
  return [
    counter("process_cpu_seconds_total", "Processor time of the process.", [{ value: (user + system) / 1e6 }]),
    gauge("process_resident_memory_bytes", "Memory of the process.", process.memoryUsage.rss()),
    gauge("process_start_time_seconds", "When the process began.", started),
  ];
}
