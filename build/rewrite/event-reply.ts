import { fileOf } from "../contract/paths.ts";
import { idOfSlug } from "../contract/slug.ts";
import { WITHDRAWN_FOR_MS } from "../contract/vocabulary.ts";
import { findId } from "../shards/ids.ts";
import { answerHeaders } from "./headers.ts";
import { notFound, shown, withdrawn } from "./problems.ts";
import { redirect } from "./redirect.ts";
import type { Reply } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The detail of an event, found by any slug that ends in a known id or by the bare id: under the canonical slug its file,
 * under any other a redirect to that.
 */
export function eventReply(snapshot: Snapshot, slug: string): Reply {
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
  return { kind: "file", path: fileOf(path), headers: answerHeaders(snapshot, "minute"), ifMissing: unknown };
}
