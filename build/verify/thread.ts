/** A worker thread that checks files of a tree: it hashes them and unpacks their variants. Its data are a `ThreadData`. */
import { parentPort, workerData } from "node:worker_threads";
import type { Fault } from "../tree/file.ts";
import { checkFile } from "./file.ts";
import type { Batch, BatchResult, ThreadData } from "./threads.ts";

const { dir, wantsBytes } = workerData as ThreadData;

parentPort?.on("message", ({ batch, entries }: Batch) => {
  const faults: Fault[][] = [];
  const contents: (Uint8Array | undefined)[] = [];
  for (const entry of entries) {
    const checked = checkFile(dir, entry);
    faults.push(checked.faults);
    contents.push(wantsBytes ? checked.bytes : undefined);
  }
  const lengths = contents.map((content) => content?.length);
  const bytes = new Uint8Array(lengths.reduce<number>((sum, length = 0) => sum + length, 0));
  let at = 0;
  for (const content of contents) {
    if (content) bytes.set(content, at);
    at += content?.length ?? 0;
  }
  const answer: BatchResult = { batch, faults, lengths, bytes };
  parentPort?.postMessage(answer, [bytes.buffer]);
});
