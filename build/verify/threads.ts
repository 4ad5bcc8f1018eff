import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { Fault } from "../tree/fault.ts";
import type { Looked } from "./file.ts";

export interface ThreadData {
  dir: string;
  /** Whether the bytes of sound files are asked for. */
  wantsBytes: boolean;
}

/** Files to look at, and what was found of each. */
export interface BatchToLook {
  batch: number;
  entries: readonly IndexEntry[];
}

export interface BatchLooked {
  batch: number;
  faults: Fault[][];
  /** The bytes of the files one after the other; a file without a length has none. */
  bytes: Uint8Array;
  lengths: (number | undefined)[];
}

export interface Threads {
  /** How many batches are worth giving away at a time. */
  width: number;
  /** Looks at files in another thread. */
  look: (entries: readonly IndexEntry[]) => Promise<Looked[]>;
  close: () => Promise<void>;
}

/** Starts a thread. From sources, which are TypeScript, it needs a loader, which it does not inherit. */
function startThread(workerData: ThreadData): Worker {
  // In a bundle, unlike the URL, this is the file of the bundle.
  const own = import.meta.filename;
  if (!own.endsWith(".ts")) return new Worker(join(dirname(own), "thread.js"), { workerData });
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const [loader, entry] = [new URL("./dist/esm/api/index.mjs", tsx), new URL("./thread.ts", import.meta.url)];
  const code = `import("${loader.href}").then(({ register }) => { register(); return import("${entry.href}"); });`;
  return new Worker(code, { eval: true, workerData });
}

/** A thread for each core. */
export function startThreads(data: ThreadData): Threads {
  const workers = Array.from({ length: availableParallelism() }, () => startThread(data));
  const waiting = new Map<number, { resolve: (looked: Looked[]) => void; reject: (error: Error) => void }>();
  let batch = 0;
  for (const worker of workers) {
    worker.on("message", (looked: BatchLooked) => {
      waiting.get(looked.batch)?.resolve(contentsOf(looked));
      waiting.delete(looked.batch);
    });
    worker.on("error", (error) => {
      for (const { reject } of waiting.values()) reject(error);
    });
  }
  return {
    // One that is looked at, and one that waits.
    width: 2 * workers.length,
    look(entries) {
      const message: BatchToLook = { batch: ++batch, entries };
      return new Promise((resolve, reject) => {
        waiting.set(message.batch, { resolve, reject });
        workers[message.batch % workers.length]?.postMessage(message);
      });
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function contentsOf({ faults, lengths, bytes }: BatchLooked): Looked[] {
  let at = 0;
  return faults.map((found, file) => {
    const length = lengths[file];
    return { faults: found, bytes: length === undefined ? undefined : bytes.subarray(at, (at += length)) };
  });
}
