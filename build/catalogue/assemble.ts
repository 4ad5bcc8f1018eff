import { hashOfLine } from "../platform/hash.ts";
import { compareText, newestFirst } from "../platform/lists.ts";
import { NO_SEARCH_WORDS, type SearchWords } from "../rewrite/shards/names.ts";
import { lineKey, noteLineKey } from "../store/event-days.ts";
import type { HistoricalRecord, LeftOut, ReportedEvent, Withdrawal } from "../store/records.ts";
import type {
  Catalogue,
  CatalogueEvent,
  CataloguePlate,
  CountryFacts,
  DataSource,
  GlossaryEntry,
  PlateBoundary,
  PlateFacts,
  WithdrawnEvent,
} from "./catalogue.ts";
import { isEarthquake, isInWindow, missingNumber } from "./classify.ts";
import { catalogueEvent, isRecent, type Locators, preferredSolution, typeOf } from "./event.ts";
import { type LiveAgency, type MergedEvent, mergeLive, mergeSources, reportsUnderTakenIds } from "./merge/merge.ts";
import { type Archive, nearHistorical } from "./tally/archive.ts";
import { type Tallies, tallyAll } from "./tally/tallies.ts";
import { type ArchivedSpan, completenessIn, totalOf } from "./tally/tally.ts";
import { type CountryGeography, withCountryFigures } from "./zones/zone.ts";

/** The input of the catalogue, from the store and from the embedded data. */
export interface CatalogueInput {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Live data in the order of preference (see `event.ts`). */
  live: readonly LiveAgency[];
  /** Older reports of one of these agencies. */
  archive?: Archive | undefined;
  historical: readonly HistoricalRecord[];
  countries: readonly CountryFacts[];
  plates: readonly PlateFacts[];
  boundaries: readonly PlateBoundary[];
  glossary: readonly GlossaryEntry[];
  searchWords?: SearchWords | undefined;
  sources: readonly DataSource[];
  leftOut: Record<string, LeftOut>;
  /** As in the catalogue; absent if it is not known. */
  recentSince?: number | undefined;
  /** As in the catalogue; absent unless the recent events are the embedded sample. */
  sample?: Catalogue["sample"] | undefined;
  /** Ids of events that are left out because their answers cannot be written. */
  unanswerable?: ReadonlySet<string> | undefined;
  locate: Locators;
  /** Version of the locators. It changes whenever a point may be located differently. */
  version: string;
  /** The part of a country's zone that does not depend on events. */
  countryGeography: (iso2: string) => CountryGeography;
}

/** Merges, locates and classifies events as of one instant. Pure; the order of the input does not matter. */
export function assembleCatalogue(given: CatalogueInput): Catalogue {
  const { asOf, unanswerable = NONE } = given;
  const leftOut = leftOutOf(given);
  const input = unanswerable.size === 0 ? given : withoutUnanswerable(given, unanswerable, leftOut);
  const archived = input.archive
    ? nearHistorical(input.archive, input.historical).filter(({ ids }) => !ids.some((id) => unanswerable.has(id)))
    : [];
  for (const { agency } of reportsUnderTakenIds(input.live)) countReason(agency, "id-of-another-earthquake", leftOut);
  const old = new Set<ReportedEvent>(archived);
  const reported = mergeLive(withArchived(input.live, input.archive?.agency, archived));
  const earthquakes = reported.filter((event) => isEarthquakeOrCounted(event, leftOut));
  const merged = mergeSources(earthquakes, input.historical)
    .filter(({ historical, live: [first] }) => historical || !first || !old.has(first))
    .filter((event) => isServed(event, asOf, leftOut));
  const made = { locate: input.locate, version: hashOfLine(input.version) };
  const events = merged.map((event) => eventOf(event, asOf, made)).toSorted(newestFirst);
  assertUniqueIds(events);
  const complete = input.archive?.complete ?? null;
  const servedArchived = merged.flatMap(({ live }) => live.filter((report) => old.has(report)));
  const live = input.live.find(({ agency }) => agency === input.archive?.agency)?.events ?? [];
  const tallies = tallyAll(events, servedArchived, { ...input, live });
  return {
    asOf,
    events,
    withdrawn: withdrawnEvents(
      input.live.flatMap(({ withdrawn }) => withdrawn),
      events,
    ),
    countries: withCountryFigures(input.countries, events, tallies, complete, input.countryGeography),
    plates: withEarthquakeCounts(input.plates, tallies.plates, complete),
    boundaries: input.boundaries,
    glossary: input.glossary,
    searchWords: input.searchWords ?? NO_SEARCH_WORDS,
    sources: input.sources,
    leftOut,
    complete,
    recentSince: input.recentSince ?? null,
    sample: input.sample ?? null,
  };
}

/** Events that were made from a single report, with the version of the locators. A process that builds again has the reports. */
const madeOfOne = new WeakMap<ReportedEvent, { version: string; event: CatalogueEvent }>();

/**
 * Like `catalogueEvent`, but returns the object of the previous build if the event has not changed. An event that is made of a
 * single report is identified by its line of the store.
 */
