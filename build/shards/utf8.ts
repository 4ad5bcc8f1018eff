import { ShardError } from "./shard-error.ts";

/** @throws ShardError if the bytes are not UTF-8 */
export function readText(format: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ShardError(format, "utf-8");
  }
}
