import { existsSync, readFileSync } from "node:fs";
import type { FdsnState } from "../../agencies/fdsn/state.ts";
import { readNotable } from "../../agencies/noaa/notable.ts";
import { type NoaaState, noaaCatalogue, readNoaaState } from "../../agencies/noaa/state.ts";
import { PLATE_PARTS, type PlatesState, readPlatesState } from "../../agencies/plates/state.ts";
import { readDetails, withDetails } from "../../agencies/usgs/details.ts";
import { readUsgsFeed } from "../../agencies/usgs/geojson.ts";
import { applyCapture } from "../../agencies/usgs/run.ts";
import { segmentParts, segmentWithdrawals } from "../../agencies/usgs/segments.ts";
import { completeSpan, readUsgsState, type UsgsState } from "../../agencies/usgs/state.ts";
import { withCommonNames } from "../../catalogue/merge/match-catalogues.ts";
import type { LiveAgency } from "../../catalogue/merge/merge.ts";
import { ARCHIVED_PLACES, type Archive } from "../../catalogue/tally/archive.ts";
import { type AgencySettings, enabledAgencies, priorityOf } from "../../config/agencies.ts";
import { WITHDRAWN_FOR_MS } from "../../contract/texts/vocabulary.ts";
import type { ArchiveInput } from "../../fdsn/archive/make.ts";
import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import { PROGRAM } from "../../platform/program.ts";
import { type Derive, NO_CELLS, openDerive } from "../../store/derive.ts";
import { readLastSnapshot } from "../../store/last-snapshot.ts";
import type { HistoricalRecord, LeftOut, Withdrawal } from "../../store/records.ts";
import { readNotes } from "../../store/run-notes.ts";
import { readCompressedDataFile } from "./data-file.ts";
import { fdsnAsOf, readFdsnStates } from "./fdsn-data.ts";

/** The default store of `build`. */
export const DEFAULT_STORE = "data/store";

/** Holds the cache of the embedded data that `npm run prepare` fills. An installed package lacks it, which only costs time. */
export const PREPARED_VALUES = `${PROGRAM}prepared`;

/** Opens the cells beside a store; without a store those that `npm run prepare` made. */
export function cellsBeside(store: string | undefined): Derive {
  return openDerive(store, openDerive(PREPARED_VALUES));
}

/** The default store, if it exists. */
export function existingStore(): string | undefined {
  return existsSync(DEFAULT_STORE) ? DEFAULT_STORE : undefined;
}

/** The data of the agencies for a build, from a store or from the embedded files. */
export interface BuildInputs {
  from: "store" | "embedded";
  /** Absent if the store has only secondary agencies. */
  usgs?: UsgsState | undefined;
  /** The archive of the USGS, if the store has one. */
  archive?: (Omit<Archive, "locate"> & Pick<ArchiveInput, "parts">) | undefined;
  historical: readonly HistoricalRecord[];
  /** Absent if the store has no such table; the embedded table is then used. */
  noaa?: Omit<ReturnType<typeof noaaCatalogue>, "historical"> | undefined;
  /** Other agencies with recent events: first those that come before the USGS, in the order of preference. */
  others: readonly FdsnState[];
  /** Number of other agencies that come before the USGS. */
  preferred: number;
  /** Absent if the store has no plate model; the embedded one is then used. */
  plates?: PlatesState | undefined;
  /** Whether the recent events are the embedded sample. */
  isSample: boolean;
  /** The cells beside the store. */
  derive: Derive;
}

export interface InputOptions {
  /** Folder of the store. Default: `data/store` if it exists, otherwise the embedded data. */
  store?: string | undefined;
  /** Settings of the agencies. Only the data of enabled agencies are used, of others not even those that the store has. */
  agencies: AgencySettings;
  /** Whether the store must have recent events. */
  needsLive?: boolean | undefined;
  /** The cells beside the store. Default: they are opened. */
  derive?: Derive | undefined;
  /** Reads the embedded data even if there is a store, and keeps in these cells what follows from them. */
  embedded?: Derive | undefined;
}

/**
 * Reads the data of the named store; without a name those of `data/store` if it exists, otherwise the embedded data. Parts that the
 * store lacks (NOAA's table, the plate model, recent events) come from the embedded data. So does everything where no agency could
 * be reached yet.
 *
 * @throws UserError `store-empty` if the store is missing or has lost its data, or if it lacks recent events that are required
 */
export async function buildInputs({ store, agencies, needsLive = false, embedded, ...given }: InputOptions): Promise<BuildInputs> {
  const dir = embedded ? undefined : (store ?? existingStore());
  if (dir === undefined) return embeddedInputs(embedded ?? cellsBeside(undefined));
  const { derive = cellsBeside(dir) } = given;
  const all = await readStore(dir, derive);
  const enabled = enabledAgencies(agencies);
  const { usgs, noaa, plates } = Object.fromEntries(Object.entries(all).filter(([key]) => enabled.has(key))) as StoreContents;
  const rank = ({ agency }: FdsnState) => priorityOf(agencies, agency);
  const others = (all.others ?? []).filter(({ agency }) => enabled.has(agency)).toSorted((a, b) => rank(b) - rank(a));
  const hasLive = usgs !== undefined || others.length > 0;
  if (!hasLive && needsLive) throw storeEmpty(dir);
  if (!hasLive && !noaa && !plates) {
    if (await wasIngestedInVain(dir)) return embeddedInputs(derive);
    throw storeEmpty(dir);
  }
  return {
    from: "store",
    ...(hasLive ? await liveInputs(dir, usgs, derive) : { usgs: embeddedUsgs(derive) }),
    ...historicalInputs(noaa, embeddedNotable(derive)),
    plates,
    others,
    preferred: others.filter((one) => rank(one) > 0).length,
    isSample: !hasLive,
    derive,
  };
}

