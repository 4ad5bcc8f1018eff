import { type Answer, json, plain, type View } from "./answer.ts";
import { oneOf, type Random, wholeWithin } from "./random.ts";

export const HAZEL_PATH = "/hazel/hazard-service/api/v1";

/** A row of a HazEL table: what is not known is not there. */
export type HazelRecord = { id: number } & Record<string, string | number | boolean>;

/** What NOAA answers from. The lists may be changed. */
export interface NoaaState {
  earthquakes: HazelRecord[];
  tsunamis: HazelRecord[];
}

const MAX_ITEMS = 200;

/** The tables of HazEL, paged (its swagger description, and what public clients of it do). */
export function noaaAnswer(url: URL, view: View<NoaaState>): Answer {
  const records = tableAt(url.pathname, view.state);
  if (records === undefined) return plain(404, "404 Not Found\n");
  const unknown = [...url.searchParams.keys()].find((name) => name !== "page" && name !== "itemsPerPage");
  if (unknown !== undefined) return plain(500, `This emulator does not carry out "${unknown}".\n`);
  const page = Number(url.searchParams.get("page") ?? 1);
  const asked = Number(url.searchParams.get("itemsPerPage") ?? MAX_ITEMS);
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(asked) || asked < 1) return plain(400, "Bad Request\n");
  const itemsPerPage = Math.min(asked, MAX_ITEMS);
  const listed = [...newcomers(view.drift), ...selected(records, view)];
  const items = listed.slice((page - 1) * itemsPerPage, page * itemsPerPage);
  return json({ items, page, itemsPerPage, totalPages: Math.ceil(listed.length / itemsPerPage), totalItems: listed.length });
}

function tableAt(path: string, { earthquakes, tsunamis }: NoaaState): HazelRecord[] | undefined {
  if (path === `${HAZEL_PATH}/earthquakes`) return earthquakes;
  return path === `${HAZEL_PATH}/tsunamis/events` ? tsunamis : undefined;
}

function selected(records: readonly HazelRecord[], view: View<NoaaState>): HazelRecord[] {
  return view.select(records.map((record) => ({ ids: [String(record.id)], record }))).map(({ record }) => record);
}

/** Rows that are inserted at the front between two pages; each moves the others by one. */
function newcomers(count: number): HazelRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    id: 900_000 + count - at,
    year: 2031,
    locationName: "CHILE:  ANTOFAGASTA",
    country: "CHILE",
    latitude: -23.6,
    longitude: -70.4,
    publish: true,
  }));
}

/** Names as NOAA writes them, and a place well inside. */
const PLACES = [
  { country: "GREECE", name: "THESSALY", latitude: 39.6, longitude: 22.4, regionCode: 130 },
  { country: "CHINA", name: "GANSU PROVINCE", latitude: 36, longitude: 103.8, regionCode: 30 },
  { country: "JAPAN", name: "NAGANO", latitude: 36.6, longitude: 138.2, regionCode: 30 },
  { country: "IRAN", name: "KERMAN", latitude: 30.3, longitude: 57.1, regionCode: 140 },
  { country: "CHILE", name: "ANTOFAGASTA", latitude: -23.6, longitude: -69.4, regionCode: 160 },
  { country: "INDONESIA", name: "JAVA", latitude: -7.4, longitude: 110, regionCode: 60 },
] as const;

/** Earthquakes from 2150 BC on with parts of dates, losses and positions missing, and the tsunamis of some of them. */
export function generateHazel(random: Random, count: number): NoaaState {
  const earthquakes = Array.from({ length: count }, (_, at) => generateEarthquake(random, at));
  return { earthquakes, tsunamis: earthquakes.flatMap((record) => tsunamiOf(record, random)) };
}

function generateEarthquake(random: Random, at: number): HazelRecord {
  const { country, name, latitude, longitude, regionCode } = oneOf(random, PLACES);
  const record: HazelRecord = { id: at + 1, ...generateDate(random) };
  record["locationName"] = `${country}:  ${name}`;
  if (random() < 0.95) Object.assign(record, { latitude, longitude: longitude + Math.round(random() * 10) / 10 });
  if (random() < 0.7) record["eqMagnitude"] = record["eqMagMs"] = Math.round((5 + 3.5 * random()) * 10) / 10;
  if (random() < 0.5) record["eqDepth"] = wholeWithin(random, 0, 200);
  if (random() < 0.4) record["intensity"] = wholeWithin(random, 6, 13);
  if (random() < 0.4) Object.assign(record, losses(random));
  if (random() < 0.2) record["tsunamiEventId"] = at + 10_001;
  return { ...record, publish: true, country, regionCode };
}

function generateDate(random: Random): Record<string, number> {
  const year = random() < 0.1 ? wholeWithin(random, -2150, 0) : wholeWithin(random, 1, 2031);
  const parts = { year, month: wholeWithin(random, 1, 13), day: wholeWithin(random, 1, 29), hour: wholeWithin(random, 0, 24) };
  const known = wholeWithin(random, 1, 7);
  const all = { ...parts, minute: wholeWithin(random, 0, 60), second: wholeWithin(random, 0, 60) };
  return Object.fromEntries(Object.entries(all).slice(0, known));
}

function losses(random: Random): Record<string, number> {
  const deaths = wholeWithin(random, 0, 1_500);
  const order = deaths === 0 ? 0 : 1 + [50, 100, 1000].filter((most) => deaths > most).length;
  return { deaths, deathsAmountOrder: order, deathsTotal: deaths, deathsAmountOrderTotal: order, damageAmountOrder: 3 };
}

function tsunamiOf(earthquake: HazelRecord, random: Random): HazelRecord[] {
  const id = earthquake["tsunamiEventId"];
  if (typeof id !== "number") return [];
  const { year = 0, latitude = 0, longitude = 0, locationName = "", country = "" } = earthquake;
  const maxWaterHeight = Math.round(random() * 200) / 10;
  const cause = { eventValidity: wholeWithin(random, 1, 5), causeCode: 1, earthquakeEventId: earthquake.id };
  return [{ id, year, latitude, longitude, locationName, country, ...cause, maxWaterHeight, regionCode: 85, publish: true }];
}
