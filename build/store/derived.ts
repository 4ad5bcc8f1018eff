import { readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";

/** A cache next to the store: values that builds have computed and can compute again. */
const FOLDER = "derived";

/**
 * A cache that is kept between builds. Values are JSON. There is one value for each kind and part. `dependsOn` is everything else
 * on which the value depends.
 */
export interface DerivedCache {
  recall: (kind: string, part: string, dependsOn: string) => unknown;
  keep: (kind: string, part: string, dependsOn: string, value: unknown) => void;
  /** Returns the cached value, or makes a new one and caches it. */
  getOrMake: <Value>(kind: string, part: string, dependsOn: string, make: () => Value) => Value;
  /** Removes the values of a kind, except those of these parts. */
  retain: (kind: string, parts: readonly string[]) => void;
}

/** For builds without a store: nothing is cached. */
export const NO_DERIVED_CACHE: DerivedCache = {
  recall: () => undefined,
  keep: () => {},
  getOrMake: (_kind, _part, _dependsOn, make) => make(),
  retain: () => {},
};

/** The values of a cache, to which nothing is added and from which nothing is removed. */
export function readOnly({ recall }: DerivedCache): DerivedCache {
  return {
    ...NO_DERIVED_CACHE,
    recall,
    getOrMake: <Value>(kind: string, part: string, dependsOn: string, make: () => Value) =>
      (recall(kind, part, dependsOn) as Value | undefined) ?? make(),
  };
}

/**
 * Opens the cache next to a store. A damaged file counts as absent. In a read-only store nothing is cached.
 *
 * @param dir folder of the store
 * @param prepared where `getOrMake` looks for values that the store lacks
 */
export function openDerived(dir: string, prepared: DerivedCache = NO_DERIVED_CACHE): DerivedCache {
  const folder = path.join(dir, FOLDER);
  const fileOf = (kind: string, part: string, dependsOn: string) =>
    path.join(folder, `${kind}-${shortened(part)}-${shortened(sha256(dependsOn))}.txt`);
  const derived: DerivedCache = {
    recall: (...key) => {
      const text = readWhole(fileOf(...key));
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    keep: (kind, part, dependsOn, value) => {
      sweep(folder, (otherKind, otherPart) => otherPart !== shortened(part) || otherKind !== kind);
      write(fileOf(kind, part, dependsOn), JSON.stringify(value));
    },
    getOrMake: <Value>(kind: string, part: string, dependsOn: string, make: () => Value) => {
      const known = derived.recall(kind, part, dependsOn) as Value | undefined;
      if (known !== undefined) return known;
      const value = prepared.getOrMake(kind, part, dependsOn, make);
      derived.keep(kind, part, dependsOn, value);
      return value;
    },
    retain: (kind, parts) => {
      const kept = new Set(parts.map(shortened));
      sweep(folder, (otherKind, part) => otherKind !== kind || kept.has(part));
    },
  };
  return derived;
}

/** The text after the line with its hash; undefined if the file is missing or damaged. */
function readWhole(file: string): string | undefined {
  try {
    const content = readFileSync(file, "utf8");
    const end = content.indexOf("\n");
    const text = content.slice(end + 1);
    return sha256(text) === content.slice(0, end) ? text : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, text: string): void {
  try {
    makeFolder(path.dirname(file));
    const temporary = `${file}.next-${process.pid}`;
    writeFileSync(temporary, `${sha256(text)}\n${text}`);
    renameSync(temporary, file);
  } catch {
    // The store may be read-only.
  }
}

function sweep(folder: string, isKept: (kind: string, part: string) => boolean): void {
  try {
    for (const name of readdirSync(folder)) {
      const [kind = "", part = ""] = name.split("-");
      if (!isKept(kind, part)) unlinkSync(path.join(folder, name));
    }
  } catch {
    // The folder is missing or read-only, or another process removes the same files.
  }
}

function shortened(hash: string): string {
  return hash.slice(0, 16);
}
