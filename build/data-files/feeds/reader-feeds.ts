import type { Catalogue, CatalogueEvent } from "../../catalogue/catalogue.ts";
import { matchesRule, type NoticeRule } from "../../catalogue/notice-rule.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { groupBy } from "../../platform/lists.ts";
import { xmlText } from "../../platform/text.ts";
import { DAY_MS } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import { eventsKey } from "../../store/event-days.ts";
import { eventTitle } from "../../store/feed-feature.ts";
import type { TreeFile } from "../../tree/file.ts";
import { ATOM_OPEN, positionElements } from "./atom.ts";

/** Maximum number of entries. Feed readers store the entries that they have seen, so longer feeds are not useful. */
const MAX_ENTRIES = 50;

/** Folder of the feeds of rules, which has no page. */
const RULES = "/notices/";

/** Whether an earthquake has a page. */
type HasPage = (event: CatalogueEvent) => boolean;

/**
 * Feeds for feed readers: the recent significant earthquakes of the world, all recent earthquakes of each country, and those of
 * each rule of the operator.
 *
 * @param rules by name
 * @param publicUrl where the tree is served, without a slash at the end, if that is known
 */
export function* readerFeedFiles(
  catalogue: Catalogue,
  hasPage: HasPage,
  rules: Readonly<Record<string, NoticeRule>> = {},
  publicUrl?: string,
): Iterable<TreeFile> {
  const recent = catalogue.events.filter((event) => event.recent);
  const feed = (title: string, folder: string, name: string, events: readonly CatalogueEvent[]): TreeFile => {
    const listed = events.slice(0, MAX_ENTRIES);
    const updated = updatedAt(listed, catalogue.asOf);
    // A tree may be served below a path that is not known.
    const root = publicUrl === undefined ? "../".repeat(folder.split("/").length - 2) : `${publicUrl}/`;
    return {
      path: `${folder.slice(1)}${name}.atom`,
      key: hashOfValues([title, updated, publicUrl, eventsKey(listed), listed.map(hasPage)]),
      section: "data-pages",
      cache: "minute",
      compress: true,
      bytes: () => Buffer.from(atomText({ title, folder, root, name, updated, events: listed }, hasPage)),
    };
  };
  const significant = recent.filter((event) => event.significant);
  yield feed("Significant earthquakes, past 30 days", "/earthquakes/", "significant", significant);
  const byCountry = groupBy(recent, ({ country }) => country?.iso2 ?? "");
  for (const { iso2, name, slug } of catalogue.countries) {
    const events = byCountry.get(iso2) ?? [];
    yield feed(`Earthquakes of ${name}, past 30 days`, `/countries/${slug}/`, "earthquakes", events);
  }
  for (const [name, rule] of Object.entries(rules)) {
    const events = recent.filter((event) => matchesRule(rule, { ...event, iso2: event.country?.iso2 ?? null }));
    yield feed(`${name}, past 30 days`, RULES, name, events);
  }
}

/** The time of an empty feed is the day, so that the feed does not change every minute. */
function updatedAt(events: readonly CatalogueEvent[], asOf: number): number {
  return events.length > 0 ? Math.max(...events.map(changed)) : Math.floor(asOf / DAY_MS) * DAY_MS;
}

interface ReaderFeed {
  title: string;
  /** The folder of the page that the feed belongs to. */
  folder: string;
  /** The address of the start page, as links in the feed need it. */
  root: string;
  name: string;
  /** ms since 1970 UTC. */
  updated: number;
  /** Newest first. */
  events: readonly CatalogueEvent[];
}

/** Atom (RFC 4287) with GeoRSS. Ids are URNs, because a tree does not depend on its host; links are relative. */
function atomText({ title, folder, root, name, updated, events }: ReaderFeed, hasPage: HasPage): string {
  const isRule = folder === RULES;
  const of = isRule ? `notices:${name}` : folder.split("/")[2] || "world";
  return (
    `${ATOM_OPEN}<title>${xmlText(title)}</title><updated>${isoTime(updated)}</updated>` +
    `<author><name>Quaketree</name></author><id>urn:quaketree:feed:${of}</id>` +
    `<link rel="self" type="application/atom+xml" href="${root}${folder.slice(1)}${name}.atom"/>` +
    `<link rel="alternate" type="text/html" href="${root}${isRule ? "earthquakes/" : folder.slice(1)}"/>\n` +
    `${events.map((event) => entryText(event, root, hasPage(event))).join("")}</feed>\n`
  );
}

function changed({ updated, time }: CatalogueEvent): number {
  return updated ?? time;
}

function entryText(event: CatalogueEvent, root: string, isPage: boolean): string {
  const { id, slug, magnitude, place, longitude, latitude, depthKm } = event;
  const title = eventTitle({ mag: magnitude, place, type: "earthquake" });
  const link = isPage ? `type="text/html" href="${root}earthquakes/` : `type="application/json" href="${root}api/v1/earthquakes/`;
  const coordinates = [longitude, latitude, depthKm].filter((value) => value !== null);
  return (
    `<entry><id>urn:quaketree:earthquake:${xmlText(encodeURIComponent(id))}</id><title>${xmlText(title)}</title>` +
    `<updated>${isoTime(changed(event))}</updated><published>${isoTime(event.time)}</published>` +
    `<link rel="alternate" ${link}${slug}/"/><summary>${xmlText(summary(event))}</summary>` +
    `${positionElements({ geometry: { type: "Point", coordinates } })}</entry>\n`
  );
}

function summary({ time, magnitude, magnitudeType, depthKm, alert }: CatalogueEvent): string {
  const moment = isoTime(time).slice(0, 19).replace("T", " ");
  const scale = magnitudeType === null ? "" : ` ${magnitudeType}`;
  const parts = [
    `${moment} UTC`,
    `magnitude ${magnitude}${scale}`,
    `depth ${depthKm} km`,
    ...(alert === null ? [] : [`PAGER alert ${alert}`]),
  ];
  return parts.join(", ");
}
