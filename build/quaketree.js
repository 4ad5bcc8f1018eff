#!/usr/bin/env node
import { existsSync } from "node:fs";

/** Only a checkout has the TypeScript sources; an installed package has them compiled. */
const source = new URL("./cli/program.ts", import.meta.url);
const inCheckout = existsSync(source);
if (inCheckout) {
  const { register } = await import("tsx/esm/api");
  register();
}
const { main } = await import(inCheckout ? source.href : "../compiled/cli/program.js");
await main(process.argv);
