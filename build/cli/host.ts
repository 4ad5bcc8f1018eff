import { readFileSync } from "node:fs";
import path, { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Argument, type Command } from "commander";
import { DEFAULT_OUT, type Flags, settingsOf } from "../config/config.ts";
import { ENDPOINTS } from "../contract/table/endpoints.ts";
import { gridAnswers } from "../contract/table/grid.ts";
import { edgeFunction } from "../hosts/edge/edge-function.ts";
import { nginxConfiguration } from "../hosts/edge/nginx.ts";
import { nginxIds } from "../hosts/edge/nginx-queries.ts";
import { type LoadedTree, loadTree } from "../hosts/load-tree.ts";
import { UserError } from "../platform/error.ts";
import { explain } from "../platform/file-system.ts";
import { thousands } from "../platform/text.ts";
import { type WorkerDeployment, writeWorkerDeployment } from "../publish/worker/deployment.ts";
import { type CliContext, contextOf, printResult } from "./context.ts";
import { CONFIG, example, JSON_OUT } from "./options.ts";

/** The servers with a generated configuration. */
const HOST_KINDS = ["nginx", "nginx-ids", "cloudfront", "cloudformation", "netlify"] as const;
type HostKind = (typeof HOST_KINDS)[number];

/** This kind of host is a folder to deploy; the others are a configuration to print. */
const WORKER_KIND = "worker";

interface HostOptions {
  listen: string;
  proxy?: string;
  ids?: string;
  brotli?: boolean;
}

interface HostFlags extends Flags, HostOptions {
  json?: boolean;
  tree?: string;
  /** Folder of the deployment of a Worker, and the name of the Worker. */
  out: string;
  name: string;
}

export function hostCommand(command: Command): void {
  command
    .addArgument(new Argument("<kind>", "which server").choices([...HOST_KINDS, WORKER_KIND]))
    .option("--tree <dir>", `folder of the tree (default: ${DEFAULT_OUT})`)
    .option("--listen <address>", "port, or address and port, to listen on", "8080")
    .option("--proxy <url>", "nginx: a host that runs the rewrite, for requests that no file answers")
    .option("--ids <file>", "nginx: path of the output of `quaketree host nginx-ids`")
    .option("--brotli", "nginx: send .br files too; needs the module brotli_static")
    .option("--out <dir>", "worker: folder of the deployment", "deploy")
    .option("--name <name>", "worker: its name at Cloudflare", "quaketree")
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("host nginx --tree dist --listen 80"))
    .action(hostAction);
}

async function hostAction(kind: HostKind | typeof WORKER_KIND, options: HostFlags): Promise<void> {
  const { tree, out, name, config } = options;
  const dir = tree ?? settingsOf(config === undefined ? {} : { config }).out;
  const context = contextOf(options);
  if (kind === WORKER_KIND) return runHostWorker({ tree: dir, out, name }, context);
  const text = await hostConfiguration(kind, { ...options, dir }, (message) => context.report.warn(message));
  context.out(text.trimEnd());
}

/**
 * The configuration, or the edge function, with which another server answers from a tree.
 *
 * @throws UserError for a missing or damaged tree, and for an option that cannot be written into a configuration
 */
export async function hostConfiguration(
  kind: HostKind,
  options: HostOptions & { dir: string },
  warn: (message: string) => void = () => {},
): Promise<string> {
  checkListen(options.listen);
  const proxy = options.proxy === undefined ? undefined : originOf(options.proxy);
  const root = checkedPath(options.dir);
  const ids = options.ids === undefined ? undefined : checkedPath(options.ids);
  const tree = await loadTree(options.dir);
  if (proxy === undefined && kind !== "nginx-ids" && !hasGrid(tree)) warn(NO_GRID);
  if (tree.snapshot.packs !== undefined && proxy === undefined && kind !== "nginx-ids")
    warn(PACKS[kind === "cloudformation" ? "cloudfront" : kind]);
  return configuration(kind, tree, { ...options, root, proxy, ids });
}

