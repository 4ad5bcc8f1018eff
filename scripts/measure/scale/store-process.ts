import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { watchDescriptors } from "../archive/program.ts";

/** What was asked of the store, by method; a listing counts page by page, and is no `get`. */
interface StoreFigures {
  put: number;
  get: number;
  list: number;
  delete: number;
  processorSeconds: number;
}

export type FromStore = { endpoint: string; env: Record<string, string> } | { seen: number } | { figures: StoreFigures };

export interface StoreProcess {
  endpoint: string;
  env: Record<string, string>;
  /** Requests since `figures` was called. */
  seen: () => number;
  /** What was asked since the last call, and the most files that were open since then. */
  figures: () => Promise<StoreFigures & { descriptors: number }>;
  stop: () => void;
}

/** @param dir a folder of its own */
export async function startStoreProcess(dir: string): Promise<StoreProcess> {
  const child = fork(fileURLToPath(new URL("store.ts", import.meta.url)), [dir]);
  let seen = 0;
  child.on("message", (message: FromStore) => {
    if ("seen" in message) seen = message.seen;
  });
  const next = <T extends FromStore>(isIt: (message: FromStore) => message is T) =>
    new Promise<T>((resolve, reject) => {
      const look = (message: FromStore) => {
        if (!isIt(message)) return;
        child.off("message", look);
        resolve(message);
      };
      child.on("message", look);
      child.once("exit", () => reject(new Error("the object store has ended")));
    });
  const { endpoint, env } = await next((message) => "endpoint" in message);
  let most = watchDescriptors(child.pid ?? 0);
  return {
    endpoint,
    env,
    seen: () => seen,
    async figures() {
      const descriptors = most();
      most = watchDescriptors(child.pid ?? 0);
      const answer = next((message) => "figures" in message);
      child.send("figures");
      const { figures } = await answer;
      seen = 0;
      return { ...figures, descriptors };
    },
    stop() {
      most();
      child.disconnect();
    },
  };
}
