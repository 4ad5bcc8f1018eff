import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { UserError } from "../../platform/error.ts";

/**
 * Reads and validates a JSON file of `data/`. People edit these files, so errors state the place in the file.
 *
 * @throws UserError `data-invalid`
 */
export function readDataFile<T>(path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(readJson(path));
  if (!parsed.success) throw invalidData(path, z.prettifyError(parsed.error).replaceAll("\n", " "));
  return parsed.data;
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
    throw invalidData(path, error instanceof Error ? error.message : String(error));
  }
}

/** An error in a file of `data/`. */
export function invalidData(path: string, reason: string): UserError {
  return new UserError("data-invalid", `${path}: ${reason}`, "restore the file, or correct it");
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw invalidData(path, error instanceof Error ? error.message : String(error));
  }
}
