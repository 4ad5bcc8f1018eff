import type { CatalogueEvent } from "../catalogue/catalogue.ts";

/**
 * Whether the detail of an event is in a pack and not in a file of its own. That is so if its magnitude is below a limit, and it is
 * neither significant nor in the catalogue of historical earthquakes.
 *
 * @param below the limit; undefined if every event has its file
 */
export function isPacked(
  { magnitude, significant, historical }: Pick<CatalogueEvent, "magnitude" | "significant" | "historical">,
  below: number | undefined,
): boolean {
  return below !== undefined && magnitude !== null && magnitude < below && !significant && !historical;
}
