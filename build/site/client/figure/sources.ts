import type { CountryProfile } from "../../../contract/resources/resources.ts";
import type { NumberRows } from "../../charts/plot.ts";
import { SMALLEST_ON_WORLD } from "../../charts/scale.ts";
import { readJson } from "../page-data.ts";
import { DRAWN_NUMBERS } from "./drawn-numbers.ts";
import { type ApiRecord, rowsOfRecords, withPosition } from "./numbers.ts";

/** The numbers of figures of the build, by `data-numbers` of their holders: the same earthquakes as in the drawing. */
const BUILT: Readonly<Record<string, () => Promise<readonly ApiRecord[]>>> = {
  world: async () => {
    const { readEarthquakes } = await import("../earthquakes.ts");
    const found = await readEarthquakes({ hours: "168", least: SMALLEST_ON_WORLD });
    if (!found) throw new Error("the earthquakes cannot be read");
    return found.earthquakes;
  },
  country: async () => {
    const answer = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/json"]');
    const { recent_earthquakes: recent, strongest } = await readJson<CountryProfile>(answer?.href ?? "");
    return [...recent, ...strongest];
  },
};

/** How to read the numbers of the figure that a part of the page holds; undefined for a figure without numbers of its own. */
export function numbersOf(holder: HTMLElement): (() => Promise<NumberRows>) | undefined {
  const own = DRAWN_NUMBERS.get(holder);
  if (own) return async () => own();
  const read = BUILT[holder.dataset["numbers"] ?? ""];
  return read && (async () => rowsOfRecords(withPosition(await read())));
}
