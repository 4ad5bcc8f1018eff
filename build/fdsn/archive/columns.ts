/** The row values of a block that queries compare. Unknown numbers are NaN. */
export interface BlockColumns {
  /** Origin time, ms since 1970 UTC. */
  time: Float64Array;
  /** Last change, ms since 1970 UTC. */
  updated: Float64Array;
  /** Degrees, north positive. */
  latitude: Float64Array;
  /** Degrees, in [-180, 180). */
  longitude: Float64Array;
  /** km, positive down. */
  depth: Float64Array;
  magnitude: Float64Array;
  significance: Float64Array;
  /** `idHash` of the preferred id. */
  id: Uint32Array;
  /** Index of the row's texts in `words`. */
  word: Uint16Array;
  words: readonly RowWords[];
}

/** The text values of a row that queries compare. */
export interface RowWords {
  type: string;
  /** The network of the preferred solution. */
  catalog: string;
  /** All contributing networks as the agency lists them: `,us,ci,`. */
  sources: string | null;
  magnitudeType: string | null;
  status: string;
  alert: string | null;
  /** ISO 3166-1 alpha-2 of the country of the epicentre, up to 200 nautical miles offshore. */
  country: string | null;
}

/** The columns whose bounds are stored for each block, in the order of both formats. */
export const BOUNDED = ["time", "updated", "latitude", "longitude", "depth", "magnitude"] as const;
export type Bounded = (typeof BOUNDED)[number];

/**
 * How the rows of a pack are sorted: newest first, along a curve that keeps neighbouring places together, largest first, or by the
 * country and in it newest first.
 */
export const ROW_ORDERS = ["time", "place", "magnitude", "country"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

/** All contributing networks of a row, with that of the preferred solution. */
export function contributorsOf({ catalog, sources }: RowWords): string[] {
  return [catalog, ...(sources ?? "").split(",")].filter((name) => name !== "");
}
