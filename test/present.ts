import { spawnSync } from "node:child_process";

/**
 * Whether a program is there to test with, said aloud where it is not. In CI it has to be.
 *
 * @param installer what installs it, in `scripts/ci`
 */
export function presentOrSkip(program: string, args: readonly string[], installer: string): boolean {
  if (spawnSync(program, args).status === 0) return true;
  const message = `there is no ${program} (scripts/ci/${installer} installs it)`;
  if (process.env["CI"]) throw new Error(message);
  process.stderr.write(`\nSKIPPED: the tests with ${program}, ${message}\n`);
  return false;
}
