import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { FdsnState } from "../agencies/fdsn/state.ts";
import { readNotable } from "../agencies/noaa/notable.ts";
import { type NoaaState, noaaCatalogue, readNoaaState } from "../agencies/noaa/state.ts";
import { PLATE_PARTS, type PlatesState, readPlatesState } from "../agencies/plates/state.ts";
import { archiveWithdrawals } from "../agencies/usgs/archive.ts";
import { readDetails, withDetails } from "../agencies/usgs/details.ts";
import { readUsgsFeed } from "../agencies/usgs/geojson.ts";
import { applyCapture } from "../agencies/usgs/run.ts";
import { readUsgsState, type UsgsState } from "../agencies/usgs/state.ts";
import { withCommonNames } from "../catalogue/merge/match-catalogues.ts";
import type { LiveAgency } from "../catalogue/merge/merge.ts";
import type { Archive } from "../catalogue/tally/archive.ts";
import type { AgencySettings } from "../config/agencies.ts";
import { WITHDRAWN_FOR_MS } from "../contract/texts/vocabulary.ts";
import { UserError } from "../platform/error.ts";
import { type Derived, NOTHING_DERIVED, openDerived } from "../store/derived.ts";
import type { HistoricalRecord, LeftOut, Withdrawal } from "../store/records.ts";
import { archiveInput } from "./archive-input.ts";
import { fdsnAsOf, readFdsnStates } from "./fdsn-data.ts";

/** Where `build` looks for a store when it is not told. */
export const DEFAULT_STORE = "data/store";

/** The store of a build that is not told of one; undefined where there is none. */
export function existingStore(): string | undefined {
  return existsSync(DEFAULT_STORE) ? DEFAULT_STORE : undefined;
}

/** The agencies' part of a build, and which of the two it is. */
export interface BuildInputs {
  from: "store" | "embedded";
  /** Absent where the store has second opinions only. */
  usgs?: UsgsState | undefined;
  /** What the USGS has reported before, where the store has it. */
  archive?: Archive | undefined;
  historical: readonly HistoricalRecord[];
  /** Absent where the store has not got it: the embedded table serves. */
  noaa?: Omit<ReturnType<typeof noaaCatalogue>, "historical"> | undefined;
  /** Agencies of second opinions, in the order in which they are preferred. */
  others: readonly FdsnState[];
  /** Absent where the store has not got them: the embedded ones serve. */
  plates?: PlatesState | undefined;
  /** What earlier builds of the same store computed. */
  derived: Derived;
}

export interface InputOptions {
  /** Folder of the store; without it `data/store` if there is one, otherwise the embedded data. */
  store?: string | undefined;
  /** Agencies whose terms have to be accepted are taken from the store only while they are. */
  agencies: AgencySettings;
  /** Whether a store without recent events will not do. */
  needsLive?: boolean | undefined;
}

/**
 * The store that is named; without a name `data/store` if it is there, otherwise the embedded data. What the store has
 * not got (NOAA's table, the plate model, recent events where nobody is asked for them) comes from the embedded data.
 *
 * @throws UserError `store-empty` if a store is named, or found, that holds nothing, or no recent events where they are needed
 */
export async function buildInputs({ store, agencies, needsLive = false }: InputOptions): Promise<BuildInputs> {
  const notable = await embeddedNotable();
  const dir = store ?? existingStore();
  if (dir === undefined) {
    const usgs = await embeddedUsgs();
    return { from: "embedded", usgs, historical: notable, others: [], derived: NOTHING_DERIVED };
  }
  const derived = openDerived(dir);
  const { usgs, noaa, plates, others: all = [] } = await readStore(dir);
  const others = all.filter(({ agency }) => (agency === "emsc" ? agencies.emsc : agencies.others[agency])?.enabled);
  const hasLive = usgs !== undefined || others.length > 0;
  if (!hasLive && (needsLive || (!noaa && !plates))) throw storeEmpty(dir);
  return {
    from: "store",
    ...(hasLive ? await liveInputs(dir, usgs, derived) : { usgs: await embeddedUsgs() }),
    ...historicalInputs(noaa, notable),
    plates,
    others,
    derived,
  };
}

function storeEmpty(dir: string): UserError {
  const hint = "run `quaketree ingest` first, or build without --store for the embedded data";
  return new UserError("store-empty", `the store ${dir} holds no earthquakes`, hint);
}

