import { allAnswers } from "../answers/answers.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { EndpointId } from "../contract/endpoints.ts";
import { pages } from "../pages/pages.ts";
import type { TreeFile } from "../tree/file.ts";
import { readTexts } from "./read-texts.ts";

/** A file whose bytes are ready. */
export interface ReadyFile {
  path: string;
  bytes: Uint8Array;
}

const SECTIONS: Partial<Record<EndpointId, TreeFile["section"]>> = { earthquake: "earthquakes" };

/**
 * Every file of the tree, one after the other: a body is turned to bytes only when it is its turn.
 *
 * @param grid whether also the answers that only hosts without the rewrite need
 * @param packBelow magnitude below which details of small events are among the shards
 */
export function* treeFiles(
  catalogue: Catalogue,
  shards: readonly ReadyFile[],
  assets: readonly ReadyFile[],
  grid = false,
  packBelow?: number,
): Iterable<TreeFile> {
  const encoder = new TextEncoder();
  // The largest first, so that they are compressed while the answers are written.
  for (const asset of assets) yield { ...asset, section: "pages", cache: "day", compress: true };
  for (const shard of shards) yield { ...shard, section: "shards", cache: "immutable", compress: true };
  for (const { endpoint, file, body } of allAnswers(catalogue, grid, packBelow)) {
    const section = SECTIONS[endpoint.id] ?? (file.startsWith("q/") ? "q" : "api");
    const bytes = encoder.encode(JSON.stringify(body));
    // There are thousands of details, each too small for compression to be worth two more files.
    yield { path: file, bytes, section, cache: endpoint.cache, compress: section !== "earthquakes" };
  }
  for (const { path, text } of pages(catalogue, readTexts())) {
    yield { path, bytes: encoder.encode(text), section: "pages", cache: "minute", compress: true };
  }
}
