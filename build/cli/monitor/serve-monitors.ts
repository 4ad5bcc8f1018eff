import { createServer, type RequestListener, type Server } from "node:http";
import type { LoadedTree } from "../../hosts/load-tree.ts";
import { createCounters, type Exchange, observed } from "../../hosts/node/observe.ts";
import { exposition, METRICS_TYPE } from "../../platform/prometheus.ts";
import { redactor } from "../../platform/redact.ts";
import type { Report } from "../../platform/report.ts";
import { oneLine } from "../../platform/text.ts";

/** Where the metrics are served: not at the address of the service, which is open to everybody. */
export interface MetricsAddress {
  host: string;
  port: number;
}

/** How a server tells machines of its requests. */
export interface ServeMonitors {
  /** Goes around the handler of requests. */
  around: (handler: RequestListener) => RequestListener;
  onError: (error: Error) => void;
  onLoad: (tree: LoadedTree) => void;
  /** A line that says where it serves what. */
  serving: (url: string) => void;
  /** Answers /metrics; undefined where nobody wants to know. */
  metricsServer: ((connections: () => Promise<number>) => Server) | undefined;
}

export interface ServeMonitorOptions {
  metrics?: MetricsAddress | undefined;
  /** Gets each line of a log of JSON, with its line feed; undefined: the report gets errors alone. */
  log?: ((line: string) => void) | undefined;
  report: Pick<Report, "warn">;
  /** ms since 1970 UTC. */
  now: () => number;
}

/** A longer value of a header says nothing more. */
const LONGEST_HEADER = 500;

export function serveMonitors({ metrics, log, report, now }: ServeMonitorOptions): ServeMonitors {
  const counters = createCounters();
  const hide = redactor();
  let tree: LoadedTree | undefined;
  const write = (level: string, event: string, fields: object) =>
    log?.(`${hide(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields }))}\n`);
  const onEnd = (exchange: Exchange) => {
    counters.count(exchange);
    if (log) write("info", "request", requestFields(exchange));
  };
  return {
    around: (handler) => (metrics || log ? observed(handler, onEnd) : handler),
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
    metricsServer:
      metrics && ((connections) => createMetricsServer(async () => counters.metrics(tree, await connections()))),
  };
}

/** What the combined log format has; of the referring page without its query, which may hold a secret of another site. */
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

function createMetricsServer(metrics: () => Promise<Parameters<typeof exposition>[0]>): Server {
  return createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics\n");
      return;
    }
    void metrics().then((all) => response.writeHead(200, { "content-type": METRICS_TYPE }).end(exposition(all)));
  });
}
