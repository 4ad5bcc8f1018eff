import * as fc from "fast-check";
import { RETRIEVED } from "../agencies/emsc-feature.ts";

/** When the hostile records are ingested, ms since 1970 UTC. */
export const NOW = RETRIEVED;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Mostly an ordinary value, so that most records are read as far as their hostile ones. */
function mostly(ordinary: unknown, hostile: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(ordinary) }, { weight: 1, arbitrary: hostile });
}

const number = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -0,
    -7,
    -1,
    1.5,
    12.5,
    12,
    12.000001,
    9.5,
    10,
    10.000001,
    -10,
    90,
    -90,
    180,
    -180,
    360,
    -20,
    1000,
    4,
    5,
    800,
    1e300,
    -1e300,
    5e-324,
    2 ** 53,
    2 ** 53 + 2,
    1e21,
    100_000_000,
    100_000_001,
    1_000_000_000,
    null,
    "",
    "12",
    "-7",
    "1e300",
    "NaN",
    "--",
    true,
    [],
    {},
  ),
  fc.double(),
  fc.integer(),
);

/** The bounds of the years that four digits can write, and of JavaScript's dates. */
const instant = fc.oneof(
  fc.constantFrom<unknown>(
    Date.UTC(0, 0) - 1900 * 365.25 * DAY,
    -62_167_219_200_000,
    -62_167_219_200_001,
    253_402_300_799_999,
    253_402_300_800_000,
    8.64e15,
    -8.64e15,
    8.64e15 + 1,
    0,
    -1,
    1.5,
    1e300,
    NOW,
    NOW - 1,
    NOW + DAY,
    NOW + DAY + 1,
    NOW - 720 * HOUR,
    null,
    "2031-05-04T00:00:00Z",
    "",
  ),
  fc.integer({ min: NOW - 30 * DAY, max: NOW }),
);

const dateText = fc.constantFrom(
  "0000-01-01T00:00:00",
  "0001-02-29T00:00:00",
  "0099-12-31T23:59:60",
  "9999-12-31T23:59:59.999999",
  "10000-01-01T00:00:00",

  "-0005-01-01T00:00:00",
  "+012031-05-04T00:00:00Z",
  "2031-05-04",
  "2031-05-04T11:59:59.9999999Z",
  "2031-13-01",
  "--",
  "",
);

const ODD_IDS = [
  ".",
  "..",
  "...",
  "%",
  "%2e%2e",
  "%2F",
  "a/b",
  "/",
  "//",
  "../../etc/passwd",
  "\\",
  "a\\..\\b",
  "?q=1",
  "#x",
  "a&b;c",

  "smi:ch.ethz.sed/sc3a/2018abcd",
  "quakeml:eu.emsc/event/1",
  "con",
  "a.json",
  "x.br",
  "index.html",
  "-",
  "--",
  "-z",
  "-zaaaa",

  "a--b",
  "__proto__",
  "constructor",
  "toString",
  "'",
  '"',
  "<b>",
  "us-5f",
  "A",
  "a",
  "a b",
  "\u0000",
  "\ud800",
  "e\u0301",
  "É",
  "",
];
const id = fc.oneof(
  fc.constantFrom(...ODD_IDS, ..."Aa/%.:-".split("").flatMap((letter) => [54, 99, 100, 101, 300].map((n) => letter.repeat(n)))),
  fc.string({ unit: fc.constantFrom(..."aA0/.%:-_~\\"), minLength: 1, maxLength: 300 }),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 100 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
);

const url = fc.oneof(
  fc.constantFrom<unknown>(
    "https://[",
    "http://%%%/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "//a.example/",
    "https://u:p@a.example/",
    "https://a@b",

    "https://a.example/\ud800",
    "https://a.example/é",
    "https://a.example/%zz",
    "http://a.example:99999/",
    "https://a.example/'",
    7,
    null,
  ),
  fc.webUrl({ authoritySettings: { withUserInfo: true, withIPv6: true, withPort: true }, withQueryParameters: true }),
  fc.string({ maxLength: 20 }).map((text) => `https://${text}`),
);