const NO_GRID = "the tree was built without --grid: queries with common filters, such as ?min_mag=4.5, get 400 on this host";

/** Whether every combination of filters that has a file in a grid has one in the tree. */
function hasGrid({ files }: LoadedTree): boolean {
  return ENDPOINTS.every((endpoint) => gridAnswers(endpoint).every(({ file }) => files.has(file)));
}

/** The warnings of hosts that only rewrite URLs, about events whose details are in packs. */
const PACKS = {
  nginx:
    "the details of small events are in packs, which nginx cannot open: it answers 400, not-prebuilt; with --proxy another host answers",
  cloudfront:
    "the details of small events are in packs, which an edge function cannot open: the object store answers that there is no such file",
  netlify: "the details of small events are in packs, which an edge function cannot open: they get 404",
} as const;

/** A bucket and a distribution, with a place for the function. */
const STACK = fileURLToPath(new URL("../../scripts/operate/cloudfront.yml", import.meta.url));

async function configuration(kind: HostKind, tree: LoadedTree, options: Parameters<typeof nginxConfiguration>[1]): Promise<string> {
  switch (kind) {
    case "cloudformation": {
      const code = JSON.stringify(await edgeFunction(tree, "cloudfront"));
      return readFileSync(STACK, "utf8").replace('"{function}"', () => code);
    }
    case "nginx-ids":
      return nginxIds(tree.snapshot);
    case "cloudfront":
    case "netlify":
      return edgeFunction(tree, kind);
    case "nginx":
      return nginxConfiguration(tree, options);
  }
}

function checkListen(listen: string): void {
  const [, port = ""] = /^(?:[\w.-]+:|\[[0-9a-f:]+\]:)?(\d{1,5})$/i.exec(listen) ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535) return;
  throw new UserError("usage", `--listen is ${JSON.stringify(listen)}`, "use a port from 1 to 65535, or address:port");
}

/** Scheme, host and port: a path would be added before every path of the API. */
function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.pathname === "/" && !parsed.search) return parsed.origin;
  throw new UserError("usage", `--proxy is ${JSON.stringify(url)}`, "use an address such as http://127.0.0.1:8081");
}

/** nginx cannot express some characters; a path without them needs no escaping in any configuration. */
function checkedPath(given: string): string {
  const absolute = path.resolve(given);
  if (/^[\w./@+,:~ -]+$/.test(absolute)) return absolute;
  throw new UserError(
    "usage",
    `the path ${absolute} cannot be written into a configuration`,
    "move it to a path of letters, digits, `.`, `-` and `_`",
  );
}

/** File limits of Cloudflare's plans. */
const MAX_ASSETS = { free: 20_000, paid: 100_000 };

/**
 * Writes the folder that `wrangler deploy` uploads, and prints how to deploy it.
 *
 * @throws UserError for a missing or damaged tree, an invalid name, a folder that Quaketree did not write or that cannot be written
 */
export async function runHostWorker(deployment: Required<WorkerDeployment>, context: CliContext): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(deployment.name)) {
    const hint = "lower-case letters, digits and dashes, 63 at most";
    throw new UserError("usage", `--name is ${JSON.stringify(deployment.name)}`, hint);
  }
  const written = await writeWorkerDeployment(deployment).catch((error: unknown) => {
    throw explain(error, deployment.out);
  });
  const { fewer, ...reported } = written;
  const isMany = written.assets > MAX_ASSETS.free;
  printResult(context, { ...deployment, ...reported }, () => [
    `${thousands(written.assets)} files of snapshot ${written.snapshot}, and a Worker of ${written.scriptBytes} bytes`,
    ...(isMany ? [`more than the ${thousands(MAX_ASSETS.free)} of the free plan (paid: ${thousands(MAX_ASSETS.paid)})`] : []),
    ...(isMany && fewer !== "" ? [`to have fewer: ${fewer}`] : []),
    `deploy with: npx wrangler deploy --config ${join(deployment.out, "wrangler.jsonc")}`,
  ]);
}
