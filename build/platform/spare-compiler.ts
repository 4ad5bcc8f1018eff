import { setFlagsFromString } from "node:v8";

/** The version of V8 that has the flag, that of Node.js 20. Later ones do not have it, and would print an error. */
const V8 = 11;

/** Bytecode that a function runs before V8 optimises it: about seven times the default. */
const BUDGET = 1_000_000;

/**
 * For a process that works for a few seconds, once or each minute: V8 of Node.js 20 optimises later, and so fewer functions. Otherwise
 * its threads take a fifth of the processor time of a rebuild for code that hardly runs any more.
 */
export function spareCompiler(): void {
  if (Number.parseInt(process.versions.v8, 10) === V8) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
