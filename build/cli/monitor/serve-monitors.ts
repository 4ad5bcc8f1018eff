import { createServer, type RequestListener, type Server } from "node:http";
import type { LoadedTree } from "../../hosts/load-tree.ts";
import { createCounters, type Exchange, observed } from "../../hosts/node/observe.ts";
import { exposition, METRICS_TYPE, type Metric } from "../../platform/prometheus.ts";
import { redactedJson, redactor } from "../../platform/redact.ts";
import type { Report } from "../../platform/report.ts";
import { oneLine } from "../../platform/text.ts";

/** Where the metrics are served: not at the address of the service, which is public. */
export interface MetricsAddress {
  host: string;
  port: number;
}

/** How a server logs and counts its requests. */
interface ServeMonitors {
  /** Wraps the request handler. */
  around: (handler: RequestListener) => RequestListener;
  onError: (error: Error) => void;
  onLoad: (tree: LoadedTree) => void;
  /** Logs the address of a server. */
  serving: (url: string) => void;
  /** @param connections number of open connections */
  metrics: (connections: number) => Metric[];
}

interface ServeMonitorOptions {
  /** Whether requests are counted. */
  counts: boolean;
  /** The number of this process among several; its lines have it. */
  worker?: number | undefined;
  /** Receives each line of a JSON log, with its line feed; undefined: only errors are reported. */
  log?: ((line: string) => void) | undefined;
  report: Pick<Report, "warn">;
  /** ms since 1970 UTC. */
  now: () => number;
}

/** Longer values of headers are cut. */
const LONGEST_HEADER = 500;

export function serveMonitors({ counts, worker, log, report, now }: ServeMonitorOptions): ServeMonitors {
  const counters = createCounters();
  const hide = redactor();
  let tree: LoadedTree | undefined;
  const write = (level: string, event: string, fields: object) =>
    log?.(`${redactedJson({ time: new Date(now()).toISOString(), level, event, worker, ...fields }, hide)}\n`);
  const onEnd = (exchange: Exchange) => {
    counters.count(exchange);
    if (log) write("info", "request", requestFields(exchange));
  };
  return {
    around: (handler) => (counts || log ? observed(handler, onEnd) : handler),
    onError(error) {
      counters.countError();
      const message = oneLine(error.message);
      if (log) write("error", "error", { message });
      else report.warn(message);
    },
    onLoad(loaded) {
      tree = loaded;
      const { id, sequence, as_of } = loaded.snapshot.record;
      write("info", "tree", { snapshot: id, sequence, as_of });
    },
    serving: (url) => write("info", "serving", { url }),
    metrics: (connections) => counters.metrics(tree, connections),
  };
}

/** The fields of the combined log format; the referrer without its query, which may have a secret of another site. */
function requestFields({ request, status, sentBytes, isComplete, seconds }: Exchange): object {
  const { method, url, httpVersion, headers, socket } = request;
  const header = (name: "host" | "user-agent") => headers[name]?.slice(0, LONGEST_HEADER) ?? null;
  return {
    remote_addr: socket.remoteAddress ?? null,
    method,
    target: url,
    protocol: `HTTP/${httpVersion}`,
    status,
    bytes_sent: sentBytes,
    complete: isComplete,
    duration_s: Math.round(seconds * 1e6) / 1e6,
    host: header("host"),
    referer: headers.referer?.split(/[?#]/)[0]?.slice(0, LONGEST_HEADER) ?? null,
    user_agent: header("user-agent"),
  };
}

/** A server that answers /metrics. */
export function createMetricsServer(metrics: () => Promise<readonly Metric[]>): Server {
  return createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics\n");
      return;
    }
    void metrics().then((all) => response.writeHead(200, { "content-type": METRICS_TYPE }).end(exposition(all)));
  });
}
