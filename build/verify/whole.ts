import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { SnapshotError } from "../rewrite/respond.ts";
import type { Fault } from "../tree/fault.ts";
import { SNAPSHOT_FILE } from "../tree/file.ts";
import { contentCheck } from "./content.ts";
import { createLinkCheck, type LinkedTree } from "./links.ts";
import { packsFault } from "./packs.ts";
import { redirectFaults } from "./redirects.ts";

/** Reads a file of the tree. */
type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** What is looked at in the files of a tree beyond their bytes: each by itself, and then together. */
export interface WholeCheck {
  /** For `verifyTree` and `verifyOrigin`. */
  check: (path: string, bytes: Uint8Array) => string | undefined;
  /**
   * Once all files have been looked at: whether they fit together as a host needs them, and every link leads somewhere.
   *
   * @param open loads the tree as a host does
   */
  together: (open: () => Promise<LinkedTree>, read: ReadFile) => Promise<Fault[]>;
}

export function createWholeCheck(snapshot: Pick<SnapshotRecord, "shards" | "as_of">): WholeCheck {
  const content = contentCheck(snapshot);
  const links = createLinkCheck();
  const { days, results } = snapshot.shards;
  const records = new Set([...days, ...results].map(({ path }) => path));
  return {
    check(path, bytes) {
      // Shards of older snapshots, which stay for a while, may speak of what has been withdrawn since.
      if (!path.startsWith("shards/") || records.has(path)) links.gather(path, bytes);
      return content(path, bytes);
    },
    async together(open, read) {
      try {
        const tree = await open();
        const pack = await packsFault(tree.snapshot, read);
        return [...(pack ? [pack] : []), ...redirectFaults(tree), ...(await links.faults(tree, read))];
      } catch (error) {
        if (!(error instanceof UserError || error instanceof SnapshotError)) throw error;
        return [{ path: SNAPSHOT_FILE, kind: "content", message: error.message }];
      }
    },
  };
}
