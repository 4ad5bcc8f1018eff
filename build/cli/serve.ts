import { createServer, type Server } from "node:http";
import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_HOST, DEFAULT_OUT, type Flags, portOf, settingsOf } from "../config/config.ts";
import { loadTree } from "../hosts/load-tree.ts";
import { createTreeServer } from "../hosts/node/tree-server.ts";
import { UserError } from "../platform/error.ts";
import { type CliContext, contextOf, onSignal, tuneV8 } from "./context.ts";
import { signerOfBuild } from "./keygen.ts";
import { createMetricsServer, type MetricsAddress, serveMonitors } from "./monitor/serve-monitors.ts";
import { CONFIG, example, HOST, logOption, OUT, PORT, parseCount, STORE } from "./options.ts";
import { defaultWorkers, logByStarter, type Serving, startWorkers, thisWorker, workUntil } from "./workers.ts";

interface ServeFlags extends Flags {
  host?: string;
  /** Whether to serve files only. */
  static?: boolean;
  metrics?: MetricsAddress;
  log?: "text" | "json";
  workers?: number;
}

export function serveCommand(command: Command): void {
  command
    .argument("[dir]", `folder of the tree (default: ${DEFAULT_OUT})`)
    .option("--static", "serve files only, without queries, as a static host does")
    .option(...PORT)
    .option(...HOST)
    .option("--workers <number>", "processes that share the port (default: one for each processor, at most 4)", parseCount)
    .addOption(METRICS)
    .addOption(logOption())
    .option(...CONFIG)
    .addHelpText("after", example("serve dist --port 8080"))
    .action(serveAction);
}

/** The port of Prometheus exporters of OpenTelemetry. */
const METRICS_ADDRESS = "127.0.0.1:9464";
const METRICS = new Option("--metrics [address]", "metrics for Prometheus at http://ADDRESS/metrics")
  .preset(METRICS_ADDRESS)
  .argParser(parseAddress);

/** `[host:]port`. @throws InvalidArgumentError */
function parseAddress(given: string): MetricsAddress {
  const [, v6, name, port = ""] = /^(?:\[([0-9a-f:.]+)\]:|([^:[\]]+):)?(\d{1,5})$/i.exec(given) ?? [];
  if (port !== "" && Number(port) <= 65_535) return { host: v6 ?? name ?? DEFAULT_HOST, port: Number(port) };
  throw new InvalidArgumentError("Use a port from 0 to 65535, or host:port.");
}

async function serveAction(dir: string | undefined, options: ServeFlags): Promise<void> {
  const context = contextOf({});
  const settings = settingsOf(options);
  const port = portOf(options, settings, context.env);
  const { host = DEFAULT_HOST, static: isStatic, metrics, log, workers = isStatic ? 1 : defaultWorkers() } = options;
  if (isStatic && metrics) throw new UserError("usage", "--metrics is given with --static", "a host of files only has no metrics");
  if (isStatic && workers > 1) throw new UserError("usage", "--workers is given with --static", "a host of files only has one process");
  const write = log === "json" ? (line: string) => void process.stderr.write(line) : undefined;
  const given = { dir: dir ?? settings.out, port, host, isStatic, metrics, log: write, workers };
  const worker = thisWorker();
  if (worker) await workUntil(endOfProcess(), serve({ ...given, ...worker, log: write && logByStarter }, context));
  else await runServe(given, context);
}

export function startCommand(command: Command): void {
  command
    .option(...STORE)
    .option(...OUT)
    .option(...PORT)
    .option(...HOST)
    .option(...CONFIG)
    .addHelpText("after", example("start --port 3000"))
    .action(startAction);
}

/**
 * Builds and serves. It builds each time, even if there is a tree: that costs seconds, keeps unchanged files, and ensures that the
 * tree is of the current data and version.
 */
async function startAction(options: ServeFlags): Promise<void> {
  const context = contextOf({});
  const config = settingsOf(options);
  const { store, out } = config;
  const [port, host] = [portOf(options, config, context.env), options.host ?? DEFAULT_HOST];
  await freePort({ port, host });
  tuneV8();
  // `quaketree serve` does not need these modules.
  const [{ build }, { printBuild }] = await Promise.all([import("../pipeline/build.ts"), import("./print.ts")]);
  const began = performance.now();
  const signer = signerOfBuild({ config, out }, context.env);
  const built = await build({ store, out, config, signer, report: context.report });
  printBuild(built, performance.now() - began, context);
  await runServe({ dir: out, port, host }, context);
}

