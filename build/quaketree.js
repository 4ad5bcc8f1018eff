#!/usr/bin/env node
// The program is TypeScript as written; Node 20 cannot strip types, so tsx does it at load.
import { register } from "tsx/esm/api";

register();
const { main } = await import("./cli/program.ts");
await main(process.argv);
