import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Random } from "../emulator/random.ts";
import { wholeWithin } from "../emulator/random.ts";

/** What the process is told: rebuild, with the clock at that time (ms since 1970 UTC). */
export interface Order {
  now: number;
}

/** What it says: a stage that it has begun, and how it ended. */
export type Message =
  | { kind: "step"; what: string }
  /** `now`: its clock, which went on while it waited. */
  | { kind: "ended"; ended: Ended; now: number };

/** How one rebuild ended. */
export type Ended = { kind: "report"; outcome: string } | { kind: "error"; code: string; message: string };

export interface Rebuilder {
  /** Rebuilds once; undefined where the process was killed on the way. */
  rebuild(now: number, killed: Random | undefined): Promise<{ ended: Ended; now: number } | undefined>;
  stop(): Promise<void>;
}

const CHILD = fileURLToPath(new URL("rebuild-process.ts", import.meta.url));
/** A rebuild takes about so many steps: later ones never come, and so the process sometimes lives. */
const STEPS = 14;
const LONGEST_MS = 120_000;

/** Keeps a process that rebuilds on demand, and starts another after it was killed. */
export function createRebuilder(config: string, store: string, out: string): Rebuilder {
  let child: ChildProcess | undefined;
  const running = () => {
    if (child !== undefined) return child;
    const execArgv = ["--import", "tsx"];
    const started = fork(CHILD, [config, store, out], { execArgv, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    started.once("exit", () => {
      child = undefined;
    });
    child = started;
    return started;
  };
  return {
    rebuild: (now, killed) =>
      rebuildIn(running(), now, killed && { step: wholeWithin(killed, 0, STEPS), delay: wholeWithin(killed, 0, 60) }),
    stop: async () => {
      const last = child;
      if (last === undefined) return;
      const gone = new Promise((resolve) => last.once("exit", resolve));
      last.kill("SIGKILL");
      await gone;
    },
  };
}

interface Death {
  /** After so many steps… */
  step: number;
  /** … and so many ms: not always at the beginning of a stage. */
  delay: number;
}

function rebuildIn(
  child: ChildProcess,
  now: number,
  death: Death | undefined,
): Promise<{ ended: Ended; now: number } | undefined> {
  return new Promise((resolve, reject) => {
    let steps = 0;
    let dying: NodeJS.Timeout | undefined;
    const onMessage = (message: Message) => {
      if (message.kind === "ended") settle(message);
      else if (steps++ === death?.step) dying = setTimeout(() => child.kill("SIGKILL"), death.delay);
    };
    const onExit = (code: number | null) => {
      // Null where a signal ended it, which only we send.
      const crash: Ended = { kind: "error", code: "crash", message: `the process ended with ${code}` };
      settle(code === null ? undefined : { ended: crash, now });
    };
    const stuck = setTimeout(() => reject(new Error(`a rebuild takes more than ${LONGEST_MS} ms`)), LONGEST_MS);
    const settle = (given: { ended: Ended; now: number } | undefined) => {
      clearTimeout(stuck);
      clearTimeout(dying);
      child.off("message", onMessage).off("exit", onExit);
      resolve(given);
    };
    child.on("message", onMessage).on("exit", onExit);
    child.send({ now } satisfies Order);
  });
}
