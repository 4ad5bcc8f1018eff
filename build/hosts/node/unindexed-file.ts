import { setTimeout as delay } from "node:timers/promises";
import { readInside } from "../../tree/read.ts";

/** For so long, in ms, a tree may be away while another takes its place. */
const SWAP = 50;

/** A file that no index names, as it is now; undefined where there is none. @param dir folder of the tree */
export async function readUnindexedFile(dir: string, path: string): Promise<Buffer | undefined> {
  const bytes = (await readInside(dir, path)) ?? (await delay(SWAP, undefined).then(() => readInside(dir, path)));
  return bytes;
}
