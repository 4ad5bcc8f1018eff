import { thousands } from "../platform/amounts.ts";
import type { Fault } from "../tree/fault.ts";

/** What a person is told of a kind of fault: what it is called, and what to do about it here or where it is published. */
interface Advice {
  title: string;
  here: string;
  published: string;
}

const AGAIN = "delete the folder and run `quaketree build` again";
const PUBLISH = "its operator can publish again: `quaketree publish TREE TARGET --repair`";
const PROGRAM = "no build of this program should make such a tree: please report it";

/** In the order in which they are told: what hides the others first. */
const ADVICE: Record<Fault["kind"], Advice> = {
  record: { title: "The record or the index is wrong", here: AGAIN, published: PUBLISH },
  missing: { title: "Files are missing", here: AGAIN, published: PUBLISH },
  changed: {
    title: "Files are not what the index says",
    here: `${AGAIN}; if it happens again, look at the disk`,
    published: PUBLISH,
  },
  variant: { title: "Compressed files do not unpack to theirs", here: AGAIN, published: PUBLISH },
  content: { title: "Answers, shards or the feed are not as the contract says", here: PROGRAM, published: PROGRAM },
  link: { title: "Links lead nowhere", here: PROGRAM, published: PROGRAM },
  delta: {
    title: "Deltas do not lead where they say",
    here: "delete these files: mirrors fetch what has changed instead",
    published: PUBLISH,
  },
  stray: {
    title: "Files that no index names",
    here: "nobody needs them: delete them, or move them out of the folder",
    published: PUBLISH,
  },
};

/** So many of a kind are told one by one; more help nobody, and `--json` has all. */
const SHOWN = 10;
const FOLDERS_SHOWN = 5;

/** The faults of a tree for people: by kind, bounded, with what to do. @param published whether the tree is somebody else's */
export function faultLines(faults: readonly Fault[], published: boolean): string[] {
  return Object.entries(ADVICE).flatMap(([kind, { title, ...advice }]) => {
    const these = faults.filter((fault) => fault.kind === kind);
    if (these.length === 0) return [];
    const shown = these.slice(0, these.length > SHOWN ? SHOWN / 2 : SHOWN);
    return [
      `${title} (${thousands(these.length)}):`,
      ...shown.map(({ path, message }) => `  ${path} ${message}`),
      ...summary(these, shown.length),
      `  What to do: ${published ? advice.published : advice.here}.`,
    ];
  });
}

/** Where the others are, by folder. */
function summary(faults: readonly Fault[], shown: number): string[] {
  const left = faults.slice(shown);
  if (left.length === 0) return [];
  const folders = new Map<string, number>();
  for (const { path } of left) {
    const folder = folderOf(path);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const most = [...folders].toSorted(([, a], [, b]) => b - a);
  const named = most.slice(0, FOLDERS_SHOWN).map(([folder, files]) => `${thousands(files)} in ${folder}`);
  const others = most.length - named.length;
  if (others > 0) named.push(`others in ${others} more folder${others === 1 ? "" : "s"}`);
  return [`  … and ${thousands(left.length)} more: ${named.join(", ")}`];
}

/** Coarse enough that thousands of pages in folders of their own are one. */
function folderOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const top = folders.slice(0, folders[0] === "api" ? 3 : 1);
  return top.length === 0 ? "the folder itself" : `${top.join("/")}/`;
}

/** How many there are of each kind, for scripts. */
export function faultCounts(faults: readonly Fault[]): Partial<Record<Fault["kind"], number>> {
  const counts: Partial<Record<Fault["kind"], number>> = {};
  for (const { kind } of faults) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
