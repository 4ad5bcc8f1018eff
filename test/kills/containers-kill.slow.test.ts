/**
 * Containers that work on one volume at once. Each has its own process numbers and mounts, so that each is process 1.
 * `CONTAINERS=200 npm run kills` says how many rounds; `KILLS_SEED` which.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { publish } from "../../build/cli/publish.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { silentReport } from "../../build/platform/report.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { bundleModule } from "../support/bundle-module.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type ContainerErrand, NOW } from "./container-errand.ts";
import { createTally, type Tally } from "./harness.ts";

const ROUNDS = Number(process.env["CONTAINERS"] ?? 4);
const UNSHARE = ["--pid", "--mount", "--fork", "--mount-proc", "--kill-child=SIGKILL"];
const isPermitted = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;

const random = mulberry32(Number(process.env["KILLS_SEED"] ?? 7));
const folder = temporaryFolder();
const program = join(folder, "build", "kills", "container.mjs");
const [earlier, origin] = [join(folder, "earlier"), join(folder, "origin")];
const volume = join(folder, "volume");
const [out, site] = [join(volume, "dist"), join(volume, "site")];

const [FIRST, SECOND, THIRD, LAST] = [0, 1, 2, 3].map((hour) => `2018-02-07T1${hour}:20:30.456Z`) as [string, string, string, string];
const build = (version: string, asOf: string): ContainerErrand => ({ work: "build", out, version, asOf });

/** Who writes where. */
const ERRANDS: readonly ContainerErrand[] = [
  build("second", SECOND),
  build("third", THIRD),
  { work: "mirror", from: origin, out },
  { work: "serve", out },
  { work: "publish", from: out, out: site },
  { work: "publish", from: earlier, out: site },
];

/** What may come of it besides success: another one was at work, has written a newer tree, or has not written one yet. */
const EXPECTED =
  /^(?:build-running|tree-missing|tree-damaged|mirror-(?:rollback|missing|unsound|wrong-hash|malformed)|publish-backwards)\n$/;

beforeAll(async () => {
  if (!isPermitted) return;
  cpSync(fileURLToPath(new URL("../../package.json", import.meta.url)), join(folder, "package.json"));
  bundleModule(new URL("container.ts", import.meta.url), program);
  await smallTree(earlier, { version: "first", asOf: FIRST, packLarge: false });
  cpSync(earlier, origin, { recursive: true });
  for (const version of ["other", "another"]) await smallTree(origin, { version, asOf: THIRD, packLarge: false });
});

interface Container {
  errand: ContainerErrand;
  child: ChildProcess;
  ready: Promise<unknown>;
  ended: Promise<{ code: number | null; said: string }>;
}

function start(errand: ContainerErrand): Container {
  const child = spawn("unshare", [...UNSHARE, process.execPath, program, JSON.stringify(errand)], { stdio: "pipe" });
  let said = "";
  child.stderr.on("data", (part: Buffer) => void (said += part));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  const ready = Promise.race([once(child.stdout, "data"), ended.then(({ said }) => [said])]).then(([line]) =>
    expect(String(line)).toBe("ready 1\n"),
  );
  return { errand, child, ready, ended };
}

async function runRound(tally: Tally): Promise<void> {
  rmSync(volume, { recursive: true, force: true });
  mkdirSync(volume);
  if (random() < 0.5) cpSync(earlier, out, { recursive: true });
  const containers = ERRANDS.map(start);
  await Promise.all(containers.map(({ ready }) => ready));
  for (const { child } of containers) {
    child.stdin?.end();
    await delay(random() * 15);
  }
  const killed = random() < 0.25 ? containers[Math.floor(random() * containers.length)] : undefined;
  if (killed) await delay(random() * 40);
  killed?.child.kill("SIGKILL");
  const written = new Set<string>();
  for (const { errand, ended } of containers) {
    const { code, said } = await ended;
    tally.add(`${errand.work} ${code === null ? "killed" : code === 0 ? "done" : said.trim()}`);
    expect([0, 1, null]).toContain(code);
    if (code === 1 || said !== "") expect(said).toMatch(EXPECTED);
    if (code === 0) written.add(errand.work === "serve" ? out : errand.out);
  }
  for (const dir of written) if (existsSync(dir) || !killed) expect((await verifyTree(dir)).faults).toEqual([]);
  await expectFree();
}

/** Nobody holds a lock any more, and the next run completes and cleans up what a killed one has left. */
async function expectFree(): Promise<void> {
  // The second has a larger sequence number than the earlier tree, which the site may have.
  for (const version of ["last but one", "last"]) await smallTree(out, { version, asOf: LAST, packLarge: false });
  await publish({ tree: out, to: site }, { report: { ...silentReport, clear() {} }, env: {}, now: () => NOW });
  for (const dir of [out, site]) expect((await verifyTree(dir)).faults).toEqual([]);
  expect(readdirSync(volume).toSorted()).toEqual(["dist", "dist.cells", "site"]);
}

describe.skipIf(!isPermitted)(`containers on one volume (skipped where \`unshare\` is not permitted)`, () => {
  it(
    `build, mirror, publish and serve at once in ${ROUNDS} rounds: a command that ends with 0 leaves a sound ` +
      "tree, and no ended process holds a lock",
    async () => {
      const tally = createTally();
      for (let round = 0; round < ROUNDS; round++) await runRound(tally);
      tally.tell("containers");
    },
    60_000 + ROUNDS * 60_000,
  );
});
