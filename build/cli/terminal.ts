import { CommanderError } from "commander";
import { UserError } from "../platform/error.ts";
import { redactor } from "../platform/redact.ts";
import type { Report } from "../platform/report.ts";
import { oneLine, thousands } from "../platform/text.ts";

/** What a terminal line is written to; `process.stderr` is one. */
export interface Stream {
  write: (text: string) => unknown;
  isTTY?: boolean;
  columns?: number;
}

/** A report that may own the last line of the screen. */
export interface TerminalReport extends Report {
  /** Gives the last line back, before anything else is written. */
  clear: () => void;
}

export interface TerminalOptions {
  stream: Stream;
  /** Whether the result is read by a script: then only warnings are told. */
  json?: boolean;
  /** Whether colours may be used. */
  colour?: boolean;
  /** ms; a monotonic clock. */
  now?: () => number;
}

/** A stage shorter than this, in ms, shows no progress: it would only flicker. */
const WORTH_SHOWING = 1_000;
/** Between two writes of the line, in ms. */
const REDRAW = 100;

/** On a terminal one line that keeps up with the work, otherwise a plain line a stage, with `--json` nothing but warnings. */
export function terminalReport(options: TerminalOptions): TerminalReport {
  if (options.json) return { ...plainReport(options.stream), step() {} };
  return options.stream.isTTY ? liveReport(options) : plainReport(options.stream);
}

/**
 * Text that does nothing to a terminal and has no secret of an address: control characters besides line ends and tabs, and
 * those that turn the direction of writing, become their escapes, as in JSON. Messages quote what agencies and servers sent.
 */
export function printable(text: string): string {
  return hideSecrets(text).replaceAll(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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

/** Text in a colour of the terminal (SGR number), where colours may be used. */
function paint(colour: boolean, sgr: number, text: string): string {
  return colour ? `\u001b[${sgr}m${text}\u001b[0m` : text;
}

/** Whether to use colours: only for people, and not for those who ask for none (https://no-color.org). */
export function wantsColour(stream: Stream, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}

/** Writes an error to stderr in one line: what is wrong, and what to do about it. @param debug also its stack */
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
  const message = error instanceof Error ? error.message : String(error);
  return `${message} (a mistake of the program; run again with --debug for the stack)`;
}
