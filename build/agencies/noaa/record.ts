import table from "../../../data/noaa-names.json" with { type: "json" };
import { LOSS_KINDS, type LossKind } from "../../contract/wire/impact.ts";
import { distanceKm } from "../../geo/sphere.ts";
import type { CivilTime } from "../../store/civil-time.ts";
import type { HistoricalRecord, LeftOut, Loss } from "../../store/records.ts";
import { count } from "../reading.ts";
import { isDerived, NOAA_MAGNITUDES, type NoaaEvent, type NoaaTsunami } from "./event.ts";

/** A tsunami of this validity (probable) or a higher one (definite) counts as observed. */
const PROBABLE = 3;

/** With this validity or a lower one there was no tsunami: the sources are wrong, or it was only a seiche or an inland disturbance. */
const NONE = 0;

const EVENT_PAGE = "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/event-more-info/";

/** The page of the whole table, for a row whose number is not known. */
const TABLE_PAGE = "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/search";

/**
 * Makes records of the historical catalogue from NOAA's rows. Pure.
 *
 * @param tsunamis all known ones; a linked tsunami that is not among them counts as observed
 * @returns the records in the order of the rows, and the unknown names of countries with their counts
 */
export function historicalRecords(
  events: readonly NoaaEvent[],
  tsunamis: readonly NoaaTsunami[],
): { records: HistoricalRecord[]; unknownCountries: LeftOut } {
  const byId = new Map(tsunamis.map((tsunami) => [tsunami.id, tsunami]));
  const linkOf = tsunamiLinks(events, tsunamis);
  const unknownCountries: LeftOut = {};
  const records = events.map((event) => {
    const country = noaaCountry(event);
    if (country === undefined) {
      const name = event.country ?? event.place;
      count(unknownCountries, name);
    }
    return { ...historicalRecord(event, country ?? null), ...tsunamiOf(event, linkOf(event), byId) };
  });
  return { records, unknownCountries };
}

type TsunamiPart = Pick<HistoricalRecord, "tsunami" | "tsunamiEventId" | "maxWaterHeightM">;

function historicalRecord(event: NoaaEvent, country: string | null): Omit<HistoricalRecord, keyof TsunamiPart> {
  const number = isDerived(event.id) ? null : event.id.slice("noaa".length);
  return {
    agency: "noaa",
    id: event.id,
    aliases: event.aliases,
    sourceId: number ?? event.id,
    url: number === null ? TABLE_PAGE : EVENT_PAGE + number,
    time: event.time,
    latitude: event.latitude,
    longitude: event.longitude,
    // 0 stands for an unknown depth, also of earthquakes of magnitude 7.5.
    depthKm: event.depthKm === 0 ? null : event.depthKm,
    magnitude: event.magnitude,
    magnitudeType: magnitudeType(event),
    country,
    name: null,
    otherNames: [],
    otherPlaces: [],
    place: event.place,
    losses: Object.fromEntries(LOSS_KINDS.map((kind) => [kind, bestLoss(event, kind)])) as Record<LossKind, Loss>,
    maxIntensity: event.intensity,
  };
}

/** The type of the column that the primary magnitude was taken from; null if no column has it, or the type is unknown. */
function magnitudeType({ magnitude, magnitudes }: NoaaEvent): string | null {
  if (magnitude === null) return null;
  const type = NOAA_MAGNITUDES.find((column) => magnitudes[column] === magnitude);
  return type === undefined || type === "unk" ? null : type;
}

/**
 * The larger of two losses: that by the earthquake, and that by the earthquake and its consequences. Some rows give only one of
 * them, and in others the part exceeds the whole. The class counts only if there is no figure.
 */
function bestLoss({ losses, totalLosses }: NoaaEvent, kind: LossKind): Loss {
  const [own = UNKNOWN, total = UNKNOWN] = [losses[kind], totalLosses[kind]];
  const value = larger(own.value, total.value);
  if (value !== null) {
    const other = own.value === value ? total.value : own.value;
    return { value, class: null, isTotal: own.value !== value, ...(other !== null && other !== value && { other }) };
  }
  const order = larger(own.class, total.class);
  return order === null ? UNKNOWN : { value, class: order, isTotal: own.class !== order };
}

const UNKNOWN: Loss = { value: null, class: null };

