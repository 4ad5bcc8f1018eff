import type { AgencyEvent } from "../../../store/records.ts";
import type { UsgsCapture } from "../feed.ts";
import { type FeedScope, isInScope } from "../feed-scope.ts";

/** The agency's servers need some minutes to agree, and at the far end of a feed they differ by so much. */
const SETTLING_MS = 10 * 60_000;

/** Of our events those that a capture of this scope must list, unless they were withdrawn or revised since. */
export function expectedIn(events: readonly AgencyEvent[], scope: FeedScope, generated: number): AgencyEvent[] {
  const period = scope.periodMs === null ? null : scope.periodMs - SETTLING_MS;
  const settled = { ...scope, periodMs: period };
  return events.filter((event) => event.updated <= generated - SETTLING_MS && isInScope(event, settled, generated));
}

/** Every id that a capture names, also of features that could not be read. */
export function idsListed({ events, withdrawn, unread = [] }: UsgsCapture): Set<string> {
  return new Set([...unread, ...[...events, ...withdrawn].flatMap(({ ids }) => ids)]);
}
