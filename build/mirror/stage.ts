import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import type { MirrorIndex } from "../origins/mirror-index.ts";
import type { Head } from "../origins/mirror-snapshot.ts";
import { pack } from "../platform/compress.ts";
import { createPool } from "../platform/pool.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { keep, linkOrCopy, makeFolderOf, type Staging } from "../tree/staging.ts";
import type { PartArea } from "./download-cache.ts";

/** As in a planting: what each holds bounds the memory. */
const COMPRESSED_AT_A_TIME = 2;
/** So often, in files, the event loop gets its turn. */
const FILES_PER_TURN = 128;

/**
 * Puts a tree together whose files are all here: those of the tree before as links, the others from the area; then index,
 * signature and, last, the record, to the byte as the origin has them. Variants that are not here are made, not fetched: no hash
 * vouches for their bytes, and not every host hands them out.
 *
 * @param here paths of files that the tree before has as the index wants them
 */
export async function stageMirror(
  staging: Staging,
  { area, head, index, here }: { area: PartArea; head: Head; index: MirrorIndex; here: ReadonlySet<string> },
): Promise<void> {
  const { fs, dir } = staging;
  const pool = createPool(COMPRESSED_AT_A_TIME);
  try {
    for (const [at, entry] of index.entries.entries()) {
      const kept = here.has(entry.path) ? keep(staging, entry) : undefined;
      if (!kept) {
        makeFolderOf(staging, entry.path);
        linkOrCopy(fs, area.finished(entry.sha256), join(dir, entry.path));
      }
      if (entry.encodings.length > (kept?.encodings.length ?? 0)) await pool.add(() => makeVariants(staging, entry));
      if (at % FILES_PER_TURN === 0) await new Promise(setImmediate);
    }
  } finally {
    await pool.drain();
  }
  fs.makeFolder(join(dir, "index"));
  for (const { path, text } of index.sections) fs.write(join(dir, path), text);
  if (head.signature !== undefined) fs.write(join(dir, SIGNATURE_FILE), head.signature);
  fs.write(join(dir, SNAPSHOT_FILE), head.recordBytes);
}

async function makeVariants({ fs, dir }: Staging, { path, cache, encodings }: IndexEntry): Promise<void> {
  const bytes = fs.read(join(dir, path));
  for (const encoding of encodings) {
    fs.write(join(dir, path + VARIANT_SUFFIX[encoding]), await pack(encoding, path, bytes, cache));
  }
}
