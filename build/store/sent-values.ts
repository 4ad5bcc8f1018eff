/** The properties of a feature of a USGS feed, in the order of the feed (earthquake-event-ws, `GeoJSONFeed.class.php`). */
export const FEED_PROPERTIES = [
  "mag",
  "place",
  "time",
  "updated",
  "tz",
  "url",
  "detail",
  "felt",
  "cdi",
  "mmi",
  "alert",
  "status",
  "tsunami",
  "sig",
  "net",
  "code",
  "ids",
  "sources",
  "types",
  "nst",
  "dmin",
  "rms",
  "gap",
  "magType",
  "type",
  "title",
] as const;
export type FeedProperty = (typeof FEED_PROPERTIES)[number];

/** The coordinates of a feature, with names of their own: degrees, degrees, km. */
export const FEED_COORDINATES = ["longitude", "latitude", "depth"] as const;
type FeedCoordinate = (typeof FEED_COORDINATES)[number];

export type FeedValue = string | number | boolean | null;

/** The values in a feed that cannot be computed from the other fields of the event's record. */
export type SentValues = Readonly<Partial<Record<FeedProperty | FeedCoordinate, FeedValue>>>;
