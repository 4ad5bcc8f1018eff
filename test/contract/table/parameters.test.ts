import { describe, expect, test } from "vitest";
import { ENDPOINTS, type EndpointId, endpoint } from "../../../build/contract/table/endpoints.ts";
import { canonicalQuery, parseQuery } from "../../../build/contract/table/parameters.ts";

function values(id: EndpointId, query: string) {
  const parsed = parseQuery(endpoint(id), query);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.values;
}

function errors(id: EndpointId, query: string) {
  const parsed = parseQuery(endpoint(id), query);
  return parsed.ok ? [] : parsed.errors;
}

describe("a query that is right", () => {
  test("has defaults filled in", () => {
    expect(values("recent", "")).toEqual({ limit: 50, hours: 720, min_magnitude: 2.5 });
    expect(values("earthquakes", "min_mag=4.5&country=jp")).toEqual({
      hours: 24,
      min_mag: 4.5,
      max_mag: 10,
      country: "JP",
      limit: 100,
      offset: 0,
    });
  });

  test("tells which values differ from their default", () => {
    const parsed = parseQuery(endpoint("earthquakes"), "hours=24&limit=7&days=1".replace("hours=24&", ""));
    expect(parsed).toMatchObject({ ok: true, given: { limit: 7 } });
    expect(parseQuery(endpoint("live-feed"), "hours=24")).toMatchObject({ ok: true, given: {} });
    expect(parseQuery(endpoint("live-feed"), "hours=168")).toMatchObject({ ok: true, given: { hours: 168 } });
  });

  test("folds days into hours and page into offset", () => {
    expect(values("earthquakes", "days=30")).toMatchObject({ hours: 720 });
    expect(values("earthquakes", "page=3&limit=20")).toMatchObject({ offset: 40, limit: 20 });
    expect(values("earthquakes", "page=3")).not.toHaveProperty("page");
  });

  test("keeps an offset exact and in bounds on the last page there may be", () => {
    const last = values("earthquakes", "page=2000000000&limit=500");
    expect(last.offset).toBe(999_999_999_500);
    expect(values("earthquakes", canonicalQuery(endpoint("earthquakes").parameters, last))).toEqual(last);
  });

  test.each([
    ["zone=very_high", { zone: "very_high" }],
    ["continent=south-america", { continent: "South America" }],
    ["continent=SOUTH+AMERICA", { continent: "South America" }],
    ["continent=North%20america", { continent: "North America" }],
    ["", {}],
    ["&&continent=asia&", { continent: "Asia" }],
  ])("finds choices: %s", (query, expected) => expect(values("countries", query)).toEqual(expected));

  test("trims text and counts characters, not UTF-16 units or octets", () => {
    expect(values("search", "q=+a+b%0A")).toEqual({ q: "a b" });
    expect(values("search", "q=%F0%9F%8C%8B%F0%9F%8C%8B")).toEqual({ q: "🌋🌋" });
    expect(errors("search", "q=%F0%9F%8C%8B")).toHaveLength(1);
    expect(values("search", `q=${"%E6%97%A5".repeat(200)}`)).toEqual({ q: "日".repeat(200) });
    expect(errors("search", `q=${"%E6%97%A5".repeat(201)}`)).toHaveLength(1);
  });

  test("may carry UTF-8 octets that are not encoded, as curl sends them", () => {
    const octets = String.fromCharCode(...new TextEncoder().encode("q=日本"));
    expect(values("search", octets)).toEqual({ q: "日本" });
  });

  test("reads signs and leading zeros, and minus zero as zero", () => {
    expect(values("recent", "min_magnitude=-0.0&limit=007")).toMatchObject({ min_magnitude: 0, limit: 7 });
    expect(Object.is(values("recent", "min_magnitude=-0").min_magnitude, 0)).toBe(true);
    expect(values("recent", "min_magnitude=%2B2.50")).toMatchObject({ min_magnitude: 2.5 });
    expect(values("recent", `limit=${"0".repeat(31)}5`)).toMatchObject({ limit: 5 });
    expect(values("earthquakes", "min_mag=5&max_mag=5.0")).toMatchObject({ min_mag: 5, max_mag: 5 });
  });
});

