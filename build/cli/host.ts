import path, { join } from "node:path";
import { Argument, type Command } from "commander";
import { DEFAULT_OUT, type Flags, settingsOf } from "../config/flags.ts";
import { edgeFunction } from "../hosts/edge/edge-function.ts";
import { nginxConfiguration } from "../hosts/edge/nginx.ts";
import { nginxIds } from "../hosts/edge/nginx-queries.ts";
import { type LoadedTree, loadTree } from "../hosts/load-tree.ts";
import { UserError } from "../platform/error.ts";
import { explain } from "../platform/file-system.ts";
import { thousands } from "../platform/text.ts";
import { type WorkerDeployment, writeWorkerDeployment } from "../publish/worker/deployment.ts";
import { type CliContext, contextOf } from "./context.ts";
import { CONFIG, example, JSON_OUT } from "./options.ts";

/** Servers that we write a configuration for. */
const HOST_KINDS = ["nginx", "nginx-ids", "cloudfront", "netlify"] as const;
type HostKind = (typeof HOST_KINDS)[number];

/** The kind of host that is not a configuration to print but a folder to deploy. */
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
  /** Folder of a Worker's deployment, and its name. */
  out: string;
  name: string;
}

/** Adds the options and the action of `quaketree host`. */
export function hostCommand(command: Command): void {
  command
    .addArgument(new Argument("<kind>", "which server").choices([...HOST_KINDS, WORKER_KIND]))
    .option("--tree <dir>", `folder of the tree (default: ${DEFAULT_OUT})`)
    .option("--listen <address>", "port, or address and port, to listen on", "8080")
    .option("--proxy <url>", "nginx: a host that runs the rewrite, for whatever no file answers")
    .option("--ids <file>", "nginx: where the output of `quaketree host nginx-ids` lies")
    .option("--brotli", "nginx: send .br files too; needs the module brotli_static")
    .option("--out <dir>", "worker: folder for what is to be deployed", "deploy")
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
 * The configuration, or the function, with which another server answers from a tree.
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
  if (tree.snapshot.packs !== undefined && proxy === undefined && kind !== "nginx-ids") warn(PACKS[kind]);
  return configuration(kind, tree, { ...options, root, proxy, ids });
}

/** What hosts that only rewrite URLs say of an event whose details are in a pack. */
const PACKS = {
  nginx:
    "the details of small events are in packs, which nginx cannot open: they are answered 400, not-prebuilt; --proxy asks a host that can",
  cloudfront:
    "the details of small events are in packs, which a function at the edge cannot open: the store has no file of them, and says so",
  netlify: "the details of small events are in packs, which a function at the edge cannot open: they are answered 404",
} as const;

function configuration(
  kind: HostKind,
  tree: LoadedTree,
  options: Parameters<typeof nginxConfiguration>[1],
): Promise<string> | string {
  switch (kind) {
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
  if (/^(?:[\w.-]+:|\[[0-9a-f:]+\]:)?\d{1,5}$/i.test(listen)) return;
  throw new UserError("usage", `--listen is ${JSON.stringify(listen)}`, "it has to be a port, or address:port");
}

/** Scheme, host and port: a path would be put before every path of the API. */
function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.pathname === "/" && !parsed.search) return parsed.origin;
  throw new UserError("usage", `--proxy is ${JSON.stringify(url)}`, "it has to be like http://127.0.0.1:8081");
}

/** nginx knows no way to write some characters; a path of others needs no escaping in any configuration. */
function checkedPath(given: string): string {
  const absolute = path.resolve(given);
  if (/^[\w./@+,:~ -]+$/.test(absolute)) return absolute;
  throw new UserError(
    "usage",
    `the path ${absolute} cannot be written into a configuration`,
    "move it to a plain path",
  );
}

/** What Cloudflare takes without payment, and with it. */
const MOST_ASSETS = { free: 20_000, paid: 100_000 };

/**
 * Writes the folder that `wrangler deploy` uploads, and says how.
 *
 * @throws UserError for a missing or damaged tree, a name that is none, a folder that is not ours or cannot be written
 */
export async function runHostWorker(deployment: Required<WorkerDeployment>, { out, json }: CliContext): Promise<void> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(deployment.name)) {
    const hint = "lower-case letters, digits and dashes, 63 at most";
    throw new UserError("usage", `--name is ${JSON.stringify(deployment.name)}`, hint);
  }
  const written = await writeWorkerDeployment(deployment).catch((error: unknown) => {
    throw explain(error, deployment.out);
  });
  const { fewer, ...said } = written;
  if (json) return out(JSON.stringify({ ...deployment, ...said }));
  out(
    `${thousands(written.assets)} files of snapshot ${written.snapshot}, and a Worker of ${written.scriptBytes} bytes`,
  );
  if (written.assets > MOST_ASSETS.free) {
    out(`more than the ${thousands(MOST_ASSETS.free)} of the free plan (paid: ${thousands(MOST_ASSETS.paid)})`);
    if (fewer !== "") out(`to have fewer: ${fewer}`);
  }
  out(`deploy with: npx wrangler deploy --config ${join(deployment.out, "wrangler.jsonc")}`);
}
