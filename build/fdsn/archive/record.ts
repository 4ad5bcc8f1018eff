import { ShardError } from "../../shards/shard-error.ts";
import { eventTitle, type FeedFeature, feedFeature } from "../../store/feed-feature.ts";
import type { UsgsEvent } from "../../store/records.ts";
import { FEED_PROPERTIES, type FeedProperty, type FeedValue } from "../../store/sent-values.ts";

/** Properties that can be computed from the others for nearly all features. */
const FOLLOWING = ["tz", "url", "detail", "code", "title"] as const satisfies FeedProperty[];
type Following = (typeof FOLLOWING)[number];

const FOLLOWS: ReadonlySet<string> = new Set(FOLLOWING);
const VALUES = FEED_PROPERTIES.filter((name) => !FOLLOWS.has(name));

const SITE = "https://earthquake.usgs.gov";

/**
 * The record of an event: a JSON array of its id, its coordinates and its properties, without those that can be computed. If
 * a computable property has another value, the last element is an object with such properties.
 */
export function writeRecord(event: UsgsEvent): string {
  const { id, geometry, properties } = feedFeature(event);
  const values = VALUES.map((name) => properties[name]);
  const follows = following(id, properties);
  const other = FOLLOWING.filter((name) => name !== "detail" && properties[name] !== follows[name]);
  const more = other.length > 0 ? [Object.fromEntries(other.map((name) => [name, properties[name]]))] : [];
  return JSON.stringify([id, geometry?.coordinates ?? [], ...values, ...more]);
}

/**
 * The feature of a record, as in the query service of the USGS: its `detail` is an address of that service and not of a feed.
 *
 * @throws ShardError
 */
export function readRecord(line: string): FeedFeature {
  const [id, coordinates, ...values] = parse(line);
  const more = values[VALUES.length] as Partial<Record<Following, FeedValue>> | undefined;
  const given = Object.fromEntries(VALUES.map((name, at) => [name, values[at] as FeedValue]));
  const follows = { ...following(id, given as FeedFeature["properties"]), ...more };
  const properties = Object.fromEntries(
    FEED_PROPERTIES.map((name) => [name, FOLLOWS.has(name) ? follows[name as Following] : given[name]]),
  ) as FeedFeature["properties"];
  return { type: "Feature", properties, geometry: { type: "Point", coordinates }, id };
}

function following(id: string, properties: Pick<FeedFeature["properties"], "mag" | "place" | "type" | "net">) {
  const path = encodeURIComponent(id);
  return {
    tz: null,
    url: `${SITE}/earthquakes/eventpage/${path}`,
    detail: `${SITE}/fdsnws/event/1/query?eventid=${path}&format=geojson`,
    code: id.slice(String(properties.net).length),
    title: eventTitle(properties),
  } satisfies Record<Following, FeedValue>;
}

function parse(line: string): [id: string, coordinates: number[], ...values: unknown[]] {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    throw fault("json");
  }
  if (!Array.isArray(record) || record.length < VALUES.length + 2 || record.length > VALUES.length + 3)
    throw fault("length");
  const [id, coordinates, ...values] = record as [unknown, unknown, ...unknown[]];
  if (typeof id !== "string") throw fault("id");
  const isPosition = Array.isArray(coordinates) && coordinates.length >= 2 && coordinates.length <= 3;
  if (!isPosition || !coordinates.every((one) => typeof one === "number")) throw fault("coordinates");
  if (!values.slice(0, VALUES.length).every(isValue)) throw fault("value");
  const more = values[VALUES.length];
  if (more !== undefined && !isFollowing(more)) throw fault("more");
  return record as [string, number[], ...unknown[]];
}

function isValue(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

function isFollowing(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, one]) => FOLLOWS.has(name) && isValue(one));
}

function fault(what: string): ShardError {
  return new ShardError("archive-record", what);
}
