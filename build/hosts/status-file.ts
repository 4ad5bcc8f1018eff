import { setTimeout as delay } from "node:timers/promises";
import { etagOf } from "../contract/etag.ts";
import { readInside } from "../tree/read.ts";
import type { FileFacts } from "./file-answer.ts";

/** For so long, in ms, a tree may be away while another takes its place. */
const SWAP = 50;

/** The file as it is now; undefined where no run has written one. @param dir folder of the tree */
export async function readStatusFile(
  dir: string,
  path: string,
): Promise<{ facts: FileFacts; bytes: Buffer } | undefined> {
  const bytes = (await readInside(dir, path)) ?? (await delay(SWAP, undefined).then(() => readInside(dir, path)));
  return bytes && { facts: { etag: etagOf(bytes), bytes: bytes.length, encodings: [] }, bytes };
}
