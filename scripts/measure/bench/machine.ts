import { spawnSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";

/** Where the figures come from; without it they mean nothing. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  /** Processes that wanted a core in the minute before: over the number of cores, the machine was busy with other things. */
  load: number;
  node: string;
  nginx: string | undefined;
  wrk: string | undefined;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    load: loadavg()[0] ?? 0,
    node: process.version,
    nginx: saidBy("nginx", ["-v"], /nginx\/([\d.]+)/) ?? saidBy("/usr/sbin/nginx", ["-v"], /nginx\/([\d.]+)/),
    wrk: saidBy("wrk", ["-v"], /wrk (?:debian\/)?(\S+)/),
  };
}

/** The command of nginx, which Debian keeps where only root looks; undefined where it is not installed. */
export function findNginx(): string | undefined {
  return ["nginx", "/usr/sbin/nginx"].find((program) => saidBy(program, ["-v"], /(nginx)/) !== undefined);
}

/** What a program says of itself, wherever it says it and however it ends. */
function saidBy(program: string, args: readonly string[], wanted: RegExp): string | undefined {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  const match = wanted.exec(`${stdout ?? ""}${stderr ?? ""}`);
  return match ? (match[1] ?? match[0]) : undefined;
}