async function embeddedInputs(derive: Derive): Promise<BuildInputs> {
  const [usgs, historical] = [embeddedUsgs(derive), embeddedNotable(derive)];
  return { from: "embedded", usgs, historical, others: [], preferred: 0, isSample: true, derive };
}

/** Whether agencies were asked and none has answered yet. Once a tree was built from the store, its data are lost instead. */
async function wasIngestedInVain(dir: string): Promise<boolean> {
  const notes = Object.values(await readNotes(dir));
  return notes.length > 0 && notes.every(({ answeredAt }) => answeredAt === null) && (await readLastSnapshot(dir)) === undefined;
}

function storeEmpty(dir: string): UserError {
  const hint = "run `quaketree ingest` first, or build without --store for the embedded data";
  return new UserError("store-empty", `the store ${dir} holds no earthquakes`, hint);
}

async function liveInputs(dir: string, usgs: UsgsState | undefined, derive: Derive): Promise<Pick<BuildInputs, "usgs" | "archive">> {
  if (!usgs) return {};
  // Older withdrawals are no longer published, so the archive need not be read completely for them.
  const since = usgs.capture.generated - WITHDRAWN_FOR_MS;
  const withdrawn = [...usgs.withdrawn, ...segmentWithdrawals(dir, usgs, since)];
  const events = withDetails(usgs.events, await readDetails(dir));
  return { usgs: { ...usgs, events, withdrawn }, archive: archiveInput(dir, usgs, derive) };
}

function historicalInputs(noaa: StoreContents["noaa"], notable: readonly HistoricalRecord[]): Pick<BuildInputs, "historical" | "noaa"> {
  if (!noaa?.events.capture) return { historical: notable };
  const { historical, ...rest } = noaaCatalogue(noaa);
  return { historical: withCommonNames(historical, notable), noaa: rest };
}

/** The agencies with recent events, in the order of preference. */
export function inOrder({ usgs, others, preferred }: Pick<BuildInputs, "usgs" | "others" | "preferred">): (UsgsState | FdsnState)[] {
  return [...others.slice(0, preferred), ...(usgs ? [usgs] : []), ...others.slice(preferred)];
}

/** The reports of agencies on recent events, in the order of preference, and the withdrawals from NOAA's table. */
export function liveAgencies(inputs: BuildInputs): LiveAgency[] {
  const withdrawn: readonly Withdrawal[] = inputs.noaa?.withdrawn ?? [];
  return [...inOrder(inputs), ...(withdrawn.length > 0 ? [{ agency: "noaa", events: [], withdrawn }] : [])];
}

/** The newest time for which an agency states that its recent events are current, ms since 1970 UTC. */
export function asOf({ usgs, others }: Pick<BuildInputs, "usgs" | "others">): number {
  const instants = others.map((other) => fdsnAsOf(other) ?? 0);
  return Math.max(...instants, ...(usgs ? [usgs.capture.generated] : []));
}

/** Counts of records that readers left out, by source and reason. */
export function leftOutOf({ usgs, noaa }: BuildInputs): Record<string, LeftOut> {
  return { ...(usgs && { usgs: usgs.capture.leftOut }), ...(noaa && { noaa: noaa.leftOut }) };
}

/** The states of a store. The state of an agency that was never ingested is absent. */
interface StoreContents {
  usgs?: UsgsState;
  noaa?: NoaaState;
  plates?: PlatesState;
  /** Secondary agencies in the order of preference. */
  others?: FdsnState[];
}

/**
 * Reads all states of a store folder, with strict validation. A missing folder is an empty store.
 *
 * @param derive the cells beside the store
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readStore(dir: string, derive: Derive = NO_CELLS): Promise<StoreContents> {
  const states = [readUsgsState(dir, derive), readNoaaState(dir), readPlatesState(dir), readFdsnStates(dir)] as const;
  const [usgs, noaa, plates, others] = await Promise.all(states);
  return {
    ...(usgs && { usgs }),
    ...(noaa && { noaa }),
    // A state without parts only records failed requests.
    ...(plates && PLATE_PARTS.some((part) => plates[part]) && { plates }),
    ...(others.length > 0 && { others }),
  };
}

/**
 * The archive of the USGS, if the store has one. Values computed from its parts are cached for the next build.
 *
 * @param dir folder of the store
 */
export function archiveInput(dir: string, state: UsgsState, derive: Derive): BuildInputs["archive"] {
  if (!state.archive) return undefined;
  const parts = segmentParts(dir, state);
  for (const { key } of parts) derive.spare(`${ARCHIVED_PLACES}/${key}`);
  return { agency: state.agency, parts, complete: completeSpan(state), derive };
}

const CAPTURE = "data/captures/usgs-all_week-2018-02-07.geojson.gz";

/** The embedded week of the USGS feed, read in the same way as live data. @throws UserError if the file is malformed */
export function embeddedUsgs(derive: Derive = NO_CELLS): UsgsState {
  return derive("usgs", [], () => {
    const bytes = readCompressedDataFile(PROGRAM + CAPTURE);
    const capture = readUsgsFeed(bytes, CAPTURE);
    // The time of retrieval is not known: a build of the embedded data does not use the clock.
    const provenance = { address: `embedded:${CAPTURE}`, retrievedAt: capture.generated, sha256: sha256(bytes), bytes: bytes.length };
    return applyCapture(undefined, capture, provenance);
  }).value;
}

/** The embedded table of notable earthquakes. */
export function embeddedNotable(derive: Derive = NO_CELLS): HistoricalRecord[] {
  return derive("notable", [], () => readNotable(readFileSync(`${PROGRAM}data/notable-earthquakes.tsv`, "utf8"))).value;
}
