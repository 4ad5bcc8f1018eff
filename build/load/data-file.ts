import { readFileSync } from "node:fs";
import { z } from "zod";
import { UserError } from "../platform/error.ts";

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
