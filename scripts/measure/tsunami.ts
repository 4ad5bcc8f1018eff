/**
 * How near the rough travel times of tsunamis come to those observed: `npm run measure -- methods CORPUS`, where CORPUS holds
 * `noaa/tsrunup-2016-12.tsv.gz` and `noaa/tsevent-2020-06.tsv`. Pacific sources since 1946, coasts more than 2,000 km away, the
 * great circle and the mean depth of the Pacific as the tool takes them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { distanceKm } from "../../build/geo/sphere.ts";
import { MEAN_DEPTHS_M, tsunamiTime } from "../../build/seismology/tsunami.ts";

const FROM_YEAR = 1946;
const MIN_KM = 2000;

/** The region codes of the Pacific and its coasts (NOAA's documentation of the tsunami database). */
const PACIFIC = new Set(["76", "77", "78", "80", "81", "82", "83", "84", "85", "86", "87", "88", "89"]);

const HAWAII = "HI";

type Cells = Record<string, string>;

interface Arrival {
  isHawaii: boolean;
  km: number;
  hours: number;
}

const [corpus] = process.argv.slice(2);
if (corpus === undefined) throw new Error("usage: tsunami.ts CORPUS");
const sources = new Map(table("noaa/tsevent-2020-06.tsv").map((row) => [row["ID"] ?? row["I_D"] ?? "", row]));
const found = table("noaa/tsrunup-2016-12.tsv.gz").flatMap(arrivalOf);
const sets = { Hawaii: found.filter(({ isHawaii }) => isHawaii), "other coasts": found.filter((one) => !one.isHawaii) };
for (const [name, arrivals] of Object.entries(sets)) for (const shelfKm of [5, 65]) print(name, shelfKm, arrivals);

function table(path: string): Cells[] {
  const bytes = readFileSync(join(corpus ?? "", path));
  const lines = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1").split(/\r?\n/);
  const [head = "", ...rows] = lines;
  const names = head.split("\t").map((name) => name.trim());
  return rows.map((line) => Object.fromEntries(line.split("\t").map((cell, at) => [names[at] ?? "", cell.trim()])));
}

function arrivalOf(row: Cells): Arrival[] {
  const source = sources.get(row["TSEVENT_ID"] ?? "");
  const hours = Number(row["TRAVEL_TIME_HOURS"] || 0) + Number(row["TRAVEL_TIME_MINUTES"] || 0) / 60;
  if (!source || hours <= 0 || Number(source["YEAR"]) < FROM_YEAR || row["DOUBTFUL"] !== "") return [];
  // Cause 1: an earthquake. The region of the source and that of the coast are in the Pacific.
  if (source["CAUSE_CODE"] !== "1" || !PACIFIC.has(source["REGION_CODE"] ?? "") || !PACIFIC.has(row["REGION_CODE"] ?? "")) return [];
  const at = [source["LATITUDE"], source["LONGITUDE"], row["LATITUDE"], row["LONGITUDE"]];
  if (at.some((cell) => !cell)) return [];
  const [latitude = 0, longitude = 0, toLatitude = 0, toLongitude = 0] = at.map(Number);
  const km = distanceKm(latitude, longitude, toLatitude, toLongitude);
  return km > MIN_KM ? [{ isHawaii: row["STATE"] === HAWAII, km, hours }] : [];
}

function print(name: string, shelfKm: number, arrivals: readonly Arrival[]): void {
  const ratios = arrivals
    .map(({ km, hours }) => (hours * 3600) / tsunamiTime(km * 1000, MEAN_DEPTHS_M.pacific, shelfKm * 1000).total)
    .toSorted((a, b) => a - b);
  const share = (least: number, most: number) =>
    `${Math.round((100 * ratios.filter((ratio) => ratio >= least && ratio <= most).length) / ratios.length)} %`;
  const quantile = (part: number) => ratios[Math.floor(part * (ratios.length - 1))]?.toFixed(2);
  const inside = `within 15 %: ${share(0.85, 1.15)}, earlier: ${share(0, 0.85)}`;
  const wide = `within -20 and +30 %: ${share(0.8, 1.3)}, within 25 %: ${share(0.75, 1.25)}, within 30 %: ${share(0.7, 1.3)}`;
  const spread = `5, 50 and 95 % at ${quantile(0.05)}, ${quantile(0.5)}, ${quantile(0.95)}`;
  process.stdout.write(`${name}, shelf of ${shelfKm} km: ${ratios.length} arrivals, ${inside}, ${wide}; ${spread}\n`);
}
