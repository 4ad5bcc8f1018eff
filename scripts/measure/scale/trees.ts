import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AS_OF, syntheticEvents } from "../bench/events.ts";
import { treeOf } from "../synthetic-tree.ts";

const MINUTE = 60_000;

/**
 * A tree of so many synthetic events, and the same a minute later, with one event more and one revised. Both stay in the
 * folder: they take long to build.
 */
export async function twoTrees(dir: string, count: number): Promise<{ first: string; second: string; asOf: number }> {
  const [first, second] = [join(dir, `first-${count}`), join(dir, `second-${count}`)];
  if (!existsSync(second)) {
    for (const name of ["store", "published", `first-${count}`]) {
      rmSync(join(dir, name), { recursive: true, force: true });
    }
    const events = syntheticEvents(count);
    const [newest, ...rest] = events;
    if (!newest) throw new Error("there are no events");
    cpSync(await treeOf(dir, "feed", events, AS_OF), first, { recursive: true });
    const later = [
      { ...newest, id: "us7zzzzzz", time: AS_OF + MINUTE / 2 },
      { ...newest, magnitude: newest.magnitude + 0.1 },
      ...rest,
    ];
    cpSync(await treeOf(dir, "feed", later, AS_OF + MINUTE), second, { recursive: true });
  }
  return { first, second, asOf: AS_OF + MINUTE };
}

/** How many files there are in a folder. */
export function countFiles(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
