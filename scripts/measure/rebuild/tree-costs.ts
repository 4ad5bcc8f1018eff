import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { openTree } from "../../../build/tree/read.ts";

/** Calls that write, link, move or remove something, or make a folder. */
const CHANGING =
  "openat,creat,link,linkat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat";

/** Of `stat(2)`: bytes. */
const BLOCK = 512;

/** How often the program changes something on the disk; undefined where there is no `strace` to count it. */
export function systemCalls(args: readonly string[], work: string): number | undefined {
  const log = join(work, "strace.txt");
  const options = ["-f", "-qq", "-o", log, "-e", `trace=${CHANGING}`];
  const run = spawnSync("strace", [...options, process.execPath, "build/quaketree.js", ...args], { stdio: "ignore" });
  if (run.error) return undefined;
  // Files are opened for reading all the time, and that changes nothing.
  const isChange = (line: string) =>
    line.includes("(") && (!/openat\(/.test(line) || /O_CREAT|O_WRONLY|O_RDWR/.test(line));
  return readFileSync(log, "utf8").split("\n").filter(isChange).length;
}

/** The disk that a tree and what is kept beside it take, over the bytes of all files that the index names. */
export async function diskShare(out: string): Promise<number> {
  const { files } = await openTree(out);
  const named = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  return diskBelow(dirname(out)) / named;
}

/** Bytes that the files and folders take, each file once however many names it has. */
function diskBelow(folder: string): number {
  const inodes = new Map<number, number>();
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const { ino, blocks } = statSync(join(parentPath, name));
    inodes.set(ino, blocks * BLOCK);
  }
  return [...inodes.values()].reduce((sum, bytes) => sum + bytes, 0);
}
