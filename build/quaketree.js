#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";

// Before anything is loaded: an older Node fails in the middle of a library.
const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const [oldest, running] = [engines.node, process.versions.node].map((text) => text.match(/\d+/g).map(Number));
if (running[0] < oldest[0] || (running[0] === oldest[0] && running[1] < oldest[1])) {
  end(`Node ${process.versions.node} is too old (install ${oldest.join(".")} or newer, from https://nodejs.org)`);
}

/** Only a checkout has the TypeScript sources; an installed package has them compiled. */
const source = new URL("./cli/program.ts", import.meta.url);
const { main } = await import(existsSync(source) ? await checkedOut() : "../compiled/program.js");
await main(process.argv);

async function checkedOut() {
  const { bundledProgram } = await import("./checkout.js");
  try {
    const program = await bundledProgram();
    if (process.argv.includes("--debug")) process.setSourceMapsEnabled(true);
    return program;
  } catch {
    // A folder that cannot be written. A source with an error is told by the loader as well.
    const { register } = await import("tsx/esm/api").catch(() => end("the libraries are not installed (run `npm ci` in the checkout)"));
    register();
    return source.href;
  }
}

function end(message) {
  process.stderr.write(`quaketree: ${message}\n`);
  process.exit(1);
}
