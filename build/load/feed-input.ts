import type { UsgsState } from "../agencies/usgs/state.ts";
import { feedSizeOf } from "../agencies/usgs/summary-feeds.ts";
import { FEED_SIZES, type FeedInput, type FeedSize } from "../feeds/select.ts";

/**
 * What the feeds of the USGS are made of; undefined where it is not known which events the store would have.
 *
 * @param asOf of the catalogue, ms since 1970 UTC
 * @param unanswerable ids of events that are left out
 */
export function feedInput(
  state: UsgsState,
  asOf: number,
  unanswerable: ReadonlySet<string> = new Set(),
): FeedInput | undefined {
  const source = sourceOf(state);
  if (!source) return undefined;
  const events = state.events.filter(({ ids }) => !ids.some((id) => unanswerable.has(id)));
  return { asOf, events, covers: state.covers, source };
}

/** The most that the store was ever fed with: a feed says it by its title, the query service is asked for all. */
function sourceOf({ capture, upkeep }: UsgsState): FeedSize | undefined {
  const believed = Object.values(upkeep?.feeds ?? {}).map(({ believed: last }) => last?.title ?? "");
  const sizes = [capture.title, ...believed].map(feedSizeOf);
  const most = FEED_SIZES.findLast((size) => sizes.includes(size));
  return most ?? (capture.address.startsWith("file:") ? undefined : "all");
}
