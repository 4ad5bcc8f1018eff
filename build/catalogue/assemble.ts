import type { AgencyEvent, HistoricalRecord, LeftOut, Withdrawal } from "../agencies/records.ts";
import type {
  Catalogue,
  CatalogueEvent,
  CataloguePlate,
  DataSource,
  GlossaryEntry,
  PlateBoundary,
  WithdrawnEvent,
} from "./catalogue.ts";
import { isEarthquake, isInWindow, missingNumber } from "./classify.ts";
import type { CountryFacts } from "./country-facts.ts";
import { withCountryFigures } from "./country-figures.ts";
import { catalogueEvent, type Locators } from "./event.ts";
import { type MergedEvent, mergeSources } from "./merge.ts";
import { compareText, newestFirst } from "./order.ts";

/** Everything that the catalogue is made of; all of it from the store and the embedded data. */
export interface CatalogueInput {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Name under which what is left out of `live` is counted. */
  liveSource: string;
  live: readonly AgencyEvent[];
  withdrawn: readonly Withdrawal[];
  historical: readonly HistoricalRecord[];
  countries: readonly CountryFacts[];
  plates: readonly Omit<CataloguePlate, "earthquakeCount">[];
  boundaries: readonly PlateBoundary[];
  glossary: readonly GlossaryEntry[];
  sources: readonly DataSource[];
  leftOut: Record<string, LeftOut>;
  locate: Locators;
  /** The part of a country's zone basis that does not depend on events. */
  boundaryDistanceKm: (iso2: string) => number;
}

/** Merges, locates and classifies: the truth as of one instant. Pure; the order of the input does not matter. */
export function assembleCatalogue(input: CatalogueInput): Catalogue {
  const { asOf } = input;
  const reasons: LeftOut = {};
  const earthquakes = input.live.filter((event) => keep(event, reasons));
  const merged = mergeSources(earthquakes, input.historical).filter((event) => isServed(event, asOf, reasons));
  const events = merged.map((event) => catalogueEvent(event, asOf, input.locate)).toSorted(newestFirst);
  assertUniqueIds(events);
  return {
    asOf,
    events,
    withdrawn: withdrawnEvents(input.withdrawn, events),
    countries: withCountryFigures(input.countries, events, asOf, input.boundaryDistanceKm),
    plates: withEarthquakeCounts(input.plates, events),
    boundaries: input.boundaries,
    glossary: input.glossary,
    sources: input.sources,
    leftOut: { ...input.leftOut, [input.liveSource]: { ...input.leftOut[input.liveSource], ...reasons } },
  };
}

function keep(event: AgencyEvent, reasons: LeftOut): boolean {
  if (isEarthquake(event)) return true;
  count(reasons, `not-an-earthquake: ${event.type}`);
  return false;
}

/** A historical record is always served; a live event alone only if it is recent with its numbers known. */
function isServed({ live, historical }: MergedEvent, asOf: number, reasons: LeftOut): boolean {
  if (historical || !live) return true;
  const reason =
    live.time > asOf ? "after-as-of" : isInWindow(live.time, asOf) ? missingNumber(live) : "older-than-30-days";
  if (reason !== null) count(reasons, reason);
  return reason === null;
}

function count(reasons: LeftOut, reason: string): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
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

/** Withdrawn ids that no living event answers to. */
function withdrawnEvents(withdrawals: readonly Withdrawal[], events: readonly CatalogueEvent[]): WithdrawnEvent[] {
  const alive = new Set(events.flatMap((event) => [event.id, ...event.aliases]));
  return withdrawals
    .flatMap(({ ids, withdrawnAt }) => ids.map((id) => ({ id, withdrawnAt })))
    .filter(({ id }) => !alive.has(id))
    .toSorted((a, b) => compareText(a.id, b.id));
}

function withEarthquakeCounts(
  plates: readonly Omit<CataloguePlate, "earthquakeCount">[],
  events: readonly CatalogueEvent[],
): CataloguePlate[] {
  const counts = new Map<string, number>();
  for (const { plate } of events) if (plate) counts.set(plate.code, (counts.get(plate.code) ?? 0) + 1);
  return plates.map((plate) => ({ ...plate, earthquakeCount: counts.get(plate.code) ?? 0 }));
}
