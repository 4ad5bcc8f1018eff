import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive, ownIdentity, processScope } from "../../build/platform/process-identity.ts";
import { bundleModule } from "../support/bundle-module.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = temporaryFolder();
const onLinux = test.runIf(process.platform === "linux");
const UNSHARE = ["--pid", "--fork", "--mount-proc"];
/** For the shell: a process that waits. */
const WAITING = '"$0" -e "setInterval(Object, 1e9)"';

const isPermitted = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;

test("this process lives, one that is gone does not", async () => {
  const child = spawn(process.execPath, ["--version"]);
  await once(child, "close");
  expect(isAlive(ownIdentity())).toBe(true);
  expect(isAlive({ pid: child.pid ?? 0, began: "-" })).toBe(false);
});

onLinux("a number that another process has by now does not count (told by /proc)", () => {
  expect(isAlive({ ...ownIdentity(), began: "12@another-start" })).toBe(false);
  expect(isAlive({ ...ownIdentity(), began: "-" })).toBe(true);
});

onLinux("a process that has ended and was never reaped does not live (told by /proc)", async () => {
  // The shell becomes a process that does not know of its child.
  const parent = spawn("/bin/sh", ["-c", `${WAITING} & echo $!; exec ${WAITING}`, process.execPath], { stdio: "pipe" });
  const [line] = await once(parent.stdout, "data");
  const pid = Number(String(line));
  expect(isAlive({ pid, began: "-" })).toBe(true);
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "latin1")).not.toBe("sh\n");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "latin1")).toContain(") Z ");
  expect(isAlive({ pid, began: "-" })).toBe(false);
  parent.kill("SIGKILL");
});

test.runIf(isPermitted)("numbers of two containers are not compared (skipped where `unshare` is not permitted)", () => {
  const program = join(root, "scope.mjs");
  bundleModule(new URL("print-process-scope.ts", import.meta.url), program);
  const here = execFileSync(process.execPath, [program], { encoding: "utf8" });
  const inside = execFileSync("unshare", [...UNSHARE, process.execPath, program], { encoding: "utf8" });
  expect(here).toBe(processScope());
  expect(inside).toMatch(/^[0-9a-f]{16}$/);
  expect(inside).not.toBe(here);
});
