import type { LiveEvent } from "../../store/records.ts";
import type { CatalogueEvent } from "../catalogue.ts";
import { isEarthquake } from "../classify.ts";
import type { Locators } from "../event.ts";
import { addNear, countNear, emptyNear, isNear, type NearTally, takeOutNear } from "../zones/zone-counts.ts";
import type { Archive, ArchivePart } from "./archive.ts";
import { addTally, type Counted, counted, countIn, type Tally, yearOf } from "./tally.ts";

/** What is counted where. */
export interface Tallies {
  /** By ISO 3166-1 alpha-2. */
  countries: Map<string, Tally>;
  /** By code. */
  plates: Map<string, Tally>;
  /** By ISO 3166-1 alpha-2: what counts for the zone of the country. */
  near: Map<string, NearTally>;
}

/** Grows with every change of what is remembered of a part. */
const FORMAT = 2;

interface TallyInput {
  asOf: number;
  archive?: Archive | undefined;
  /** Events of the first agency that are at hand as live. */
  live: readonly LiveEvent[];
  locate: Locators;
  /** Which locators these are: where the world is another, what was remembered of a part no longer holds. */
  version: string;
}

/**
 * Counts every earthquake once, where it happened: those that are served, and where there is an archive those of the first
 * agency that are not, whether they are at hand or in it.
 *
 * @param archived events of the archive that are served, as the archive has them
 */
export function tallyAll(
  served: readonly CatalogueEvent[],
  archived: readonly LiveEvent[],
  input: TallyInput,
): Tallies {
  const { archive, locate, version, asOf } = input;
  const tallies = emptyTallies();
  for (const event of served) {
    count(tallies, event, event.country?.iso2, event.plate?.code);
    if (event.country && isNear(event.country)) countNear(nearOf(tallies, event.country.iso2), event);
  }
  // Without an archive what is listed is all that is counted, so that totals can be checked against the lists.
  if (!archive) return tallies;
  const known = new Set(served.flatMap(({ id, aliases }) => [id, ...aliases]));
  for (const event of input.live) {
    if (event.time <= asOf && !known.has(event.id)) countUnlisted(tallies, event, locate);
  }
  for (const part of archive.parts) {
    const made = archive.remember("tally", part.key, `${version} ${FORMAT}`, () => toJson(tallyPart(part, locate)));
    addTallies(tallies, fromJson(made));
  }
  for (const event of archived) takeOut(tallies, event, locate);
  return tallies;
}

function emptyTallies(): Tallies {
  return { countries: new Map(), plates: new Map(), near: new Map() };
}

function tallyPart(part: ArchivePart, locate: Locators): Tallies {
  const tallies = emptyTallies();
  for (const event of part.events()) countUnlisted(tallies, event, locate);
  return tallies;
}

function countUnlisted(tallies: Tallies, event: LiveEvent, locate: Locators): void {
  const { type, latitude, longitude } = event;
  if (!isEarthquake(type) || latitude === null || longitude === null) return;
  const country = locate.country(latitude, longitude);
  count(tallies, counted(event), country?.iso2, locate.plate(latitude, longitude)?.code);
  if (country && isNear(country)) countNear(nearOf(tallies, country.iso2), event);
}

function count(
  { countries, plates }: Tallies,
  event: Counted,
  country: string | undefined,
  plate: string | undefined,
): void {
  if (country !== undefined) countIn(tallyOf(countries, country), event);
  if (plate !== undefined) countIn(tallyOf(plates, plate), event);
}

/** Undoes the counting of an event of the archive, which has been counted as it is served; the largest magnitude stays. */
function takeOut(tallies: Tallies, event: LiveEvent, locate: Locators): void {
  const { latitude, longitude } = event;
  if (latitude === null || longitude === null) return;
  const once = emptyTallies();
  const country = locate.country(latitude, longitude);
  count(once, counted(event), country?.iso2, locate.plate(latitude, longitude)?.code);
  if (country && isNear(country)) takeOutNear(nearOf(tallies, country.iso2), event);
  for (const kind of ["countries", "plates"] as const) {
    for (const [key, tally] of once[kind])
      for (const [year, counts] of tally) subtract(tallyOf(tallies[kind], key), year, counts);
  }
}

function subtract(
  tally: Tally,
  number: number,
  counts: { total: number; significant: number; magnitudes: Map<number, number> },
): void {
  const year = yearOf(tally, number);
  year.total -= counts.total;
  year.significant -= counts.significant;
  for (const [tenths, less] of counts.magnitudes)
    year.magnitudes.set(tenths, (year.magnitudes.get(tenths) ?? 0) - less);
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const tally = tallies.get(key) ?? new Map();
  tallies.set(key, tally);
  return tally;
}

function nearOf({ near }: Tallies, iso2: string): NearTally {
  const tally = near.get(iso2) ?? emptyNear();
  near.set(iso2, tally);
  return tally;
}

function addTallies(to: Tallies, from: Tallies): void {
  for (const [key, tally] of from.countries) addTally(tallyOf(to.countries, key), tally);
  for (const [key, tally] of from.plates) addTally(tallyOf(to.plates, key), tally);
  for (const [key, tally] of from.near) addNear(nearOf(to, key), tally);
}

type JsonYear = [
  year: number,
  total: number,
  significant: number,
  largest: number | null,
  magnitudes: [number, number][],
];

/** Tallies as they are remembered. */
interface JsonTallies {
  countries: [string, JsonYear[]][];
  plates: [string, JsonYear[]][];
  near: [string, number | null, [number, number][]][];
}

function toJson({ countries, plates, near }: Tallies): JsonTallies {
  return {
    countries: listOf(countries),
    plates: listOf(plates),
    near: [...near].map(([iso2, { largest, strong }]) => [iso2, largest, [...strong]]),
  };
}

function listOf(tallies: Map<string, Tally>): [string, JsonYear[]][] {
  return [...tallies].map(([key, tally]) => [key, yearsOf(tally)]);
}

function yearsOf(tally: Tally): JsonYear[] {
  return [...tally].map(([year, { total, significant, largest, magnitudes }]) => [
    year,
    total,
    significant,
    largest,
    [...magnitudes],
  ]);
}

function fromJson({ countries, plates, near }: JsonTallies): Tallies {
  return {
    countries: talliesOf(countries),
    plates: talliesOf(plates),
    near: new Map(near.map(([iso2, largest, strong]) => [iso2, { largest, strong: new Map(strong) }])),
  };
}

function talliesOf(list: [string, JsonYear[]][]): Map<string, Tally> {
  return new Map(list.map(([key, years]) => [key, tallyOfYears(years)]));
}

function tallyOfYears(years: JsonYear[]): Tally {
  return new Map(
    years.map(([year, total, significant, largest, magnitudes]) => [
      year,
      { total, significant, largest, magnitudes: new Map(magnitudes) },
    ]),
  );
}
