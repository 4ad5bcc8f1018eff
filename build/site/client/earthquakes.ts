import type { Earthquake, EarthquakePage } from "../../contract/resources/resources.ts";
import { tryToReadJson } from "./page-data.ts";

/** Maximum number of earthquakes in one API answer. */
const PAGE = 500;

/** Far more pages than a month of earthquakes needs. */
const MAX_PAGES = 60;

/** The filters of a request for earthquakes. */
interface EarthquakeQuery {
  hours: string;
  /** Least magnitude. */
  least: number;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

interface FoundEarthquakes {
  earthquakes: Earthquake[];
  /** Since when the data cover the window; null if they cover all of it. */
  coveredFrom: string | null;
}

/**
 * Requests all pages of earthquakes that match a query; undefined if a request fails. The tree may change between two
 * requests, so that an earthquake is on both pages. It is then kept once.
 */
export async function readEarthquakes({ hours, least, country }: EarthquakeQuery): Promise<FoundEarthquakes | undefined> {
  const found = new Map<string, Earthquake>();
  let coveredFrom: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      hours,
      min_mag: String(least),
      limit: String(PAGE),
      offset: String(page * PAGE),
    });
    if (country !== undefined) query.set("country", country);
    const answer = await tryToReadJson<EarthquakePage>(`/api/v1/earthquakes/?${query}`);
    if (!answer) return undefined;
    coveredFrom = answer.covered_from;
    for (const earthquake of answer.earthquakes) found.set(earthquake.event_id, earthquake);
    if ((page + 1) * PAGE >= answer.count) break;
  }
  return { earthquakes: [...found.values()], coveredFrom };
}
