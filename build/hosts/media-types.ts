/** Media types by file extension, for all files of a tree. */
export const MEDIA_TYPES: Record<string, string> = {
  json: "application/json",
  geojson: "application/geo+json",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  gz: "application/gzip",
  atom: "application/atom+xml; charset=utf-8",
  xml: "application/xml",
  py: "text/x-python; charset=utf-8",
  webmanifest: "application/manifest+json",
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  // Declarations for TypeScript.
  ts: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
};

/** The media type of GeoJSON in `earthquakes/feed/` is that of the USGS's feeds, because some of their clients accept no other. */
export const FEED_TYPE = "application/json; charset=utf-8";

/** The media type of a file of the tree, by its extension. */
export function contentType(path: string): string {
  if (/^earthquakes\/feed.*geojson$/.test(path)) return FEED_TYPE;
  return MEDIA_TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
