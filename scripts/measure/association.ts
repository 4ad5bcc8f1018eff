/**
 * How well NOAA's records are joined with the events of the USGS, by pairs that were judged by hand: `npm run measure --
 * methods CORPUS`, where CORPUS holds `noaa/` and `usgs/catalogue/`.
 */
import { fileURLToPath } from "node:url";
import { NOAA_TABLE, type Overlap, readNewerNoaa, readNoaaTable, readOverlaps } from "./association/overlap.ts";
import { joinedPairs, type Quality, qualityOf, readVerdicts, type Verdict } from "./association/quality.ts";

const PAIRS = fileURLToPath(new URL("../../test/fixtures/association/pairs.tsv", import.meta.url));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

function printQuality({ years, noaa }: { years: string; noaa: number }, joined: number, quality: Quality): void {
  print(`  ${years}: of ${noaa} records ${joined} are joined`);
  print(`    precision: ${share(quality.joinedRight, quality.joined)} of the judged pairs that are joined are the same`);
  print(`    recall: ${share(quality.joinedRight, quality.same)} of the pairs judged to be the same are joined`);
  // Rule of three: what 95 of 100 samples without a miss leave possible.
  print(`    nothing missed of ${quality.same} would mean less than ${(300 / quality.same).toFixed(1)} % in all`);
  if (quality.doubtfulJoined > 0) print(`    ${quality.doubtfulJoined} doubtful pairs are joined`);
  for (const one of quality.wrong) print(`    wrong: ${words(one)}`);
  for (const one of quality.missed) print(`    missed: ${words(one)}`);
}

function words({ noaa, usgs, stratum, reason }: Verdict): string {
  return `${noaa} ${usgs} (${stratum}, ${reason})`;
}

function printTable(what: string, overlaps: readonly Overlap[], verdicts: readonly Verdict[]): void {
  print(what);
  for (const overlap of overlaps) {
    const joined = joinedPairs(overlap);
    const judged = verdicts.filter(({ years }) => years === overlap.name);
    printQuality({ years: overlap.name, noaa: overlap.noaa.length }, joined.size, qualityOf(joined, judged));
  }
}

const corpus = process.argv[2];
if (corpus === undefined) throw new Error("usage: measure-association CORPUS");
const verdicts = readVerdicts(PAIRS);
for (const years of new Set(verdicts.map(({ years }) => years))) {
  const count = (verdict: string) => verdicts.filter((one) => one.years === years && one.verdict === verdict).length;
  print(`${years}: judged ${count("same")} the same, ${count("different")} different, ${count("doubtful")} doubtful`);
}
printTable("NOAA's table of 2020", readOverlaps(corpus, readNoaaTable(corpus, NOAA_TABLE)), verdicts);
printTable("NOAA's table of 2026", readOverlaps(corpus, readNewerNoaa(corpus)), verdicts);
