import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { UserError } from "../platform/error.ts";
import { oneLine } from "../platform/text.ts";
import { printable, type TerminalReport, terminalReport, wantsColour } from "./terminal.ts";

/** What a command uses of its process. Results go to `out`, everything else to the report. */
export interface CliContext {
  out: (line: string) => void;
  report: TerminalReport;
  json: boolean;
  env: NodeJS.ProcessEnv;
  /** ms since 1970 UTC. */
  now: () => number;
  /** Sets an exit code other than 0 for a command that did its work. */
  end: (code: number) => void;
}

export function contextOf({ json = false }: { json?: boolean }): CliContext {
  const { stdout, stderr, env } = process;
  const report = terminalReport({ stream: stderr, json, colour: wantsColour(stderr, env) });
  return {
    out(line) {
      report.clear();
      stdout.write(`${printable(line)}\n`);
    },
    report,
    json,
    env,
    now: Date.now,
    end(code) {
      process.exitCode = code;
    },
  };
}

/** Prints a result: as JSON where a script reads it, otherwise as lines for people. */
export function printResult({ out, json }: Pick<CliContext, "out" | "json">, result: object, lines: () => readonly string[]): void {
  for (const line of json ? [JSON.stringify(result)] : lines()) out(line);
}

/** The version of V8 that has the flag, that of Node.js 20. Later ones do not have it, and would print an error. */
const V8 = 11;

/** Bytecode that a function runs before V8 optimises it: about seven times the default. */
const BUDGET = 1_000_000;

/**
 * For a process that works for a few seconds, once or each minute: V8 of Node.js 20 optimises later, and so fewer functions. Otherwise
 * its threads take a fifth of the processor time of a rebuild for code that hardly runs any more.
 */
export function tuneV8(): void {
  if (Number.parseInt(process.versions.v8, 10) === V8) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Calls back at the first signal that ends the process; a second one ends it at once. @returns stops listening */
export function onSignal(then: (name: NodeJS.Signals) => void): () => void {
  const release = () => {
    for (const name of SIGNALS) process.off(name, listener);
  };
  const listener = (name: NodeJS.Signals) => {
    release();
    then(name);
  };
  for (const name of SIGNALS) process.on(name, listener);
  return release;
}

/**
 * Does work that is safe to interrupt: a signal ends the process as usual, after a message that says how to continue.
 *
 * @param how how to continue
 */
export async function interruptible<T>(how: string, { report }: CliContext, work: () => Promise<T>): Promise<T> {
  const release = onSignal((name) => {
    report.clear();
    process.stderr.write(`quaketree: interrupted; ${oneLine(how)}\n`);
    process.kill(process.pid, name);
  });
  try {
    return await work();
  } finally {
    release();
  }
}

/** For commands that read a store and must not make its folder. @throws UserError `store-missing` */
export function requireStore(store: string): void {
  if (!existsSync(store)) throw new UserError("store-missing", `the store ${store} does not exist`, "give one by --store");
}
