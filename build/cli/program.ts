import { readFileSync } from "node:fs";
import { Argument, Command, CommanderError } from "commander";
import { loadConfig } from "../config/config.ts";
import { addBackfillCommand } from "./backfill.ts";
import { addDeltaCommand } from "./delta.ts";
import { exitCode, tellError } from "./error.ts";
import { SIGN_KEY_OPTION, several, VERIFY_KEY_OPTION } from "./keygen.ts";
import { addLiveCommands } from "./live.ts";
import { addMirrorCommand } from "./mirror.ts";
import {
  type CliOptions,
  DEFAULT_HOST,
  DEFAULT_LISTEN,
  DEFAULT_OUT,
  EXIT,
  HOST_KINDS,
  type HostKind,
  type HostOptions,
  parsePort,
  portOf,
  WORKER_KIND,
} from "./options.ts";
import { addPublishCommand } from "./publish.ts";
import {
  CONFIG,
  contextOf,
  ENDPOINT,
  EVENT_PAGES,
  example,
  GRID,
  JSON_OUT,
  KEEP_SNAPSHOTS,
  OUT,
  PACK_BELOW,
  STORE,
} from "./shared.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const PORT = ["--port <number>", "port to listen on, 0 for any free one (default: PORT, or 8080)"] as const;
const VERIFY_HELP = `
Exit code: 0 where all is sound, 1 where anything is wrong (each fault names its file and what to do) or the tree cannot be read.

Example:
  $ quaketree verify dist
  $ quaketree verify https://quakes.example/ --verify-key quakes.pub --json`;
const HOST = ["--host <host>", "address to listen on; 0.0.0.0 for all networks", DEFAULT_HOST] as const;

/** Every command with its options and help. */
export function createProgram(): Command {
  const program = new Command("quaketree")
    .description("Grows an earthquake data API as a tree of static files, and serves it.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .option("--debug", "show the stack of an error")
    .exitOverride()
    .configureOutput({ outputError() {} })
    .addHelpText("after", example("start", "builds from what there is and serves it: begin here"));

  addLiveCommands(program);
  addBackfillCommand(program);
  program
    .command("build")
    .description(
      "Build the tree from the store, or from the embedded data where there is none. Never touches the network.",
    )
    .option(...STORE)
    .option(...OUT)
    .option(...GRID)
    .option(...PACK_BELOW)
    .option(...EVENT_PAGES)
    .option(...KEEP_SNAPSHOTS)
    .option(...SIGN_KEY_OPTION)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("build --store data/store --out dist"))
    .action(buildAction);
  program
    .command("serve")
    .description("Serve a tree; a newer one is taken up while it runs.")
    .argument("[dir]", `folder of the tree (default: ${DEFAULT_OUT})`)
    .option("--static", "files only, as a plain static host serves them: without queries")
    .option(...PORT, parsePort)
    .option(...HOST)
    .option(...CONFIG)
    .addHelpText("after", example("serve dist --port 8080"))
    .action(serveAction);
  program
    .command("verify")
    .description(
      "Check every byte of a tree against its index, every answer against its schema, and where every link leads, here or at an address.",
    )
    .argument("[dir]", `folder or address of the tree (default: ${DEFAULT_OUT})`)
    .option(...VERIFY_KEY_OPTION, several)
    .option(...ENDPOINT)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", VERIFY_HELP)
    .action(verifyAction);
  addMirrorCommand(program, contextOf);
  addPublishCommand(program);
  addDeltaCommand(program);
  program
    .command("keygen")
    .description("Make a pair of keys: one to sign snapshots with, one for everybody who checks them.")
    .argument("<path>", "file for the private key, or a folder to put it into")
    .option(...JSON_OUT)
    .addHelpText("after", example("keygen quaketree.key"))
    .action(keygenAction);
  program
    .command("host")
    .description(
      "Print the configuration with which another server serves a tree that was built with --grid; for a worker, write what is to be deployed.",
    )
    .addArgument(new Argument("<kind>", "which server").choices([...HOST_KINDS, WORKER_KIND]))
    .option("--tree <dir>", `folder of the tree (default: ${DEFAULT_OUT})`)
    .option("--listen <address>", "port, or address and port, to listen on", DEFAULT_LISTEN)
    .option("--proxy <url>", "nginx: a host that runs the rewrite, for whatever no file answers")
    .option("--ids <file>", "nginx: where the output of `quaketree host nginx-ids` lies")
    .option("--brotli", "nginx: send .br files too; needs the module brotli_static")
    .option("--out <dir>", "worker: folder for what is to be deployed", "deploy")
    .option("--name <name>", "worker: its name at Cloudflare", "quaketree")
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("host nginx --tree dist --listen 80"))
    .action(hostAction);
  program
    .command("status")
    .description("Say what is in the store and in the tree, how old it is, and whether it is complete.")
    .argument("[dir]", "folder of a tree, such as a mirror: tell of that alone")
    .option(...STORE)
    .option(...OUT)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("status --json"))
    .action(statusAction);
  program
    .command("start")
    .description("Build, and serve what was built.")
    .option(...STORE)
    .option(...OUT)
    .option(...PORT, parsePort)
    .option(...HOST)
    .option(...CONFIG)
    .addHelpText("after", example("start --port 3000"))
    .action(startAction);
  return program;
}