async function liveInputs(
  dir: string,
  usgs: UsgsState | undefined,
  derived: Derived,
): Promise<Pick<BuildInputs, "usgs" | "archive">> {
  if (!usgs) return {};
  // Of what was withdrawn earlier nobody is told any more, and a hundred years of earthquakes need not be read for it.
  const since = usgs.capture.generated - WITHDRAWN_FOR_MS;
  const withdrawn = [...usgs.withdrawn, ...archiveWithdrawals(dir, usgs, since)];
  const events = withDetails(usgs.events, await readDetails(dir));
  return { usgs: { ...usgs, events, withdrawn }, archive: archiveInput(dir, usgs, derived) };
}

function historicalInputs(
  noaa: StoreContents["noaa"],
  notable: readonly HistoricalRecord[],
): Pick<BuildInputs, "historical" | "noaa"> {
  if (!noaa?.events.capture) return { historical: notable };
  const { historical, ...rest } = noaaCatalogue(noaa);
  return { historical: withCommonNames(historical, notable), noaa: rest };
}

/** Who says what of recent events, in the order of preference, and what NOAA has taken out of its table. */
export function liveAgencies({ usgs, others, noaa }: BuildInputs): LiveAgency[] {
  const withdrawn: readonly Withdrawal[] = noaa?.withdrawn ?? [];
  return [
    ...(usgs ? [usgs] : []),
    ...others,
    ...(withdrawn.length > 0 ? [{ agency: "noaa", events: [], withdrawn }] : []),
  ];
}

/** The newest moment for which any agency's recent events are known, by the statement of the agency; ms since 1970 UTC. */
export function asOf({ usgs, others }: Pick<BuildInputs, "usgs" | "others">): number {
  const instants = others.map((other) => fdsnAsOf(other) ?? 0);
  return Math.max(...instants, ...(usgs ? [usgs.capture.generated] : []));
}

/** What readers could not use, by source. */
export function leftOutOf({ usgs, noaa }: BuildInputs): Record<string, LeftOut> {
  return {
    ...(usgs && { usgs: usgs.capture.leftOut }),
    ...(noaa && { noaa: noaa.leftOut }),
  };
}

/** What a store holds; an agency that was never ingested is absent. */
interface StoreContents {
  usgs?: UsgsState;
  noaa?: NoaaState;
  plates?: PlatesState;
  /** Agencies of second opinions, in the order in which they are preferred. */
  others?: FdsnState[];
}

/**
 * Reads every state of a store folder, strictly. A folder that is not there is an empty store.
 *
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readStore(dir: string): Promise<StoreContents> {
  const states = [readUsgsState(dir), readNoaaState(dir), readPlatesState(dir), readFdsnStates(dir)] as const;
  const [usgs, noaa, plates, others] = await Promise.all(states);
  return {
    ...(usgs && { usgs }),
    ...(noaa && { noaa }),
    // Of a model that was asked for in vain there is only the note that it was.
    ...(plates && PLATE_PARTS.some((part) => plates[part]) && { plates }),
    ...(others.length > 0 && { others }),
  };
}

const CAPTURE = "data/captures/usgs-all_week-2018-02-07.geojson.gz";
const NOTABLE_TABLE = "data/notable-earthquakes.tsv";

/** Beside this module rather than in the working folder, so that an installed package finds its own data. */
const ROOT = new URL("../../", import.meta.url);

/**
 * The embedded week of the USGS feed, by the reader that live data pass.
 *
 * @throws UserError where the file was changed and is now malformed
 */
export async function embeddedUsgs(): Promise<UsgsState> {
  const bytes = gunzipSync(await readFile(new URL(CAPTURE, ROOT)));
  const capture = readUsgsFeed(bytes, CAPTURE);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // Retrieved when it was written, as far as anybody knows: a build of the embedded data has no clock.
  const provenance = { address: `embedded:${CAPTURE}`, retrievedAt: capture.generated, sha256, bytes: bytes.length };
  return applyCapture(undefined, capture, provenance).state;
}

/**
 * The embedded table of notable earthquakes.
 *
 * @throws UserError where the file was changed and is now malformed
 */
export async function embeddedNotable(): Promise<HistoricalRecord[]> {
  return readNotable(await readFile(new URL(NOTABLE_TABLE, ROOT), "utf8"), NOTABLE_TABLE);
}
