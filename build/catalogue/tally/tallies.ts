import type { ReportedEvent } from "../../store/records.ts";
import type { CatalogueEvent } from "../catalogue.ts";
import { isEarthquake } from "../classify.ts";
import type { Locators } from "../event.ts";
import { addNear, countNear, emptyNear, isNear, type NearTally, uncountNear } from "../zones/zone-counts.ts";
import { type Archive, type EventPlace, type PlacedEvent, placedEvents, placeOf } from "./archive.ts";
import { addTally, type Counted, counted, countIn, increase, type Tally, type TallyYear, yearOf } from "./tally.ts";

/** Counts by country, plate and zone. */
export interface Tallies {
  /** By ISO 3166-1 alpha-2. */
  countries: Record<string, Tally>;
  /** By code. */
  plates: Record<string, Tally>;
  /** By ISO 3166-1 alpha-2: the counts for the zone of the country. */
  near: Record<string, NearTally>;
}

interface TallyInput {
  asOf: number;
  archive?: Archive | undefined;
  /** Live events of the agency whose archive it is. */
  live: readonly ReportedEvent[];
  locate: Locators;
  /** Version of the locators. If it changes, cached counts are invalid. */
  version: string;
}

/**
 * Counts every earthquake once, at its place: all published events and, with an archive, also the other events of its agency, live or
 * archived.
 *
 * @param archived published events that are in the archive, with the values of the archive
 */
export function tallyAll(served: readonly CatalogueEvent[], archived: readonly ReportedEvent[], input: TallyInput): Tallies {
  const { archive, locate, version, asOf } = input;
  const tallies = emptyTallies();
  for (const event of served) {
    if (event.spurious) continue;
    count(tallies, event, event.country?.iso2, event.plate?.code);
    if (event.country && isNear(event.country)) countNear(nearOf(tallies, event.country.iso2), event);
  }
  // Without an archive, only listed events are counted, so that users can check totals against the lists.
  if (!archive) return tallies;
  const known = new Set(served.flatMap(({ id, aliases }) => [id, ...aliases]));
  for (const event of input.live) {
    if (event.time <= asOf && !known.has(event.id) && isEarthquake(event.type)) countPlaced(tallies, event, placeOf(event, locate));
  }
  for (const part of archive.parts) {
    const made = archive.derive(`tally/${part.key}`, [version], () => tallyPart(placedEvents(archive, part, version))).value;
    addTallies(tallies, made);
  }
  for (const event of archived) subtractEvent(tallies, event, locate);
  return tallies;
}

function emptyTallies(): Tallies {
  return { countries: {}, plates: {}, near: {} };
}

function tallyPart(events: Iterable<PlacedEvent>): Tallies {
  const tallies = emptyTallies();
  for (const { event, ...place } of events) countPlaced(tallies, event, place);
  return tallies;
}

function countPlaced(tallies: Tallies, event: ReportedEvent, { country, plate }: EventPlace): void {
  count(tallies, counted(event), country?.iso2, plate);
  if (country?.isNear) countNear(nearOf(tallies, country.iso2), event);
}

function count({ countries, plates }: Tallies, event: Counted, country: string | undefined, plate: string | null | undefined): void {
  if (country !== undefined) countIn(tallyOf(countries, country), event);
  if (typeof plate === "string") countIn(tallyOf(plates, plate), event);
}

/** Reverts the count of an archived event that is also published. The largest magnitude is not reverted. */
function subtractEvent(tallies: Tallies, event: ReportedEvent, locate: Locators): void {
  const { country, plate } = placeOf(event, locate);
  const once = emptyTallies();
  count(once, counted(event), country?.iso2, plate);
  if (country?.isNear) uncountNear(nearOf(tallies, country.iso2), event);
  for (const kind of ["countries", "plates"] as const) {
    for (const [key, tally] of Object.entries(once[kind]))
      for (const [year, counts] of Object.entries(tally)) subtract(tallyOf(tallies[kind], key), Number(year), counts);
  }
}

function subtract(tally: Tally, number: number, counts: TallyYear): void {
  const year = yearOf(tally, number);
  year.total -= counts.total;
  year.significant -= counts.significant;
  for (const [tenths, count] of Object.entries(counts.magnitudes)) increase(year.magnitudes, Number(tenths), -count);
}

function tallyOf(tallies: Record<string, Tally>, key: string): Tally {
  return (tallies[key] ??= {});
}

function nearOf({ near }: Tallies, iso2: string): NearTally {
  return (near[iso2] ??= emptyNear());
}

function addTallies(to: Tallies, from: Tallies): void {
  for (const [key, tally] of Object.entries(from.countries)) addTally(tallyOf(to.countries, key), tally);
  for (const [key, tally] of Object.entries(from.plates)) addTally(tallyOf(to.plates, key), tally);
  for (const [key, tally] of Object.entries(from.near)) addNear(nearOf(to, key), tally);
}
