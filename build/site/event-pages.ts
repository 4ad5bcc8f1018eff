import { isPacked } from "../answers/packed.ts";
import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import { SIGNIFICANT_MAGNITUDE } from "../catalogue/classify.ts";
import type { EventPages } from "../config/schema.ts";

/** The options of a build that decide which earthquakes have pages. */
export interface EventPageRule {
  eventPages: EventPages;
  /** Magnitude below which details of small events are packed: a packed event has no page. */
  packBelow?: number | undefined;
}

/** Whether the tree has a page of an event. */
export function hasPage(
  { eventPages, packBelow }: EventPageRule,
  event: Pick<CatalogueEvent, "magnitude" | "significant" | "historical">,
): boolean {
  if (eventPages === "none" || isPacked(event, packBelow)) return false;
  return eventPages === "all" || event.significant;
}

/**
 * The magnitude from which every earthquake has a page, for scripts, which know little more of an earthquake: -Infinity
 * where all have one, Infinity where none has. Historical earthquakes have pages unless none has.
 */
export function pagesFrom({ eventPages, packBelow }: EventPageRule): number {
  if (eventPages === "none") return Number.POSITIVE_INFINITY;
  if (eventPages === "significant") return SIGNIFICANT_MAGNITUDE;
  return packBelow === undefined ? Number.NEGATIVE_INFINITY : Math.min(packBelow, SIGNIFICANT_MAGNITUDE);
}
