import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { archiveParts } from "../agencies/usgs/archive.ts";
import { completeSpan, type UsgsState } from "../agencies/usgs/state.ts";
import type { Archive } from "../catalogue/tally/archive.ts";
import { makeFolder } from "../platform/make-folder.ts";

/** In the store, yet no part of it: what was worked out from the archive, and can be worked out again. */
const FOLDER = "derived";

/**
 * What the USGS has reported before, where the store has it. What is made of its parts is kept beside it for the next build;
 * where nothing can be written it is made anew each time.
 *
 * @param dir folder of the store
 */
export function archiveInput(dir: string, state: UsgsState): Archive | undefined {
  if (!state.archive) return undefined;
  const parts = archiveParts(dir, state);
  const folder = path.join(dir, FOLDER);
  const current = new Set(parts.map(({ key }) => shortened(key)));
  sweep(folder, (part) => current.has(part));
  return { parts, complete: completeSpan(state), remember: diskMemory(folder) };
}

/** Files are `{kind}-{part}-{what else it depends on}.txt`: the hash of what follows, and that. */
function diskMemory(folder: string): Archive["remember"] {
  return <Value>(kind: string, part: string, dependsOn: string, make: () => Value): Value => {
    const name = `${kind}-${shortened(part)}-${shortened(sha256(dependsOn))}.txt`;
    const known = recall(path.join(folder, name));
    if (known !== undefined) return JSON.parse(known) as Value;
    const value = make();
    sweep(folder, (other, otherKind) => other !== shortened(part) || otherKind !== kind);
    keep(folder, name, JSON.stringify(value));
    return value;
  };
}

/** Undefined where it is not there, or not whole. */
function recall(file: string): string | undefined {
  try {
    const [hash, text = ""] = readFileSync(file, "utf8").split("\n");
    return sha256(text) === hash ? text : undefined;
  } catch {
    return undefined;
  }
}

function keep(folder: string, name: string, text: string): void {
  try {
    makeFolder(folder);
    const temporary = path.join(folder, `${name}.next-${process.pid}`);
    writeFileSync(temporary, `${sha256(text)}\n${text}`);
    renameSync(temporary, path.join(folder, name));
  } catch {
    // A store that can only be read is as good.
  }
}

/** Removes what is of no use any more. */
function sweep(folder: string, isKept: (part: string, kind: string) => boolean): void {
  try {
    for (const name of readdirSync(folder)) {
      const [kind = "", part = ""] = name.split("-");
      if (!isKept(part, kind)) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // There is no folder yet, or it can only be read.
  }
}

function shortened(hash: string): string {
  return hash.slice(0, 16);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
