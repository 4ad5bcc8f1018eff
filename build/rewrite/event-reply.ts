import { fileOf } from "../contract/paths.ts";
import { idOfSlug } from "../contract/slug.ts";
import { WITHDRAWN_FOR_MS } from "../contract/vocabulary.ts";
import { findId } from "../shards/ids.ts";
import { detailIn, packOf } from "../shards/packs.ts";
import { answerHeaders } from "./headers.ts";
import { notFound, shown, withdrawn } from "./problems.ts";
import { SnapshotError } from "./read-shard.ts";
import { redirect } from "./redirect.ts";
import type { FileReply, Reply } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The detail of an event, found by any slug that ends in a known id or by the bare id: under the canonical slug its file,
 * under any other a redirect to that.
 *
 * @returns a promise where the detail is in a pack; rejected with a SnapshotError where that is missing or malformed
 */
export function eventReply(snapshot: Snapshot, slug: string): Reply | Promise<Reply> {
  // The whole first: an id may itself look like a slug.
  const id = [slug, idOfSlug(slug)].find((candidate) => findId(snapshot.ids, candidate) !== undefined);
  const target = id === undefined ? undefined : findId(snapshot.ids, id);
  const unknown = () =>
    notFound(snapshot, `No earthquake has the id or slug ${shown(slug)}; search for it at /api/search/.`);
  if (id === undefined || target === undefined) return unknown();
  if (target.kind === "withdrawn") {
    const recent = snapshot.asOf - target.withdrawnAt <= WITHDRAWN_FOR_MS;
    return recent ? withdrawn(snapshot, id, target.withdrawnAt) : unknown();
  }
  const path = `/api/v1/earthquakes/${target.slug}/`;
  if (target.slug !== slug) return redirect(snapshot, path, "minute");
  const reply = {
    kind: "file",
    path: fileOf(path),
    headers: answerHeaders(snapshot, "minute"),
    ifMissing: unknown,
  } as const;
  return target.packed ? packed(snapshot, idOfSlug(slug), reply) : reply;
}

async function packed({ packs, record, read }: Snapshot, id: string, reply: FileReply): Promise<FileReply> {
  if (!packs) throw new SnapshotError(record.shards.ids, "packs");
  const bytes = await read(packOf(packs, id), (pack) => detailIn(pack, id));
  return { ...reply, bytes };
}
