import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Found } from "./exceptions.ts";
import type { ExpectedAnswer } from "./oracle.ts";
import type { RawAnswer } from "./raw-http.ts";

/** The headers that the contract knows; a host may add others, but none of these. */
const HEADERS = (
  "accept-ranges access-control-allow-headers access-control-allow-methods access-control-allow-origin " +
  "access-control-expose-headers access-control-max-age allow cache-control content-encoding content-length content-range " +
  "content-type etag last-modified link location retry-after vary x-as-of x-content-type-options x-snapshot"
).split(" ");

/** What is not as it should be in an answer. Of a packed body, what it is when unpacked. */
export function compare(found: RawAnswer, expected: ExpectedAnswer): Found {
  const differences: Found["differences"] = {};
  if (found.status !== expected.status) differences["status"] = [found.status, expected.status];
  for (const name of HEADERS) {
    // How long a variant is depends on the compressor; the client has counted.
    if (name === "content-length" && (expected.headers["content-encoding"] || found.status === 304)) continue;
    if (found.headers[name] !== expected.headers[name]) differences[name] = [found.headers[name], expected.headers[name]];
  }
  const [body, right] = [unpacked(found), expected.body].map(atAnyTime) as [Uint8Array, Uint8Array];
  if (!Buffer.from(right).equals(body)) differences["body"] = [excerpt(body), excerpt(right)];
  return { status: found.status, differences };
}

/** Errors of the event service have the time of the request. */
function atAnyTime(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString("latin1");
  if (!text.startsWith("Error ")) return body;
  return Buffer.from(text.replace(/^(Request Submitted:\n)\d{4}-\d\d-\d\dT.*$/m, "$1any time"), "latin1");
}

/** The body as it was before it was compressed for the way. */
export function unpacked({ headers, body }: RawAnswer): Uint8Array {
  if (body.length === 0) return body;
  if (headers["content-encoding"] === "br") return brotliDecompressSync(body);
  return headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

function excerpt(body: Uint8Array): string {
  return `${body.length} bytes: ${Buffer.from(body.subarray(0, 300)).toString("utf8")}`;
}
