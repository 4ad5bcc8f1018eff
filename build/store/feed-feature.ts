import type { SolutionProduct, UsgsEvent } from "./records.ts";
import type { FeedProperty, FeedValue, SentValues } from "./sent-values.ts";

export type FeedProperties = Record<FeedProperty, FeedValue>;

/** The key of the solutions of a feature. It is a symbol, so that no list of features prints them. */
export const SOLUTIONS: unique symbol = Symbol("solutions");

/** A feature of a summary feed of the USGS. */
export interface FeedFeature {
  type: "Feature";
  properties: FeedProperties;
  /** Only two numbers if the depth is unknown, because clients refuse a null among coordinates. */
  geometry: { type: "Point"; coordinates: number[] } | null;
  id: string;
  [SOLUTIONS]?: readonly SolutionProduct[];
}

const SITE = "https://earthquake.usgs.gov";

/** The fields of an event from which its feature follows. */
type FeedEvent = Omit<UsgsEvent, "agency" | "ids" | "impactProducts" | "contours">;

/** The feature of an event in the agency's feed. If the agency did not send a value, it is null or computed from the others. */
export function feedFeature(event: FeedEvent): FeedFeature {
  return {
    type: "Feature",
    properties: feedProperties(event, event.sent),
    geometry: feedGeometry(event),
    id: event.id,
    ...(event.solutions && { [SOLUTIONS]: event.solutions }),
  };
}

export function feedGeometry({ sent = {}, longitude, latitude, depthKm }: FeedEvent): FeedFeature["geometry"] {
  if (latitude === null) return null;
  const position = [given(sent.longitude, longitude), given(sent.latitude, latitude), given(sent.depth, depthKm)];
  return { type: "Point", coordinates: position.filter((value) => typeof value === "number") };
}

export function feedSize({ sent = {}, magnitude, significance }: FeedEvent): Pick<FeedProperties, "mag" | "sig"> {
  return { mag: given(sent.mag, magnitude), sig: given(sent.sig, significance) };
}

/** @param sent values that replace the computed ones */
export function feedProperties(event: FeedEvent, sent: SentValues = {}): FeedProperties {
  const { id } = event;
  const net = given(sent.net, id.slice(0, NETWORK_LETTERS));
  const mag = given(sent.mag, event.magnitude);
  const place = given(sent.place, event.place);
  const type = given(sent.type, event.type);
  const path = encodeURIComponent(id);
  // The fields are listed one by one: there are thousands of events, and spreading objects takes ten times as long.
  return {
    mag,
    place,
    time: given(sent.time, event.time),
    updated: given(sent.updated, event.updated),
    tz: given(sent.tz, null),
    url: given(sent.url, event.url ?? `${SITE}/earthquakes/eventpage/${path}`),
    detail: given(sent.detail, detailInFeed(id)),
    felt: given(sent.felt, event.feltReports),
    cdi: given(sent.cdi, event.maxIntensityReported),
    mmi: given(sent.mmi, event.maxIntensityEstimated),
    alert: given(sent.alert, event.alert),
    status: given(sent.status, event.status),
    tsunami: given(sent.tsunami, event.tsunamiFlag ? 1 : 0),
    sig: given(sent.sig, event.significance),
    net,
    code: given(sent.code, id.slice(String(net).length)),
    ids: given(sent.ids, `,${id},`),
    sources: given(sent.sources, `,${net},`),
    types: given(sent.types, null),
    nst: given(sent.nst, null),
    dmin: given(sent.dmin, null),
    rms: given(sent.rms, null),
    gap: given(sent.gap, null),
    magType: given(sent.magType, event.magnitudeType),
    type,
    title: given(sent.title, eventTitle({ mag, place, type })),
  };
}

/**
 * The path at this host of the details of an event whose solution is not that of the USGS. Where `detail` is a path, the feature is not
 * one of the USGS.
 */
export function ownDetail(id: string): string {
  return `/fdsnws/event/1/query?eventid=${encodeURIComponent(id)}&format=geojson`;
}

/** Whether the feature is one of the USGS, and not of an agency beside it. */
export function isOfUsgs({ detail }: Pick<FeedProperties, "detail">): boolean {
  return !String(detail).startsWith("/");
}

function detailInFeed(id: string): string {
  return `${SITE}/earthquakes/feed/v1.0/detail/${encodeURIComponent(id)}.geojson`;
}

/** A feature of the query service as feeds have it: with the other address of its details. */
export function withFeedDetail(feature: FeedFeature): FeedFeature {
  if (!isOfUsgs(feature.properties)) return feature;
  return { ...feature, properties: { ...feature.properties, detail: detailInFeed(feature.id) } };
}

/** Codes of networks have two letters, with a few exceptions (`gcmt`, `iscgem`, `official`). */
const NETWORK_LETTERS = 2;

function given(sent: FeedValue | undefined, follows: FeedValue): FeedValue {
  return sent === undefined ? follows : sent;
}

/** Types that have another name in the title of an event (earthquake-event-ws, `AbstractFeed.class.php`). */
const TITLE_TYPES: Readonly<Record<string, string>> = {
  quarry: "Quarry Blast",
  nuke: "Nuclear Explosion",
  rockfall: "Rockslide",
  rockburst: "Rockslide",
  sonicboom: "Sonic Boom",
};

/** The USGS's title of an event: `M 2.5 - 10 km N of Somewhere`. */
export function eventTitle({ mag, place, type }: Pick<FeedProperties, "mag" | "place" | "type">): string {
  return `M ${typeof mag === "number" ? oneDecimal(mag) : "?"}${typeWords(type)} - ${place ?? ""}`;
}

function typeWords(type: FeedValue): string {
  const name = String(type ?? "").toLowerCase();
  if (name === "" || name === "earthquake") return "";
  if (Object.hasOwn(TITLE_TYPES, name)) return ` ${TITLE_TYPES[name]}`;
  return ` ${name.replaceAll("_", " ").replaceAll(/(^|\s)(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase())}`;
}

/** Rounds the printed decimal, half away from zero: 1.45 becomes 1.5, but `toFixed` of the binary number returns 1.4. */
function oneDecimal(value: number): string {
  const tenths = Math.round(Number(`${Math.abs(value)}e1`));
  const sign = value < 0 && tenths > 0 ? "-" : "";
  return `${sign}${Math.floor(tenths / 10)}.${tenths % 10}`;
}
