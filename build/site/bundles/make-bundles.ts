/** A program of its own, started by `bundles.ts`: writes what it has bundled to stdout, as JSON. */
import { browserBundles } from "./programs.ts";
import { pageBundles } from "./scripts.ts";

const decoder = new TextDecoder();
const files = [...browserBundles(), ...(await pageBundles())];
process.stdout.write(JSON.stringify(files.map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) }))));
