import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { sha256 as hashOf } from "../../platform/hash.ts";
import { pinContent } from "../../tree/history/pins/content.ts";
import { NODE_PIN_TOOLS, type OpenPin, openPin, readBlob } from "../../tree/history/pins/files.ts";
import type { PinnedSnapshot } from "../../tree/history/pins/table.ts";
import { readNamed } from "../../tree/read.ts";
import { UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";
import type { ByteCache } from "../byte-cache.ts";
import type { LoadedTree } from "../load-tree.ts";
import type { PinContent } from "./pinned-tree.ts";

/** The older snapshots that a tree has kept. */
export interface PinStore {
  find: (id: string) => PinnedSnapshot | undefined;
  /** `as_of` of the oldest snapshot, ms since 1970 UTC. */
  since: number | undefined;
  content: PinContent;
}

/** Opens the pins of successive trees in a folder. Pins of the previous tree that are open stay open. */
export function createPinReader(cache: ByteCache): (tree: LoadedTree) => Promise<PinStore> {
  let open = new Map<string, OpenPin>();
  let of: { tree: LoadedTree; store: Promise<PinStore> } | undefined;

  async function read(tree: LoadedTree): Promise<PinStore> {
    const paths = unindexedFiles(NODE_FILE_SYSTEM, tree.dir, UNINDEXED.pins);
    const found = await Promise.all(paths.map(async (path) => open.get(path) ?? openPin(tree.dir, path)));
    open = new Map(found.flatMap((pin) => (pin ? [[pin.path, pin]] : [])));
    return storeOf(tree, [...open.values()], cache);
  }

  return (tree) => {
    if (of?.tree !== tree) of = { tree, store: read(tree) };
    return of.store;
  };
}

function storeOf(tree: LoadedTree, pins: readonly OpenPin[], cache: ByteCache): PinStore {
  const here = new Map<string, IndexEntry>();
  for (const entry of tree.files.values()) here.set(entry.sha256, entry);

  async function encoded(sha256: string) {
    for (const { path, table } of pins) {
      const object = table.find(sha256);
      const blob = object && (await readBlob(tree.dir, path, object));
      if (blob) return { blob, bytes: object.bytes };
    }
    return undefined;
  }

  async function make(sha256: string): Promise<Buffer | undefined> {
    const entry = here.get(sha256);
    const there = entry && (await readNamed(tree.dir, entry));
    if (there) return there;
    // A pin that is being replaced or is damaged gives other bytes, or none.
    const made = await pinContent(sha256, encoded, NODE_PIN_TOOLS).catch(() => undefined);
    return made && hashOf(made) === sha256 ? Buffer.from(made.buffer, made.byteOffset, made.length) : undefined;
  }

  const snapshots = pins.flatMap(({ table }) => table.snapshots);
  // If the same snapshot was current at two times, the later time counts.
  const byId = new Map(snapshots.toSorted((a, b) => a.supersededAt - b.supersededAt).map((one) => [one.id, one]));
  return {
    find: (id) => byId.get(id),
    since: snapshots.length === 0 ? undefined : snapshots.reduce((least, { asOf }) => Math.min(least, asOf), Infinity),
    content: (sha256) => cache.get(sha256, () => make(sha256)),
  };
}
