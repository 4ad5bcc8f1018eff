import type { LeftOut } from "../agencies/records.ts";
import { changesBetween } from "../answers/changes/changes-between.ts";
import { sourceRecord } from "../answers/service.ts";
import { shardInput } from "../answers/shard-input.ts";
import { isoTime } from "../catalogue/civil-time.ts";
import type { Config } from "../config.ts";
import type { SnapshotRecord } from "../contract/snapshot.ts";
import type { EventPages } from "../pages/event-pages.ts";
import type { Report } from "../report.ts";
import { makeShards } from "../shards/make.ts";
import { plantTree } from "../tree/plant.ts";
import type { Signer } from "../tree/signature.ts";
import { pageAssets } from "./assets.ts";
import { loadCatalogue } from "./load-catalogue.ts";
import { treeFiles } from "./tree-files.ts";
import { keepWorld, type WorldOf } from "./world.ts";

export interface BuildOptions {
  /** Folder of the store; without it `data/store` if there is one, otherwise the embedded data. */
  store?: string | undefined;
  /** Folder of the tree. */
  out: string;
  config: Config;
  /** Whether a store without recent events is an error; otherwise the embedded ones take their place. */
  needsLive?: boolean | undefined;
  /** Whether the tree is to have the grid; as the configuration says where it is not said. */
  grid?: boolean | undefined;
  /** Magnitude below which the details of small events are packed; as the configuration says where it is not said. */
  packBelow?: number | undefined;
  /** How long a snapshot can be asked after another has taken its place, days; as the configuration says where it is not said. */
  keepSnapshotsDays?: number | undefined;
  /** Which earthquakes have pages; as the configuration says where it is not said. */
  eventPages?: EventPages | undefined;
  /** Signs the snapshot; without it the tree is not signed. */
  signer?: Signer | undefined;
  /** Where worlds are kept from an earlier build of this process. */
  worldOf?: WorldOf;
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
  const assets = pageAssets();
  // Where reading fails first, that is the error to tell.
  assets.catch(() => {});
  const { catalogue, from } = await loadCatalogue(
    { store: options.store, agencies: options.config.agencies, needsLive: options.needsLive },
    options.worldOf ?? keepWorld(options.config.thresholds.offshore_km),
  );
  report.step("writing shards");
  const { tree } = options.config;
  const { grid = tree.grid, packBelow = tree.pack_events_below, eventPages = tree.event_pages } = options;
  const shards = makeShards(shardInput(catalogue, packBelow));
  report.step("writing the tree");
  const planted = await plantTree({
    out,
    files: treeFiles(catalogue, shards.files, await assets, { grid, packBelow, eventPages }),
    snapshot: {
      as_of: isoTime(catalogue.asOf),
      expected_interval_s: options.config.expected_interval_s,
      stale_after_s: options.config.stale_after_s,
      sources: catalogue.sources.map(sourceRecord),
      shards: shards.manifest,
    },
    keepSnapshotsFor: (options.keepSnapshotsDays ?? options.config.tree.keep_snapshots_days) * 86_400_000,
    signer: options.signer,
    changes: changesBetween,
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
