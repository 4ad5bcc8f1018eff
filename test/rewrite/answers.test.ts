import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { MAXIMUM_FOUND } from "../../build/rewrite/search/match.ts";
import { askerOf, textOf } from "./ask.ts";
import { combinedSearchOracle, earthquakesOracle, type ListQuery, liveFeedOracle, recentOracle, searchOracle } from "./oracle.ts";
import { anyCatalogue, type PlainCatalogue, shardInputOf } from "./plain-catalogue.ts";

/** Bounded in time, because shrinking a catalogue of hundreds of events would take minutes. */
const CATALOGUES = { numRuns: 60, interruptAfterTimeLimit: 20_000 };
const QUERIES_EACH = 12;

const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const hours = optional(fc.oneof(fc.constantFrom(1, 2, 24, 48, 168, 719, 720), fc.integer({ min: 1, max: 720 })));
const magnitude = fc.oneof(
  fc.constantFrom(-10, -0.5, 0, 2.45, 2.5, 2.3456, 1.63, 4.5, 4.500001, 6, 7, 10),
  fc.integer({ min: -1000, max: 1000 }).map((hundredths) => hundredths / 100),
);
const country = optional(fc.oneof(fc.constantFrom("JP", "jp", "Tw", "ZW", "AD"), fc.constantFrom(...COUNTRY_CODES)));

const recentQuery: fc.Arbitrary<ListQuery> = fc.record({
  hours,
  minimum: optional(magnitude),
  limit: optional(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 5 }))),
});

const window = fc.oneof(
  hours.map((value) => ({ hours: value })),
  fc.integer({ min: 1, max: 30 }).map((days) => ({ days })),
);
const position = fc.oneof(
  optional(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(1_000_000_000_000))).map((offset) => ({ offset })),
  fc.integer({ min: 1, max: 20 }).map((page) => ({ page })),
);
const bounds = fc.tuple(optional(magnitude), optional(magnitude)).map(([one, other]) => {
  const minimum = Math.min(one ?? 0, other ?? 10);
  const maximum = Math.max(one ?? 0, other ?? 10);
  return { minimum: minimum === 0 ? undefined : minimum, maximum: maximum === 10 ? undefined : maximum };
});
/** With bounds at the positions that the catalogue has, and radii at none of their distances. */
const angle = (most: number) => fc.oneof(fc.constantFrom(-most, most, 0, 24.13), fc.integer({ min: -most, max: most }));
const box = fc
  .record({
    south: optional(angle(90)),
    north: optional(angle(90)),
    min_longitude: optional(angle(180)),
    max_longitude: optional(angle(180)),
  })
  .map(({ south = -90, north = 90, ...others }) => ({
    ...others,
    min_latitude: Math.min(south, north),
    max_latitude: Math.max(south, north),
  }));
const circle = fc.record({
  latitude: angle(90),
  longitude: angle(180),
  max_radius_km: fc.oneof(
    fc.integer({ min: 1, max: 20_015 }).map((km) => km + 0.37),
    fc.constant(20_016),
  ),
});
const region = fc.oneof(
  fc.constant({}),
  box,
  circle,
  fc.tuple(box, circle).map(([one, other]) => ({ ...one, ...other })),
);
const order = optional(fc.constantFrom("time", "time-asc", "magnitude", "magnitude-asc"));
const earthquakesQuery: fc.Arbitrary<ListQuery> = fc
  .tuple(
    window,
    position,
    bounds,
    region,
    fc.record({ country, order, limit: optional(fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 7 }))) }),
  )
  .map((parts) => Object.assign({}, ...parts) as ListQuery);

const terms = ["hual", "Hualien city", "of", "on", "東", "東京", "km 10", "st", "helens, st.", "o", "n"];
const searchText = fc
  .oneof(
    fc.constantFrom(
      ...terms,
      "hawaiʻi",
      "HAWAII",
      "oahu",
      "o'ahu",
      "КРАЙ",
      "краи",
      "королев",
      "ガス",
      "カス",
      "ｶﾞｽ",
      "भारत",
      "الجزائر",
      "اثينا",
      "strasse",
      "STRAẞE",
      "île",
      "ｆｕｌｌ",
      "fire",
      "𝒳",
      "𐐨𐐨",
      "--",
    ),
    fc.string({ unit: "grapheme", minLength: 2, maxLength: 6 }),
    fc.tuple(fc.constantFrom(...terms), fc.constantFrom(...terms)).map((two) => two.join(" ")),
  )
  .filter((q) => [...q.trim()].length >= 2);

