import type { CountryList, CountryProfile, EarthquakeDetail, PlateDetail, PlateList } from "../../../contract/resources/resources.ts";
import { DRAWN_NUMBERS, type NumberRows } from "../../charts/plot.ts";
import { SMALLEST_ON_WORLD } from "../../charts/scale.ts";
import { readJson } from "../page-data.ts";
import { boundaryNumbers, eventNumbers, rowsOfRecords, withPosition } from "./numbers.ts";

/** The answer of the API that the page shows. @throws Error if it cannot be read */
async function answer<T>(): Promise<T> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/json"]');
  return readJson<T>(link?.href ?? "");
}

/** How to read the numbers of figures of the build, by `data-numbers` of their holders: what the drawing shows, and nothing else. */
const BUILT: Readonly<Record<string, () => Promise<NumberRows>>> = {
  world: async () => {
    const { readEarthquakes } = await import("../earthquakes.ts");
    const found = await readEarthquakes({ hours: "168", least: SMALLEST_ON_WORLD });
    if (!found) throw new Error("the earthquakes cannot be read");
    return rowsOfRecords(withPosition(found.earthquakes));
  },
  country: async () => {
    const { recent_earthquakes: recent, strongest } = await answer<CountryProfile>();
    return rowsOfRecords(withPosition([...recent, ...strongest]));
  },
  event: async () => eventNumbers(await answer<EarthquakeDetail>()),
  plate: async () => boundaryNumbers(await answer<PlateDetail>()),
  years: async () => {
    const { yearsShown } = await import("../../views/plate.ts");
    return rowsOfRecords(yearsShown((await answer<PlateDetail>()).annual_earthquakes));
  },
  countries: async () => rowsOfRecords((await answer<CountryList>()).countries),
  plates: async () => rowsOfRecords((await answer<PlateList>()).plates),
};

/** How to read the numbers of the figure that a part of the page holds; undefined for a figure without numbers of its own. */
export function numbersOf(holder: HTMLElement): (() => Promise<NumberRows>) | undefined {
  const own = DRAWN_NUMBERS.get(holder);
  return own ? async () => own() : BUILT[holder.dataset["numbers"] ?? ""];
}
