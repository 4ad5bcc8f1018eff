import type { Catalogue, CatalogueEvent, RecentEvent } from "../../catalogue/catalogue.ts";
import { RECENT_HOURS } from "../../contract/texts/vocabulary.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { coveredFrom } from "../../contract/wire/window.ts";
import { cellOf, cellsWithin, chord2Between, chord2OfKm, kmOfChord2, type Vector, vectorOf } from "../../geo/sphere.ts";
import { groupBy, newestFirst } from "../../platform/lists.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import type { Around, Sequence, TimeNeighbours } from "./render-context.ts";

/** The USGS products that pages link to. */
const LINKED_PRODUCTS = ["shakemap", "dyfi", "losspager", "moment-tensor"];

/**
 * Pages of smaller earthquakes do not list neighbouring earthquakes: there are thousands of such pages, and each new
 * earthquake would change some.
 */
const LEAST_MAGNITUDE = 5;
const WITHIN = { km: 100, days: 30 } as const;
const NAMED = 5;

/** The content of an earthquake page that may change while its API answer stays the same. It is part of the key of the page. */
type Changing = Pick<Around, "products" | "sequence" | "inTime" | "boundaryStepKm">;

/** Resolution of the distances to plate boundaries, km. */
export function boundaryStepKm({ boundaries }: Pick<Catalogue, "boundaries">): number {
  return boundaries.some(({ accuracy }) => accuracy === "schematic") ? 100 : 10;
}

export function changingOf(catalogue: Catalogue): (event: CatalogueEvent) => Changing {
  const { events } = catalogue;
  const points = events.flatMap((event) => (event.recent ? pointOf(event as RecentEvent) : []));
  const recent = groupBy(points, ({ event: { latitude, longitude } }) => cellOf(Math.floor(latitude), Math.floor(longitude)));
  const neighbours = neighboursInTime(events);
  const stepKm = boundaryStepKm(catalogue);
  const since = Math.max(catalogue.recentSince ?? 0, catalogue.asOf - RECENT_HOURS * HOUR_MS);
  // Asked for the key of a group, and again for the keys of its pages.
  const sequence = memoizeByKey((event: RecentEvent) => sequenceOf(event, recent, since));
  return (event) => ({
    products: LINKED_PRODUCTS.filter((name) => event.products.includes(name)),
    sequence: event.recent && (event.magnitude ?? 0) >= LEAST_MAGNITUDE ? sequence(event as RecentEvent) : null,
    inTime: neighbours.get(event.id) ?? null,
    boundaryStepKm: stepKm,
  });
}

/** The significant earthquakes before and after each significant earthquake, by id. */
function neighboursInTime(events: readonly CatalogueEvent[]): ReadonlyMap<string, TimeNeighbours> {
  const significant = events.filter((event) => event.significant).toSorted((a, b) => a.time - b.time);
  const link = (event: CatalogueEvent | undefined) => {
    return event ? { slug: event.slug, magnitude: event.magnitude, place: event.name ?? event.place } : null;
  };
  return new Map(significant.map(({ id }, at) => [id, { before: link(significant[at - 1]), after: link(significant[at + 1]) }]));
}

/** A recent earthquake with the vector of its position: a dense sequence compares millions of pairs. */
interface Point {
  event: RecentEvent;
  vector: Vector;
}

function pointOf(event: RecentEvent): Point {
  return { event, vector: vectorOf(event.latitude, event.longitude) };
}

/** The square of the largest chord, rounded up: distances are compared in km. */
const FARTHEST_CHORD2 = chord2OfKm(WITHIN.km + 1);

/**
 * Recent earthquakes near a recent earthquake.
 *
 * @param recent by cell
 * @param since beginning of the recent data, ms since 1970 UTC
 */
function sequenceOf(
  { id, time, latitude, longitude }: RecentEvent,
  recent: ReadonlyMap<number, readonly Point[]>,
  since: number,
): Sequence {
  const vector = vectorOf(latitude, longitude);
  let [count, after] = [0, 0];
  const strongest: { other: RecentEvent; km: number }[] = [];
  for (const cell of cellsWithin(WITHIN.km, latitude, longitude)) {
    for (const { event: other, vector: at } of recent.get(cell) ?? []) {
      const chord2 = chord2Between(vector, at);
      if (chord2 > FARTHEST_CHORD2 || other.id === id || Math.abs(other.time - time) > WITHIN.days * DAY_MS) continue;
      const km = kmOfChord2(chord2);
      if (km > WITHIN.km) continue;
      count++;
      if (other.time > time) after++;
      insertStrongest(strongest, { other, km });
    }
  }
  return {
    ...WITHIN,
    // To the day: the page then changes once a day, not every minute.
    coveredFrom: coveredFrom(time, WITHIN.days * 24, since)?.slice(0, 10) ?? null,
    count,
    after,
    strongest: strongest.map(({ other: { slug, magnitude, place, time: at }, km }) => {
      return { slug, magnitude, place, occurredAt: isoTime(at), km: Math.round(km) };
    }),
  };
}

/** Keeps the strongest few, of equal magnitude the newest. */
function insertStrongest<Near extends { other: RecentEvent }>(strongest: Near[], near: Near): void {
  const isBefore = (a: RecentEvent, b: RecentEvent) => (b.magnitude - a.magnitude || newestFirst(a, b)) < 0;
  const at = strongest.findIndex(({ other }) => isBefore(near.other, other));
  strongest.splice(at < 0 ? strongest.length : at, 0, near);
  strongest.length = Math.min(strongest.length, NAMED);
}