async function buildAction(options: CliOptions): Promise<void> {
  const { build } = await import("../pipeline/build.ts");
  const { tellBuild } = await import("./print.ts");
  const context = contextOf(options);
  const config = loadConfig(options.config);
  const began = performance.now();
  const store = options.store ?? config.store;
  const out = options.out ?? config.out ?? DEFAULT_OUT;
  const { signerOf } = await import("./keys.ts");
  const signer = signerOf(options.signKey, context.env);
  const { grid, packEventsBelow: packBelow, eventPages, keepSnapshots: keepSnapshotsDays } = options;
  const how = { grid, packBelow, eventPages, keepSnapshotsDays };
  const built = await build({ store, out, config, ...how, signer, report: context.report });
  tellBuild(built, performance.now() - began, context);
  if (built.setAside.length > 0) context.end(EXIT.stale);
}

async function serveAction(dir: string | undefined, options: CliOptions): Promise<void> {
  const { runServe } = await import("./serve.ts");
  const context = contextOf(options);
  const config = loadConfig(options.config);
  const port = portOf(options, config, context.env);
  const { host = DEFAULT_HOST, static: isStatic } = options;
  await runServe({ dir: dir ?? config.out ?? DEFAULT_OUT, port, host, isStatic }, context);
}

async function verifyAction(dir: string | undefined, options: CliOptions): Promise<void> {
  const { runVerify } = await import("./verify.ts");
  const { verifyKeysOf } = await import("./keys.ts");
  const keys = verifyKeysOf(options.verifyKey ?? []);
  const from = dir ?? loadConfig(options.config).out ?? DEFAULT_OUT;
  await runVerify(from, keys, contextOf(options), options.endpoint);
}

async function keygenAction(target: string, options: CliOptions): Promise<void> {
  const { runKeygen } = await import("./keys.ts");
  runKeygen(target, contextOf(options));
}

async function hostAction(kind: HostKind | typeof WORKER_KIND, options: HostOptions & CliOptions): Promise<void> {
  const dir = options.tree ?? loadConfig(options.config).out ?? DEFAULT_OUT;
  if (kind === WORKER_KIND) {
    const { runHostWorker } = await import("./host-worker.ts");
    return runHostWorker(
      { tree: dir, out: options.out ?? "deploy", name: options.name ?? "quaketree" },
      contextOf(options),
    );
  }
  const { hostConfiguration } = await import("./host.ts");
  const { out, report } = contextOf(options);
  out((await hostConfiguration(kind, { ...options, dir }, (message) => report.warn(message))).trimEnd());
}

async function statusAction(dir: string | undefined, options: CliOptions): Promise<void> {
  const { runStatus } = await import("./status.ts");
  if (dir !== undefined) return runStatus({ store: undefined, out: dir }, contextOf(options));
  const { DEFAULT_STORE } = await import("../load/inputs.ts");
  const config = loadConfig(options.config);
  const dirs = { store: options.store ?? config.store ?? DEFAULT_STORE, out: options.out ?? config.out ?? DEFAULT_OUT };
  await runStatus(dirs, contextOf(options));
}

async function startAction(options: CliOptions): Promise<void> {
  const { runStart } = await import("./start.ts");
  const context = contextOf(options);
  const config = loadConfig(options.config);
  const port = portOf(options, config, context.env);
  const out = options.out ?? config.out ?? DEFAULT_OUT;
  await runStart(
    { store: options.store ?? config.store, out, config, port, host: options.host ?? DEFAULT_HOST },
    context,
  );
}

/** Runs the command line `argv` and sets the exit code of the process. */
export async function main(argv: readonly string[]): Promise<void> {
  // Whoever reads us may stop reading, as `head` does.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    process.exitCode = exitCode(error);
    const helped = error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help");
    if (!helped) tellError(error, argv.includes("--debug"));
  }
}
