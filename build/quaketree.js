#!/usr/bin/env node
import { existsSync } from "node:fs";

/** Only a checkout has the TypeScript sources; an installed package has them compiled. */
const source = new URL("./cli/program.ts", import.meta.url);
const { main } = await import(existsSync(source) ? await checkedOut() : "../compiled/cli/program.js");
await main(process.argv);

async function checkedOut() {
  const { bundledProgram } = await import("./checkout.js");
  try {
    const program = await bundledProgram();
    if (process.argv.includes("--debug")) process.setSourceMapsEnabled(true);
    return program;
  } catch {
    // A folder that cannot be written. A source with an error is told by the loader as well.
    const { register } = await import("tsx/esm/api");
    register();
    return source.href;
  }
}
