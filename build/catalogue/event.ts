import { LOSS_KINDS, type LossKind } from "../contract/wire/impact.ts";
import { eventSlug } from "../contract/wire/slug.ts";
import { instantOf, isoTime, precisionOf } from "../store/civil-time.ts";
import type { HistoricalRecord, Loss, ReportedEvent, UsgsEvent } from "../store/records.ts";
import type { CatalogueEvent, EventCountry, EventPlate, FeedQuality, OtherReport } from "./catalogue.ts";
import { isInWindow, isMajor, isSignificant, missingNumber } from "./classify.ts";
import { impactSources, lossOf } from "./impact.ts";
import { plateOf } from "./locate/locate-plate.ts";
import type { MergedEvent } from "./merge/merge.ts";
import { placeInWords } from "./place-in-words.ts";

/** Finds the country and the plate of points, given in degrees. */
export interface Locators {
  country: (latitude: number, longitude: number, of?: string, withinKm?: number) => EventCountry | null;
  plate: (latitude: number, longitude: number) => EventPlate | null;
  /** The name of a country by its ISO 3166-1 alpha-2 code. */
  nameOf: (iso2: string) => string | undefined;
}

/**
 * The preferred solution (time, position, depth and magnitude) of an event with reports of several agencies: that of the first
 * agency, in their order, that has all of these numbers; otherwise that of the first agency. A solution is never mixed: the
 * magnitude of one agency with the depth of another would be a solution that was never published. The order is that of the
 * configured priorities. Without any the USGS comes first, because only the USGS covers the world and states reviews and felt reports.
 *
 * @returns undefined if no agency reports the event
 */
export function preferredSolution(live: readonly ReportedEvent[]): ReportedEvent | undefined {
  return live.find((event) => missingNumber(event) === null) ?? live[0];
}

/** The type from the first agency that states one. For example, if the USGS states a quarry blast, the event is a quarry blast. */
export function typeOf(live: readonly ReportedEvent[]): string {
  return live.find(({ type }) => type !== TYPE_UNKNOWN)?.type ?? TYPE_UNKNOWN;
}

const TYPE_UNKNOWN = "not reported";

/**
 * Makes the catalogue's event from a merged one. Its id is that of the first agency that reports it, whichever solution is
 * preferred, so that the id changes as rarely as possible. All other ids are aliases. The historical catalogue supplies missing
 * numbers, losses, name and tsunami. Felt reports and similar figures come from the first agency that has them.
 *
 * @param asOf ms since 1970 UTC
 */
export function catalogueEvent(merged: MergedEvent, asOf: number, locate: Locators): CatalogueEvent {
  const { live, historical } = merged;
  const preferred = preferredSolution(live) ?? null;
  const { id, aliases, sources } = identity(merged);
  const numbers = solution(preferred, historical);
  const { time, precision } = origin(preferred, historical);
  const country = countryOf(numbers, historical, locate);
  const place = placeOf(merged, numbers, country, locate);
  const significance = firstKnown(live, "significance");
  // The fields are listed one by one: spreading four objects into one takes ten times as long, and there are thousands of events.
  return {
    id,
    aliases,
    sources,
    products: productsOf(live),
    magnitude: numbers.magnitude,
    magnitudeType: numbers.magnitudeType,
    depthKm: numbers.depthKm,
    latitude: numbers.latitude,
    longitude: numbers.longitude,
    time,
    precision,
    oldStyleDate: historical?.oldStyle ? isoTime(instantOf(historical.oldStyle)).replace(/T.*/, "") : null,
    losses: historical ? lossesOf(historical) : NO_LOSSES,
    quality: qualityOf(preferred),
    otherReports: otherReports(merged, preferred),
    solutions: preferred?.solutions ?? live.find(({ solutions }) => solutions)?.solutions ?? NONE,
    contours: live.find(({ contours }) => contours)?.contours ?? NONE,
    feltReports: firstKnown(live, "feltReports"),
    maxIntensityReported: firstKnown(live, "maxIntensityReported") ?? historical?.maxIntensity ?? null,
    maxIntensityEstimated: firstKnown(live, "maxIntensityEstimated"),
    otherIntensity: historical?.otherIntensity ?? null,
    impactSources: impactSources(live, historical),
    tsunamiFlag: tsunamiFlagOf(live, historical),
    tsunami: {
      observed: historical?.tsunami ?? null,
      noaaEventId: historical?.tsunamiEventId ?? null,
      maxWaterHeightM: historical?.maxWaterHeightM ?? null,
    },
    place,
    slug: eventSlug({ magnitude: numbers.magnitude, place, id }),
    name: historical?.name ?? null,
    otherNames: historical?.otherNames ?? NO_NAMES,
    searchText: searchText(place, historical),
    updated: lastUpdate(live),
    status: preferred?.status ?? null,
    alert: firstKnown(live, "alert"),
    significance,
    country,
    plate: hasPosition(numbers) ? plateOf(locate, numbers.latitude, numbers.longitude, numbers.depthKm) : null,
    recent: preferred !== null && isRecent(preferred, asOf),
    historical: historical !== null,
    spurious: historical?.spurious === true,
    significant: isSignificant(numbers.magnitude, significance, historical !== null && !historical.spurious),
    major: isMajor(numbers.magnitude),
  };
}

