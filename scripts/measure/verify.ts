/**
 * How fast `verify` reads: a tree of more than a gigabyte of large files, without and with compressed variants, and one of small
 * files, each cold (where the system lets us empty its cache) and warm. Content and links are not looked at.
 * Prints bytes and files a second, by the clock and by the processor.
 */
import { randomFillSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { createRandom } from "./bench/random.ts";

const MEGABYTE = 1_000_000;
/** More than one gigabyte. */
const LARGE = 1_050;
/** Of text, which compresses about as answers do. */
const PACKED = 60;
const SMALL = 20_000;
const SMALL_BYTES = 900;

const dir = mkdtempSync(join(tmpdir(), "quaketree-verify-"));
try {
  await measure("large files", large());
  await measure("large files with variants", packed());
  await measure("small files", small());
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function measure(what: string, files: Iterable<TreeFile>): Promise<void> {
  const out = join(dir, "tree");
  const shards = { days: [], results: [] } as unknown as SnapshotRecord["shards"];
  await writeTree({ out, files, snapshot: { as_of: "2018-02-07T00:00:00.000Z", sources: [], shards } });
  if (isEmptied()) await timed(`${what}, cold`, out);
  else say("(the cache of the system cannot be emptied here: all that follows is warm)");
  await timed(`${what}, warm`, out);
  rmSync(out, { recursive: true });
}

async function timed(what: string, out: string): Promise<void> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const { files, bytes } = await verifyTree(out);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1e6;
  const rates = (time: number) => `${(bytes / 1e6 / time).toFixed(0)} MB/s, ${(files / time).toFixed(0)} files/s`;
  say(
    `${what}: ${(bytes / 1e6).toFixed(0)} MB in ${files} files; ${seconds.toFixed(1)} s by the clock ` +
      `(${rates(seconds)}), ${processor.toFixed(1)} s of processor (${rates(processor)})`,
  );
}

/** Whether what was read before has to come from the disk again. Needs Linux and root. */
function isEmptied(): boolean {
  try {
    writeFileSync("/proc/sys/vm/drop_caches", "3");
    return true;
  } catch {
    return false;
  }
}

/** Bytes that no compression makes smaller, as those of maps. */
function* large(): Iterable<TreeFile> {
  for (let at = 0; at < LARGE; at++) {
    yield pageOf(`maps/${at}.bin`, randomFillSync(Buffer.alloc(MEGABYTE)), false);
  }
}

function* packed(): Iterable<TreeFile> {
  const random = createRandom(PACKED);
  for (let at = 0; at < PACKED; at++) {
    const lines = Array.from({ length: MEGABYTE / 40 }, () => `{"magnitude":${random.next()},"depth_km":10}`);
    yield pageOf(`api/${at}.json`, Buffer.from(lines.join("\n")), true);
  }
}

function* small(): Iterable<TreeFile> {
  const text = "x".repeat(SMALL_BYTES);
  for (let at = 0; at < SMALL; at++) yield pageOf(`events/${at}/index.html`, Buffer.from(`${at} ${text}`), false);
}

function pageOf(path: string, bytes: Buffer, compress: boolean): TreeFile {
  return { path, bytes: () => bytes, section: "pages", cache: "minute", compress };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
