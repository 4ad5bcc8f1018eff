/**
 * A process that takes a lock. Arguments: what it does with it, the lock, and for a fight a token and how many times to win.
 * Prints `held` once it has the lock.
 */
import { rmSync, writeFileSync, writeSync } from "node:fs";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { locked } from "../../build/platform/lock.ts";

const [how = "", file = "", token = "", wins = "0"] = process.argv.slice(2);
const held = new Error("held");

function take(work: () => Promise<void>): Promise<void> {
  return locked(NODE_FILE_SYSTEM, file, () => held, work);
}

/** Takes the lock again and again, and dies with it. */
async function fight(): Promise<void> {
  for (let won = 0; ; ) {
    await take(async () => {
      // Fails where another process has the lock as well.
      writeFileSync(token, "", { flag: "wx" });
      await new Promise(setImmediate);
      rmSync(token);
      if (++won === Number(wins)) process.kill(process.pid, "SIGKILL");
    }).catch((error: unknown) => {
      if (error !== held) throw error;
    });
  }
}

async function hold(): Promise<void> {
  await take(() => {
    writeSync(1, "held\n");
    if (how === "block") for (;;);
    // The process lives until it is killed.
    return new Promise(() => setInterval(() => {}, 60_000));
  });
}

await (how === "fight" ? fight() : hold());
