import { Command, CommanderError } from "commander";
import { VERSION } from "../platform/version.ts";
import { exitCode } from "./exit-codes.ts";
import { printError } from "./terminal.ts";

interface CommandEntry {
  name: string;
  /** Its arguments, as `--help` lists them. */
  args: string;
  description: string;
  /** Loads the code of the command: what adds its arguments, options and action. */
  load: () => Promise<(command: Command) => void>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "ingest",
    args: "",
    description:
      "Read what the agencies publish into the store. What cannot be used is set aside; the store keeps what it has.",
    load: async () => (await import("./ingest.ts")).ingestCommand,
  },
  {
    name: "rebuild",
    args: "",
    description:
      "Ingest, build, and put the tree in its place: made for cron. Exit code 3: done, but an agency or an earthquake was set aside, or an agency has had nothing new for too long; 4: another run is at work.",
    load: async () => (await import("./rebuild.ts")).rebuildCommand,
  },
  {
    name: "journal",
    args: "",
    description: "Tell what runs changed in the store: added, revised, merged, withdrawn, set aside.",
    load: async () => (await import("./journal.ts")).journalCommand,
  },
  {
    name: "backfill",
    args: "",
    description:
      "Fetch the past of the USGS into the store, politely and in small parts: some hundred requests for a century of magnitude 4.5. Run again, it goes on where it was cut short.",
    load: async () => (await import("./backfill.ts")).backfillCommand,
  },
  {
    name: "build",
    args: "",
    description:
      "Build the tree from the store, or from the embedded data where there is none. Never touches the network.",
    load: async () => (await import("./build.ts")).buildCommand,
  },
  {
    name: "serve",
    args: "[dir]",
    description: "Serve a tree; a newer one is taken up while it runs.",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "verify",
    args: "[dir]",
    description:
      "Check every byte of a tree against its index, every answer against its schema, and where every link leads, here or at an address.",
    load: async () => (await import("./verify.ts")).verifyCommand,
  },
  {
    name: "mirror",
    args: "<from> <dir>",
    description:
      "Copy a tree from a host, a static host or a folder, or bring the copy up to date. Every byte is checked before any of it is visible; what was interrupted is gone on with.",
    load: async () => (await import("./mirror.ts")).mirrorCommand,
  },
  {
    name: "publish",
    args: "<tree> <target>",
    description:
      "Put a tree where it is served from: a folder, or an S3-compatible object store. Only what changed is sent; snapshot.json moves last, and until then the snapshot before stands whole.",
    load: async () => (await import("./publish.ts")).publishCommand,
  },
  {
    name: "delta",
    args: "<tree-a> <tree-b>",
    description:
      "Tell what leads from one tree to another, and try it: applied to the first it has to give the second, hash for hash. Builds and mirrors do this by themselves for the tree that they replace.",
    load: async () => (await import("./delta.ts")).deltaCommand,
  },
  {
    name: "keygen",
    args: "<path>",
    description: "Make a pair of keys: one to sign snapshots with, one for everybody who checks them.",
    load: async () => (await import("./keygen.ts")).keygenCommand,
  },
  {
    name: "host",
    args: "<kind>",
    description:
      "Print the configuration with which another server serves a tree that was built with --grid; for a worker, write what is to be deployed.",
    load: async () => (await import("./host.ts")).hostCommand,
  },
  {
    name: "status",
    args: "[dir]",
    description: "Say what is in the store and in the tree, how old it is, and whether it is complete.",
    load: async () => (await import("./status.ts")).statusCommand,
  },
  {
    name: "doctor",
    args: "",
    description:
      "Say in one page what is configured, readable, writable, reachable and current, how full the disk is, and what to do.",
    load: async () => (await import("./doctor.ts")).doctorCommand,
  },
  {
    name: "start",
    args: "",
    description: "Build, and serve what was built.",
    load: async () => (await import("./serve.ts")).startCommand,
  },
];

/**
 * Every command with its description.
 *
 * @param isUsed whether the code of a command is loaded, and with it its options and its action
 */
export async function createProgram(isUsed: (name: string) => boolean = () => true): Promise<Command> {
  const program = new Command("quaketree")
    .description("Grows an earthquake data API as a tree of static files, and serves it.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .option("--debug", "show the stack of an error")
    .exitOverride()
    .configureOutput({ outputError() {} })
    .configureHelp({ subcommandTerm: (command) => termOf(command.name()) })
    .addHelpText("after", "\nExample:\n  $ quaketree start   # builds from what there is and serves it: begin here");
  for (const { name, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    if (isUsed(name)) (await load())(command);
  }
  return program;
}

/** A command in the list of commands, also where its code is not loaded. */
function termOf(name: string): string {
  const entry = COMMANDS.find((one) => one.name === name);
  return entry ? `${name} [options] ${entry.args}`.trimEnd() : `${name} [command]`;
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
    const program = await createProgram((name) => argv.includes(name));
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitCode(error);
    const helped = error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help");
    if (!helped) printError(error, argv.includes("--debug"));
  }
}
