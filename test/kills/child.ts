/**
 * Does one piece of work and may kill itself on the way: hard, as `kill -9` does, before the n-th change that it makes, or in
 * the middle of it. Argument: an `Errand` as JSON. Prints `ready`, at the end how many changes there were.
 */
import { writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { mirrorTree } from "../../build/mirror/mirror.ts";
import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../../build/platform/file-system.ts";
import { publishHeaders } from "../../build/publish/folders/site-folder.ts";
import { publishTree } from "../../build/publish/publish.ts";
import { createS3Target } from "../../build/publish/s3/target.ts";
import type { Target } from "../../build/publish/target.ts";
import { createHttpOrigin } from "../../build/tree/origins/http.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { s3Address, s3Credentials } from "../../build/tree/origins/s3/address.ts";
import type { Errand } from "./errand.ts";
import { NOW } from "./versions.ts";

const errand = JSON.parse(process.argv[2] ?? "") as Errand;
const { dieAt } = errand;
let changes = 0;

function die(what: string, path: string): never {
  writeSync(2, `died ${what} ${path}\n`);
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

const CHANGES = ["makeFolder", "write", "append", "link", "copy", "rename", "remove", "removeEmpty"] as const;

function dying(): TreeFileSystem {
  const fs = { ...NODE_FILE_SYSTEM };
  for (const name of CHANGES) {
    const real = NODE_FILE_SYSTEM[name] as (path: string, more?: unknown) => boolean;
    fs[name] = (path: string, more?: unknown): boolean => {
      if (++changes !== dieAt) return real(path, more);
      if (name === "write" || name === "append") real(path, (more as string).slice(0, (more as string).length / 2));
      die(name, name === "rename" ? String(more) : path);
    };
  }
  return fs;
}

/** Dies before an operation, or after it and before its result is known. */
async function operation<T>(what: string, path: string, work: () => Promise<T>): Promise<T> {
  const at = ++changes;
  if (at === dieAt && errand.half !== true) die(what, path);
  const done = await work();
  if (at === dieAt) die(`after ${what}`, path);
  return done;
}

function dyingTarget(target: Target): Target {
  return {
    ...target,
    put: (path, ...more) => operation("put", path, () => target.put(path, ...more)),
    copy: (path, ...more) => operation("copy", path, () => target.copy(path, ...more)),
    remove: (path) => operation("remove", path, () => target.remove(path)),
    list: (path) => operation("list", path, () => target.list(path)),
    get: (path, ...more) => operation("get", path, () => target.get(path, ...more)),
  };
}

function originOf(from: string) {
  if (!from.startsWith("http")) return createFolderOrigin(from);
  return createHttpOrigin({ base: new URL(from), fetch, sleep: delay, random: Math.random, now: () => NOW });
}

async function run(): Promise<void> {
  if (errand.work === "copy") {
    const { from, out } = errand;
    await mirrorTree({ origin: originOf(from), out, now: () => NOW, sleep: delay, fileSystem: dying() });
  } else {
    const { address, endpoint, trees } = errand;
    const { env } = process;
    const settings = { address: s3Address(address, endpoint, env), credentials: s3Credentials(env, "us-east-1") };
    const clocks = { fetch, sleep: delay, random: Math.random, now: Date.now };
    const target = dyingTarget(createS3Target({ ...settings, ...clocks }));
    for (const [at, dir] of trees.entries()) {
      const publisher = { run: `${process.pid}-${at}`, machine: "this" };
      await publishTree({ dir, target, publisher, now: () => performance.now(), headersOf: publishHeaders });
    }
  }
}

writeSync(1, "ready\n");
await run();
writeSync(1, `changes ${changes}\n`);
process.exit(0);
