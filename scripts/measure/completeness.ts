/**
 * How much live lists of the USGS lack of what its catalogue has of the same time today, and what is estimated of it: `npm run
 * measure -- methods CORPUS`, where CORPUS holds `usgs/feeds/`, `usgs/feeds-csv/` and `usgs/catalogue/`. First lists whose time
 * the catalogue covers, by the magnitude from which on; then every monthly list.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { completenessOf, countFrom, RECENT_WORLDWIDE } from "../../build/seismology/completeness.ts";
import { lawFrom, type MagnitudeCounts, magnitudeCounts } from "../../build/seismology/frequency-magnitude.ts";
import { type Row, unionOf } from "./archive/union.ts";
import { print } from "./print.ts";

const DAY = 86_400_000;
const YEARS = 30 / 365.25;

const [corpus] = process.argv.slice(2);
if (corpus === undefined) throw new Error("usage: completeness.ts CORPUS");
const folder = join(corpus, "usgs");
const catalogue = earthquakesOf(/m4\.5-world/);
const last = Math.max(...catalogue.map(({ time }) => time));

const lists = ["feeds", "feeds-csv"].flatMap((of) => readdirSync(join(folder, of)).filter((name) => isMonth(name)));
for (const name of lists.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))) {
  const to = Date.parse(timeOf(name));
  const live = earthquakesOf(new RegExp(name.replaceAll(".", "\\."))).filter(({ mag }) => (mag ?? 0) >= 4.45);
  if (live.length === 0) continue;
  const counts = countsOf(live, to, 30);
  if (to < last) for (const days of [30, 7]) printShares(name, days, countsOf(live, to, days), countsOf(catalogue, to, days));
  printEstimates(name, counts);
}

function isMonth(name: string): boolean {
  return /^(?:all|4\.5)_month_/.test(name);
}

/** ISO 8601, from a name such as all_month_20150729T0301Z. */
function timeOf(name: string): string {
  const [, year, month, day, hour, minute] = /_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(name) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:00Z`;
}

function earthquakesOf(files: RegExp): Row[] {
  const { rows } = unionOf(folder, (file) => files.test(file));
  return [...rows.values()].filter(({ type, mag }) => type === "earthquake" && mag !== null);
}

function countsOf(rows: readonly Row[], to: number, days: number): MagnitudeCounts {
  const within = rows.filter(({ time }) => time > to - days * DAY && time <= to);
  return magnitudeCounts(within.map(({ mag }) => mag ?? Number.NaN));
}

function printShares(name: string, days: number, live: MagnitudeCounts, now: MagnitudeCounts): void {
  for (const from of [45, 46, 47, 48, 49, 50, 52]) {
    const [listed, all] = [countFrom(live, from), countFrom(now, from)];
    const share = `${Math.round((100 * listed) / all)} %`.padStart(5);
    print(`${name} ${days} days, ${from / 10}: ${listed} of ${all} ${share}, b ${bOf(live, from)} now ${bOf(now, from)}`);
  }
}

function printEstimates(name: string, counts: MagnitudeCounts): void {
  const { magnitude, error, fit } = completenessOf(counts, YEARS);
  const ratio = (countFrom(counts, 45) / countFrom(counts, 50)).toFixed(2);
  const estimate = `${magnitude} ± ${error?.toFixed(2)}, fit ${fit?.toFixed(0)}`;
  print(`${name}: N(4.5)/N(5.0) ${ratio}, complete from ${estimate}; b from 5.0 ${bOf(counts, RECENT_WORLDWIDE)}`);
}

function bOf(counts: MagnitudeCounts, from: number): string {
  const law = lawFrom(counts, YEARS, from);
  return law ? `${law.b.toFixed(2)} ± ${law.bError.toFixed(2)}` : "-";
}
