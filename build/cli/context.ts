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
