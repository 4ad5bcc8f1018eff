import { type EventFault, eventFaults } from "../answers/answers.ts";
import { sourceRecord } from "../answers/service.ts";
import { shardInput } from "../answers/shard-input.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Config } from "../config/config.ts";
import { RECENT_HOURS } from "../contract/texts/vocabulary.ts";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { feedsStep } from "../data-files/feeds/files.ts";
import { dataStep } from "../data-files/files.ts";
import { archiveFiles } from "../fdsn/files.ts";
import { UserError } from "../platform/error.ts";
import { PROGRAM_AND_VERSION } from "../platform/program.ts";
import type { Report } from "../platform/report.ts";
import { DAY_MS } from "../platform/time.ts";
import { makeShards } from "../rewrite/shards/make.ts";
import { type PageAssets, pageAssets } from "../site/assets/assets.ts";
import { loadRenderer } from "../site/share/renderer.ts";
import type { Rejection } from "../store/agency.ts";
import { isoTime } from "../store/civil-time.ts";
import type { Derive } from "../store/derive.ts";
import { readLastSnapshot } from "../store/last-snapshot.ts";
import type { LeftOut } from "../store/records.ts";
import { historySteps } from "../tree/history/steps.ts";
import type { Signer } from "../tree/signature.ts";
import { refusePlace, type WrittenTree, writeTree } from "../tree/write-tree.ts";
import { brandOf } from "./brand.ts";
import { cachedGeography, type GeographyFor } from "./load/geography.ts";
import { cellsBeside, DEFAULT_STORE, existingStore } from "./load/inputs.ts";
import { type LoadedCatalogue, loadCatalogue } from "./load/load-catalogue.ts";
import { sameBuild } from "./same-build.ts";
import { treeFiles } from "./tree-files.ts";

export interface BuildOptions {
  /** Folder of the store; default: `data/store` if it exists, otherwise the embedded data. */
  store?: string | undefined;
  /** Folder of the tree. */
  out: string;
  config: Config;
  /** Whether a store without recent events is an error; otherwise the embedded ones are used. */
  needsLive?: boolean | undefined;
  /** Signs the snapshot; undefined: the tree is not signed. */
  signer?: Signer | undefined;
  /** Has the geographies of earlier builds of this process. */
  geographyFor?: GeographyFor;
  /** The cells beside the store. Default: they are opened. */
  derive?: Derive | undefined;
  report: Report;
}

export interface BuildResult {
  out: string;
  source: "store" | "embedded";
  snapshot: SnapshotRecord;
  events: { recent: number; historical: number };
  /** Records that are in no event, by source and reason. */
  leftOut: Record<string, LeftOut>;
  /** Events that are not in the tree because their answers would be invalid: from a store of an earlier version. */
  rejected: Rejection[];
  written: number;
  unchanged: number;
  removed: number;
  bytes: number;
}

