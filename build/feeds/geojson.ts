import { aroundFeatures } from "../fdsn/formats/geojson.ts";
import { encodedEntry, type Feed } from "./select.ts";

const BETWEEN = ",\n";

/** A feed in the format of the USGS, in parts. */
export function geojsonFeed(feed: Feed, asOf: number, path: string): Buffer[] {
  const { title, entries, completeSince } = feed;
  const head = {
    generated: asOf,
    url: path,
    title,
    status: 200,
    count: entries.length,
    ...(completeSince !== null && { complete_since: completeSince }),
  };
  const { open, close } = aroundFeatures(
    head,
    entries.map(({ feature }) => feature),
  );
  const features = entries.map((entry) =>
    encodedEntry(entry, "geojson", ({ feature }) => `${JSON.stringify(feature)}${BETWEEN}`),
  );
  const last = features.pop();
  return [Buffer.from(open), ...features, ...(last ? [last.subarray(0, -BETWEEN.length)] : []), Buffer.from(close)];
}
