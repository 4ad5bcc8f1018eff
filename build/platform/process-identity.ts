import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Identifies a process over time: the system may reuse its number. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in the format of the system, without spaces; `-` if it is unknown. */
  began: string;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, began: beginningOf(process.pid) ?? UNKNOWN };
  return own;
}

let own: ProcessIdentity | undefined;
const UNKNOWN = "-";

/** A zombie: a process that has ended and that its parent has not reaped yet. */
const ENDED = "ended";

/**
 * Whether a process with this identity is alive. If its start time is unknown, only its number is compared. The result is valid
 * only for processes of the same `processScope`.
 */
export function isAlive({ pid, began }: ProcessIdentity): boolean {
  if (!isNumberAlive(pid)) return false;
  const actual = beginningOf(pid);
  if (actual === ENDED) return false;
  return began === UNKNOWN || actual === undefined || actual === began;
}

/**
 * The scope in which process numbers are unique: one boot of a machine and, on Linux, one process namespace, such as a container.
 * It is hashed, because anybody may read it.
 */
export function processScope(): string {
  const parts = ["quaketree", hostname()];
  if (process.platform === "linux") {
    try {
      parts.push(bootOnLinux(), readlinkSync("/proc/self/ns/pid"));
    } catch {
      // Without /proc, only the name of the machine is used.
    }
  }
  return createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 16);
}

function isNumberAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function beginningOf(pid: number): string | undefined {
  return process.platform === "linux" ? beginningOnLinux(pid) : beginningByPs(pid);
}

/**
 * Start time in ticks since the boot of the machine, and the id of the boot. In `/proc/{pid}/stat`, after the name in brackets, the
 * first field is the state and the twentieth field is the number of ticks (proc(5): fields 3 and 22).
 */
function beginningOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return ENDED;
    const ticks = fields[19];
    return ticks && `${ticks}@${bootOnLinux()}`;
  } catch {
    return undefined;
  }
}

function bootOnLinux(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
}

function beginningByPs(pid: number): string | undefined {
  try {
    const printed = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    });
    return printed.trim().replace(/\s+/g, "_") || undefined;
  } catch {
    return undefined;
  }
}
