import { shorten } from "../contract/table/parameters.ts";
import { fileOf } from "../contract/table/paths.ts";
import { WITHDRAWN_FOR_MS } from "../contract/texts/vocabulary.ts";
import { idOfSlug } from "../contract/wire/slug.ts";
import { SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import { SnapshotError } from "./record-shards.ts";
import { type BodyReply, type FileReply, fileReply, notFound, type Reply, redirect, withdrawn } from "./reply.ts";
import { findId } from "./shards/ids.ts";
import { detailIn, packOf } from "./shards/packs.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The detail of an event, found by its id or by any slug that ends in a known id. The canonical slug gets the file, all others get
 * a redirect.
 *
 * @returns a promise if the detail is in a pack; it rejects with a SnapshotError if the pack is missing or malformed
 */
export function eventReply(snapshot: Snapshot, slug: string): Reply | Promise<Reply> {
  const found = find(snapshot, slug);
  const unknown = `No earthquake has the id or slug ${shorten(slug)}; search for it at /api/search/.`;
  if (!found) return notFound(snapshot, unknown);
  const { id, target } = found;
  if (target.kind === "withdrawn") return withdrawnReply(snapshot, id, target.withdrawnAt) ?? notFound(snapshot, unknown);
  const path = `/api/v1/earthquakes/${target.slug}/`;
  if (target.slug !== slug) return redirect(snapshot, path, "minute");
  const reply = fileReply(snapshot, fileOf(path), "minute", unknown);
  return target.packed ? packed(snapshot, idOfSlug(slug), reply) : reply;
}

/**
 * The reply for the address of an earthquake page that the tree does not have: a redirect to the page of the event, or
 * 410 for a withdrawn one.
 *
 * @param slug of the address
 * @returns undefined if the event is unknown, or this is its canonical address
 */
export function eventPageReply(snapshot: Snapshot, slug: string): BodyReply | undefined {
  const found = find(snapshot, slug);
  if (!found) return undefined;
  const { id, target } = found;
  if (target.kind === "withdrawn") return withdrawnReply(snapshot, id, target.withdrawnAt);
  return target.slug === slug ? undefined : redirect(snapshot, `/earthquakes/${target.slug}/`, "minute");
}

function find({ ids }: Snapshot, slug: string) {
  // The whole slug comes first, because an id may look like a slug.
  for (const id of [slug, idOfSlug(slug)]) {
    const target = findId(ids, id);
    if (target !== undefined) return { id, target };
  }
  return undefined;
}

/** Undefined if the withdrawal is so old that the answer is 404. */
function withdrawnReply(snapshot: Snapshot, id: string, withdrawnAt: number): BodyReply | undefined {
  return snapshot.asOf - withdrawnAt <= WITHDRAWN_FOR_MS ? withdrawn(snapshot, id, withdrawnAt) : undefined;
}

async function packed({ packs, read }: Snapshot, id: string, reply: FileReply): Promise<FileReply> {
  if (!packs) throw new SnapshotError(SNAPSHOT_FILE, "packs");
  const bytes = await read(packOf(packs, id), (pack) => detailIn(pack, id));
  return { ...reply, bytes };
}
