/**
 * What publishing, mirroring and verifying a tree of 100,000 files takes: to a folder, to an object store (s3rver, in a process
 * of its own, behind the front of the tests) and from a host over HTTP on loopback. Each time the first copy, what a minute
 * changes, and a run that was killed half-way and is gone on with. Every command runs as a process of its own.
 *
 *     npm run measure:scale -- [--events 45000] [--work DIR] [--without s3]
 *
 * With --work the trees stay in DIR and are used again.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { size, thousands } from "../../build/platform/text.ts";
import { startHostileServer } from "../../test/tree/hostile-server.ts";
import { type Cost, killProgram, runProgram } from "./archive/program.ts";
import { type StoreProcess, startStoreProcess } from "./scale/store-process.ts";
import { countFiles, twoTrees } from "./scale/trees.ts";

/** Synthetic events are of the past, so that the copy is told as stale. */
const DONE = [0, 3];

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "45000" },
    work: { type: "string" },
    without: { type: "string", multiple: true, default: [] },
  },
});
const work = values.work === undefined ? mkdtempSync(join(tmpdir(), "quaketree-scale-")) : resolve(values.work);
mkdirSync(work, { recursive: true });
const ground = join(work, "ground");
rmSync(ground, { recursive: true, force: true });
mkdirSync(ground);
const isWanted = (part: string) => !values.without.includes(part);
try {
  await main();
} finally {
  rmSync(values.work === undefined ? work : ground, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const { first, second } = await twoTrees(work, Number(values.events));
  say(`a tree of ${thousands(Number(values.events))} events has ${thousands(countFiles(first))} files, variants included`);
  if (isWanted("verify")) tell("verify", await runProgram(["verify", first], ground));
  if (isWanted("folder")) await toFolder(first, second);
  if (isWanted("mirror")) await overHttp(first, second);
  if (isWanted("s3")) await toStore(first, second);
}

async function toFolder(first: string, second: string): Promise<void> {
  const site = join(ground, "site");
  for (const [what, tree] of [
    ["the first time", first],
    ["nothing new", first],
    ["a minute later", second],
  ] as const) {
    const cost = await runProgram(["publish", tree, site, "--json"], ground);
    tell(`publish to a folder, ${what}`, cost, sentOf(cost));
  }
}

function sentOf({ printed }: Cost): string {
  const { sent, bytes } = JSON.parse(printed) as { sent: number; bytes: number };
  return `${thousands(sent)} files, ${size(bytes)} sent`;
}

async function overHttp(first: string, second: string): Promise<void> {
  const server = await startHostileServer(first);
  const mirror = (copy: string) => ["mirror", server.url.href, join(ground, copy), "--json"];
  const measured = async (what: string, copy: string) => {
    server.asked.length = 0;
    const cost = await runProgram(mirror(copy), ground, {}, DONE);
    const { fetched } = JSON.parse(cost.printed) as { fetched: { bytes: number } };
    tell(`mirror, ${what}`, cost, `${thousands(server.asked.length)} requests, ${size(fetched.bytes)}`);
    return server.asked.length;
  };
  try {
    const all = await measured("the first time", "copy");
    await measured("nothing new", "copy");
    server.serve(second);
    await measured("a minute later", "copy");
    server.serve(first);
    server.asked.length = 0;
    await killProgram(mirror("killed"), () => server.asked.length > all / 2);
    say(`  killed after ${thousands(server.asked.length)} requests`);
    await measured("gone on with after that", "killed");
  } finally {
    await server.close();
  }
}

async function toStore(first: string, second: string): Promise<void> {
  const store = await startStoreProcess(join(ground, "objects"));
  const publish = (tree: string) => ["publish", tree, "s3://quakes/tree", "--endpoint", store.endpoint, "--json"];
  const measured = async (what: string, tree: string) => {
    const cost = await runProgram(publish(tree), ground, store.env);
    tell(`publish to an object store, ${what}`, cost, await asked(store, cost));
  };
  try {
    await measured("the first time", first);
    await measured("nothing new", first);
    await killProgram(publish(second), () => store.seen() > 60, store.env);
    await store.figures();
    await measured("a minute later, after a run that was killed", second);
  } finally {
    store.stop();
  }
}

async function asked(store: StoreProcess, cost: Cost): Promise<string> {
  const { put, get, list, delete: removed, processorSeconds, descriptors } = await store.figures();
  const requests = `${thousands(put)} PUT, ${thousands(get)} GET, ${list} LIST, ${removed} DELETE`;
  return `${sentOf(cost)}; ${requests}; the store: ${processorSeconds.toFixed(0)} s processor, ${descriptors} open files`;
}

function tell(what: string, { seconds, processorSeconds, megabytes, descriptors }: Cost, more = ""): void {
  const time = `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s processor`;
  say(`${what}: ${time}, ${megabytes.toFixed(0)} MB, ${descriptors} open files${more && `; ${more}`}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
