import type { CliContext } from "../../build/cli/context.ts";

/** A context of a command, and what the command told by way of it. */
export interface Recorded {
  context: CliContext;
  lines: string[];
  warnings: string[];
  /** The exit code. */
  code: number;
}

/** @param now ms since 1970 UTC */
export function recordedContext(now: () => number, json = false): Recorded {
  const recorded: Omit<Recorded, "context"> = { lines: [], warnings: [], code: 0 };
  const context: CliContext = {
    out: (line) => void recorded.lines.push(line),
    report: { step() {}, progress() {}, clear() {}, warn: (line) => void recorded.warnings.push(line) },
    json,
    env: {},
    now,
    end: (code) => void (recorded.code = code),
  };
  return Object.assign(recorded, { context });
}
