import { CommanderError } from "commander";
import { UserError } from "../platform/error.ts";
import { causeOf } from "../platform/file-system.ts";
import { redactor } from "../platform/redact.ts";
import type { Report } from "../platform/report.ts";
import { oneLine, thousands } from "../platform/text.ts";

/** The stream of a terminal, such as `process.stderr`. */
interface Stream {
  write: (text: string) => unknown;
  isTTY?: boolean;
  columns?: number;
}

/** A report that may use the last line of the screen. */
export interface TerminalReport extends Report {
  /** Erases its line, before anything else is written. */
  clear: () => void;
}

export interface TerminalOptions {
  stream: Stream;
  /** Whether a script reads the result: then only warnings are written. */
  json?: boolean;
  /** Whether to use colours. */
  colour?: boolean;
  /** ms; a monotonic clock. */
  now?: () => number;
}

/** Shorter stages show no progress, because it would flicker, ms. */
const WORTH_SHOWING = 1_000;
/** Minimum time between two updates of the line, ms. */
const REDRAW = 100;

/** On a terminal one line with the progress, otherwise one line per stage; with `--json` only warnings. */
export function terminalReport(options: TerminalOptions): TerminalReport {
  if (options.json) return { ...plainReport(options.stream), step() {} };
  return options.stream.isTTY ? liveReport(options) : plainReport(options.stream);
}

/**
 * Text without effect on a terminal and without secrets in URLs. Control characters except line ends and tabs, and characters that
 * change the writing direction, are escaped as in JSON. Messages quote what agencies and servers sent.
 */
export function printable(text: string): string {
  return hideSecrets(text).replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const hideSecrets = redactor();

const UNPRINTABLE = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

function plainReport(stream: Stream): TerminalReport {
  return {
    step: (message) => void stream.write(`${printable(message)}\n`),
    progress() {},
    warn: (message) => void stream.write(`warning: ${printable(message)}\n`),
    clear() {},
  };
}

function liveReport({ stream, colour = false, now = () => performance.now() }: TerminalOptions): TerminalReport {
  let stage = "";
  let since = 0;
  let drawn = 0;
  const erase = () => void stream.write("\r\u001b[K");
  const draw = (line: string) => {
    // One column stays free: a full line would wrap, and a wrapped line cannot be erased.
    stream.write(`\r\u001b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
    drawn = now();
  };
  return {
    step(message) {
      stage = printable(message);
      since = now();
      draw(`${stage} …`);
    },
    progress(done, total, what) {
      if (now() - since < WORTH_SHOWING || now() - drawn < REDRAW) return;
      draw(`${stage} … ${progressText(done, total, what)}`);
    },
    warn(message) {
      erase();
      stream.write(`${paint(colour, 33, "warning:")} ${printable(message)}\n`);
      if (stage) draw(`${stage} …`);
    },
    clear() {
      if (stage) erase();
      stage = "";
    },
  };
}

function progressText(done: number, total: number, what: string): string {
  if (total <= 0) return `${thousands(done)} ${what}`;
  return `${thousands(done)} of ${thousands(total)} ${what} (${Math.floor((100 * done) / total)} %)`;
}

/** Text in a terminal colour (SGR number), if colours are used. */
function paint(colour: boolean, sgr: number, text: string): string {
  return colour ? `\u001b[${sgr}m${text}\u001b[0m` : text;
}

/** Whether to use colours: only on terminals, and not if NO_COLOR is set (https://no-color.org). */
export function wantsColour(stream: Stream, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}

/** Writes an error to stderr in one line: the problem and the advice. @param debug adds the stack */
export function printError(error: unknown, debug: boolean): void {
  const { stderr, env } = process;
  if (stderr.isTTY) stderr.write("\r\u001b[K");
  const name = paint(wantsColour(stderr, env), 31, "quaketree:");
  stderr.write(`${name} ${printable(oneLine(errorText(error)))}\n`);
  if (debug && error instanceof Error) stderr.write(`${printable(error.stack ?? "")}\n`);
}

function errorText(error: unknown): string {
  if (error instanceof UserError) return error.hint ? `${error.message} (${error.hint})` : error.message;
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, "").replace(/\.$/, "");
    return `${message} (see quaketree --help)`;
  }
  const cause = causeOf(error);
  if (cause) return `${(error as NodeJS.ErrnoException).path ?? "a file"} cannot be used: ${cause[0]} (${cause[1]})`;
  const message = error instanceof Error ? error.message : String(error);
  return `${message} (a bug in the program; run again with --debug for the stack)`;
}
