import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AS_OF, syntheticEvents } from "../bench/events.ts";
import { aMinuteLater, treeOf } from "../synthetic-tree.ts";

const MINUTE = 60_000;

/**
 * A tree of so many synthetic events, and the same a minute later. Both stay in the folder: they take long to build.
 */
export async function twoTrees(dir: string, count: number): Promise<{ first: string; second: string; asOf: number }> {
  const [first, second] = [join(dir, `first-${count}`), join(dir, `second-${count}`)];
  if (!existsSync(second)) {
    for (const name of ["store", "published", `first-${count}`]) {
      rmSync(join(dir, name), { recursive: true, force: true });
    }
    const events = syntheticEvents(count);
    cpSync(await treeOf(dir, "feed", events, AS_OF), first, { recursive: true });
    const later = aMinuteLater(events, AS_OF + MINUTE);
    cpSync(await treeOf(dir, "feed", later, AS_OF + MINUTE), second, { recursive: true });
  }
  return { first, second, asOf: AS_OF + MINUTE };
}

/** How many files there are in a folder. */
export function countFiles(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
