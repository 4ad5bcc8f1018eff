import { fileOf } from "../contract/table/paths.ts";
import { idOfSlug } from "../contract/wire/slug.ts";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { type Snapshot, SnapshotError } from "../rewrite/respond.ts";
import { packFiles, packOf } from "../rewrite/shards/packs.ts";
import { type Fault, SNAPSHOT_FILE } from "../tree/file.ts";
import { contentCheck } from "./content.ts";
import { createLinkCheck, type LinkedTree } from "./links.ts";

/** Reads a file of the tree. */
type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** Checks the files of a tree beyond their bytes: first each by itself, then all together. */
export interface WholeCheck {
  /** For `verifyTree` and `verifyOrigin`. */
  check: (path: string, bytes: Uint8Array) => string | undefined;
  /**
   * Called after all files were checked: whether they are consistent with each other, and every link has a target.
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
      // Shards of older snapshots, which are kept for a while, may name events that were withdrawn since.
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

const DETAILS = "api/v1/earthquakes/";

/**
 * Whether every id and every former slug of an earthquake leads to an existing detail, and every detail has an id: hosts redirect
 * by id, so a detail without one is never found.
 */
export function redirectFaults({ snapshot, files }: LinkedTree): Fault[] {
  const paths = snapshot.record.shards.ids;
  const lines = snapshot.ids.flatMap(({ text }, at) =>
    [...text.matchAll(/^([a-z0-9-]+) (.*)$/gm)].map(([, id = "", target = ""]) => ({ id, target, shard: paths[at] as string })),
  );
  const events = lines.filter(({ target }) => !/^[>!]/.test(target));
  const known = new Set(events.map(({ id }) => id));
  const lost = lines.filter(({ target }) => target.startsWith(">") && !known.has(target.slice(1)));
  // Packed details are checked with their pack.
  const details = new Map(
    events
      .filter(({ target }) => !target.startsWith("="))
      .map(({ id, target, shard }) => [fileOf(`/${DETAILS}${target}${id}/`), { id, shard }]),
  );
  const absent = [...details].filter(([path]) => !files.has(path));
  const unfound = [...files.keys()].filter((path) => path.startsWith(DETAILS) && !details.has(path));
  return [
    ...lost.map(({ id, target, shard }) => linkFault(shard, `redirects ${id} to ${target.slice(1)}, which is not an earthquake`)),
    ...absent.map(([path, { id, shard }]) => linkFault(shard, `leads from ${id} to ${path}, which is not in the tree`)),
    ...unfound.map((path) => linkFault(path, "is the detail of an earthquake without an id")),
  ];
}

function linkFault(path: string, message: string): Fault {
  return { path, kind: "link", message };
}

/**
 * Whether every event whose detail is packed is in the pack in which hosts search for it, and no pack has other events.
 * `contentCheck` checks each pack by itself.
 *
 * @param read reads a file of the tree
 * @returns the first fault, or undefined
 */
export async function packsFault(
  { ids, packs }: Snapshot,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Fault | undefined> {
  const packed = ids.flatMap(({ text }) => [...text.matchAll(/^([a-z0-9-]+) =/gm)].map(([, escaped = ""]) => idOfEscaped(escaped)));
  if (packs === undefined) {
    if (packed.length === 0) return undefined;
    return contentFault(SNAPSHOT_FILE, `names ${packed.length} packed details, and the record lacks packs`);
  }
  const files = packFiles(packs);
  const expected = new Map<string, string[]>(files.map((path) => [path, []]));
  for (const id of packed) expected.get(packOf(packs, id))?.push(id);
  for (const [path, ids] of expected) {
    const bytes = await read(path);
    if (!bytes) return contentFault(path, "is a pack of the snapshot and is missing");
    const { earthquakes } = JSON.parse(new TextDecoder().decode(bytes)) as { earthquakes: { event_id: string }[] };
    const there = new Set(earthquakes.map(({ event_id: id }) => id));
    const lost = ids.find((id) => !there.has(id));
    if (lost !== undefined) return contentFault(path, `lacks the detail of ${lost}`);
    const more = [...there].find((id) => !ids.includes(id));
    if (more !== undefined) return contentFault(path, `has the detail of ${more}, which belongs elsewhere`);
  }
  return undefined;
}

function idOfEscaped(escaped: string): string {
  return /^[a-z0-9]+$/.test(escaped) ? escaped : idOfSlug(`--${escaped}`);
}

function contentFault(path: string, message: string): Fault {
  return { path, kind: "content", message };
}
