import { HISTORICAL_BOUNDS, historicalScore } from "../../catalogue/merge/historical-match.ts";
import { lowerBound } from "../../platform/lists.ts";
import { type ListedEarthquake, precisionOf } from "./table.ts";

/**
 * The earthquakes of the archive that the historical catalogue does not have: those of which a build would not make one event.
 *
 * @param history oldest first
 */
export function withoutKnown(archived: readonly ListedEarthquake[], history: readonly ListedEarthquake[]): ListedEarthquake[] {
  const exact = history.filter(({ when }) => /second|minute/.test(precisionOf(when)));
  const within = HISTORICAL_BOUNDS.seconds * 1000;
  return archived.filter((one) => {
    const first = lowerBound(0, exact.length, (at) => (exact[at] as ListedEarthquake).time >= one.time - within);
    for (let at = first; at < exact.length && (exact[at] as ListedEarthquake).time <= one.time + within; at++) {
      if (isSame(one, exact[at] as ListedEarthquake)) return false;
    }
    return true;
  });
}

function isSame(one: ListedEarthquake, other: ListedEarthquake): boolean {
  return one.id === other.id || historicalScore(other, one, Math.abs(one.time - other.time) / 1000) !== null;
}
