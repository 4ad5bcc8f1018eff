import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { UserError } from "../../platform/error.ts";

/**
 * Reads a JSON file of `data/`. The tests in `test/data/` prove that its content has the type that the caller names.
 *
 * @throws UserError `data-invalid` if the file is missing or not JSON
 */
export function readDataFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw invalidData(path, error);
  }
}

/**
 * Reads a compressed file of `data/`.
 *
 * @param path of a file in gzip format
 * @returns the uncompressed bytes
 * @throws UserError `data-invalid` if the file is missing, damaged or cut short
 */
export function readCompressedDataFile(path: string): Uint8Array {
  try {
    return gunzipSync(readFileSync(path));
  } catch (error) {
    throw invalidData(path, error);
  }
}

function invalidData(path: string, error: unknown): UserError {
  return new UserError("data-invalid", `${path}: ${error instanceof Error ? error.message : String(error)}`, "restore the file");
}
