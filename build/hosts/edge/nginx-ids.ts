import { WITHDRAWN_FOR_MS } from "../../contract/texts/vocabulary.ts";
import { idOfSlug } from "../../contract/wire/slug.ts";
import type { Snapshot } from "../../rewrite/respond.ts";
import { findId } from "../../shards/ids.ts";

/**
 * The lines of an nginx map from every known id to the canonical slug of its event, and from the id of a recently
 * withdrawn event to `!` and the time. Ids with characters that slugs cannot contain are escaped after `--`, as in
 * slugs.
 */
export function nginxIds(snapshot: Snapshot): string {
  const [, ...lines] = new TextDecoder().decode(snapshot.ids.bytes).trimEnd().split("\n");
  return lines.map((line) => mapLines(snapshot, line.slice(0, line.indexOf(" ")))).join("");
}

/** A key within quotation marks can hold these letters as they are. */
const QUOTABLE = /^[ !#%-[\]-~]+$/;

function mapLines(snapshot: Snapshot, escaped: string): string {
  const plain = /^[a-z0-9]+$/.test(escaped);
  const id = plain ? escaped : idOfSlug(`--${escaped}`);
  const target = findId(snapshot.ids, id);
  if (!target || (target.kind === "withdrawn" && snapshot.asOf - target.withdrawnAt > WITHDRAWN_FOR_MS)) return "";
  const found = target.kind === "event" ? target.slug : `!${new Date(target.withdrawnAt).toISOString()}`;
  if (plain) return `${escaped} ${found};\n`;
  const raw = QUOTABLE.test(id) ? `":${id}" "${found} ${id}";\n` : "";
  return `--${escaped} ${found};\n${raw}`;
}
