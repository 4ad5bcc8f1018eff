import { distanceKm } from "../../geo/sphere.ts";
import type { CivilTime } from "../../store/civil-time.ts";
import type { NoaaEvent, NoaaTsunami } from "./event.ts";

/** A tsunami whose source lies farther away is not the earthquake's, km. */
const FAR_KM = 500;

/**
 * Finds the tsunami of an earthquake: by the number that the earthquake gives, or the one that the tsunami gives; where the forms have
 * neither and NOAA only says that there was one, by date and time to the minute, if just one of each has them.
 */
export function tsunamiLinks(
  events: readonly NoaaEvent[],
  tsunamis: readonly NoaaTsunami[],
): (event: NoaaEvent) => number | null {
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

/** By the minute, what alone has it; null where several do. */
function onlyAt<Timed extends { time: CivilTime }>(list: readonly Timed[]): Map<string, Timed | null> {
  const only = new Map<string, Timed | null>();
  for (const one of list) only.set(minuteOf(one.time), only.has(minuteOf(one.time)) ? null : one);
  return only;
}

function minuteOf({ year, month, day, hour, minute }: CivilTime): string {
  return [year, month, day, hour, minute].join(" ");
}
