import { readFileSync } from "node:fs";
import { mergeLive, mergeSources } from "../../../build/catalogue/merge/merge.ts";
import type { Overlap } from "./overlap.ts";

/** A judged pair: see `test/fixtures/association/README.md`. */
export interface Verdict {
  years: string;
  stratum: string;
  noaa: string;
  usgs: string;
  verdict: "same" | "different" | "doubtful";
  reason: string;
}

export interface Quality {
  /** Of the pairs that were joined, how many were judged the same. */
  joined: number;
  joinedRight: number;
  /** Of the pairs that were judged the same, how many were joined. */
  same: number;
  doubtfulJoined: number;
  wrong: Verdict[];
  missed: Verdict[];
}

export function readVerdicts(path: string): Verdict[] {
  const [, ...rows] = readFileSync(path, "utf8").trim().split("\n");
  return rows.map((row) => {
    const [years = "", stratum = "", noaa = "", usgs = "", verdict, reason = ""] = row.split("\t");
    return { years, stratum, noaa, usgs, verdict: verdict as Verdict["verdict"], reason };
  });
}

/** By id of NOAA's, the USGS's event that it is joined with. */
export function joinedPairs({ noaa, usgs }: Overlap): Map<string, string> {
  const merged = mergeSources(mergeLive([{ agency: "usgs", events: usgs, withdrawn: [] }]), noaa);
  return new Map(merged.flatMap(({ live: [event], historical }) => (event && historical ? [[historical.id, event.id]] : [])));
}

/** Doubtful pairs count neither for nor against. */
export function qualityOf(joined: ReadonlyMap<string, string>, verdicts: readonly Verdict[]): Quality {
  const isJoined = ({ noaa, usgs }: Verdict) => joined.get(noaa) === usgs;
  const together = verdicts.filter(isJoined);
  const right = together.filter(({ verdict }) => verdict === "same");
  const same = verdicts.filter(({ verdict }) => verdict === "same");
  return {
    joined: together.filter(({ verdict }) => verdict !== "doubtful").length,
    joinedRight: right.length,
    same: same.length,
    doubtfulJoined: together.filter(({ verdict }) => verdict === "doubtful").length,
    wrong: together.filter(({ verdict }) => verdict === "different"),
    missed: same.filter((one) => !isJoined(one)),
  };
}
