import { notableLists } from "../../answers/notable.ts";
import type { Catalogue, RecentEvent } from "../../catalogue/catalogue.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { newestFirst } from "../../platform/lists.ts";
import { type EventPageRule, hasPage } from "../files.ts";

/** The period of the start page, hours. */
export const WEEK_HOURS = 168;

/** The recent earthquakes of the last seven days. The start pages in all languages show them. */
export const weekOf = memoizeByKey(({ events, asOf }: Catalogue): readonly RecentEvent[] =>
  events.filter((event): event is RecentEvent => event.recent && isInWindow(event.time, asOf, WEEK_HOURS)),
);

/** The largest earthquake; if several are equal, the newest. It is the headline of the start page. */
export function largestOf(events: readonly RecentEvent[]): RecentEvent | undefined {
  let largest = events[0];
  for (const event of events) {
    if (!largest || event.magnitude > largest.magnitude) largest = event;
    else if (event.magnitude === largest.magnitude && newestFirst(event, largest) < 0) largest = event;
  }
  return largest;
}

/**
 * The slugs of the earthquakes whose pages have a picture for link previews: recent ones that are significant or have a magnitude,
 * the headline of the start page, and those that the page of earthquakes lists as the strongest and the deadliest.
 *
 * @param from the magnitude from which a recent earthquake has a picture
 */
export function picturedEvents(catalogue: Catalogue, rule: EventPageRule, from: number): ReadonlySet<string> {
  const { events } = catalogue;
  const withPage = new Map(events.filter((event) => hasPage(rule, event)).map((event) => [event.slug, event]));
  const shared = [...withPage.values()].filter(
    ({ recent, significant, magnitude }) => recent && (significant || (magnitude ?? Number.NEGATIVE_INFINITY) >= from),
  );
  const { strongest, deadliest } = notableLists(events.filter(({ historical }) => historical));
  const headline = largestOf(weekOf(catalogue));
  const slugs = [...shared, ...strongest, ...deadliest, ...(headline ? [headline] : [])].map(({ slug }) => slug);
  return new Set(slugs.filter((slug) => withPage.has(slug)));
}
