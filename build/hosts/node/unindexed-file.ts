import { setTimeout as delay } from "node:timers/promises";
import { readInside } from "../../tree/read.ts";

/** How long a tree may be absent during a swap, ms. */
const SWAP = 50;

/** The current bytes of a file that is in no index; undefined if there is none. @param dir folder of the tree */
export async function readUnindexedFile(dir: string, path: string): Promise<Buffer | undefined> {
  const bytes = (await readInside(dir, path)) ?? (await delay(SWAP, undefined).then(() => readInside(dir, path)));
  return bytes;
}
