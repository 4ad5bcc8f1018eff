import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Random } from "../emulator/random.ts";
import { wholeWithin } from "../emulator/random.ts";

/** What the process is told to do: a rebuild, or the half of it that asks the agencies. */
export interface Order {
  /** Its clock then, ms since 1970 UTC. */
  now: number;
  work: Work;
}

export type Work = "rebuild" | "ingest";

/** What it says: a stage that it has begun, and how it ended. */
export type Message =
  | { kind: "step"; what: string }
  /** `now`: its clock, which went on while it waited. */
  | { kind: "ended"; ended: Ended; now: number };

/** How one rebuild ended. */
export type Ended = { kind: "report"; outcome: string } | { kind: "error"; code: string; message: string };

export interface Rebuilder {
  /** Works once; undefined where the process was killed on the way, which it is where `killed` is given. */
  run(order: Order, killed: Random | undefined): Promise<{ ended: Ended; now: number; pid: number } | undefined>;
  stop(): Promise<void>;
}

const CHILD = fileURLToPath(new URL("rebuild-process.ts", import.meta.url));
const LONGEST_MS = 120_000;

/** Keeps a process that rebuilds on demand, and starts another after it was killed. */
export function createRebuilder(config: string, store: string, out: string): Rebuilder {
  let child: ChildProcess | undefined;
  // Of the last that came to its end.
  const usual: Record<Work, Usual> = { rebuild: { steps: 8, ms: 2_000 }, ingest: { steps: 5, ms: 200 } };
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
    run: async (order, killed) => {
      const process = running();
      const result = await runIn(process, order, killed && deathWithin(usual[order.work], killed));
      if (result) usual[order.work] = result.took;
      return result && { ...result, pid: process.pid ?? 0 };
    },
    stop: async () => {
      const last = child;
      if (last === undefined) return;
      const gone = new Promise((resolve) => last.once("exit", resolve));
      last.kill("SIGKILL");
      await gone;
    },
  };
}

/** How many stages a piece of work has, and how long it takes. */
interface Usual {
  steps: number;
  ms: number;
}

interface Death {
  /** After so many stages have begun… */
  step: number;
  /** … and so many ms. */
  delay: number;
}

/** Soon after a stage has begun, or anywhere in the long ones. */
function deathWithin({ steps, ms }: Usual, random: Random): Death {
  const soon = random() < 0.5;
  const [step, delay] = [wholeWithin(random, 0, steps), wholeWithin(random, 0, soon ? 60 : Math.ceil(ms))];
  return { step: soon ? step : 0, delay };
}

interface Result {
  ended: Ended;
  /** Of its clock. */
  now: number;
  took: Usual;
}

function runIn(child: ChildProcess, order: Order, death: Death | undefined): Promise<Result | undefined> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let steps = 0;
    let last: Result | undefined;
    let isDying = false;
    const kill = () => {
      isDying = true;
      child.kill("SIGKILL");
    };
    let dying: NodeJS.Timeout | undefined;
    const onMessage = (message: Message) => {
      if (message.kind === "ended") end(message.ended, message.now);
      else if (steps++ === death?.step) dying = setTimeout(kill, death.delay);
    };
    const onExit = (code: number | null) => {
      // Null where a signal ended it, which only we send.
      const crash: Ended = { kind: "error", code: "crash", message: `the process ended with ${code}` };
      if (code === null) settle(last);
      else end(crash, order.now);
    };
    const stuck = setTimeout(() => reject(new Error(`${order.work} takes more than ${LONGEST_MS} ms`)), LONGEST_MS);
    const end = (ended: Ended, at: number) => {
      last = { ended, now: at, took: { steps, ms: performance.now() - begun } };
      // Who ended while the signal was on its way cannot be told to work again.
      if (!isDying) settle(last);
    };
    const settle = (given: Result | undefined) => {
      clearTimeout(stuck);
      clearTimeout(dying);
      child.off("message", onMessage).off("exit", onExit);
      resolve(given);
    };
    child.on("message", onMessage).on("exit", onExit);
    child.send(order);
  });
}
