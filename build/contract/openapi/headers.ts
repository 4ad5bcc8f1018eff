import type { JsonObject } from "./schemas.ts";

function header(description: string, example: string | number, schema: JsonObject = { type: "string" }): JsonObject {
  return { description, schema, example };
}

/** `components.headers`: the response headers. */
export const HEADERS: Record<string, JsonObject> = {
  ETag: header(
    "Strong validator that follows from the bytes alone. Send it back as `If-None-Match`.",
    '"0b5b7ba2ef3f78"',
  ),
  "Last-Modified": header("The snapshot's `as_of`.", "Wed, 07 Feb 2018 01:49:14 GMT"),
  "Cache-Control": header(
    "How long the answer may be kept, and how much longer while a newer one is fetched or the service is down.",
    "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
  ),
  "X-Snapshot": header("Id of the snapshot that answers.", "5f0c1d2e3a4b5c6d", {
    type: "string",
    pattern: "^[0-9a-f]{16}$",
  }),
  "X-As-Of": header("The instant that every window ends at, UTC.", "2018-02-07T01:49:14.000Z", {
    type: "string",
    format: "date-time",
  }),
  Link: header(
    "The neighbouring pages as relative addresses (RFC 8288): `rel` is `first`, `prev`, `next` or `last`.",
    '<?limit=100&offset=0>; rel="first", <?limit=100&offset=100>; rel="next", <?limit=100&offset=200>; rel="last"',
  ),
  Location: header("Where the answer is.", "/api/v1/earthquakes/m6-4-22km-nne-of-hualian-taiwan-us1000chhc/"),
  Allow: header("The methods that are answered.", "GET, HEAD, OPTIONS"),
  "Retry-After": header("Seconds after which it is worth asking again.", 30, { type: "integer", minimum: 0 }),
};

/** Headers of a successful answer, and of 304. */
export const ANSWER_HEADERS = ["ETag", "Last-Modified", "Cache-Control", "X-Snapshot", "X-As-Of"] as const;
