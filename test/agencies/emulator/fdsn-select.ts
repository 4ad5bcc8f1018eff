import { type Mistake, type Parameters, readTime } from "./query-parameters.ts";
import type { WorldEvent } from "./world.ts";

/** Thirty days unless said otherwise lies at the USGS only; the specification leaves the default open. */
export interface SelectDefaults {
  /** ms since 1970 UTC. */
  from: number;
}

/** Of these events those that a query asks for, by the parameters of the FDSN event service specification. */
export function selectEvents(events: readonly WorldEvent[], parameters: Parameters, defaults: SelectDefaults): WorldEvent[] | Mistake {
  const mistake = badTime(parameters) ?? badNumber(parameters);
  if (mistake !== undefined) return mistake;
  const time = (name: string, otherwise: number) => {
    const value = parameters.get(name);
    return (value === undefined ? undefined : readTime(value)) ?? otherwise;
  };
  const from = time("starttime", defaults.from);
  const to = time("endtime", Number.POSITIVE_INFINITY);
  const updated = time("updatedafter", Number.NEGATIVE_INFINITY);
  return events.filter((event) => event.time >= from && event.time <= to && event.updated >= updated && within(event, parameters));
}

function badTime(parameters: Parameters): Mistake | undefined {
  for (const name of ["starttime", "endtime", "updatedafter"]) {
    const value = parameters.get(name);
    if (value !== undefined && readTime(value) === undefined) return bad(name, value);
  }
  return undefined;
}

function badNumber(parameters: Parameters): Mistake | undefined {
  for (const what of ["depth", "magnitude", "latitude", "longitude"]) {
    for (const name of [`min${what}`, `max${what}`]) {
      const value = parameters.get(name);
      if (value !== undefined && !Number.isFinite(Number(value))) return bad(name, value);
    }
  }
  return undefined;
}

function bad(name: string, value: string): Mistake {
  return { status: 400, text: `Bad ${name} value "${value}".` };
}

function within(event: WorldEvent, parameters: Parameters): boolean {
  const bounded = (value: number | null, name: string) => {
    const low = parameters.get(`min${name}`);
    const high = parameters.get(`max${name}`);
    if (low === undefined && high === undefined) return true;
    return value !== null && value >= Number(low ?? -1e9) && value <= Number(high ?? 1e9);
  };
  const types = parameters.get("eventtype")?.split(",");
  const review = parameters.get("reviewstatus");
  return (
    bounded(event.mag, "magnitude") &&
    bounded(event.depthKm, "depth") &&
    bounded(event.latitude, "latitude") &&
    // Boxes may go beyond ±180 to cross the antimeridian.
    [-360, 0, 360].some((turn) => bounded(event.longitude + turn, "longitude")) &&
    (types === undefined || types.includes(event.type)) &&
    (review === undefined || review === event.status)
  );
}

const ORDERS: Record<string, (a: WorldEvent, b: WorldEvent) => number> = {
  time: (a, b) => b.time - a.time,
  "time-asc": (a, b) => a.time - b.time,
  magnitude: (a, b) => (b.mag ?? -9) - (a.mag ?? -9),
  "magnitude-asc": (a, b) => (a.mag ?? -9) - (b.mag ?? -9),
};

/** In the order that the query wants, and of that the part that it wants. */
export function pageOf(matching: readonly WorldEvent[], parameters: Parameters, most: number): WorldEvent[] | Mistake {
  const order = ORDERS[parameters.get("orderby") ?? "time"];
  if (order === undefined) return bad("orderby", parameters.get("orderby") ?? "");
  const limit = wholeNumber(parameters.get("limit"), 0);
  const offset = wholeNumber(parameters.get("offset"), 1);
  if (limit === null || (limit ?? 0) > most) return { status: 400, text: `Bad limit value. Valid values are 0 to ${most}.` };
  if (offset === null) return { status: 400, text: "Bad offset value. Valid values are 1 and above." };
  const sorted = matching.toSorted(order);
  // An offset without a limit has no effect.
  return limit === undefined ? sorted : sorted.slice((offset ?? 1) - 1, (offset ?? 1) - 1 + limit);
}

/** null: it is not such a number. */
function wholeNumber(value: string | undefined, least: number): number | null | undefined {
  if (value === undefined) return undefined;
  return /^\d+$/.test(value) && Number(value) >= least ? Number(value) : null;
}