const text = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    " ",
    "a\u0000b\nc",
    "e\u0301\u0301",
    "\ud800",
    "x\udc00y",
    "\u202eabc",
    "<script>",
    null,
    7,
    "a".repeat(5_000),
  ),
  fc.string({ unit: "binary", maxLength: 120 }),
);

/** Far from the ordinary earthquakes, with which none of these is to be taken for one. */
const place = fc.record({
  latitude: mostly(-41.5, fc.constantFrom<unknown>(0, -90, 90, 91, 1e300, null, "", "-41", -0)),
  longitude: mostly(-100.25, fc.constantFrom<unknown>(0, -180, 180, 360, 361, -1e300, null, "", -0)),
});

const words = (ordinary: string) => mostly(ordinary, text);

const usgsFeature = fc.record({
  id,
  place,
  depth: mostly(10, number),
  properties: fc.record({
    mag: mostly(4.2, number),
    place: words("Nowhere"),
    time: mostly(NOW - 5 * HOUR, instant),
    updated: mostly(NOW - HOUR, instant),
    url: mostly("https://example.org/", url),
    felt: mostly(3, number),
    cdi: mostly(3.1, number),
    mmi: mostly(2.2, number),
    sig: mostly(700, number),
    alert: mostly("green", text),
    status: mostly("reviewed", fc.oneof(text, fc.constant("deleted"))),
    tsunami: mostly(1, number),
    magType: words("mw"),
    type: mostly("earthquake", text),
    ids: fc.array(id, { maxLength: 3 }).map((ids) => `,${ids.join(",")},`),
  }),
  product: fc.record({
    source: mostly("us", text),
    updateTime: mostly(NOW - HOUR, instant),
    properties: fc.record({ "num-responses": mostly("41", number), maxmmi: mostly("6.5", number), alertlevel: mostly("green", text) }),
  }),
});

const fdsnRow = fc.record({
  id,
  place,
  time: mostly("2031-05-04T03:00:00", dateText),
  depth: mostly("10", number),
  magnitude: mostly("4.2", number),
  magnitudeType: words("mw"),
  where: words("Nowhere"),
});

const emscRecord = fc.record({
  place,
  unid: id,
  source_id: mostly("9000001", id),
  time: mostly("2031-05-04T02:00:00Z", dateText),
  lastupdate: mostly("2031-05-04T02:30:00Z", dateText),
  depth: mostly(10, number),
  mag: mostly(4.2, number),
  magtype: words("mw"),
  flynn_region: words("NOWHERE"),
});

const noaaRow = fc.record(
  Object.fromEntries([
    ["id", fc.oneof(fc.integer({ min: 1, max: 9_999 }), number)],
    ["year", mostly(1900, fc.constantFrom<unknown>(-2150, -5000, -5001, -1, 0, 1, 9999, 10_000, 1.5, null, "x"))],
    ["place", place],
    ["locationName", words("NOWHERE")],
    ["country", words("NOWHERE")],
    ...["month", "day", "hour", "minute", "second", "eqDepth", "eqMagnitude", "eqMagMw", "intensity", "tsunamiEventId"].map(
      (field) => [field, mostly(undefined, number)] as const,
    ),
    ...["deaths", "injuries", "missing", "housesDestroyed", "housesDamaged", "damageMillionsDollars"].flatMap((field) => [
      [field, mostly(undefined, number)] as const,
      [`${field}Total`, mostly(undefined, number)] as const,
    ]),
    ["deathsAmountOrder", mostly(undefined, number)],
    ["damageAmountOrder", mostly(undefined, number)],
  ]) as Record<string, fc.Arbitrary<unknown>>,
);

const FEW = { minLength: 1, maxLength: 25 };

/** Records of every agency as no agency should send them. */
export const hostileRecords = fc.record({
  usgs: fc.array(usgsFeature, FEW),
  emsc: fc.array(emscRecord, FEW),
  text: fc.array(fdsnRow, FEW),
  noaa: fc.array(noaaRow, FEW),
});

export type HostileRecords = typeof hostileRecords extends fc.Arbitrary<infer Records> ? Records : never;
