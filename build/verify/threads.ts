import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { Fault } from "../tree/file.ts";
import type { FileCheck } from "./file.ts";

export interface ThreadData {
  dir: string;
  /** Whether the results have the bytes of undamaged files. */
  wantsBytes: boolean;
}

/** Files to check. */
export interface Batch {
  batch: number;
  entries: readonly IndexEntry[];
}

export interface BatchResult {
  batch: number;
  faults: Fault[][];
  /** The bytes of the files one after the other; a file without a length has none. */
  bytes: Uint8Array;
  lengths: (number | undefined)[];
}

export interface Threads {
  /** The number of batches to keep in flight. */
  width: number;
  /** Checks files in another thread. */
  check: (entries: readonly IndexEntry[]) => Promise<FileCheck[]>;
  close: () => Promise<void>;
}

/** Starts a thread. Sources are TypeScript: the thread needs a loader, which it does not inherit. */
function startThread(workerData: ThreadData): Worker {
  // In a bundle, unlike the URL, this is the file of the bundle.
  const own = import.meta.filename;
  if (!own.endsWith(".ts")) return new Worker(join(dirname(own), "thread.js"), { workerData });
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const [loader, entry] = [new URL("./dist/esm/api/index.mjs", tsx), new URL("./thread.ts", import.meta.url)];
  const code = `import("${loader.href}").then(({ register }) => { register(); return import("${entry.href}"); });`;
  return new Worker(code, { eval: true, workerData });
}

/** Starts a thread for each core. */
export function startThreads(data: ThreadData): Threads {
  const workers = Array.from({ length: availableParallelism() }, () => startThread(data));
  const waiting = new Map<number, { resolve: (checked: FileCheck[]) => void; reject: (error: Error) => void }>();
  let batch = 0;
  for (const worker of workers) {
    worker.on("message", (checked: BatchResult) => {
      waiting.get(checked.batch)?.resolve(contentsOf(checked));
      waiting.delete(checked.batch);
    });
    worker.on("error", (error) => {
      for (const { reject } of waiting.values()) reject(error);
    });
  }
  return {
    // One batch in progress and one waiting, for each thread.
    width: 2 * workers.length,
    check(entries) {
      const message: Batch = { batch: ++batch, entries };
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

function contentsOf({ faults, lengths, bytes }: BatchResult): FileCheck[] {
  let at = 0;
  return faults.map((found, file) => {
    const length = lengths[file];
    return { faults: found, bytes: length === undefined ? undefined : bytes.subarray(at, (at += length)) };
  });
}