const NONE: readonly never[] = [];

/** The figures of the feed. The USGS writes 0 stations where it does not know how many. */
export function qualityOf(preferred: ReportedEvent | null): FeedQuality | null {
  const sent = (preferred as UsgsEvent | null)?.sent;
  if (!sent) return null;
  const known = (value: unknown) => (typeof value === "number" && value >= 0 ? value : null);
  const [nst, gap, rms, dmin] = [known(sent.nst), known(sent.gap), known(sent.rms), known(sent.dmin)];
  if (nst === null && gap === null && rms === null && dmin === null) return null;
  return { nst: (nst && Math.round(nst)) || null, gap, rms, dmin };
}

/** What others report. Where the shown solution has the magnitude of one historical table and the position of another, both are there. */
function otherReports({ live, historical }: MergedEvent, preferred: ReportedEvent | null): readonly OtherReport[] {
  if (live.length > 0) return live.length < 2 ? NONE : live.filter((report) => report !== preferred).map(otherReport);
  if (historical?.own === undefined || historical.untyped === undefined) return NONE;
  const { own, untyped: magnitude } = historical;
  return [historicalReport({ ...historical, magnitude, magnitudeType: null }), historicalReport(own)];
}

function historicalReport({ sourceId: id, time: civil, ...record }: HistoricalRecord): OtherReport {
  const { agency, latitude, longitude, depthKm, magnitude, magnitudeType } = record;
  const time = precisionOf(civil) === "second" ? instantOf(civil) : null;
  return { agency, id, time, latitude, longitude, depthKm, magnitude, magnitudeType };
}

function otherReport({ agency, id, time, latitude, longitude, depthKm, magnitude, magnitudeType }: ReportedEvent): OtherReport {
  return { agency, id, time, latitude, longitude, depthKm, magnitude, magnitudeType };
}

/** True if an agency flags the event or a catalogue has its tsunami. Only a live report says that there is no flag. */
function tsunamiFlagOf(live: readonly ReportedEvent[], historical: HistoricalRecord | null): boolean | null {
  if (historical?.tsunami === true || live.some((event) => event.tsunamiFlag)) return true;
  return live.length > 0 || historical?.tsunami === false ? false : null;
}

/** The products that the feed of the USGS lists. */
function productsOf(live: readonly ReportedEvent[]): readonly string[] {
  const lists = live.flatMap((event) => (event as Partial<UsgsEvent>).sent?.types ?? []);
  return lists.length === 0 ? NO_NAMES : productsIn(lists.join());
}

/** Parses a list of products: `,dyfi,shakemap,`. */
function productsIn(list: string): readonly string[] {
  // Thousands of events have the same few lists.
  let products = knownProducts.get(list);
  if (products) return products;
  products = [...new Set(list.split(","))].filter((name) => name !== "").toSorted();
  if (knownProducts.size < MOST_KNOWN) knownProducts.set(list, products);
  return products;
}

const knownProducts = new Map<string, readonly string[]>();
const MOST_KNOWN = 1000;

/** Whether the event with this preferred solution is recent. @param asOf ms since 1970 UTC */
export function isRecent(preferred: ReportedEvent, asOf: number): boolean {
  return isInWindow(preferred.time, asOf) && missingNumber(preferred) === null;
}

function firstKnown<K extends keyof ReportedEvent>(live: readonly ReportedEvent[], key: K): ReportedEvent[K] | null {
  return live.find((event) => event[key] !== null)?.[key] ?? null;
}

/** The time of the latest update of any of the event's reports. */
function lastUpdate(live: readonly ReportedEvent[]): number | null {
  const dated = live.map(({ updated }) => updated).filter((updated) => updated !== null);
  return dated.length > 0 ? Math.max(...dated) : null;
}

function identity({ live, historical, withdrawnIds }: MergedEvent) {
  const records = historical ? [...live, historical] : live;
  const id = records[0]?.id;
  if (id === undefined) throw new Error("an event has neither a live nor a historical record");
  const kept = historical ? [historical.id, ...historical.aliases] : [];
  const known = new Set([...live.flatMap(({ ids }) => ids), ...withdrawnIds, ...kept]);
  known.delete(id);
  const sources = live.map(({ agency, id, url }) => ({ agency, id, url }));
  for (const record of historical ? [historical, ...(historical.own ? [historical.own] : [])] : []) {
    sources.push({ agency: record.agency, id: record.sourceId, url: record.url });
  }
  return { id, aliases: [...known].toSorted(), sources };
}

interface Solution {
  magnitude: number | null;
  magnitudeType: string | null;
  depthKm: number | null;
  latitude: number | null;
  longitude: number | null;
}

function solution(live: ReportedEvent | null, historical: HistoricalRecord | null): Solution {
  const magnitude = live !== null && live.magnitude !== null ? live : historical;
  const position = live !== null && live.latitude !== null ? live : historical;
  return {
    magnitude: magnitude?.magnitude ?? null,
    magnitudeType: magnitude?.magnitudeType ?? null,
    depthKm: live?.depthKm ?? historical?.depthKm ?? null,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  };
}

