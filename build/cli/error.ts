import { CommanderError } from "commander";
import { UserError } from "../platform/error.ts";
import { oneLine } from "../platform/one-line.ts";
import { EXIT } from "./options.ts";
import { paint, printable, wantsColour } from "./terminal.ts";

/** One line: what is wrong, and what to do about it. */
export function tellError(error: unknown, debug: boolean): void {
  const { stderr, env } = process;
  if (stderr.isTTY) stderr.write("\r\u001b[K");
  const name = paint(wantsColour(stderr, env), 31, "quaketree:");
  stderr.write(`${name} ${oneLine(errorText(error))}\n`);
  if (debug && error instanceof Error) stderr.write(`${printable(error.stack ?? "")}\n`);
}

function errorText(error: unknown): string {
  if (error instanceof UserError) return error.hint ? `${error.message} (${error.hint})` : error.message;
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, "").replace(/\.$/, "");
    return `${message} (see quaketree --help)`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `${message} (a mistake of the program; run again with --debug for the stack)`;
}

/** See `EXIT`; 0 also for what commander threw after help or version. */
export function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (!(error instanceof UserError)) return EXIT.failed;
  if (error.code === "usage") return EXIT.usage;
  return RUNNING.has(error.code) ? EXIT.running : EXIT.failed;
}

/** Errors that say that another run is at work. */
const RUNNING = new Set(["store-in-use", "build-running", "publish-running", "tree-replaced"]);
