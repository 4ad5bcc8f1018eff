import { setTimeout as delay } from "node:timers/promises";
import { identityOf, type LoadedTree, loadTree } from "../load-tree.ts";

/** A tree that is kept up to date with its folder. */
export interface TreeWatch {
  /** What is loaded; looks for a newer tree on the side where it is time to. Undefined while there is none. */
  current: () => LoadedTree | undefined;
  /**
   * For a file that is not what the loaded tree says: waits until a newer tree is loaded.
   *
   * @returns `newer` when it is; `same` where there is none that could be, so that the file itself is damaged; `late` where
   * there was nothing whole to load for too long
   */
  overtaken: (loaded: LoadedTree) => Promise<"newer" | "same" | "late">;
}

export interface WatchOptions {
  /** Told of a tree that cannot be loaded, once for each. */
  onError: (error: Error) => void;
  /** ms; a monotonic clock. */
  now: () => number;
}

/** How often the folder is looked at, in ms. */
const EVERY = 1_000;
/** A tree that could not be loaded is tried again after this, in ms: somebody may have put back what was missing. */
const TRY_AGAIN = 10_000;
/** Between the two renames of a swap there is no tree; a planting that was killed there is not waited for longer, in ms. */
const RELOAD_TIMEOUT_MS = 5_000;

export async function watchTree(dir: string, { onError, now }: WatchOptions): Promise<TreeWatch> {
  let loaded: LoadedTree | undefined;
  let refused: { identity: string; at: number } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    checkedAt = now();
    const identity = await identityOf(dir);
    if (identity === undefined || identity === loaded?.identity) return;
    if (identity === refused?.identity && now() - refused.at < TRY_AGAIN) return;
    await load(identity);
  }

  async function load(identity: string): Promise<void> {
    try {
      const tree = await loadTree(dir);
      // Also where it has been replaced meanwhile: all of it was checked by hash, so it is of one tree.
      if (tree.identity !== loaded?.identity) loaded = tree;
    } catch (error) {
      if ((await identityOf(dir)) !== identity) return;
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

  await checkOnce();
  return {
    current() {
      if (now() - checkedAt >= EVERY) void checkOnce();
      return loaded;
    },
    async overtaken(tree) {
      for (const end = now() + RELOAD_TIMEOUT_MS; now() < end; await delay(10)) {
        await checkOnce();
        if (loaded !== tree) return "newer";
        const identity = await identityOf(dir);
        if (identity === tree.identity || (identity !== undefined && identity === refused?.identity)) return "same";
      }
      return "late";
    },
  };
}
