import type { FdsnState } from "../../agencies/fdsn/state.ts";
import type { UsgsState } from "../../agencies/usgs/state.ts";
import { feedSizeOf } from "../../agencies/usgs/summary-feeds.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { type Locators, preferredSolution, typeOf } from "../../catalogue/event.ts";
import { mergeLive } from "../../catalogue/merge/merge.ts";
import { placeInWords } from "../../catalogue/place-in-words.ts";
import { FEED_SIZES, type FeedAgency, type FeedInput, type FeedSize, LEAST_OF_FEED } from "../../data-files/feeds/select.ts";
import type { CompleteSpan } from "../../fdsn/archive/fence.ts";
import type { ArchiveInput } from "../../fdsn/archive/make.ts";
import { completeFrom } from "../../fdsn/complete.ts";
import { newestFirst } from "../../platform/lists.ts";
import { ownDetail } from "../../store/feed-feature.ts";
import type { ReportedEvent, UsgsEvent } from "../../store/records.ts";
import type { SentValues } from "../../store/sent-values.ts";
import type { Geography } from "./geography.ts";
import { type BuildInputs, inOrder } from "./inputs.ts";

/** What decides which reports are served. */
interface Served {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Ids of events that are left out. */
  unanswerable?: ReadonlySet<string> | undefined;
  locate: Locators;
}

/**
 * The events for the services that read reports directly, which are `/fdsnws/` and the feeds: every event once, of every type, with
 * the solution that the catalogue prefers. Beside the USGS, other agencies have those of the last 30 days: older ones are not compared
 * with the archive of the USGS.
 *
 * @returns undefined if no agency reports events
 */
export function servedReports(inputs: BuildInputs, served: Served): readonly UsgsEvent[] | undefined {
  const { usgs, others } = inputs;
  if (others.length === 0) return usgs && servedEvents(usgs, served);
  const { asOf, locate } = served;
  const reports = mergeLive(inOrder(inputs)).flatMap(({ live }) => {
    const preferred = preferredSolution(live);
    const ofUsgs = live.find(({ agency }) => agency === "usgs") as UsgsEvent | undefined;
    if (!preferred || preferred === ofUsgs) return ofUsgs ?? [];
    return usgs && !isInWindow(preferred.time, asOf) ? (ofUsgs ?? []) : feedEvent(preferred, live, locate);
  });
  // A copy makes its feeds from the archive, which has no events without a position.
  return reports.filter((event) => event.latitude !== null && isServed(event, served)).toSorted(newestFirst);
}

/** The events of the USGS alone. */
export function servedEvents({ events }: UsgsState, served: Served): readonly UsgsEvent[] {
  return events.every((event) => isServed(event, served)) ? events : events.filter((event) => isServed(event, served));
}

/** An event later than `asOf` is in no window that ends then; it is served once the data are current to its time. */
function isServed({ time, ids }: UsgsEvent, { asOf, unanswerable }: Served): boolean {
  return time <= asOf && !(unanswerable && ids.some((id) => unanswerable.has(id)));
}

/**
 * An event with the solution of another agency than the USGS, in the form of its feeds: the network is the key of the agency. Where the
 * agency does not state when it changed the event, that is the origin time, because a feed must state it.
 *
 * @param live all reports of the event
 */
function feedEvent(preferred: ReportedEvent, live: readonly ReportedEvent[], locate: Locators): UsgsEvent {
  const { agency, latitude, longitude, url, status } = preferred;
  const { id } = live[0] ?? preferred;
  const known = <K extends keyof ReportedEvent>(key: K) => (live.find((report) => report[key] !== null) ?? preferred)[key];
  const ids = [...new Set([id, ...live.flatMap((report) => report.ids)])];
  const sources = new Set([agency, ...live.flatMap(networksOf)]);
  const { solutions } = preferred.solutions ? preferred : (live.find((report) => report.solutions) ?? {});
  const country = latitude === null || longitude === null ? null : locate.country(latitude, longitude);
  return {
    ...preferred,
    id,
    ids,
    updated: Math.max(...live.map(({ updated }) => updated ?? Number.NEGATIVE_INFINITY), preferred.time),
    place: known("place") || placeInWords(preferred, country, locate.nameOf),
    type: typeOf(live),
    status: status ?? "",
    alert: known("alert"),
    tsunamiFlag: live.some(({ tsunamiFlag }) => tsunamiFlag),
    feltReports: known("feltReports"),
    maxIntensityReported: known("maxIntensityReported"),
    maxIntensityEstimated: known("maxIntensityEstimated"),
    significance: known("significance"),
    ...(solutions && { solutions }),
    sent: {
      url,
      detail: ownDetail(id),
      status,
      net: agency,
      code: id.startsWith(agency) ? id.slice(agency.length) : id,
      ids: `,${ids.join()},`,
      sources: `,${[...sources].join()},`,
      ...sentQuality(preferred),
    },
  };
}

