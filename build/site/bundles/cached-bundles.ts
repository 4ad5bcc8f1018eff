import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { tryTo } from "../../platform/lock.ts";
import type { ReadyFile } from "../ready-file.ts";

/** What stands in the file, as JSON behind its own SHA-256 and a line end. */
interface Kept {
  /** Of the program that made them. */
  program: string;
  files: readonly { path: string; text: string }[];
}

/** The bundles that an earlier run of the same program kept; undefined where there are none, or they are damaged. */
export function keptBundles(file: string, program: string): ReadyFile[] | undefined {
  const text = textOf(file);
  const end = text?.indexOf("\n") ?? -1;
  const json = text?.slice(end + 1);
  if (text === undefined || json === undefined || text.slice(0, end) !== sha256(json)) return undefined;
  const kept = JSON.parse(json) as Kept;
  if (kept.program !== program) return undefined;
  const encoder = new TextEncoder();
  return kept.files.map(({ path, text: content }) => ({ path, bytes: encoder.encode(content) }));
}

/** Keeps bundles for the next run. Where nothing can be written (an installed package of another user) they are made again. */
export function keepBundles(file: string, program: string, files: readonly ReadyFile[]): void {
  const decoder = new TextDecoder();
  const kept: Kept = { program, files: files.map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) })) };
  const json = JSON.stringify(kept);
  const draft = `${file}.new-${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, `${sha256(json)}\n${json}`);
    // Whoever reads meanwhile sees the file before or this one, whole.
    renameSync(draft, file);
  } catch {
    tryTo(() => rmSync(draft, { force: true }));
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
