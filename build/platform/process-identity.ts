import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process as it can be written down, and found or missed again: its number alone may be another's by then. */
export interface ProcessIdentity {
  pid: number;
  /** When it began, in whatever form the system tells it, without blanks; `-` where the system does not tell. */
  began: string;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, began: beginningOf(process.pid) ?? UNKNOWN };
  return own;
}

let own: ProcessIdentity | undefined;
const UNKNOWN = "-";

/** A process that has ended, but that its parent has not asked about yet. */
const ENDED = "ended";

/**
 * Whether that very process lives. Where it cannot be told when the process of this number began, the number decides.
 * The answer means something only for a process of the same `processScope`.
 */
export function isAlive({ pid, began }: ProcessIdentity): boolean {
  if (!isNumberAlive(pid)) return false;
  const actual = beginningOf(pid);
  if (actual === ENDED) return false;
  return began === UNKNOWN || actual === undefined || actual === began;
}

/**
 * Within what process numbers mean the same: a machine from one start to the next and, on Linux, a namespace of processes,
 * such as a container. A hash, because everybody may read it.
 */
export function processScope(): string {
  const parts = ["quaketree", hostname()];
  if (process.platform === "linux") {
    try {
      parts.push(bootOnLinux(), readlinkSync("/proc/self/ns/pid"));
    } catch {
      // Without /proc, the name has to do.
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
 * Ticks since the machine was started, and which start that was. In `/proc/{pid}/stat`, after the name in brackets, the
 * first field is the state, and the twentieth the ticks (proc(5): fields 3 and 22).
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
