import type { CatalogueEvent } from "../catalogue/catalogue.ts";

/**
 * Whether the detail of an event is kept in a pack rather than in a file of its own: it is below a magnitude, and neither
 * significant nor of the catalogue of historical earthquakes.
 *
 * @param below magnitude; undefined where every event has its file
 */
export function isPacked(
  { magnitude, significant, historical }: Pick<CatalogueEvent, "magnitude" | "significant" | "historical">,
  below: number | undefined,
): boolean {
  return below !== undefined && magnitude !== null && magnitude < below && !significant && !historical;
}
