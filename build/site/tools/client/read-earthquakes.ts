import { tryToReadJson } from "../../client/read-json.ts";
import type { ListedEarthquake } from "./examples.ts";

/** As many as an answer of the API has at the most. */
const PAGE = 500;

/** Far more pages than there are earthquakes in a month. */
const MOST_PAGES = 60;

/** What earthquakes are asked for. */
export interface EarthquakeQuery {
  hours: string;
  /** Least magnitude. */
  least: number;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/**
 * All earthquakes of the API that a query asks for, page by page; undefined where they cannot be had. The tree may be renewed
 * between two pages, so that one may come twice: it is kept once.
 */
export async function readEarthquakes({
  hours,
  least,
  country,
}: EarthquakeQuery): Promise<ListedEarthquake[] | undefined> {
  const found = new Map<string, ListedEarthquake>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({
      hours,
      min_mag: String(least),
      limit: String(PAGE),
      offset: String(page * PAGE),
    });
    if (country !== undefined) query.set("country", country);
    const answer = await tryToReadJson<{ count: number; earthquakes: ListedEarthquake[] }>(
      `/api/v1/earthquakes/?${query}`,
    );
    if (!answer) return undefined;
    for (const earthquake of answer.earthquakes) found.set(earthquake.event_id, earthquake);
    if ((page + 1) * PAGE >= answer.count) break;
  }
  return [...found.values()];
}
