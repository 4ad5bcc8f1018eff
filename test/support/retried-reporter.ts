import type { Reporter, TestModule } from "vitest/node";

/** More tests than this that pass only when they are repeated are not chance. */
export const MAX_RETRIED = 3;

/** A test that was repeated because it failed. */
export interface Retried {
  name: string;
  times: number;
}

/**
 * Lists the tests that were repeated, at the end of a run, and fails the run if there are more than `MAX_RETRIED`: a test that is
 * often repeated hides a fault.
 *
 * @param report takes a line
 * @param fail is called for too many
 */
export function reportRetried(retried: readonly Retried[], report: (line: string) => void, fail: () => void): void {
  if (retried.length === 0) return;
  report(`retried: ${retried.length} (at most ${MAX_RETRIED} may be)`);
  for (const { name, times } of retried) report(`retried x${times}: ${name}`);
  if (retried.length > MAX_RETRIED) fail();
}

function* retriedOf(modules: readonly TestModule[]): Iterable<Retried> {
  for (const { children, relativeModuleId } of modules) {
    for (const test of children.allTests()) {
      const times = test.diagnostic()?.retryCount ?? 0;
      if (times > 0) yield { name: `${relativeModuleId} > ${test.fullName}`, times };
    }
  }
}

export const retriedReporter: Reporter = {
  onTestRunEnd(modules) {
    const fail = () => (process.exitCode = 1);
    reportRetried([...retriedOf(modules)], (line) => void process.stdout.write(`${line}\n`), fail);
  },
};
