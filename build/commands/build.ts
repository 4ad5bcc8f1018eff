import type { LeftOut } from "../agencies/records.ts";
import { allAnswers } from "../answers/answers.ts";
import { sourceRecord } from "../answers/service.ts";
import { shardInput } from "../answers/shard-input.ts";
import { type Catalogue } from "../catalogue/catalogue.ts";
import { isoTime } from "../catalogue/civil-time.ts";
import type { Config } from "../config.ts";
import type { EndpointId } from "../contract/endpoints.ts";
import type { SnapshotRecord } from "../contract/snapshot.ts";
import { pages } from "../pages/pages.ts";
import { type Report } from "../report.ts";
import { makeShards } from "../shards/make.ts";
import type { TreeFile } from "../tree/file.ts";
import { plantTree } from "../tree/plant.ts";
import { pageAssets } from "./assets.ts";
import { loadCatalogue } from "./load-catalogue.ts";

export interface BuildOptions {
  /** Folder of the store; without it `data/store` if there is one, otherwise the embedded data. */
  store?: string | undefined;
  /** Folder of the tree. */
  out: string;
  config: Config;
  report: Report;
}

export interface BuildReport {
  out: string;
  source: "store" | "embedded";
  snapshot: SnapshotRecord;
  events: { recent: number; historical: number };
  /** Records that no event came of, by source and reason. */
  leftOut: Record<string, LeftOut>;
  written: number;
  unchanged: number;
  removed: number;
  bytes: number;
}

/**
 * Store or embedded data → catalogue → answers, shards and pages → tree. Never touches the network; the same store gives
 * the same bytes.
 *
 * @throws UserError for what the operator can mend; InvalidAnswer for a record that breaks the contract. In either case
 * the tree at `out` stays as it was.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { out, report } = options;
  report.step("reading");
  const { catalogue, from } = await loadCatalogue(options.store, options.config);
  report.step("writing shards");
  const shards = makeShards(shardInput(catalogue));
  report.step("writing the tree");
  const planted = await plantTree({
    out,
    files: treeFiles(catalogue, shards.files),
    snapshot: {
      as_of: isoTime(catalogue.asOf),
      sources: catalogue.sources.map(sourceRecord),
      shards: shards.manifest,
    },
    report: (line) => report.step(line),
  });
  return {
    out,
    source: from,
    events: {
      recent: catalogue.events.filter((event) => event.recent).length,
      historical: catalogue.events.filter((event) => event.historical).length,
    },
    leftOut: catalogue.leftOut,
    ...planted,
  };
}

const SECTIONS: Partial<Record<EndpointId, TreeFile["section"]>> = { earthquake: "earthquakes" };

/** Every file of the tree, one after the other: a body is turned to bytes only when it is its turn. */
function* treeFiles(catalogue: Catalogue, shards: readonly { path: string; bytes: Uint8Array }[]): Iterable<TreeFile> {
  const encoder = new TextEncoder();
  for (const shard of shards) yield { ...shard, section: "shards", cache: "immutable", compress: true };
  for (const { endpoint, file, body } of allAnswers(catalogue)) {
    const section = SECTIONS[endpoint.id] ?? (file.startsWith("q/") ? "q" : "api");
    const bytes = encoder.encode(JSON.stringify(body));
    // There are thousands of details, each too small for compression to be worth two more files.
    yield { path: file, bytes, section, cache: endpoint.cache, compress: section !== "earthquakes" };
  }
  for (const { path, text } of pages(catalogue)) {
    yield { path, bytes: encoder.encode(text), section: "pages", cache: "minute", compress: true };
  }
  for (const asset of pageAssets()) yield { ...asset, section: "pages", cache: "day", compress: true };
}
