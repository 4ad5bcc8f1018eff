import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

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

/**
 * Whether that very process lives. Where it cannot be told when the process of this number began, the number decides.
 * Processes of other machines and containers are not seen.
 */
export function isAlive({ pid, began }: ProcessIdentity): boolean {
  if (!isNumberAlive(pid)) return false;
  if (began === UNKNOWN) return true;
  const actual = beginningOf(pid);
  return actual === undefined || actual === began;
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

/** Ticks since the machine was started, and which start that was (proc(5): field 22 of `stat`, after the name in brackets). */
function beginningOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return ticks && `${ticks}@${boot}`;
  } catch {
    return undefined;
  }
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
