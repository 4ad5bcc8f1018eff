import { isPacked } from "../answers/records.ts";
import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import { SIGNIFICANT_MAGNITUDE } from "../catalogue/classify.ts";
import type { EventPages } from "../config/schema.ts";
import type { Variants } from "../platform/compress.ts";

export interface PageFile {
  path: string;
  /** Identifies all input of the text: the same path and key mean the same text. Absent if every build renders the page. */
  key?: string | undefined;
  /** Renders the text on demand. */
  text: () => string;
}

/** A file whose content is already available. */
export interface ReadyFile {
  path: string;
  bytes: Uint8Array;
  /** Its compressed forms, if they are available too. */
  variants?: Variants | undefined;
}

/** The build options that decide which earthquakes have pages. */
export interface EventPageRule {
  eventPages: EventPages;
  /** Events below this magnitude have packed details and no page. */
  packBelow?: number | undefined;
}

/** Whether the tree has a page of an event. A historical one that the literature rejects is not significant, and has one too. */
export function hasPage(
  { eventPages, packBelow }: EventPageRule,
  event: Pick<CatalogueEvent, "magnitude" | "significant" | "historical">,
): boolean {
  if (eventPages === "none" || isPacked(event, packBelow)) return false;
  return eventPages === "all" || event.significant || event.historical;
}

/**
 * The magnitude from which every earthquake has a page: -Infinity if all have one, Infinity if none has one. Scripts use it,
 * because a list gives them little more than the magnitude. Historical earthquakes have pages unless the value is Infinity.
 */
export function pagesFrom({ eventPages, packBelow }: EventPageRule): number {
  if (eventPages === "none") return Number.POSITIVE_INFINITY;
  if (eventPages === "significant") return SIGNIFICANT_MAGNITUDE;
  return packBelow === undefined ? Number.NEGATIVE_INFINITY : Math.min(packBelow, SIGNIFICANT_MAGNITUDE);
}