/**
 * Store or embedded data → catalogue → answers, shards and pages → tree. Never uses the network; the same store gives the same
 * bytes. An event whose answers violate the contract is left out, and reported.
 *
 * @throws UserError for errors that the operator can fix; Error for an answer that violates the contract and is not of a single
 * event. In both cases the tree at `out` stays as it was.
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { report, store = existingStore() } = options;
  if (store === undefined) return buildAnew(options);
  const { derive = cellsBeside(store) } = options;
  const same = sameBuild<BuildResult>(store, derive, options);
  const last = same.last();
  if (last) for (const { what, reason } of last.rejected) report.warn(`${what} is left out: ${reason}`);
  const built = last ?? (await buildAnew(options, derive));
  if (built.source === "embedded") {
    report.warn(`the store ${store} has no data yet, so the tree is of the embedded data, of 2018; \`quaketree ingest\` fetches today's`);
  }
  if (last) return last;
  same.keep(built);
  const fault = derive.save();
  if (fault !== undefined) report.warn(fault);
  return built;
}

async function buildAnew(options: BuildOptions, derive?: Derive): Promise<BuildResult> {
  const { out, report, store, needsLive, config } = options;
  await refusePlace(out);
  report.step("reading");
  const assets = pageAssets();
  // If reading fails first, that error is reported.
  assets.catch(() => {});
  const geographyFor = options.geographyFor ?? cachedGeography(config.thresholds.offshore_km);
  const load = (unanswerable?: ReadonlySet<string>) =>
    loadCatalogue({ store, derive, agencies: config.agencies, needsLive }, geographyFor, unanswerable);
  const loaded = await load();
  const { catalogue, from } = loaded;
  const resultOf = (served: Catalogue, written: WrittenTree, faults: readonly EventFault[]): BuildResult => ({
    out,
    source: from,
    events: {
      recent: served.events.filter((event) => event.recent).length,
      historical: served.events.filter((event) => event.historical).length,
    },
    leftOut: served.leftOut,
    rejected: faults.map(({ id, reason }) => ({ what: id, code: "answer-invalid", reason })),
    ...written,
  });
  try {
    return resultOf(catalogue, await writeCatalogue(loaded, await assets, options), []);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Checked only now: nearly every build has none, and checking all events takes long.
    const faults = eventFaults(catalogue);
    if (faults.length === 0) throw error;
    for (const { id, reason } of faults) report.warn(`${id} is left out: ${reason}`);
    const rest = await load(new Set(faults.flatMap(({ id, aliases }) => [id, ...aliases])));
    return resultOf(rest.catalogue, await writeCatalogue(rest, await assets, options), faults);
  }
}

async function writeCatalogue(
  { catalogue, feeds, whole, events, from, derive }: LoadedCatalogue,
  assets: PageAssets,
  options: BuildOptions,
): Promise<WrittenTree> {
  const { out, report } = options;
  report.step("writing shards");
  const { tree, public_url: publicUrl, stale_after_s: staleAfterS, notices: rules = {} } = options.config;
  const notices = Object.fromEntries(Object.entries(rules).filter(([, { feed }]) => feed));
  const { grid, pack_events_below: packBelow, event_pages: eventPages, pictures_from: picturesFrom } = tree;
  const brand = brandOf(options.config);
  const renderer = publicUrl === undefined ? undefined : await loadRenderer();
  const shards = makeShards(shardInput(catalogue, packBelow), derive.each("shards", []));
  const archive = events && archiveFiles(events, derive);
  const treeOptions = {
    brand,
    grid,
    packBelow,
    eventPages,
    publicUrl,
    staleAfterS,
    renderer,
    picturesFrom,
    feeds,
    notices,
    archive: archive?.files,
  };
  report.step("writing the tree");
  const windowsFrom = coveredFrom(catalogue.asOf, RECENT_HOURS, catalogue.recentSince);
  return writeTree({
    out,
    program: derive.program,
    files: { [Symbol.iterator]: () => treeFiles(catalogue, shards.files, assets, treeOptions, derive)[Symbol.iterator]() },
    snapshot: {
      as_of: isoTime(catalogue.asOf),
      ...(windowsFrom !== null && { covered_from: windowsFrom }),
      ...(catalogue.sample && { sample: true as const }),
      program: PROGRAM_AND_VERSION,
      expected_interval_s: options.config.expected_interval_s,
      stale_after_s: staleAfterS,
      sources: catalogue.sources.map(sourceRecord),
      shards: () => (archive ? { ...shards.manifest, archive: archive.manifest() } : shards.manifest),
    },
    // If the tree was lost, the sequence must continue: mirrors and targets refuse smaller numbers.
    last: from === "store" ? await readLastSnapshot(options.store ?? DEFAULT_STORE) : undefined,
    steps: [...historySteps(tree.keep_snapshots_days * DAY_MS), ...(feeds ? [feedsStep(feeds)] : []), dataStep(catalogue, whole)],
    signer: options.signer,
    report: (line) => report.step(line),
    warn: (line) => report.warn(line),
  });
}
