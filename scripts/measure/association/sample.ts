import { createHash } from "node:crypto";
import { distanceKm } from "../../../build/geo/sphere.ts";
import { instantOf, precisionOf } from "../../../build/store/civil-time.ts";
import type { HistoricalRecord, ReportedEvent } from "../../../build/store/records.ts";
import type { Overlap } from "./overlap.ts";

/** A record of NOAA's and an event of the USGS that might be one earthquake. */
export interface Candidate {
  record: HistoricalRecord;
  event: ReportedEvent;
  /** The USGS's time less NOAA's, s; 0 on the day that NOAA gives without a clock time. */
  seconds: number;
  km: number;
  /** The USGS's magnitude less NOAA's; null where one is not known. */
  magnitudes: number | null;
}

/** Every pair this near is a candidate: far more than any rule would join. */
const CANDIDATE = { hours: 36, km: 1000 };

interface Stratum {
  name: string;
  holds: (seconds: number, km: number, magnitudes: number) => boolean;
  /** How many pairs of each span are judged; all, where there are fewer. */
  wanted: Record<string, number>;
}

/**
 * Classes of difficulty, by plain differences; a pair is of the first that holds it. Chosen before any pair was judged: all of
 * what is rare and hard, a share of what is plain.
 */
const STRATA: readonly Stratum[] = [
  {
    name: "agree",
    holds: (s, km, m) => s <= 120 && km <= 100 && m <= 0.3,
    wanted: { "2012-2017": 108, "1960-1969": 40 },
  },
  { name: "differ", holds: (s, km) => s <= 120 && km <= 100, wanted: { "2012-2017": 20, "1960-1969": 999 } },
  { name: "apart", holds: (s) => s <= 120, wanted: { "2012-2017": 5, "1960-1969": 20 } },
  {
    name: "minutes",
    holds: (s, km, m) => s <= 600 && km <= 300 && m <= 1,
    wanted: { "2012-2017": 10, "1960-1969": 20 },
  },
  { name: "aftershock", holds: (s, km) => s <= 600 && km <= 300, wanted: { "2012-2017": 20, "1960-1969": 5 } },
  { name: "hour", holds: (s, km, m) => s <= 3600 && km <= 300 && m <= 1, wanted: { "2012-2017": 20, "1960-1969": 10 } },
  { name: "day", holds: (_, km, m) => km <= 100 && m <= 0.3, wanted: { "2012-2017": 15, "1960-1969": 10 } },
  { name: "rest", holds: () => true, wanted: { "2012-2017": 10, "1960-1969": 10 } },
];
const SEED = "quaketree association 1";

function candidatesOf({ noaa, usgs }: Overlap): Candidate[] {
  return noaa.flatMap((record) => {
    const { latitude, longitude } = record;
    if (latitude === null || longitude === null) return [];
    const secondsTo = clockOf(record);
    const near = usgs.filter((event) => Math.abs(secondsTo(event)) <= CANDIDATE.hours * 3600);
    return near.flatMap((event) => {
      if (event.latitude === null || event.longitude === null) return [];
      const km = distanceKm(latitude, longitude, event.latitude, event.longitude);
      const magnitudes = magnitudeDifference(record, event);
      return km > CANDIDATE.km ? [] : [{ record, event, seconds: secondsTo(event), km, magnitudes }];
    });
  });
}

function clockOf({ time }: HistoricalRecord): (event: ReportedEvent) => number {
  const isDay = precisionOf(time) === "day";
  const instant = instantOf(time);
  return (event) => {
    const seconds = (event.time - instant) / 1000;
    return isDay && seconds >= 0 && seconds < 86_400 ? 0 : seconds;
  };
}

function magnitudeDifference(record: HistoricalRecord, event: ReportedEvent): number | null {
  if (record.magnitude === null || event.magnitude === null) return null;
  return Math.round((event.magnitude - record.magnitude) * 100) / 100;
}

export function stratumOf({ seconds, km, magnitudes }: Candidate): Stratum {
  const size = magnitudes === null ? Number.POSITIVE_INFINITY : Math.abs(magnitudes);
  return STRATA.find(({ holds }) => holds(Math.abs(seconds), km, size)) as Stratum;
}
/** The pairs to judge, drawn by the hash of their ids: the same ones each time, and in no order that anybody chose. */
export function drawSample(overlap: Overlap): Candidate[] {
  const drawn = candidatesOf(overlap)
    .map((pair) => ({ pair, stratum: stratumOf(pair), lot: lotOf(pair) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1));
  return STRATA.flatMap((stratum) =>
    drawn
      .filter((one) => one.stratum === stratum)
      .slice(0, stratum.wanted[overlap.name] ?? 0)
      .map(({ pair }) => pair),
  );
}

function lotOf({ record, event }: Candidate): string {
  return createHash("sha256").update(`${SEED} ${record.id} ${event.id}`).digest("hex");
}