interface ServeOptions {
  /** Folder of the tree. */
  dir: string;
  /** 0 for any free port. */
  port: number;
  /** Name or address to listen on. */
  host: string;
  /** Serves files only, as a static host does. */
  isStatic?: boolean | undefined;
  metrics?: MetricsAddress | undefined;
  /** Receives a line of JSON for each request, with its line feed; undefined: no log. */
  log?: ((line: string) => void) | undefined;
  /** Number of processes. Default: 1. */
  workers?: number;
  /** The number of this process among several. Another one has the address of the metrics. */
  worker?: number | undefined;
}

/** Paths to try first. */
export const EXAMPLE_PATHS = [
  "",
  "docs/",
  "api/recent/?limit=5",
  "api/live-feed/?hours=168",
  "api/v1/earthquakes/?hours=168&min_mag=5",
  "api/v1/countries/JP/risk/",
] as const;

/** Paths to try first on a host of files only. */
const EXAMPLE_FILE_PATHS = ["", "docs/", "api/recent.json", "api/live-feed.json", "api/v1/countries.json"] as const;

/** Time for current responses to finish when the server is closed, ms. */
const GRACE = 2_000;

/**
 * Serves a tree until `close`.
 *
 * @throws UserError for a missing or damaged tree, a port in use or not allowed, a host that is not an address of this machine
 */
export async function serve(options: ServeOptions, { report, now }: Pick<CliContext, "report" | "now">): Promise<Serving> {
  const { dir, host, metrics: address, worker, workers = 1, isStatic } = options;
  const { snapshot } = await loadTree(dir);
  const monitors = serveMonitors({ ...options, counts: address !== undefined, report, now });
  const { around, onError, onLoad } = monitors;
  const server = isStatic
    ? (await import("../hosts/node/static-server.ts")).createStaticServer(dir, around)
    : await createTreeServer(dir, { onError, onLoad, around, processes: workers });
  const port = await listen(server, options);
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  const metrics = async () => monitors.metrics(await connections());
  const url = urlOf(host, port);
  const serving = { url, snapshot: snapshot.record, metrics, metricsUrl: undefined, close: () => close(server) };
  monitors.serving(url);
  return worker === undefined ? withMetrics(serving, address) : serving;
}

/** Serves the metrics too, at an address of their own. @throws UserError as `serve` */
async function withMetrics(given: Omit<Serving, "metricsUrl">, address: MetricsAddress | undefined): Promise<Serving> {
  if (!address) return { ...given, metricsUrl: undefined };
  const server = createMetricsServer(given.metrics);
  const port = await listen(server, address).catch(async (error: unknown) => {
    await given.close();
    throw error;
  });
  const closeAll = async () => void (await Promise.all([given.close(), close(server)]));
  return { ...given, metricsUrl: `${urlOf(address.host, port)}metrics`, close: closeAll };
}

/**
 * Listens and stops at once, so that an unavailable port is reported before other work begins.
 *
 * @returns the port, a free one for 0
 * @throws UserError as `serve`
 */
async function freePort(options: Pick<ServeOptions, "port" | "host">): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, options);
  await close(probe);
  return port;
}

/** As `serve`, by several processes. */
async function serveBy(workers: number, options: ServeOptions, { report }: CliContext): Promise<Serving> {
  const port = await freePort(options);
  return withMetrics(await startWorkers(workers, port, report, options.log), options.metrics);
}

/** Serves, prints the address, and continues until the process is ended. */
async function runServe(options: ServeOptions, context: CliContext): Promise<void> {
  const { workers = 1 } = options;
  const { url, metricsUrl, snapshot, close } = await (workers > 1 ? serveBy(workers, options, context) : serve(options, context));
  // Before anything is printed: a reader of the output may end the process at once.
  const ended = endOfProcess();
  if (!options.log) {
    const { out } = context;
    out(`Quaketree serves ${options.dir} (snapshot ${snapshot.id}, as of ${snapshot.as_of}) at ${url}`);
    for (const path of options.isStatic ? EXAMPLE_FILE_PATHS : EXAMPLE_PATHS) out(`  ${url}${path}`);
    if (metricsUrl !== undefined) out(`  metrics for Prometheus: ${metricsUrl}`);
  }
  await ended;
  await close();
}

function endOfProcess(): Promise<void> {
  return new Promise((resolve) => void onSignal(() => resolve()));
}

function listen(server: Server, { port, host }: Pick<ServeOptions, "port" | "host">): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new UserError("port-in-use", `port ${port} is in use`, "choose another with --port");
    case "EACCES":
      return new UserError("port-not-allowed", `port ${port} is not allowed for this user`, "choose one above 1023 with --port");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new UserError("host-unknown", `${host} is not an address of this machine`, "choose another with --host");
    default:
      return error;
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), GRACE).unref();
  await closed;
}

const ANYWHERE = new Set(["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"]);

/** An address that works in a browser on this machine. */
function urlOf(host: string, port: number): string {
  if (ANYWHERE.has(host)) return `http://localhost:${port}/`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
}
