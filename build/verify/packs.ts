import { idOfSlug } from "../contract/wire/slug.ts";
import type { Snapshot } from "../rewrite/respond.ts";
import { packFiles, packOf } from "../shards/packs.ts";
import type { Fault } from "../tree/fault.ts";

/**
 * Whether every event whose detail is packed is in the pack in which hosts search for it, and no pack has other events.
 * `contentCheck` checks each pack by itself.
 *
 * @param read reads a file of the tree
 * @returns the first fault, or undefined
 */
export async function packsFault(
  { ids, packs, record }: Snapshot,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Fault | undefined> {
  const packed = [...ids.text.matchAll(/^([a-z0-9-]+) =/gm)].map(([, escaped = ""]) => idOfEscaped(escaped));
  if (packs === undefined) {
    if (packed.length === 0) return undefined;
    return fault(record.shards.ids, `names ${packed.length} packed details, but there are no packs`);
  }
  const files = packFiles(packs);
  const expected = new Map<string, string[]>(files.map((path) => [path, []]));
  for (const id of packed) expected.get(packOf(packs, id))?.push(id);
  for (const [path, wanted] of expected) {
    const bytes = await read(path);
    if (!bytes) return fault(path, "is a pack of the snapshot and is missing");
    const { earthquakes } = JSON.parse(new TextDecoder().decode(bytes)) as { earthquakes: { event_id: string }[] };
    const there = new Set(earthquakes.map(({ event_id: id }) => id));
    const lost = wanted.find((id) => !there.has(id));
    if (lost !== undefined) return fault(path, `lacks the detail of ${lost}`);
    const more = [...there].find((id) => !wanted.includes(id));
    if (more !== undefined) return fault(path, `has the detail of ${more}, which belongs elsewhere`);
  }
  return undefined;
}

function idOfEscaped(escaped: string): string {
  return /^[a-z0-9]+$/.test(escaped) ? escaped : idOfSlug(`--${escaped}`);
}

function fault(path: string, message: string): Fault {
  return { path, kind: "content", message };
}
