import type { Case } from "./cases.ts";
import type { Expectation } from "./oracle.ts";

const FILE = "/api/v1/stats/";
const PACKED = "/api/recent/";
const BODY = "/api/recent/?limit=7";

const METHODS: readonly Case[] = [
  ...[FILE, PACKED, BODY, "/api/nothing/", "/api/recent/?limit=0", "/api/recent", "/", "/nothing"].flatMap((target): Case[] => [
    { name: `method: HEAD ${target}`, method: "HEAD", target },
    { name: `method: OPTIONS ${target}`, method: "OPTIONS", target, headers: PREFLIGHT() },
    { name: `method: POST ${target}`, method: "POST", target, headers: { "content-length": "0" } },
  ]),
  ...["PUT", "DELETE", "PATCH", "PROPFIND"].map(
    (method): Case => ({ name: `method: ${method} ${FILE}`, method, target: FILE, headers: { "content-length": "0" } }),
  ),
  { name: "method: TRACE", method: "TRACE", target: FILE },
  { name: "method: get in small letters", method: "GET", target: FILE, headers: { "x-http-method-override": "DELETE" } },
];

function PREFLIGHT(): Record<string, string> {
  return { origin: "https://example.org", "access-control-request-method": "GET" };
}

function conditions(target: string, kind: string): Case[] {
  const one = (what: string, headers: Record<string, string>, status?: 304 | 412): Case => ({
    name: `condition: ${what}, ${kind}`,
    target,
    headers,
    ...(status && { expectation: { status } }),
  });
  return [
    one("the ETag", { "if-none-match": "{etag}" }, 304),
    one("the ETag as a weak one", { "if-none-match": "W/{etag}" }, 304),
    one("a list with the ETag last", { "if-none-match": '"a", W/"b,c" ,{etag}' }, 304),
    one("a list with empty elements", { "if-none-match": ',, {etag},"x"' }, 304),
    one("a star", { "if-none-match": "*" }, 304),
    one("another ETag", { "if-none-match": '"0000000000000000"' }),
    one("the ETag without quotes", { "if-none-match": "0000000000000000" }),
    one("nonsense", { "if-none-match": '"unclosed' }),
    one("nothing at all", { "if-none-match": "" }),
    one("a date since when nothing changed", { "if-modified-since": "{modified}" }),
    one("another ETag and such a date", { "if-none-match": '"x"', "if-modified-since": "{modified}" }),
    one("If-Match that holds", { "if-match": '"x", {etag}' }),
    one("If-Match of a star", { "if-match": "*" }),
    one("If-Match that fails", { "if-match": '"x"' }, 412),
    one("If-Match of the weak ETag", { "if-match": "W/{etag}" }, 412),
    one("If-Match that fails before If-None-Match", { "if-match": '"x"', "if-none-match": "{etag}" }, 412),
    one("If-Unmodified-Since that holds", { "if-unmodified-since": "{modified}" }),
    one("If-Unmodified-Since that fails", { "if-unmodified-since": "{earlier}" }, 412),
    one("If-Unmodified-Since beside If-Match", { "if-match": "{etag}", "if-unmodified-since": "{earlier}" }),
    one("If-Unmodified-Since that is not a date", { "if-unmodified-since": "yesterday" }),
  ];
}

const CONDITIONS: readonly Case[] = [
  ...conditions(FILE, "prebuilt"),
  ...conditions(BODY, "computed"),
  {
    name: "condition: HEAD with the ETag",
    method: "HEAD",
    target: FILE,
    headers: { "if-none-match": "{etag}" },
    expectation: { status: 304 },
  },
  { name: "condition: on what is not there", target: "/api/nothing/", headers: { "if-none-match": "*", "if-match": '"x"' } },
  { name: "condition: on a mistake", target: "/api/recent/?limit=0", headers: { "if-none-match": "*", "if-match": '"x"' } },
  { name: "condition: on a redirect", target: "/api/recent", headers: { "if-none-match": "*" } },
];

