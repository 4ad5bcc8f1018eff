import { defineConfig } from "vitest/config";
import { corpusPresent } from "./test/corpus.ts";
import { findPrograms } from "./test/support/programs.ts";

/** Tests that need a whole tree of the embedded data share one, built once. */
const WHOLE = "test/**/*.whole.test.ts";

/** Tests that wait for kills, storms, faulty servers and browsers, or read the whole corpus. */
const WAITING = ["test/**/*{kill,storm,faults,swap,corpus}*.test.ts", "test/{scripts,targets}/**", "test/pages/map/map.test.ts"];
const left = process.env["WITHOUT_WAITING"] ? [WHOLE, ...WAITING] : [WHOLE];

if (!corpusPresent) process.stderr.write("SKIPPED: the tests of real captures: ../shared/corpus is absent\n");

/** Not inherited by `extends`, which would load this file, and look for the programs, once for each project. */
const shared = {
  setupFiles: ["test/setup.ts"],
  testTimeout: 180_000,
  hookTimeout: 240_000,
  provide: { programs: findPrograms() },
};

export default defineConfig({
  test: {
    // Left alone it keeps one core for itself, which is half of a small machine.
    maxWorkers: "100%",
    coverage: { provider: "v8", include: ["build/**/*.ts"], reporter: ["text-summary"] },
    projects: [
      { test: { ...shared, name: "parts", include: ["test/**/*.test.ts"], exclude: left } },
      { test: { ...shared, name: "whole", include: [WHOLE], globalSetup: ["test/build-embedded-tree.ts"] } },
    ],
  },
});
