import { markupOf } from "../../client/base.ts";
import { DRAWN_NUMBERS } from "../../client/figure/drawn-numbers.ts";
import { dataOfPage, FIGURE_DRAWN } from "../../client/page-data.ts";
import type { Circle } from "../../map/drawn/area-map.ts";
import { selectionMap } from "../../map/drawn/selection-map.ts";
import { EVERYTHING, type Selection } from "../selection.ts";
import type { ListedEarthquake } from "../table.ts";

/** Marks on the map, the strongest: more would cover one another. */
const MARKS = 1000;

const COLUMNS = ["latitude", "longitude", "depth_km", "magnitude"] as const;

/** Characters of the name of a place. */
const LONGEST_NAME = 100;

/**
 * The map of a selection, and the name of the place that its circle is around. The name is a part of the address (`near`).
 *
 * @param titleNear the title of the page for a place
 */
export function createSurroundings(map: HTMLElement, heading: HTMLElement, titleNear: (place: string) => string) {
  const [title, pageTitle] = [heading.textContent, document.title];
  const cells = new Set(dataOfPage("cells") as string[]);
  let near = "";
  let named = EVERYTHING;
  const nameOf = ({ latitude, longitude }: Selection) => (latitude === named.latitude && longitude === named.longitude ? near : "");
  return {
    /** Reads the name of the place, and the place that it is the name of. */
    read(parameters: URLSearchParams, selection: Selection) {
      near = selection.latitude === "" ? "" : (parameters.get("near") ?? "").slice(0, LONGEST_NAME);
      named = selection;
    },
    /** The parameters of the address besides those of the selection. */
    parametersOf: (selection: Selection): [string, string][] => (nameOf(selection) === "" ? [] : [["near", near]]),
    show(selection: Selection, rows: readonly ListedEarthquake[]) {
      const name = nameOf(selection);
      heading.textContent = name === "" ? title : titleNear(name);
      document.title = name === "" ? pageTitle : pageTitle.replace(title, titleNear(name));
      const points = rows.flatMap(({ latitude, longitude, depthKm, magnitude }) =>
        latitude === null || longitude === null ? [] : [{ latitude, longitude, depth_km: depthKm, magnitude }],
      );
      const strongest = points.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0)).slice(0, MARKS);
      const drawn = selectionMap(strongest, circleOf(selection), cells, heading.textContent);
      map.innerHTML = drawn ? markupOf(drawn) : "";
      DRAWN_NUMBERS.set(map, () => [COLUMNS, ...strongest.map((point) => COLUMNS.map((name) => point[name]))]);
      document.dispatchEvent(new Event(FIGURE_DRAWN));
    },
  };
}

function circleOf({ latitude, longitude, max_radius_km: km }: Selection): Circle | undefined {
  if (latitude === "" || longitude === "" || km === "") return undefined;
  return { latitude: Number(latitude), longitude: Number(longitude), km: Number(km) };
}
