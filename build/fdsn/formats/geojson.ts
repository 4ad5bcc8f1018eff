import { groupBy } from "../../platform/lists.ts";
import { type FeedFeature, SOLUTIONS } from "../../store/feed-feature.ts";
import type { SolutionProduct } from "../../store/records.ts";

/** The version of the USGS service whose format these features have. */
const SHAPE = "2.4.0";

/**
 * The detail document of one event. Of the agency's products it has the solutions that were read, with the properties that are kept
 * and without files: clients such as libcomcat take uncertainties and mechanisms from them.
 */
export function detailText(feature: FeedFeature): string {
  const { detail: _, ...properties } = feature.properties;
  const solutions = feature[SOLUTIONS] ?? [];
  const products = Object.fromEntries([...groupBy(solutions, ({ product }) => product)].map(([kind, all]) => [kind, all.map(productOf)]));
  return JSON.stringify({ ...feature, properties: { ...properties, products } });
}

function productOf({ product, source, code, updated, weight, properties }: SolutionProduct) {
  const id = `urn:usgs-product:${source}:${product}:${code}:${updated}`;
  return { id, type: product, code, source, updateTime: updated, status: "UPDATE", properties, preferredWeight: weight, contents: {} };
}

/** Answers of the USGS have a time in whole seconds. */
export function wholeSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}

/** The metadata of a collection, in the order of the USGS. */
interface CollectionHead {
  /** ms since 1970 UTC. */
  generated: number;
  url: string;
  title: string;
  status: number;
  limit?: number;
  offset?: number;
  count: number;
  complete_since?: number;
  error?: string;
}

/**
 * The text before and after the features of a collection. As in USGS documents, features are separated by a comma and a line
 * feed, and the extent comes last (earthquake-event-ws, `GeoJSONFeed.class.php`).
 */
export function aroundFeatures(head: CollectionHead, features: readonly Pick<FeedFeature, "geometry">[]): { open: string; close: string } {
  const extent = createExtent();
  for (const feature of features) extent.add(feature);
  return { open: collectionOpen(head), close: collectionClose(extent) };
}

/** The text before the features of a collection. */
export function collectionOpen(head: CollectionHead): string {
  const { generated, url, title, status, limit, offset, ...rest } = head;
  const metadata = {
    generated: wholeSecond(generated),
    url,
    title,
    status,
    api: SHAPE,
    ...(limit !== undefined && { limit, offset }),
    ...rest,
  };
  return `{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`;
}

/** The text after the features of a collection. @param extent of all features */
export function collectionClose(extent: Extent): string {
  const bbox = extent.bbox();
  return `]${bbox ? `,"bbox":${JSON.stringify(bbox)}` : ""}}`;
}

/** Significant digits of extents in USGS documents. */
const DIGITS = 14;

interface Extent {
  add: (feature: Pick<FeedFeature, "geometry">) => void;
  /**
   * West, south, top, east, north, bottom. As in USGS documents, undefined if an extent is zero, and without regard to the
   * antimeridian.
   */
  bbox: () => number[] | undefined;
}

export function createExtent(): Extent {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  return {
    add({ geometry }) {
      geometry?.coordinates.forEach((value, at) => {
        low[at] = Math.min(low[at] as number, value);
        high[at] = Math.max(high[at] as number, value);
      });
    },
    bbox() {
      const isWide = low.every((value, at) => value < (high[at] as number));
      return isWide ? [...low, ...high].map((value) => Number(value.toPrecision(DIGITS))) : undefined;
    },
  };
}
