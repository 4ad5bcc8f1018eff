import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LockFileSystem, locked } from "../build/lock.ts";
import { isAlive, ownIdentity } from "../build/process-identity.ts";
import { NODE_FILE_SYSTEM } from "../build/tree/file-system.ts";
import { temporaryFolder } from "./temporary.ts";

const root = temporaryFolder();
let made = 0;

const freshLock = () => join(root, `folder-${++made}`, "lock");
const running = () => new Error("running");
const never = new Promise<void>(() => {});

function lock(file: string, work: () => Promise<unknown> = async () => {}, fs: LockFileSystem = NODE_FILE_SYSTEM) {
  return locked(fs, file, running, work);
}

/** A number that no process has. */
const NOBODY = 4_999_999;

test("a lock is there while the work runs, and gone after it, also where the work fails", async () => {
  const file = freshLock();
  await lock(file, async () => expect(existsSync(file)).toBe(true));
  await expect(lock(file, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("a second run of the same process is kept away", async () => {
  const file = freshLock();
  void lock(file, () => never);
  await expect(lock(file)).rejects.toThrow("running");
});

test("a lock of a living process holds, one of a process that is gone, or that was cut short, does not", async () => {
  const file = freshLock();
  await lock(file);
  const cases: [string, boolean][] = [
    [`${process.ppid}\n`, true],
    [`${NOBODY}\n`, false],
    [`${process.ppid}`, false],
    [`${process.pid}\n`, false],
    ["", false],
    ["\u0000\u0000\u0000", false],
  ];
  for (const [content, holds] of cases) {
    writeFileSync(file, content);
    const attempt = lock(file);
    await (holds ? expect(attempt).rejects.toThrow("running") : expect(attempt).resolves.toBeUndefined());
  }
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a number that another process has by now does not count (told by /proc, so on Linux)",
  async () => {
    const file = freshLock();
    await lock(file);
    writeFileSync(file, `${process.ppid} 12@another-start 0f\n`);
    await lock(file);
    expect(existsSync(file)).toBe(false);
    expect(isAlive(ownIdentity())).toBe(true);
    expect(isAlive({ ...ownIdentity(), began: "1@x" })).toBe(false);
  },
);

test("what a crash in the middle of a takeover leaves is taken over too, and cleaned up", async () => {
  const file = freshLock();
  await lock(file);
  // The first to find the dead lock made its guard and a draft, and was killed; the next one the guard's.
  writeFileSync(file, `${NOBODY} - aa\n`);
  const died = { ...NODE_FILE_SYSTEM };
  for (let n = 1; n < 12; n++) {
    let left = n;
    for (const name of ["write", "link", "rename", "remove"] as const) {
      const real = NODE_FILE_SYSTEM[name] as (from: string, to?: unknown) => void;
      died[name] = (from: string, to?: unknown) => {
        if (left-- <= 0) throw new Error("killed");
        real(from, to);
      };
    }
    await lock(file, async () => {}, died).catch(() => {});
    // As after a restart: what was left is of a process that is gone.
    for (const name of readdirSync(join(file, "..")).filter((one) => !one.includes(".new-"))) {
      const path = join(file, "..", name);
      writeFileSync(path, readFileSync(path, "utf8").replace(/^\d+ \S+/, `${NOBODY} -`));
    }
    if (!existsSync(file)) writeFileSync(file, `${NOBODY} - bb\n`);
  }
  writeFileSync(`${file}.new-${NOBODY}`, "");
  await lock(file);
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("where a file system has no hard links a lock is made without", async () => {
  const file = freshLock();
  const fs = {
    ...NODE_FILE_SYSTEM,
    link: () => {
      throw Object.assign(new Error("no links"), { code: "EPERM" });
    },
  };
  await lock(file, async () => await expect(lock(file, undefined, fs)).rejects.toThrow("running"), fs);
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

/** Takes the lock again and again, and writes and removes a file that must never be there when it has the lock. */
const CONTENDER = `
  import { locked } from ${JSON.stringify(new URL("../build/lock.ts", import.meta.url).href)};
  import { NODE_FILE_SYSTEM as fs } from ${JSON.stringify(new URL("../build/tree/file-system.ts", import.meta.url).href)};
  import { writeFileSync, rmSync } from "node:fs";
  const [file, token] = process.argv.slice(-2);
  let won = 0;
  const end = Date.now() + 4_000;
  while (Date.now() < end) {
    await locked(fs, file, () => new Error("running"), async () => {
      writeFileSync(token, String(process.pid), { flag: "wx" });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      rmSync(token);
      won++;
      // Now and then it dies with the lock in its hands.
      if (Math.random() < 0.2) process.kill(process.pid, "SIGKILL");
    }).catch((error) => { if (error.message !== "running") { console.error(error); process.exit(7); } });
    await new Promise((resolve) => setImmediate(resolve));
  }
`;

test("of many processes that fight for a lock, and die with it, never two have it", { timeout: 60_000 }, async () => {
  const file = freshLock();
  const token = `${file}.token`;
  await lock(file);
  const script = join(root, "contender.mts");
  writeFileSync(script, CONTENDER);
  const tsx = new URL("../node_modules/tsx/dist/loader.mjs", import.meta.url).href;
  const end = Date.now() + 4_000;
  let killed = 0;
  const contend = async () => {
    while (Date.now() < end) {
      const child = spawn(process.execPath, ["--import", tsx, script, file, token], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      let said = "";
      child.stderr.on("data", (chunk) => {
        said += chunk;
      });
      const [code, signal] = await once(child, "close");
      expect(said).toBe("");
      expect(code ?? signal).not.toBe(7);
      if (signal === "SIGKILL") killed++;
    }
  };
  await Promise.all([contend(), contend(), contend(), contend()]);
  expect(killed).toBeGreaterThan(0);
  await lock(file);
  expect(readdirSync(join(file, ".."))).toEqual([]);
});
