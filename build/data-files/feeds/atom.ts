import { wholeSecond } from "../../fdsn/formats/geojson.ts";
import { xmlText } from "../../platform/text.ts";
import { type FeedFeature, type FeedProperties, isOfUsgs } from "../../store/feed-feature.ts";
import { capital, FEED_AGES, type FeedAgency, type FeedFormat } from "./select.ts";

/** Opening tag of a feed with positions (georss.org, GeoRSS-Simple). */
export const ATOM_OPEN =
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

/** The same as in the feeds for readers. */
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
