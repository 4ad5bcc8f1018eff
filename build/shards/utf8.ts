import { ShardError } from "./shard-error.ts";

/** @throws ShardError if the bytes are not UTF-8 */
export function readText(format: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ShardError(format, "utf-8");
  }
}

/** @throws ShardError if the bytes are not JSON, or if the value does not have the expected shape */
export function readJson<Value>(format: string, bytes: Uint8Array, is: (value: unknown) => value is Value): Value {
  const text = readText(format, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ShardError(format, "json");
  }
  if (!is(value)) throw new ShardError(format, "shape");
  return value;
}
