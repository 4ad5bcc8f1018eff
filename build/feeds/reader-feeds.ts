import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { xmlText } from "../platform/text.ts";
import { isoTime } from "../store/civil-time.ts";
import { eventTitle } from "../store/feed-feature.ts";
import type { TreeFile } from "../tree/file.ts";
import { ATOM_OPEN, positionElements } from "./atom.ts";

/** Maximum number of entries. Feed readers store the entries that they have seen, so longer feeds are not useful. */
const MAX_ENTRIES = 50;

const DAY_MS = 86_400_000;

/** Whether an earthquake has a page. */
type HasPage = (event: CatalogueEvent) => boolean;

/** Feeds for feed readers: the recent significant earthquakes of the world, and all recent earthquakes of each country. */
export function* readerFeedFiles(catalogue: Catalogue, hasPage: HasPage): Iterable<TreeFile> {
  const recent = catalogue.events.filter((event) => event.recent);
  const feed = (title: string, folder: string, name: string, events: readonly CatalogueEvent[]): TreeFile => ({
    path: `${folder.slice(1)}${name}.atom`,
    section: "data-pages",
    cache: "minute",
    compress: true,
    bytes: () => Buffer.from(atomText({ title, folder, name, events }, catalogue.asOf, hasPage)),
  });
  const significant = recent.filter((event) => event.significant);
  yield feed("Significant earthquakes, past 30 days", "/earthquakes/", "significant", significant);
  const byCountry = new Map<string, CatalogueEvent[]>(catalogue.countries.map(({ iso2 }) => [iso2, []]));
  for (const event of recent) byCountry.get(event.country?.iso2 ?? "")?.push(event);
  for (const { iso2, name, slug } of catalogue.countries) {
    const events = byCountry.get(iso2) ?? [];
    yield feed(`Earthquakes of ${name}, past 30 days`, `/countries/${slug}/`, "earthquakes", events);
  }
}

interface ReaderFeed {
  title: string;
  /** The folder of the page that the feed belongs to. */
  folder: string;
  name: string;
  /** Newest first. */
  events: readonly CatalogueEvent[];
}

/** Atom (RFC 4287) with GeoRSS. Ids are URNs, because a tree does not depend on its host; links are relative. */
function atomText({ title, folder, name, events }: ReaderFeed, asOf: number, hasPage: HasPage): string {
  const listed = events.slice(0, MAX_ENTRIES);
  // The time of an empty feed is the day, so that the feed does not change every minute.
  const updated = listed.length > 0 ? Math.max(...listed.map(changed)) : Math.floor(asOf / DAY_MS) * DAY_MS;
  return (
    `${ATOM_OPEN}<title>${xmlText(title)}</title><updated>${isoTime(updated)}</updated>` +
    `<author><name>Quaketree</name></author><id>urn:quaketree:feed:${folder.split("/")[2] || "world"}</id>` +
    `<link rel="self" type="application/atom+xml" href="${folder}${name}.atom"/>` +
    `<link rel="alternate" type="text/html" href="${folder}"/>\n` +
    `${listed.map((event) => entryText(event, hasPage(event))).join("")}</feed>\n`
  );
}

function changed({ updated, time }: CatalogueEvent): number {
  return updated ?? time;
}

function entryText(event: CatalogueEvent, isPage: boolean): string {
  const { id, slug, magnitude, place, longitude, latitude, depthKm } = event;
  const title = eventTitle({ mag: magnitude, place, type: "earthquake" });
  const link = isPage ? `type="text/html" href="/earthquakes/` : `type="application/json" href="/api/v1/earthquakes/`;
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
