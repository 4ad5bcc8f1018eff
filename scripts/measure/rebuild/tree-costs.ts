import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openTree } from "../../../build/tree/read.ts";
import { kindOf } from "../file-kinds.ts";

/** Calls that write, link, move or remove something, or make a folder. */
const CHANGING = "openat,creat,link,linkat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat";

/** Of `stat(2)`: bytes. */
const BLOCK = 512;

/** How often the program changes something on the disk; undefined where there is no `strace` to count it. */
export function systemCalls(args: readonly string[], work: string): number | undefined {
  const log = join(work, "strace.txt");
  const options = ["-f", "-qq", "-o", log, "-e", `trace=${CHANGING}`];
  const run = spawnSync("strace", [...options, process.execPath, "build/quaketree.js", ...args], { stdio: "ignore" });
  if (run.error) return undefined;
  // Files are opened for reading all the time, and that changes nothing.
  const isChange = (line: string) => line.includes("(") && (!/openat\(/.test(line) || /O_CREAT|O_WRONLY|O_RDWR/.test(line));
  return readFileSync(log, "utf8").split("\n").filter(isChange).length;
}

/** What takes a part of the disk. */
export interface DiskPart {
  what: string;
  bytes: number;
  /** Of the bytes of all files that the index names. */
  share: number;
}

/** The disk that a tree and what is kept beside it take, by what takes it; the last row is the sum. */
export async function diskParts(out: string): Promise<DiskPart[]> {
  const { files } = await openTree(out);
  const named = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = new Map<string, number>();
  const add = (what: string, bytes: number) => parts.set(what, (parts.get(what) ?? 0) + bytes);
  const inodes = new Set<number>();
  // The tree itself first: what others have too is counted there.
  for (const folder of [out, ...besides(out)]) {
    for (const { path, stat } of below(folder)) {
      if (inodes.has(stat.ino)) continue;
      inodes.add(stat.ino);
      if (stat.isDirectory()) {
        add(folder === out ? "folders" : "folders of the tree before", stat.blocks * BLOCK);
        continue;
      }
      const what = folder === out ? kindIn(path.slice(out.length + 1), files) : basename(folder).replace(/^[^.]+/, "dist");
      add(what, stat.size);
      add("rounding of files to blocks", stat.blocks * BLOCK - stat.size);
    }
  }
  const rows = [...parts].map(([what, bytes]) => ({ what, bytes, share: bytes / named }));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return [...rows.toSorted((a, b) => b.bytes - a.bytes), { what: "all", bytes, share: bytes / named }];
}

function besides(out: string): string[] {
  const all = readdirSync(dirname(out)).map((name) => join(dirname(out), name));
  return all.filter((path) => path !== out);
}

function kindIn(path: string, files: ReadonlyMap<string, unknown>): string {
  if (files.has(path)) return "files that the index names";
  if (path.startsWith("index/")) return "the index";
  if (files.has(path.replace(/\.(?:br|gz)$/, ""))) return "compressed variants";
  return kindOf(path);
}

/** A file or folder, and what is in it. */
function* below(path: string): Iterable<{ path: string; stat: Stats }> {
  const stat = statSync(path);
  yield { path, stat };
  if (!stat.isDirectory()) return;
  for (const name of readdirSync(path)) yield* below(join(path, name));
}
