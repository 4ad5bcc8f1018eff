import { setTimeout as delay } from "node:timers/promises";
import { identityOf, type LoadedTree, loadTree } from "../load-tree.ts";

/** Keeps a loaded tree up to date with its folder. */
export interface TreeWatch {
  /** The loaded tree; undefined if there is none. If it is time, also starts a check for a newer tree in the background. */
  current: () => LoadedTree | undefined;
  /**
   * Waits for a newer tree, after a file did not match the loaded index.
   *
   * @returns `newer` when a newer tree is loaded; `same` if the folder has no other tree, so the file is damaged; `late` if no
   *   complete tree could be loaded in time
   */
  overtaken: (loaded: LoadedTree) => Promise<"newer" | "same" | "late">;
  /** Whether the folder has a newer tree, which is loaded then. A promise only if it has another. */
  renewed: (loaded: LoadedTree) => Promise<boolean> | false;
}

interface WatchOptions {
  /** Called once for each tree that cannot be loaded. */
  onError: (error: Error) => void;
  /** Called with each tree that is loaded. */
  onLoad: (tree: LoadedTree) => void;
  /** Reads a monotonic clock, ms. */
  now: () => number;
  /** Until it is aborted, the folder is also checked while nobody asks. */
  until: AbortSignal | undefined;
}

/** Interval between checks of the folder, ms. */
const EVERY = 1_000;
/** Delay before the next attempt to load a tree that could not be loaded, ms: a missing file may have been restored. */
const TRY_AGAIN = 10_000;
/** Longest wait for the record of a tree whose files are in place, ms. Its writer may have been killed. */
const RELOAD_TIMEOUT_MS = 5_000;

export async function watchTree(dir: string, { onError, onLoad, now, until }: WatchOptions): Promise<TreeWatch> {
  let loaded: LoadedTree | undefined;
  let refused: { identity: string; at: number } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    checkedAt = now();
    const identity = identityOf(dir);
    if (identity === undefined || identity === loaded?.identity) return;
    if (identity === refused?.identity && now() - refused.at < TRY_AGAIN) return;
    await load(identity);
  }

  async function load(identity: string): Promise<void> {
    try {
      const tree = await loadTree(dir);
      // The tree is consistent even if it was replaced in the meantime, because every file was checked by its hash.
      if (tree.identity === loaded?.identity) return;
      loaded = tree;
      onLoad(tree);
    } catch (error) {
      if (identityOf(dir) !== identity) return;
      if (identity !== refused?.identity) onError(error instanceof Error ? error : new Error(String(error)));
      refused = { identity, at: now() };
    }
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** The first check may have begun earlier. */
  const checkTwice = () => checkOnce().then(checkOnce);

  await checkOnce();
  if (until) {
    const timer = setInterval(() => void checkOnce(), EVERY).unref();
    until.addEventListener("abort", () => clearInterval(timer));
  }
  return {
    current() {
      if (now() - checkedAt >= EVERY) void checkOnce();
      return loaded;
    },
    async overtaken(tree) {
      for (const end = now() + RELOAD_TIMEOUT_MS; now() < end; await delay(10)) {
        await checkOnce();
        if (loaded !== tree) return "newer";
        const identity = identityOf(dir);
        if (identity === tree.identity || (identity !== undefined && identity === refused?.identity)) return "same";
      }
      return "late";
    },
    renewed: (tree) => identityOf(dir) !== tree.identity && checkTwice().then(() => loaded !== tree),
  };
}