/** Names of the figures of quality in the feeds of the USGS, and in its products. */
const QUALITY = { nst: "num-stations-used", dmin: "minimum-distance", rms: "standard-error", gap: "azimuthal-gap" };

function sentQuality({ solutions }: ReportedEvent): SentValues {
  const { properties = {} } = solutions?.find(({ product }) => product === "origin") ?? {};
  const stated = Object.entries(QUALITY).filter(([, name]) => properties[name] !== undefined);
  return Object.fromEntries(stated.map(([key, name]) => [key, Number(properties[name])]));
}

/** The networks of a report: the key of its agency; of the USGS those that it lists. */
function networksOf(report: ReportedEvent): string[] {
  const { sources, net } = (report as UsgsEvent).sent ?? {};
  if (report.agency !== "usgs") return [report.agency];
  return String(sources ?? net ?? report.id.slice(0, 2))
    .split(",")
    .filter((name) => name !== "");
}

/** The input of the archive of `/fdsnws/`. @param live as `servedReports` */
export function archiveOf(
  { usgs, others: [first] }: BuildInputs,
  live: readonly UsgsEvent[],
  parts: ArchiveInput["parts"],
  { locate, version }: Pick<Geography, "locate" | "version">,
): ArchiveInput {
  const countryOf = (latitude: number, longitude: number) => locate.country(latitude, longitude)?.iso2 ?? null;
  // Events that are not listed are located now, so that their places are kept for the next build with the others.
  for (const { latitude, longitude } of live) if (latitude !== null && longitude !== null) countryOf(latitude, longitude);
  const complete = usgs ? completeSpans(usgs) : first ? [{ ...first.covers, magnitude: null }] : [];
  return { live, parts, complete, countryOf, version };
}

/** The spans for which the store has every event of the USGS from a magnitude upwards. */
export function completeSpans(state: UsgsState): CompleteSpan[] {
  const { covers, upkeep } = state;
  const source = sourceOf(state);
  const least = source === undefined || source === "significant" ? undefined : LEAST_OF_FEED[source];
  const fed = least === undefined ? [] : [covers, ...(upkeep?.earlier ?? [])].map(({ from, to }) => ({ from, to, magnitude: least }));
  const filled = (upkeep?.backfills ?? []).filter(({ next, to }) => next >= to);
  return [...fed, ...filled.map(({ from, to, minMagnitude }) => ({ from, to, magnitude: minMagnitude }))];
}

/**
 * Since when the store has without a gap what it is fed with, ms since 1970 UTC. A backfill of larger earthquakes alone fills no gap:
 * the answers have the smaller ones of the later time, so that the earlier time would look quieter.
 */
export function recentSince(state: UsgsState): number {
  const { covers } = state;
  const spans = completeSpans(state);
  const least = spans.find(({ from, to }) => from === covers.from && to === covers.to)?.magnitude ?? Number.NEGATIVE_INFINITY;
  return completeFrom([...spans, { ...covers, magnitude: null }], least) ?? covers.from;
}

/**
 * The input of the USGS feeds; undefined if it is unknown which events the store collects.
 *
 * @param events as `servedReports`
 * @param asOf of the catalogue, ms since 1970 UTC
 */
export function feedInput(
  { usgs, others: [first] }: { usgs?: UsgsState | undefined; others: readonly Pick<FdsnState, "covers">[] },
  events: readonly UsgsEvent[],
  asOf: number,
  agencies?: readonly FeedAgency[],
): FeedInput<UsgsEvent> | undefined {
  const source = usgs ? sourceOf(usgs) : "all";
  const { covers } = usgs ?? first ?? {};
  return source && covers && { asOf, events, covers, source, ...(agencies && { agencies }) };
}

/** The largest feed from which the store was ever updated, by the titles of feeds. The query service counts as the feed with all events. */
function sourceOf({ capture, upkeep }: UsgsState): FeedSize | undefined {
  const believed = Object.values(upkeep?.feeds ?? {}).map(({ believed: last }) => last?.title ?? "");
  const sizes = [capture.title, ...believed].map(feedSizeOf);
  const most = FEED_SIZES.findLast((size) => sizes.includes(size));
  return most ?? (capture.address.startsWith("file:") ? undefined : "all");
}