/** Writes the defined values, percent-encoded, in the given order of names. */
function queryString(pairs: Record<string, number | string | undefined>): string {
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
}

type Kind = "earthquakes" | "countries" | "glossary";

const etagOfBody = new Map<string, string>();
const bodyOfEtag = new Map<string, string>();

/** Also in different catalogues: the ETag is that of the bytes, wherever they come from. */
async function agree<Query>(
  queries: fc.Arbitrary<Query>,
  target: (query: Query) => string,
  oracle: (catalogue: PlainCatalogue, query: Query) => string,
  isDefault: (query: Query) => boolean,
): Promise<void> {
  const many = fc.array(queries, { minLength: QUERIES_EACH, maxLength: QUERIES_EACH });
  await fc.assert(
    fc.asyncProperty(anyCatalogue(), many, async (catalogue, asked) => {
      const ask = await askerOf(shardInputOf(catalogue));
      for (const query of asked) {
        const reply = await ask.reply(target(query));
        expect(reply.kind).toBe(isDefault(query) ? "file" : "body");
        if (reply.kind !== "body") continue;
        expect(reply.status).toBe(200);
        expect(textOf(reply)).toBe(oracle(catalogue, query));
        const etag = reply.headers.etag as string;
        expect(etagOfBody.get(textOf(reply)) ?? etag).toBe(etag);
        expect(bodyOfEtag.get(etag) ?? textOf(reply)).toBe(textOf(reply));
        etagOfBody.set(textOf(reply), etag);
        bodyOfEtag.set(etag, textOf(reply));
      }
    }),
    CATALOGUES,
  );
}

describe("an answer has the very bytes that filtering plain objects gives", () => {
  it("for recent earthquakes", async () => {
    await agree(
      recentQuery,
      ({ hours: h, minimum, limit }) => `/api/recent/?${queryString({ min_magnitude: minimum, limit, hours: h })}`,
      recentOracle,
      ({ hours: h = 720, minimum = 2.5, limit = 50 }) => h === 720 && minimum === 2.5 && limit === 50,
    );
  });

  it("for the live feed", async () => {
    await agree(
      fc.constantFrom(1, 6, 24, 168),
      (h) => `/api/live-feed/?hours=${h}`,
      liveFeedOracle,
      (h) => h === 24,
    );
  });

  it("for filtered earthquakes", async () => {
    await agree(
      earthquakesQuery,
      ({ minimum, maximum, ...others }) => `/api/v1/earthquakes/?${queryString({ ...others, max_mag: maximum, min_mag: minimum })}`,
      earthquakesOracle,
      ({ days = 1, hours: h = 24 * days, minimum = 0, maximum = 10, limit = 100, page = 1, offset = 0, country: c, ...others }) =>
        c === undefined &&
        Object.values(others).every((value) => value === undefined) &&
        h === 24 &&
        minimum === 0 &&
        maximum === 10 &&
        limit === 100 &&
        page === 1 &&
        offset === 0,
    );
  });

  it("for the search by place", async () => {
    await agree(
      searchText,
      (q) => `/api/search/?${queryString({ q })}`,
      searchOracle,
      () => false,
    );
  });

  it("for the combined search, whose results begin with what has the words of the query", async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalogue(), fc.array(searchText, { minLength: 4, maxLength: QUERIES_EACH }), async (catalogue, asked) => {
        const ask = await askerOf(shardInputOf(catalogue));
        for (const q of asked) {
          const found = JSON.parse(textOf(await ask.body(`/api/v1/search/?${queryString({ q })}`))) as Record<Kind, unknown[]> & {
            best: Kind | null;
            count: number;
          };
          const { earthquakes, ...named } = combinedSearchOracle(catalogue, q);
          expect(found.earthquakes.slice(0, earthquakes.length)).toEqual(earthquakes);
          expect(found.count).toBe(found.earthquakes.length + found.countries.length + found.glossary.length);
          expect(found.best === null ? found.count === 0 : found[found.best].length > 0).toBe(true);
          for (const kind of ["countries", "glossary"] as const) {
            if (found[kind].length < MAXIMUM_FOUND) expect(found[kind]).toEqual(expect.arrayContaining([...named[kind]]));
          }
        }
      }),
      CATALOGUES,
    );
  });
});
