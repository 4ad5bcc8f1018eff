import { COUNTRY_CODES } from "../contract/vocabulary.ts";
import { type Columns, ODD_MAGNITUDE, rowsNewerThan } from "../shards/columns.ts";

/** Which recent earthquakes are asked for. Magnitude bounds are inclusive. */
export interface EarthquakeQuery {
  /** The window is the half-open interval (asOf − hours, asOf]; ms since 1970 UTC. */
  asOf: number;
  hours: number;
  minMagnitude: number;
  maxMagnitude: number;
  /** ISO 3166-1 alpha-2 of COUNTRY_CODES. */
  country?: string | undefined;
  offset: number;
  limit: number;
  /** Nobody asks how many there are: the scan may end as soon as `limit` is reached, and `count` is then too small. */
  uncounted?: boolean;
}

export interface Selection {
  /** Matches before `offset` and `limit`. */
  count: number;
  /** Rows of the columns, newest first. */
  rows: Uint32Array;
}

const HOUR_MS = 3_600_000;
const ANY_COUNTRY = -1;

/** Selects rows by one scan of the window, which a binary search finds because rows are newest first. */
export function selectEarthquakes(columns: Columns, query: EarthquakeQuery): Selection {
  const { minMagnitude, maxMagnitude, offset, limit, uncounted = false } = query;
  const { hundredths, oddMagnitude, country } = columns;
  const from = rowsNewerThan(columns, query.asOf);
  const to = rowsNewerThan(columns, query.asOf - query.hours * HOUR_MS);
  const lowest = leastHundredths(minMagnitude);
  const highest = mostHundredths(maxMagnitude);
  const wanted = query.country === undefined ? ANY_COUNTRY : COUNTRY_CODES.indexOf(query.country);
  const rows = new Uint32Array(Math.max(0, Math.min(limit, to - from)));
  let odd = oddBefore(hundredths, from);
  let count = 0;
  let taken = 0;
  for (let row = from; row < to; row++) {
    const magnitude = hundredths[row] as number;
    if (magnitude === ODD_MAGNITUDE) {
      const exact = oddMagnitude[odd++] as number;
      if (exact < minMagnitude || exact > maxMagnitude) continue;
    } else if (magnitude < lowest || magnitude > highest) continue;
    if (wanted !== ANY_COUNTRY && country[row] !== wanted) continue;
    if (count >= offset && taken < rows.length) rows[taken++] = row;
    count++;
    if (uncounted && taken === rows.length) break;
  }
  return { count, rows: rows.subarray(0, taken) };
}

/** Rows newer than the window are none in a sound tree, so this costs nothing. */
function oddBefore(hundredths: Int16Array, end: number): number {
  let odd = 0;
  for (let row = 0; row < end; row++) if (hundredths[row] === ODD_MAGNITUDE) odd++;
  return odd;
}

/** Beyond what a row in hundredths can hold, so that a bound of infinity needs no case of its own. */
const BEYOND = 1000;

/** The least whole number of hundredths that is, as a magnitude, at least a bound: rounding must not move the bound. */
export function leastHundredths(bound: number): number {
  const clamped = Math.max(-BEYOND, Math.min(BEYOND, bound));
  let hundredths = Math.ceil(clamped * 100);
  while ((hundredths - 1) / 100 >= clamped) hundredths--;
  while (hundredths / 100 < clamped) hundredths++;
  return hundredths;
}

/** The greatest whole number of hundredths that is, as a magnitude, at most a bound. */
export function mostHundredths(bound: number): number {
  return -leastHundredths(-bound);
}
