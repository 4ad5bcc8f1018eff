import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";

/** A program that listens on loopback. */
export interface Program {
  port: number;
  pid: number;
  /** ms of processor time that it and its children have used so far; undefined where the system does not tell. */
  processorTime: () => number | undefined;
  stop: () => Promise<void>;
}

const PATIENCE_MS = 30_000;

/** The core that servers run on, and the one that the load comes from; without a choice they share. */
const SERVER_CORE = "0";
export const LOAD_CORE = "1";

/** A command line bound to one core, where there is more than one and `taskset` to choose with. */
export function onCore(core: string, command: readonly string[]): [string, ...string[]] {
  const chosen = process.platform === "linux" && availableParallelism() > 1;
  return (chosen ? ["taskset", "-c", core, ...command] : command) as [string, ...string[]];
}

/**
 * Starts a program and waits until it answers.
 *
 * @param command given the port that it shall listen on
 * @param path that is asked for
 */
export async function startProgram(command: (port: number) => readonly string[], path: string, cwd = process.cwd()): Promise<Program> {
  const port = await freePort();
  const [program, ...args] = onCore(SERVER_CORE, command(port));
  const child = spawn(program, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (text: Buffer) => {
    said = (said + text.toString()).slice(-2000);
  });
  const over = new Promise<void>((resolve) => child.once("error", () => resolve()).once("exit", () => resolve()));
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await over;
  };
  try {
    await firstAnswer(child, port, path);
    return { port, pid: child.pid ?? 0, processorTime: () => processorTime(child.pid ?? 0), stop };
  } catch (error) {
    await stop();
    throw new Error(`${args.join(" ")} did not start:\n${said}`, { cause: error });
  }
}

async function firstAnswer(child: ChildProcess, port: number, path: string): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < PATIENCE_MS) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    if (answer?.ok && (await answer.arrayBuffer()).byteLength > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error("no answer in time");
}

/** Linux counts in hundredths of a second (`proc(5)`: fields 14 and 15, and the parent in field 4). */
const TICK_MS = 10;

function processorTime(root: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (Number(pid) === root || Number(fields[1]) === root) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MS;
}

/** The fields behind the name of the program, which may hold blanks: state, parent, … */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
