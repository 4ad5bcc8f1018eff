import Flatbush from "flatbush";
import { NEIGHBOURS } from "../contract/texts/vocabulary.ts";
import { boxesAround, chord2Between, chord2OfKm, kmOfChord2, type Vector, vectorOf } from "../geo/sphere.ts";
import { newestFirst } from "../platform/lists.ts";
import type { CatalogueEvent } from "./catalogue.ts";

/** The historical events near an event. */
interface Neighbours {
  /** Total number. */
  count: number;
  /** The strongest of them. Equal magnitudes are sorted newest first; unknown magnitudes come last. */
  strongest: readonly { event: CatalogueEvent; km: number }[];
}

/** Returns null for an event that is too small, or without a known magnitude or position. */
type NeighbourFinder = (event: CatalogueEvent) => Neighbours | null;

/** Makes a finder of the historical events within `NEIGHBOURS.withinKm` of an event with magnitude `NEIGHBOURS.fromMagnitude` or more. */
export function createNeighbourFinder(events: readonly CatalogueEvent[]): NeighbourFinder {
  const placed = events.filter((event) => event.historical).flatMap(placedEvent);
  const index = indexOf(placed);
  return (event) => {
    const [own] = placedEvent(event);
    if (!own || event.magnitude === null || event.magnitude < NEIGHBOURS.fromMagnitude) return null;
    const near: { event: CatalogueEvent; km: number }[] = [];
    for (const box of boxesAround(NEIGHBOURS.withinKm, own.latitude, own.longitude)) {
      for (const found of index.search(...box)) {
        const other = placed[found];
        // The event itself may be in the list, as the same object or as a copy.
        if (!other || other.event.id === event.id) continue;
        const chord2 = chord2Between(own.vector, other.vector);
        if (chord2 <= WITHIN_CHORD2) near.push({ event: other.event, km: kmOfChord2(chord2) });
      }
    }
    const strongest = near.toSorted((a, b) => strongestFirst(a.event, b.event)).slice(0, NEIGHBOURS.named);
    return { count: near.length, strongest };
  };
}

/** Sorts by magnitude, the largest first. Equal magnitudes are sorted newest first; unknown magnitudes come last. */
export function strongestFirst(a: CatalogueEvent, b: CatalogueEvent): number {
  if (a.magnitude === b.magnitude) return newestFirst(a, b);
  if (a.magnitude === null) return 1;
  return b.magnitude === null ? -1 : b.magnitude - a.magnitude;
}

const WITHIN_CHORD2 = chord2OfKm(NEIGHBOURS.withinKm);

interface Placed {
  event: CatalogueEvent;
  latitude: number;
  longitude: number;
  vector: Vector;
}

function placedEvent(event: CatalogueEvent): Placed[] {
  const { latitude, longitude } = event;
  if (latitude === null || longitude === null) return [];
  return [{ event, latitude, longitude, vector: vectorOf(latitude, longitude) }];
}

function indexOf(placed: readonly Placed[]): Flatbush {
  const index = new Flatbush(Math.max(1, placed.length));
  for (const { latitude, longitude } of placed) index.add(longitude, latitude);
  if (placed.length === 0) index.add(0, 0);
  index.finish();
  return index;
}
