import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../build/quaketree.js", import.meta.url));

export interface Ended {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Waits for a line on stdout. */
  line(pattern: RegExp): Promise<string>;
}

/** Starts the real command in a folder of its own, without the environment that would change what it does. */
export function start(args: readonly string[], cwd: string, env: Record<string, string> = {}, program = PROGRAM): Running {
  const { PORT: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...inherited, ...env }, stdio: "pipe" });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => void (stdout += part));
  child.stderr.on("data", (part: Buffer) => void (stderr += part));
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = stdout.split("\n").find((candidate) => pattern.test(candidate));
        if (found !== undefined) resolve(found);
      };
      child.stdout.on("data", look);
      look();
      void ended.then(() => reject(new Error(`ended without a line like ${pattern}: ${stdout}${stderr}`)));
    });
  return { child, ended, line };
}

/** Runs the real command to its end. */
export function quaketree(args: readonly string[], cwd: string, env?: Record<string, string>, program?: string): Promise<Ended> {
  return start(args, cwd, env, program).ended;
}