function range(what: string, value: string, expectation?: Expectation, more: Record<string, string> = {}): Case {
  return { name: `range: ${what}`, target: PACKED, headers: { range: value, ...more }, ...(expectation && { expectation }) };
}

const part = (from: number, to: number): Expectation => ({ status: 206, slice: [from, to] });

const RANGES: readonly Case[] = [
  range("the first ten bytes", "bytes=0-9", part(0, 10)),
  range("a single byte", "bytes=5-5", part(5, 6)),
  range("with the unit in capitals", "Bytes=0-9", part(0, 10)),
  range("whatever a client accepts", "bytes=0-9", part(0, 10), { "accept-encoding": "br, gzip" }),
  range("behind the end", "bytes=99999999-", { status: 416 }),
  range("the last no bytes", "bytes=-0", { status: 416 }),
  range("several", "bytes=0-1,4-5"),
  range("backwards", "bytes=5-2"),
  range("of another unit", "lines=0-1"),
  range("of nothing", "bytes=-"),
  range("if it is the same", "bytes=0-9", part(0, 10), { "if-range": "{etag}" }),
  range("if it is another", "bytes=0-9", undefined, { "if-range": '"x"' }),
  range("if it is weakly the same", "bytes=0-9", undefined, { "if-range": "W/{etag}" }),
  range("if it has not changed since", "bytes=0-9", undefined, { "if-range": "{modified}" }),
  range("unless it is the same", "bytes=0-9", { status: 304 }, { "if-none-match": "{etag}" }),
  range("of a state that there is not", "bytes=0-9", { status: 412 }, { "if-match": '"x"' }),
  { name: "range: by HEAD", method: "HEAD", target: PACKED, headers: { range: "bytes=0-9" } },
  { name: "range: of a computed answer", target: BODY, headers: { range: "bytes=0-9" } },
  { name: "range: of what is not there", target: "/api/nothing/", headers: { range: "bytes=0-9" } },
];

function encoding(what: string, value: string, expected?: "br" | "gzip"): Case {
  return {
    name: `encoding: ${what}`,
    target: PACKED,
    headers: { "accept-encoding": value },
    ...(expected && { expectation: { encoding: expected } }),
  };
}

const ENCODINGS: readonly Case[] = [
  encoding("brotli", "br", "br"),
  encoding("gzip", "gzip", "gzip"),
  encoding("as browsers ask", "gzip, deflate, br, zstd", "br"),
  encoding("gzip rather than brotli", "gzip;q=1.0, br;q=0.5", "gzip"),
  encoding("anything", "*", "br"),
  encoding("anything but brotli", "br;q=0, *", "gzip"),
  encoding("in capitals", "GZIP", "gzip"),
  encoding("by its old name", "x-gzip", "gzip"),
  encoding("nothing", ""),
  encoding("identity", "identity"),
  encoding("none of ours", "deflate, zstd"),
  encoding("nothing at all, which is too little", "identity;q=0, *;q=0"),
  encoding("nonsense", "br;q=nonsense"),
  { name: "encoding: by HEAD", method: "HEAD", target: PACKED, headers: { "accept-encoding": "br" }, expectation: { encoding: "br" } },
  {
    name: "encoding: the ETag of the variant",
    target: PACKED,
    headers: { "accept-encoding": "br", "if-none-match": "{etag-br}" },
    expectation: { status: 304, encoding: "br" },
  },
  {
    name: "encoding: the ETag of the plain answer",
    target: PACKED,
    headers: { "accept-encoding": "br", "if-none-match": "{etag}" },
    expectation: { encoding: "br" },
  },
  { name: "encoding: of a small answer", target: FILE, headers: { "accept-encoding": "br, gzip" } },
];

export const FORM_CASES: readonly Case[] = [...METHODS, ...CONDITIONS, ...RANGES, ...ENCODINGS];
