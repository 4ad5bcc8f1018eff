import { Command, CommanderError } from "commander";
import { VERSION } from "../platform/program.ts";
import { exitCode } from "./exit-codes.ts";
import { printError } from "./terminal.ts";

interface CommandEntry {
  name: string;
  /** Its arguments, as `--help` lists them. */
  args: string;
  description: string;
  /** Loads the code of the command, which adds its arguments, options and action. */
  load: () => Promise<(command: Command) => void>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "ingest",
    args: "",
    description: "Fetch the data of the agencies into the store. Unusable data are rejected; the store keeps its last good state.",
    load: async () => (await import("./ingest.ts")).ingestCommand,
  },
  {
    name: "rebuild",
    args: "",
    description:
      "Ingest and build, for cron. Exit code 3: done, but data were rejected or an agency is overdue; 4: another run is in progress.",
    load: async () => (await import("./rebuild.ts")).rebuildCommand,
  },
  {
    name: "journal",
    args: "",
    description: "Print what runs changed in the store: added, revised, merged, withdrawn, rejected.",
    load: async () => (await import("./journal.ts")).journalCommand,
  },
  {
    name: "backfill",
    args: "",
    description:
      "Fetch past events of the USGS into the store, slowly and in small parts: a few hundred requests for a century " +
      "of magnitude 4.5. An interrupted backfill continues when it is run again.",
    load: async () => (await import("./backfill.ts")).backfillCommand,
  },
  {
    name: "build",
    args: "",
    description: "Build the tree from the store, or from the embedded data if there is no store. Never uses the network.",
    load: async () => (await import("./build.ts")).buildCommand,
  },
  {
    name: "serve",
    args: "[dir]",
    description: "Serve a tree. A newer tree is loaded while the server runs.",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "verify",
    args: "[dir]",
    description:
      "Check every byte of a tree against its index, every answer against its schema, and every link. " +
      "The tree is a folder or an address.",
    load: async () => (await import("./verify.ts")).verifyCommand,
  },
  {
    name: "mirror",
    args: "<from> <dir>",
    description:
      "Copy a tree from a host or a folder, or update the copy. Every byte is checked before it is visible; " +
      "an interrupted copy continues.",
    load: async () => (await import("./mirror.ts")).mirrorCommand,
  },
  {
    name: "publish",
    args: "<tree> <target>",
    description:
      "Publish a tree to a folder or an S3-compatible object store. Only changes are sent; " +
      "snapshot.json is replaced last, and until then the previous snapshot is complete.",
    load: async () => (await import("./publish.ts")).publishCommand,
  },
  {
    name: "delta",
    args: "<tree-a> <tree-b>",
    description:
      "Compute the delta from one tree to another, and check that it gives the second tree, hash for hash. " +
      "Builds and mirrors do this themselves for the tree that they replace.",
    load: async () => (await import("./delta.ts")).deltaCommand,
  },
  {
    name: "keygen",
    args: "<path>",
    description: "Make a pair of keys: a private one to sign snapshots, and a public one to verify them.",
    load: async () => (await import("./keygen.ts")).keygenCommand,
  },
  {
    name: "host",
    args: "<kind>",
    description:
      "Print the configuration of another server for a tree that was built with --grid; for a Worker, write the folder to deploy.",
    load: async () => (await import("./host.ts")).hostCommand,
  },
  {
    name: "status",
    args: "[dir]",
    description: "Print what is in the store and the tree, how old it is, and whether it is complete.",
    load: async () => (await import("./status.ts")).statusCommand,
  },
  {
    name: "doctor",
    args: "",
    description: "Check what is configured, readable, writable, reachable and current, and how full the disk is, with advice.",
    load: async () => (await import("./doctor.ts")).doctorCommand,
  },
  {
    name: "restore",
    args: "<agency>",
    description: "Take the part of an agency in the store back to an earlier time, after an error of the agency got into it.",
    load: async () => (await import("./restore.ts")).restoreCommand,
  },
  { name: "start", args: "", description: "Build a tree and serve it.", load: async () => (await import("./serve.ts")).startCommand },
  {
    name: "init",
    args: "[dir]",
    description: "Set up an installation: write the configuration, a key and the units or crontab of this machine, after four questions.",
    load: async () => (await import("./init.ts")).initCommand,
  },
];

const FIRST_STEPS = `
First steps:
  $ quaketree start         # shows the whole API on embedded data, without a network
  $ quaketree init quakes   # sets up an installation in the folder quakes; asks four questions
  $ quaketree help COMMAND  # options and an example of a command`;

/** Every command with its description. @param isUsed whether the code of a command, with its options and action, is loaded */
export async function createProgram(isUsed: (name: string) => boolean = () => true): Promise<Command> {
  const program = new Command("quaketree")
    .description("Builds an earthquake data API as a tree of static files, and serves it.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .option("--debug", "show the stack of an error")
    .exitOverride()
    .configureOutput({ outputError() {} })
    .configureHelp({ subcommandTerm: (command) => termOf(command.name()) })
    .addHelpText("after", FIRST_STEPS);
  for (const { name, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    if (isUsed(name)) (await load())(command);
  }
  return program;
}

/** A command in the list of commands, even if its code is not loaded. */
function termOf(name: string): string {
  const entry = COMMANDS.find((one) => one.name === name);
  return entry ? `${name} [options] ${entry.args}`.trimEnd() : `${name} [command]`;
}

/** Runs the command line `argv` and sets the exit code of the process. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader such as `head` may close the stream early.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
  try {
    const program = await createProgram((name) => argv.includes(name));
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitCode(error);
    const helped = error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help");
    if (!helped) printError(error, argv.includes("--debug"));
  }
}