function eventOf(merged: MergedEvent, asOf: number, { locate, version }: Pick<CatalogueInput, "locate" | "version">): CatalogueEvent {
  const [report, other] = merged.live;
  const isAlone = report && !other && merged.historical === null && merged.withdrawnIds.length === 0;
  if (!isAlone) return catalogueEvent(merged, asOf, locate);
  const known = madeOfOne.get(report);
  if (known?.version === version && known.event.recent === isRecent(report, asOf)) {
    // This call keeps the place: places that a build does not ask for are dropped.
    if (report.latitude !== null && report.longitude !== null) locate.country(report.latitude, report.longitude);
    return known.event;
  }
  const event = catalogueEvent(merged, asOf, locate);
  noteLineKey(event, `${version} ${event.recent} ${lineKey(report)}`);
  madeOfOne.set(report, { version, event });
  return event;
}

const NONE: ReadonlySet<string> = new Set();

/** Removes all records of these events, so that no other record takes their place. */
function withoutUnanswerable(input: CatalogueInput, unanswerable: ReadonlySet<string>, leftOut: Record<string, LeftOut>): CatalogueInput {
  const isAnswerable = (agency: string, ids: readonly string[]) => {
    if (!ids.some((id) => unanswerable.has(id))) return true;
    countReason(agency, "unanswerable", leftOut);
    return false;
  };
  return {
    ...input,
    live: input.live.map((one) => ({ ...one, events: one.events.filter(({ ids }) => isAnswerable(one.agency, ids)) })),
    historical: input.historical.filter(({ agency, id, aliases }) => isAnswerable(agency, [id, ...aliases])),
  };
}

/**
 * Adds the archive to the agency that made its reports. Older reports of other agencies are then merged into the same events, with
 * all ids.
 */
function withArchived(live: readonly LiveAgency[], agency: string | undefined, archived: readonly ReportedEvent[]): LiveAgency[] {
  return live.map((one) => (one.agency === agency ? { ...one, events: [...one.events, ...archived] } : one));
}

/** A mutable copy with an entry for each live agency. */
function leftOutOf({ live, leftOut }: CatalogueInput): Record<string, LeftOut> {
  const agencies = [...Object.keys(leftOut), ...live.map(({ agency }) => agency)];
  return Object.fromEntries(agencies.map((agency) => [agency, { ...leftOut[agency] }]));
}

function isEarthquakeOrCounted(event: MergedEvent, leftOut: Record<string, LeftOut>): boolean {
  const type = typeOf(event.live);
  if (isEarthquake(type)) return true;
  count(event, `not-an-earthquake: ${type}`, leftOut);
  return false;
}

/** A historical record is always published. A live event alone is published only if it is recent and has all its numbers. */
function isServed(event: MergedEvent, asOf: number, leftOut: Record<string, LeftOut>): boolean {
  const live = preferredSolution(event.live);
  if (event.historical || !live) return true;
  const reason = live.time > asOf ? "after-as-of" : isInWindow(live.time, asOf) ? missingNumber(live) : "older-than-30-days";
  if (reason !== null) count(event, reason, leftOut);
  return reason === null;
}

function count({ live }: MergedEvent, reason: string, leftOut: Record<string, LeftOut>): void {
  for (const { agency } of live) countReason(agency, reason, leftOut);
}

function countReason(agency: string, reason: string, leftOut: Record<string, LeftOut>): void {
  const reasons = leftOut[agency];
  if (reasons) reasons[reason] = (reasons[reason] ?? 0) + 1;
}

function assertUniqueIds(events: readonly CatalogueEvent[]): void {
  const owner = new Map<string, string>();
  for (const event of events) {
    for (const id of [event.id, ...event.aliases]) {
      const other = owner.get(id);
      if (other !== undefined) throw new Error(`the id ${id} belongs to two events, ${other} and ${event.id}`);
      owner.set(id, event.id);
    }
  }
}

/** Withdrawn ids that belong to no current event. */
function withdrawnEvents(withdrawals: readonly Withdrawal[], events: readonly CatalogueEvent[]): WithdrawnEvent[] {
  const alive = new Set(events.flatMap((event) => [event.id, ...event.aliases]));
  return withdrawals
    .flatMap(({ ids, withdrawnAt }) => ids.map((id) => ({ id, withdrawnAt })))
    .filter(({ id }) => !alive.has(id))
    .toSorted((a, b) => compareText(a.id, b.id));
}

function withEarthquakeCounts(plates: readonly PlateFacts[], tallies: Tallies["plates"], complete: ArchivedSpan | null): CataloguePlate[] {
  return plates.map((plate) => {
    const tally = tallies[plate.code];
    const years = Object.entries(tally ?? {})
      .filter(([, { total }]) => total > 0)
      .map(([year, { total, significant, largest }]) => ({ year: Number(year), total, significant, largest }))
      .toSorted((a, b) => a.year - b.year);
    return { ...plate, earthquakeCount: totalOf(tally).total, years, completeness: completenessIn(tally, complete) };
  });
}
