import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../../build/platform/file-system.ts";

type Change = "makeFolder" | "write" | "append" | "link" | "copy" | "rename" | "remove" | "removeEmpty";

/** What asks for room on the disk. */
export const GROWING: readonly Change[] = ["makeFolder", "write", "append", "link", "copy"];
export const CHANGES: readonly Change[] = [...GROWING, "rename", "remove", "removeEmpty"];

export interface Failing {
  fileSystem: TreeFileSystem;
  /** Whether anything has failed. */
  hasFailed: () => boolean;
}

/**
 * A file system of which such changes fail as the system's own do: those for which `fails` says so of their number, from 1. A
 * write that fails has written half of it, as it does on a full disk.
 */
export function failing(code: string, changes: readonly Change[], fails: (at: number) => boolean): Failing {
  let at = 0;
  let failed = false;
  const fileSystem = { ...NODE_FILE_SYSTEM };
  for (const name of changes) {
    const real = NODE_FILE_SYSTEM[name] as (path: string, more?: unknown) => boolean;
    fileSystem[name] = (path: string, more?: unknown): boolean => {
      if (!fails(++at)) return real(path, more);
      failed = true;
      if (name === "write" || name === "append") real(path, (more as string).slice(0, (more as string).length / 2));
      throw Object.assign(new Error(`${code}: ${name} '${path}'`), { code, syscall: name, path });
    };
  }
  return { fileSystem, hasFailed: () => failed };
}
