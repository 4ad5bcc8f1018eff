import { feedFeature, feedProperties } from "../../store/feed-feature.ts";
import type { UsgsEvent } from "../../store/records.ts";
import {
  FEED_COORDINATES,
  FEED_PROPERTIES,
  type FeedProperty,
  type FeedValue,
  type SentValues,
} from "../../store/sent-values.ts";
import { unpublishable } from "../publishable.ts";
import { isObject } from "../reading.ts";

/** Far more than any value of a feed has, and little enough to keep. */
const LONGEST_TEXT = 4_000;

/** Values that the record has, or that could not be believed: a link, and dates. */
const READ_ONLY: ReadonlySet<FeedProperty> = new Set(["url", "time", "updated"]);

/** The query service links its own details: in a feed the address follows from the id. */
const QUERY_DETAIL = /\/query\?/;

/** Properties that follow from others that a feature may state as it likes. */
const DERIVED: readonly FeedProperty[] = ["code", "sources", "title"];
const STATED = FEED_PROPERTIES.filter((name) => !DERIVED.includes(name));

/** What a feature says besides what follows from the record that was read of it, each value as it was sent. */
export function sentValues(event: UsgsEvent, feature: Record<string, unknown>): SentValues {
  const properties = isObject(feature["properties"]) ? feature["properties"] : {};
  const sent: Partial<Record<string, FeedValue>> = {};
  for (const names of [STATED, DERIVED]) {
    const follows = feedProperties(event, sent);
    for (const name of names) {
      const value = properties[name];
      if (value !== follows[name] && isKept(name, value)) sent[name] = value;
    }
  }
  const { geometry } = feedFeature(event);
  const coordinates = isObject(feature["geometry"]) ? feature["geometry"]["coordinates"] : null;
  if (!geometry || !Array.isArray(coordinates)) return sent;
  for (const [at, name] of FEED_COORDINATES.entries()) {
    const value: unknown = coordinates[at];
    if (typeof value === "number" && value !== geometry.coordinates[at]) sent[name] = value;
  }
  return sent;
}

function isKept(name: FeedProperty, value: unknown): value is FeedValue {
  if (value === null) return true;
  if (READ_ONLY.has(name)) return false;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "string") return typeof value === "boolean";
  if (value.length > LONGEST_TEXT) return false;
  return name !== "detail" || (!QUERY_DETAIL.test(value) && unpublishable({ url: value }).length === 0);
}
