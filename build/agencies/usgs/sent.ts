import { feedFeature, feedProperties } from "../../store/feed-feature.ts";
import type { UsgsEvent } from "../../store/records.ts";
import { FEED_COORDINATES, FEED_PROPERTIES, type FeedProperty, type FeedValue, type SentValues } from "../../store/sent-values.ts";
import { unpublishable } from "../publishable.ts";
import { isObject, withoutControls } from "../reading.ts";

/** Length limit of stored texts: far above any real value of a feed, and small enough to store. */
const LONGEST_TEXT = 4_000;

/** Properties that are not stored, because the record already has them or they could not be verified: a link, and dates. */
const READ_ONLY: ReadonlySet<FeedProperty> = new Set(["url", "time", "updated"]);

/** The query service links its own form of details. In a feed, the address of the details follows from the id. */
const QUERY_DETAIL = /\/query\?/;

/** Properties that are computed from other properties, each of which a feature may change. */
const DERIVED: readonly FeedProperty[] = ["code", "sources", "title"];
const STATED = FEED_PROPERTIES.filter((name) => !DERIVED.includes(name));

/** The values of a feature that cannot be computed from its record, each as it was sent. */
export function sentValues(event: UsgsEvent, feature: Record<string, unknown>): SentValues {
  const properties = isObject(feature["properties"]) ? feature["properties"] : {};
  const sent: Partial<Record<string, FeedValue>> = {};
  for (const names of [STATED, DERIVED]) {
    const follows = feedProperties(event, sent);
    for (const name of names) {
      const given = properties[name];
      const value = typeof given === "string" ? withoutControls(given) : given;
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
