import type { Catalogue, CatalogueEvent } from "../../catalogue/catalogue.ts";
import { matchesRule, type NoticeRule } from "../../catalogue/notice-rule.ts";
import { wholeSecond } from "../../fdsn/formats/geojson.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { groupBy } from "../../platform/lists.ts";
import { xmlText } from "../../platform/text.ts";
import { DAY_MS } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import { eventsKey } from "../../store/event-days.ts";
import { eventTitle, type FeedFeature, type FeedProperties, isOfUsgs } from "../../store/feed-feature.ts";
import type { TreeFile } from "../../tree/file.ts";
import { capital, FEED_AGES, type FeedAgency, type FeedFormat } from "./select.ts";

/** Opening tag of a feed with positions (georss.org, GeoRSS-Simple). */
const ATOM_OPEN =
  '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss">';

const SITE = "https://earthquake.usgs.gov";

/** The elements of USGS feeds (earthquake-event-ws, `AtomFeed.class.php`). Unlike there, all values are escaped. */
export const ATOM: FeedFormat = {
  entry,
  separator: "",
  around: ({ title, agencies }, asOf, path) => ({
    open:
      `${ATOM_OPEN}<title>${xmlText(title)}</title><updated>${seconds(asOf)}</updated>${agencies.map(author).join("")}` +
      `<id>${SITE}${path}</id><link rel="self" href="${path}"/>` +
      `<icon>${SITE}/favicon.ico</icon>\n`,
    close: "</feed>\n",
  }),
};

function author({ id, name, url }: FeedAgency): string {
  return `<author><name>${xmlText(id === "usgs" ? "U.S. Geological Survey" : name)}</name><uri>${xmlText(url)}</uri></author>`;
}

/** Times of USGS feeds are in whole seconds. */
function seconds(instant: number): string {
  return new Date(wholeSecond(instant)).toISOString().replace(".000", "");
}

function entry(feature: FeedFeature, age: number): string {
  const { properties: p, id } = feature;
  const label = (name: string, term: string) => `<category label="${name}" term="${xmlText(term)}"/>`;
  const updated = new Date(Number(p.updated)).toISOString();
  return (
    `<entry><id>${isOfUsgs(p) ? `urn:earthquake-usgs-gov:${urnPart(p.net)}:${urnPart(p.code)}` : ownUrn(id)}</id>` +
    `<title>${xmlText(String(p.title))}</title><updated>${updated}</updated>` +
    `<link rel="alternate" type="text/html" href="${xmlText(String(p.url ?? (isOfUsgs(p) ? SITE : p.detail)))}"/>` +
    `<summary type="html">${xmlText(summary(feature))}</summary>${positionElements(feature)}` +
    label("Age", ageWords(age)) +
    label("Magnitude", `Magnitude ${typeof p.mag === "number" ? Math.trunc(p.mag) + 0 : "?"}`) +
    `${label("Contributor", String(p.net))}${label("Author", String(p.net))}</entry>\n`
  );
}

/** Of an earthquake that the USGS does not have, and of each in the feeds for readers. */
function ownUrn(id: string): string {
  return `urn:quaketree:earthquake:${urnPart(id)}`;
}

/** Percent-encodes the characters that a part of a URN must not contain (RFC 8141, section 2). */
function urnPart(value: FeedProperties["net"]): string {
  return xmlText(encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, "\u{fffd}")));
}

/** `georss:point` has one space; `georss:elev` is in metres, positive up. */
export function positionElements({ geometry }: Pick<FeedFeature, "geometry">): string {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  if (longitude === undefined || latitude === undefined) return "";
  const elevation = depth === undefined ? "" : `<georss:elev>${decimal(0 - depth * 1000)}</georss:elev>`;
  return `<georss:point>${decimal(latitude)} ${decimal(longitude)}</georss:point>${elevation}`;
}

/** A number without an exponent and with at most 14 significant digits, as in USGS feeds. */
function decimal(value: number): string {
  const short = Number(value.toPrecision(14));
  if (!String(short).includes("e")) return String(short);
  const digits = short.toFixed(20);
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, digits[end - 1] === "." ? end - 1 : end);
}

/** Time, place and depth as HTML text. */
function summary({ properties, geometry }: FeedFeature): string {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  const time = new Date(Number(properties.time)).toISOString().slice(0, 19).replace("T", " ");
  const place = latitude === undefined || longitude === undefined ? "?" : `${degrees(latitude, "N", "S")} ${degrees(longitude, "E", "W")}`;
  const below = depth === undefined ? "?" : `${depth.toFixed(2)} km (${(depth / KM_PER_MILE).toFixed(2)} mi)`;
  return `<dl><dt>Time</dt><dd>${time} UTC</dd><dt>Location</dt><dd>${place}</dd><dt>Depth</dt><dd>${below}</dd></dl>`;
}

const KM_PER_MILE = 1.609344;

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(3)}&deg;${value < 0 ? negative : positive}`;
}

const AGES = Object.entries(FEED_AGES).map(([name, reach]) => ({ reach, words: `Past ${capital(name)}` }));

function ageWords(age: number): string {
  return AGES.find(({ reach }) => age <= reach)?.words ?? "More than one month";
}

/** Maximum number of entries. Feed readers store the entries that they have seen, so longer feeds are not useful. */
const MAX_ENTRIES = 50;

/** Folder of the feeds of rules, which has no page. */
const RULES = "/notices/";

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
    `<entry><id>${ownUrn(id)}</id><title>${xmlText(title)}</title>` +
    `<updated>${isoTime(changed(event))}</updated><published>${isoTime(event.time)}</published>` +
    `<link rel="alternate" ${link}${slug}/"/><summary>${xmlText(inWords(event))}</summary>` +
    `${positionElements({ geometry: { type: "Point", coordinates } })}</entry>\n`
  );
}

function inWords({ time, magnitude, magnitudeType, depthKm, alert }: CatalogueEvent): string {
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
