import { defineConfig } from "vitest/config";

/** Tests that need a whole tree of the embedded data share one, built once. */
const WHOLE = "test/**/*.whole.test.ts";

/** Tests that wait for kills, storms, faulty servers and browsers, or read the whole corpus. */
const WAITING = ["test/**/*{kill,storm,faults,swap,corpus}*.test.ts", "test/{scripts,targets}/**", "test/pages/map/map.test.ts"];
const left = process.env["WITHOUT_WAITING"] ? [WHOLE, ...WAITING] : [WHOLE];

export default defineConfig({
  test: {
    setupFiles: ["test/setup.ts"],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Left alone it keeps one core for itself, which is half of a small machine.
    maxWorkers: "100%",
    coverage: { provider: "v8", include: ["build/**/*.ts"], reporter: ["text-summary"] },
    projects: [
      { extends: true, test: { name: "parts", include: ["test/**/*.test.ts"], exclude: left } },
      { extends: true, test: { name: "whole", include: [WHOLE], globalSetup: ["test/build-embedded-tree.ts"] } },
    ],
  },
});
