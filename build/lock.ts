import { createHash, randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { isAlive, ownIdentity } from "./process-identity.ts";

/** What a lock asks of a file system. `write` and `link` fail where the file is there; `rename` replaces it. */
export interface LockFileSystem {
  makeFolder: (path: string) => void;
  write: (path: string, text: string) => void;
  link: (from: string, to: string) => void;
  rename: (from: string, to: string) => void;
  remove: (path: string) => void;
  look: (path: string) => object | undefined;
  read: (path: string) => Uint8Array;
  list: (path: string) => string[];
}

/** Locks that this process holds: the file alone cannot tell two runs of one process apart. */
const held = new Set<string>();

/**
 * Keeps others away while `work` runs. A lock whose process is gone, or whose number is another process's by now, counts
 * for nothing; of several who find such a lock at once, one takes it.
 *
 * @param file the lock; the folder that it lies in is made
 * @param running what to throw where somebody else holds it
 */
export async function locked<T>(
  fs: LockFileSystem,
  file: string,
  running: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  if (held.has(file)) throw running();
  held.add(file);
  try {
    fs.makeFolder(dirname(file));
    if (!take(fs, file)) throw running();
    sweep(fs, file);
    // Not in a finally: where the work has failed its error is the one to tell.
    const result = await work().catch((error: unknown) => {
      tryTo(() => fs.remove(file));
      throw error;
    });
    fs.remove(file);
    return result;
  } finally {
    held.delete(file);
  }
}

/** For cleaning up after an error, where a second one would hide the first. */
export function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // What is left is cleaned up by the next run.
  }
}

/**
 * Takes a lock, or says that somebody has it. What a dead process has left is replaced under a lock of its own, named
 * after what is to be replaced: only its holder may replace it, and only while it is still there.
 */
function take(fs: LockFileSystem, file: string): boolean {
  if (create(fs, file)) return true;
  const found = contentOf(fs, file);
  // It was let go between the two looks: a run has just ended, and this one may begin.
  if (found === undefined) return create(fs, file);
  if (isHeld(found)) return false;
  const guard = `${file.replace(GUARDED, "")}${GUARD}${createHash("sha256").update(found).digest("hex").slice(0, 16)}`;
  if (!take(fs, guard)) return false;
  try {
    return contentOf(fs, file) === found && replace(fs, file);
  } finally {
    tryTo(() => fs.remove(guard));
  }
}

const GUARD = ".after-";
const GUARDED = /\.after-[0-9a-f]{16}$/;
const DRAFT = ".new-";

function isHeld(content: string): boolean {
  const [, pid, began = "-"] = /^(\d+)(?: (\S+) [0-9a-f]+)?\n$/.exec(content) ?? [];
  // Without the end of its line it was cut short, and the number may be that of anybody. One of this process's own that
  // is met here was left behind, or it would have been known to be held.
  return pid !== undefined && Number(pid) !== process.pid && isAlive({ pid: Number(pid), began });
}

/** Makes the file with its whole content in one step, so that nobody meets an empty one; false where it is there. */
function create(fs: LockFileSystem, file: string): boolean {
  return withDraft(fs, file, (draft) => {
    try {
      fs.link(draft, file);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      if (!LINKS_FAIL.has(codeOf(error))) throw error;
    }
    return createWithoutLinks(fs, file);
  });
}

const LINKS_FAIL: ReadonlySet<unknown> = new Set(["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

function createWithoutLinks(fs: LockFileSystem, file: string): boolean {
  try {
    fs.write(file, ownText());
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function replace(fs: LockFileSystem, file: string): boolean {
  return withDraft(fs, file, (draft) => {
    fs.rename(draft, file);
    return true;
  });
}

function withDraft(fs: LockFileSystem, file: string, use: (draft: string) => boolean): boolean {
  const draft = `${file}${DRAFT}${process.pid}`;
  fs.remove(draft);
  fs.write(draft, ownText());
  try {
    return use(draft);
  } finally {
    tryTo(() => fs.remove(draft));
  }
}

/** No two locks have one text, so that a later one is not taken for the one that was looked at. */
function ownText(): string {
  const { pid, began } = ownIdentity();
  return `${pid} ${began} ${randomBytes(8).toString("hex")}\n`;
}

function contentOf(fs: LockFileSystem, file: string): string | undefined {
  if (!fs.look(file)) return undefined;
  try {
    return new TextDecoder().decode(fs.read(file));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes what processes that are gone have left beside the lock. */
function sweep(fs: LockFileSystem, file: string): void {
  const folder = dirname(file);
  for (const name of fs.list(folder).filter((one) => one.startsWith(`${basename(file)}.`))) {
    const path = join(folder, name);
    const rest = name.slice(basename(file).length);
    const isDraft = /^(?:\.after-[0-9a-f]{16})?\.new-\d+$/.test(rest);
    if (!isDraft && !GUARDED.test(rest)) continue;
    const writer = Number(rest.slice(rest.lastIndexOf("-") + 1));
    if (isDraft ? !isAlive({ pid: writer, began: "-" }) : !isHeld(contentOf(fs, path) ?? "")) fs.remove(path);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
