import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a mirror makes of its own: deltas, pins, the feed of changes and former bytes. */
const OWN = /^(?:deltas|pins|replaced|api\/changes(?:\.json(?:\.br|\.gz)?)?)$/;

/** What lies beside a tree for the next build: its cells. */
const FOR_THE_NEXT = /\.cells$/;

/** Names in a folder, without what is there for the next build. */
export function namesIn(dir: string): string[] {
  return readdirSync(dir).filter((name) => !FOR_THE_NEXT.test(name));
}

/** Every file of a tree with its bytes, as text that compares well; without what a mirror makes of its own. */
export function filesUnder(dir: string, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    const path = prefix + entry.name;
    if (OWN.test(path)) continue;
    if (entry.isDirectory()) Object.assign(found, filesUnder(dir, `${path}/`));
    else found[path] = readFileSync(join(dir, path)).toString("latin1");
  }
  return found;
}

export function inodes(dir: string): Record<string, number> {
  return Object.fromEntries(Object.keys(filesUnder(dir)).map((path) => [path, statSync(join(dir, path)).ino]));
}
