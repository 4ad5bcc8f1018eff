/** Mirrors an origin into a folder over and over until it is killed. Arguments: address, folder. */
import { setTimeout as delay } from "node:timers/promises";
import { createHttpOrigin } from "../../build/origins/http.ts";
import { mirrorTree } from "../../build/tree/mirror.ts";
import { NOW } from "./mirroring.ts";

const [address = "", out = ""] = process.argv.slice(2);
const now = () => NOW;
const origin = createHttpOrigin({ base: new URL(address), fetch, sleep: delay, random: Math.random, now });
process.stdout.write("ready\n");
for (;;) await mirrorTree({ origin, out, now, sleep: delay });