function origin(live: ReportedEvent | null, historical: HistoricalRecord | null) {
  if (live) return { time: live.time, precision: "second" as const };
  if (!historical) throw new Error("an event has neither a live nor a historical record");
  return { time: instantOf(historical.time), precision: precisionOf(historical.time) };
}

const UNKNOWN_LOSS: Loss = { value: null, class: null };

function lossesOf(historical: HistoricalRecord | null): CatalogueEvent["losses"] {
  return Object.fromEntries(LOSS_KINDS.map((kind) => [kind, historical ? lossOf(historical, kind) : UNKNOWN_LOSS])) as Record<
    LossKind,
    Loss
  >;
}

export const NO_LOSSES = lossesOf(null);
const NO_NAMES: readonly string[] = [];

/** The place as the sources state it; a description if they do not, and beside what contradicts the position. */
function placeOf({ live, historical }: MergedEvent, numbers: Solution, country: EventCountry | null, locate: Locators) {
  const stated = firstKnown(live, "place") ?? historical?.place;
  const named = live.length === 0 && historical ? statedCountry(historical) : null;
  const isContradicted = named !== country?.iso2 && isElsewhere(named, numbers, locate);
  if (stated && !isContradicted) return stated;
  const described = placeInWords(numbers, country, locate.nameOf);
  return stated ? `${described} (${historical?.agency.toUpperCase()}: ${stated})` : described;
}

/** A country farther than this from the position, km, contradicts it: one of the two is a mistake, and the position counts. */
export const CONTRADICTED_KM = 1000;

function isElsewhere(iso2: string | null, numbers: Solution, locate: Locators): boolean {
  // A country without outlines is nowhere, so nothing contradicts it.
  if (iso2 === null || locate.nameOf(iso2) === undefined || !hasPosition(numbers)) return false;
  return locate.country(numbers.latitude, numbers.longitude, iso2, CONTRADICTED_KM) === null;
}

function statedCountry({ own, country }: HistoricalRecord): string | null {
  return own?.country ?? country;
}

/** Up to this distance from an epicentre, km, the country of a historical source counts more than a border: old epicentres are inexact. */
export const STATED_COUNTRY_KM = 20;

/**
 * The country of the position, unless historical sources name only another one that is near, or the position is in none. At sea,
 * where no border is crossed, each country is near whose zone of 200 nautical miles may contain the position.
 */
function countryOf(numbers: Solution, historical: HistoricalRecord | null, locate: Locators): EventCountry | null {
  const located = hasPosition(numbers) ? locate.country(numbers.latitude, numbers.longitude) : null;
  const own = historical?.own;
  const stated = historical && statedCountry(historical);
  if (!historical || !stated || (located && isNamed(located, historical, locate)) || isElsewhere(stated, numbers, locate)) return located;
  if (!located || !hasPosition(numbers)) return { iso2: stated, relation: hasPosition(numbers) ? "offshore" : "inside", distanceKm: null };
  const near = locate.country(numbers.latitude, numbers.longitude, stated);
  if (near && located.relation === "offshore") return near;
  const isNear = near !== null && (near.distanceKm ?? 0) <= STATED_COUNTRY_KM;
  const isOwn = own && hasPosition(own) && locate.country(own.latitude, own.longitude)?.iso2 === stated;
  return isNear || isOwn ? { iso2: stated, relation: "inside", distanceKm: null } : located;
}

/** Whether a historical source names the country, or at sea has its name as a part of the place: `COMOROS: MAYOTTE`. */
function isNamed({ iso2, relation }: EventCountry, { own, country, place }: HistoricalRecord, { nameOf }: Locators): boolean {
  const parts = relation === "offshore" ? place.toLowerCase().split(/[;:,] */) : [];
  return [own?.country, country].includes(iso2) || parts.includes(nameOf(iso2)?.toLowerCase() ?? "");
}

function hasPosition<P extends Pick<Solution, "latitude" | "longitude">>(
  numbers: P,
): numbers is P & { latitude: number; longitude: number } {
  return numbers.latitude !== null && numbers.longitude !== null;
}

/**
 * The text in which a search looks for an earthquake. For a recent one it is the place. For a historical one it also has the place
 * names of the historical catalogues, the names of the earthquake, and its year in the usual form (`1755`, `464 BC`), because
 * people search for "San Francisco earthquake 1906".
 *
 * @returns one text for each line
 */
export function searchText(place: string, historical: HistoricalRecord | null): string {
  if (!historical) return place;
  const { name, otherNames, place: ownPlace, otherPlaces, time } = historical;
  const called = name === null ? [] : [`${name} earthquake`, ...otherNames];
  return [place, ownPlace, ...otherPlaces, ...called, yearOf(time.year)].join("\n");
}

/** A historical year: -1 means 1 BC. */
function yearOf(year: number): string {
  return year < 0 ? `${-year} BC` : String(year);
}
