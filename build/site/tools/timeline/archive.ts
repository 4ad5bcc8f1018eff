import type { ArchiveAbsence, ArchivedEarthquakes, ArchiveQuery, Period } from "../../client/archive.ts";
import { listedOf } from "../../earthquakes/table.ts";
import { ARCHIVE_MOST } from "../archived.ts";
import { type HistoricalEarthquake, historicalOf } from "../history.ts";
import { type Span, type TimelineValues, viewOf } from "./view.ts";

/** What was read of the archive for the values of a key, or why there is nothing. */
export type TimelineArchive = { key: string } & (
  | { absent: ArchiveAbsence }
  | {
      /** Oldest first. */
      earthquakes: readonly HistoricalEarthquake[];
      /** All years for which the archive is complete. */
      whole: Span;
      /** ms since 1970 UTC. */
      since: number;
    }
);

/** Values with the same key use the same part of the archive. */
export function archiveKey({ country, magnitude, from, to }: TimelineValues): string {
  return [country, magnitude, from, to].join(" ");
}

/** The query for the earthquakes of the years that are shown. */
export function archiveQuery(values: TimelineValues): ArchiveQuery {
  const { country, magnitude: least } = values;
  return {
    least,
    country: country === "all" ? undefined : country,
    most: ARCHIVE_MOST,
    periodIn: (complete) => {
      const [from, to] = viewOf(values, yearsOf(complete));
      return { from: Math.max(complete.from, startOf(from)), to: Math.min(complete.to, startOf(to) - 1) };
    },
  };
}

/** @param found the answer to `archiveQuery` of the same values */
export function timelineArchive(values: TimelineValues, found: ArchivedEarthquakes): TimelineArchive {
  const key = archiveKey(values);
  if ("absent" in found) return { key, absent: found.absent };
  const { earthquakes, complete } = found;
  return {
    key,
    earthquakes: earthquakes.toReversed().map((one) => historicalOf(listedOf(one))),
    whole: yearsOf(complete),
    since: complete.from,
  };
}

function yearsOf({ from, to }: Period): Span {
  return [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear() + 1];
}

/** The start of a year, ms since 1970 UTC. */
function startOf(year: number): number {
  return new Date(0).setUTCFullYear(year);
}