describe("a query that is wrong", () => {
  test.each<[EndpointId, string, object]>([
    ["recent", "limt=5", { parameter: "limt", given: "5", hint: "limit" }],
    ["recent", "LIMIT=5", { parameter: "LIMIT", given: "5", hint: "limit" }],
    ["recent", "limit=201", { parameter: "limit", given: "201", allowed: "an integer from 1 to 200" }],
    ["recent", "limit=0", { parameter: "limit", given: "0", allowed: "an integer from 1 to 200" }],
    ["recent", "limit=5.0", { parameter: "limit", given: "5.0" }],
    ["recent", "limit=%2B5", { parameter: "limit", given: "+5" }],
    ["recent", "limit=+5", { parameter: "limit", given: " 5" }],
    ["recent", "limit=٥", { parameter: "limit", given: "٥", allowed: "percent-encoded UTF-8" }],
    ["recent", "limit=%D9%A5", { parameter: "limit", given: "٥", allowed: "an integer from 1 to 200" }],
    ["recent", "limit", { parameter: "limit", given: "" }],
    ["recent", "limit=", { parameter: "limit", given: "" }],
    ["recent", "limit=5&limit=5", { parameter: "limit", given: "5, 5", allowed: "limit once" }],
    ["recent", `limit=${"0".repeat(32)}5`, { parameter: "limit" }],
    ["recent", "min_magnitude=1e0", { parameter: "min_magnitude", allowed: "a decimal number from -10 to 10" }],
    ["recent", "min_magnitude=NaN", { parameter: "min_magnitude" }],
    ["recent", "min_magnitude=.5", { parameter: "min_magnitude" }],
    ["recent", "min_magnitude=5.", { parameter: "min_magnitude" }],
    ["recent", "min_magnitude=0x5", { parameter: "min_magnitude" }],
    ["recent", "min_magnitude=--5", { parameter: "min_magnitude" }],
    ["recent", "min_mag=5", { parameter: "min_mag", hint: "min_magnitude" }],
    ["recent", "=5", { parameter: "", given: "5" }],
    ["recent", "%6", { parameter: "%6", given: "", allowed: "percent-encoded UTF-8" }],
    ["recent", "limit=%", { parameter: "limit", given: "%", allowed: "percent-encoded UTF-8" }],
    ["recent", "limit=%ED%A0%80", { parameter: "limit", allowed: "percent-encoded UTF-8" }],
    ["recent", "limit=%C0%B5", { parameter: "limit", allowed: "percent-encoded UTF-8" }],
    ["search", "", { parameter: "q", given: "", allowed: "text of 2 to 200 characters, required" }],
    ["search", "q=", { parameter: "q", given: "", allowed: "text of 2 to 200 characters" }],
    ["search", "q=+x+", { parameter: "q", given: " x " }],
    ["search", "q=tokyo&query=tokyo", { parameter: "query", hint: "q" }],
    ["live-feed", "hours=5", { parameter: "hours", allowed: "one of 1, 6, 24, 168", hint: "6" }],
    ["live-feed", "hours=15", { parameter: "hours", hint: "6" }],
    ["live-feed", "hours=99999", { parameter: "hours", hint: "168" }],
    ["live-feed", "hours=six", { parameter: "hours", allowed: "one of 1, 6, 24, 168" }],
    ["countries", "zone=hihg", { parameter: "zone", hint: "high" }],
    ["countries", "zone=HIGH", { parameter: "zone", hint: "high" }],
    ["countries", "continent=america", { parameter: "continent", given: "america" }],
    ["earthquakes", "country=JPN", { parameter: "country", hint: "JP" }],
    ["earthquakes", "country=%C3%9F", { parameter: "country", given: "ß" }],
    ["earthquakes", "country=%C4%B1t", { parameter: "country", given: "ıt" }],
    ["earthquakes", "days=3&hours=72", { parameter: "days", given: "3", allowed: "either days or hours, not both" }],
    ["earthquakes", "days=31", { parameter: "days", allowed: "an integer from 1 to 30" }],
    ["earthquakes", "offset=0&page=1", { parameter: "page", allowed: "either page or offset, not both" }],
    ["earthquakes", "min_mag=5&max_mag=4", { parameter: "min_mag", allowed: "at most max_mag, which is 4" }],
    ["earthquakes", "max_mag=-1", { parameter: "max_mag", allowed: "at least min_mag, which is 0" }],
    ["earthquakes", "max_latitude=90.1", { parameter: "max_latitude", allowed: "a decimal number from -90 to 90" }],
    ["earthquakes", "min_longitude=-180.1", { parameter: "min_longitude", allowed: "a decimal number from -180 to 180" }],
    ["earthquakes", "min_latitude=5&max_latitude=4.9", { parameter: "min_latitude", allowed: "at most max_latitude, which is 4.9" }],
    ["earthquakes", "latitude=1&longitude=2", { parameter: "max_radius_km", given: "", allowed: expect.stringContaining("one another") }],
    ["earthquakes", "latitude=1&longitude=2&max_radius_km=-1", { allowed: "a decimal number from 0 to 20016" }],
    ["earthquakes", "order=oldest", { parameter: "order", allowed: "one of time, time-asc, magnitude, magnitude-asc" }],
    ["stats", "verbose=1", { parameter: "verbose", allowed: "no parameters here" }],
    ["country", "slug=japan", { parameter: "slug", allowed: "no parameters here" }],
    ["recent", "__proto__=1", { parameter: "__proto__" }],
    ["recent", "constructor=1", { parameter: "constructor" }],
  ])("%s?%s is told what is wrong", (id, query, expected) => {
    const octets = String.fromCharCode(...new TextEncoder().encode(query));
    const found = errors(id, query.includes("٥") ? query : octets);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject(expected);
  });

  test("has no hint if nothing is close", () => {
    expect(errors("recent", "colour=red")[0]).not.toHaveProperty("hint");
    expect(errors("earthquakes", "country=XX")[0]).not.toHaveProperty("hint");
  });

  test("gets all its errors at once", () => {
    const found = errors("earthquakes", "days=99&hours=x&limit=0&colour=red&min_mag=9&max_mag=1&page=1&offset=1");
    expect(found.map((error) => error.parameter)).toEqual(["days", "hours", "limit", "colour", "days", "page", "min_mag"]);
  });

  test("gets an error for each missing part of a circle", () => {
    expect(errors("earthquakes", "max_radius_km=5").map(({ parameter }) => parameter)).toEqual(["latitude", "longitude"]);
    expect(errors("earthquakes", "latitude=x").map(({ parameter }) => parameter)).toEqual(["latitude", "longitude", "max_radius_km"]);
  });

  test("gets no error for an order that another error caused", () => {
    expect(errors("earthquakes", "min_mag=x&max_mag=-1").map((error) => error.parameter)).toEqual(["min_mag"]);
  });

  test("is quoted shortened", () => {
    const [error] = errors("recent", `${"n".repeat(500)}=${"%F0%9F%8C%8B".repeat(150)}`);
    expect([...(error?.parameter ?? "")]).toHaveLength(100);
    expect([...(error?.given ?? "")]).toHaveLength(100);
    expect(error?.given).toMatch(/^(🌋){99}…$/u);
    expect(errors("recent", `limit=${"9".repeat(100)}`)[0]?.given).toBe("9".repeat(100));
  });

  test("gets one error if it is too long or has too many parameters", () => {
    expect(errors("recent", "x".repeat(4096))).toMatchObject([{ parameter: expect.stringMatching(/^x+…$/) }]);
    expect(errors("recent", "a&".repeat(64))).toMatchObject([{ parameter: "a" }]);
    expect(errors("recent", "x".repeat(4097))).toEqual([
      { parameter: "query", given: "4097 characters", allowed: "at most 4096 characters" },
    ]);
    expect(errors("recent", "a&".repeat(65))).toEqual([{ parameter: "query", given: "65 parameters", allowed: "at most 64 parameters" }]);
  });
});

describe("the canonical query", () => {
  test("is the same for every spelling of one meaning", () => {
    const canonical = "hours=168&min_mag=4.5&max_mag=10&country=jp&limit=100&offset=100";
    for (const query of [
      "days=7&min_mag=4.5&country=JP&page=2",
      "offset=100&hours=168&country=jp&min_mag=4.50",
      "offset=0100&hours=168&country=Jp&max_mag=10.0&min_mag=%2B4.5",
    ]) {
      expect(canonicalQuery(endpoint("earthquakes").parameters, values("earthquakes", query))).toBe(canonical);
    }
  });

  test("has what needs it encoded, and no exponents", () => {
    expect(canonicalQuery(endpoint("search").parameters, { q: "a&b=ü +" })).toBe("q=a%26b%3D%C3%BC%20%2B");
    const tiny = values("recent", "min_magnitude=-0.00000012");
    expect(canonicalQuery(endpoint("recent").parameters, tiny)).toBe("limit=50&hours=720&min_magnitude=-0.00000012");
  });

  test("of an endpoint without parameters is empty", () => {
    for (const row of ENDPOINTS.filter((each) => each.parameters.every((one) => one.in === "path"))) {
      expect(canonicalQuery(row.parameters, {})).toBe("");
    }
  });
});
