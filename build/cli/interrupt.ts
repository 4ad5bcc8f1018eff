import { oneLine } from "../platform/text.ts";
import type { CliContext } from "./context.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Does work that is safe to interrupt: a signal ends the process as usual, after a message that says how to continue.
 *
 * @param how how to continue
 */
export async function interruptible<T>(how: string, { report }: CliContext, work: () => Promise<T>): Promise<T> {
  const release = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  const onSignal = (name: NodeJS.Signals) => {
    release();
    report.clear();
    process.stderr.write(`quaketree: interrupted; ${oneLine(how)}\n`);
    process.kill(process.pid, name);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work();
  } finally {
    release();
  }
}