function larger(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** `tsunami` is null for a doubtful or questionable tsunami: whether it was observed is unknown. */
function tsunamiOf({ tsunamiFlag }: NoaaEvent, tsunamiEventId: number | null, tsunamis: ReadonlyMap<number, NoaaTsunami>): TsunamiPart {
  const linked = tsunamiEventId === null ? undefined : tsunamis.get(tsunamiEventId);
  const validity = linked?.validity ?? null;
  if (linked === undefined || validity === null) {
    return { tsunami: tsunamiFlag || tsunamiEventId !== null ? true : null, tsunamiEventId, maxWaterHeightM: null };
  }
  const observed = validity >= PROBABLE ? true : validity <= NONE ? false : null;
  return { tsunami: observed, tsunamiEventId, maxWaterHeightM: observed ? linked.maxWaterHeightM : null };
}

/** Largest distance between an earthquake and the source of its tsunami, km. */
const FAR_KM = 500;

/**
 * Finds the tsunami of an earthquake by the number in either record. If both lack the number and NOAA only states that there was a
 * tsunami, finds it by date and time to the minute; both records must be the only ones of that minute in their tables.
 */
export function tsunamiLinks(events: readonly NoaaEvent[], tsunamis: readonly NoaaTsunami[]): (event: NoaaEvent) => number | null {
  const numbered = new Set(events.map(({ tsunamiEventId }) => tsunamiEventId));
  const free = tsunamis.filter(({ id }) => !numbered.has(id));
  const byEarthquake = new Map(free.map(({ id, earthquakeEventId }) => [`noaa${earthquakeEventId}`, id]));
  const unlinked = events.filter((event) => event.tsunamiFlag && event.tsunamiEventId === null);
  const [tsunamiAt, eventAt] = [onlyAt(free), onlyAt(unlinked)];
  return (event) => {
    const { id, tsunamiEventId, tsunamiFlag, time } = event;
    if (tsunamiEventId !== null) return tsunamiEventId;
    const given = byEarthquake.get(id);
    if (given !== undefined || !tsunamiFlag || time.day === null) return given ?? null;
    const [tsunami, alone] = [tsunamiAt.get(minuteOf(time)), eventAt.get(minuteOf(time))];
    return tsunami && alone && mayBeNear(tsunami, event) ? tsunami.id : null;
  };
}

function mayBeNear(a: NoaaTsunami, b: NoaaEvent): boolean {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return true;
  return distanceKm(a.latitude, a.longitude, b.latitude, b.longitude) <= FAR_KM;
}

/** Records by minute; null if a minute has several records. */
function onlyAt<Timed extends { time: CivilTime }>(list: readonly Timed[]): Map<string, Timed | null> {
  const only = new Map<string, Timed | null>();
  for (const one of list) only.set(minuteOf(one.time), only.has(minuteOf(one.time)) ? null : one);
  return only;
}

function minuteOf({ year, month, day, hour, minute }: CivilTime): string {
  return [year, month, day, hour, minute].join(" ");
}

/** The codes for `USA TERRITORY`, equal to the postal code in the column of states. */
const US_TERRITORIES = new Set(["AS", "GU", "MP", "PR", "VI"]);

/**
 * The names of countries in NOAA's tables with their codes, or null: for the name of a sea, of parts of several countries, or of a
 * region that is not certainly in one country, the position decides. `GEORGIA` alone means the country; the state occurs only together
 * with other states.
 */
const CODES: ReadonlyMap<string, string | null> = new Map([
  ...Object.entries(table.countries).flatMap(([code, own]) => own.map((name) => [name, code] as const)),
  ...table.states.map((name) => [name, "US"] as const),
  ...table.no_country.map((name) => [name, null] as const),
]);

/** Compass directions before a name: `SW. SUMATRA`, `N NEW ZEALAND`. */
const DIRECTION = /^(?:OFF )?(?:[NS]?[EW]|[NS])\.? +/;

/**
 * The country of a row as NOAA names it: its country if the form has one, otherwise the part of the place before the colon.
 *
 * @returns an ISO 3166-1 alpha-2 code; null if the names are known and mean no country, or several; undefined if one is unknown
 */
export function noaaCountry(names: { country: string | null; area: string | null; place: string }): string | null | undefined {
  const { country, area, place } = names;
  if (country === null) return place === "" ? null : countryOfPlace(place);
  if (country === "USA TERRITORY" && area !== null && US_TERRITORIES.has(area)) return area;
  return CODES.get(country.toUpperCase());
}

/**
 * `GREECE: SAMOS; TURKEY: IZMIR` counts as Greece, as in NOAA's own column: of the 5,292 rows of the classic table whose place
 * begins with one country and a colon, 14 are under another.
 */
function countryOfPlace(place: string): string | null | undefined {
  const region = (place.split(":")[0] ?? "").trim().toUpperCase();
  const whole = codeOf(region);
  if (whole !== undefined) return whole;
  const parts = region.split(/[;&-]/).map((part) => partCode(part.trim().replace(/ BORDER(?: REGION)?$/, "")));
  if (parts.includes(undefined)) return undefined;
  const codes = new Set(parts);
  return codes.size === 1 ? [...codes][0] : null;
}

/** In `IWATE, JAPAN` only the last part is a known country; in `GREECE, TURKEY` both parts are. */
function partCode(part: string): string | null | undefined {
  const whole = codeOf(part);
  if (whole !== undefined || !part.includes(",")) return whole;
  const codes = part.split(",").map((name) => codeOf(name.trim()));
  const known = new Set(codes.filter((code) => code !== undefined));
  if (codes.at(-1) === undefined) return undefined;
  return known.size === 1 ? codes.at(-1) : null;
}

function codeOf(name: string): string | null | undefined {
  const known = CODES.get(name) ?? (CODES.has(name) ? null : undefined);
  if (known !== undefined || !DIRECTION.test(name)) return known;
  return codeOf(name.replace(DIRECTION, ""));
}
