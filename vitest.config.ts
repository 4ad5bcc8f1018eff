import { defineConfig } from "vitest/config";
import { reportCorpus } from "./test/support/corpus.ts";
import { memoryFolder } from "./test/support/memory-folder.ts";
import { findPrograms } from "./test/support/programs.ts";
import { retriedReporter } from "./test/support/retried-reporter.ts";

/** Tests that need a whole tree of the embedded data share one, built once. */
const WHOLE = "test/**/*.whole.{test,slow.test}.ts";

/** Tests that take long or need a program besides Node: `npm test` leaves them out, `npm run test:all` does not. */
const SLOW = "test/**/*.slow.test.ts";

const report = (line: string) => void process.stderr.write(`${line}\n`);
reportCorpus(process.env, report);

/** Not inherited by `extends`, which would load this file, and look for the programs, once for each project. */
const shared = {
  setupFiles: ["test/support/setup.ts"],
  testTimeout: 180_000,
  // A busy machine is slow; the default is one second.
  expect: { poll: { timeout: 60_000 } },
  hookTimeout: 240_000,
  provide: { programs: findPrograms(process.env, report) },
  // The tests write and remove thousands of small files.
  env: memoryFolder(process.env),
};

export default defineConfig({
  test: {
    // Left alone it keeps one core for itself, which is half of a small machine.
    maxWorkers: "100%",
    reporters: ["default", retriedReporter],
    coverage: { provider: "v8", include: ["build/**/*.ts"], reporter: ["text-summary"] },
    projects: [
      // Without isolation a worker loads a module once for all its files. Importing a helper must not start anything.
      {
        test: {
          ...shared,
          name: "parts",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [WHOLE, SLOW],
        },
      },
      { test: { ...shared, name: "slow", include: [SLOW], exclude: [WHOLE] } },
      // No `exclude` here: it would replace the one of the command line.
      { test: { ...shared, name: "whole", isolate: false, include: [WHOLE], globalSetup: ["test/support/build-embedded-tree.ts"] } },
    ],
  },
});
