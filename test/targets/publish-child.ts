/** Publishes one tree after the other until it is killed or done. Arguments: endpoint, prefix, folders. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { publishHeaders } from "../../build/commands/publish-headers.ts";
import { isAlive, ownIdentity } from "../../build/process-identity.ts";
import { createS3Target } from "../../build/targets/s3.ts";
import { s3Address, s3Credentials } from "../../build/targets/s3-address.ts";
import { publishTree } from "../../build/tree/publish.ts";

const [endpoint = "", name = "", ...dirs] = process.argv.slice(2);
const target = createS3Target({
  address: s3Address(name, endpoint, process.env),
  credentials: s3Credentials(process.env),
  fetch,
  sleep: delay,
  random: Math.random,
  now: Date.now,
});
process.stdout.write("ready\n");
for (const dir of dirs) {
  const publisher = { run: randomBytes(8).toString("hex"), machine: "this", process: ownIdentity() };
  await publishTree({ dir, target, publisher, isAlive, now: () => performance.now(), headersOf: publishHeaders });
}
