import { createReadStream } from "node:fs";
import { join } from "node:path";
import { openInside } from "../tree/read.ts";
import { missing, tooLarge, unreachable } from "./mirror-errors.ts";
import type { Origin, ReadOptions } from "./origin.ts";

/** A tree in a folder: a USB stick, a network share, what another program downloaded. */
export function createFolderOrigin(dir: string): Origin {
  return { name: dir, read: (path, options) => readFrom(dir, path, options) };
}

async function* readFrom(
  dir: string,
  path: string,
  { from = 0, maxBytes, signal }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const where = join(dir, path);
  const handle = await openInside(dir, path).catch((error: Error) => {
    throw unreachable(where, error.message);
  });
  if (!handle) throw missing(where);
  const stream = createReadStream(where, { fd: handle, start: from });
  let at = from;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      at += chunk.length;
      if (at > maxBytes) throw tooLarge(where, maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === "read" ? unreachable(where, (error as Error).message) : error;
  } finally {
    stream.destroy();
  }
}
