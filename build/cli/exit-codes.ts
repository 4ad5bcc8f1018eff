import { CommanderError } from "commander";
import { RUN_EXIT } from "../pipeline/status-document.ts";
import { UserError } from "../platform/error.ts";

/** What the exit code of a command means. */
export const EXIT = {
  ...RUN_EXIT,
  /** Wrong use of the command line. */
  usage: 2,
  /** Another run is writing to the store or the tree. */
  running: 4,
} as const;

/** The exit code for an error; 0 for what commander throws after help or version. */
export function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (!(error instanceof UserError)) return EXIT.failed;
  if (error.code === "usage") return EXIT.usage;
  return RUNNING.has(error.code) ? EXIT.running : EXIT.failed;
}

/** Error codes of a conflict with another run. */
const RUNNING = new Set(["store-in-use", "build-running", "publish-running", "tree-replaced"]);
