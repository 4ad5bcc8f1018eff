import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../../build/agencies/usgs/geojson.ts";
import { UserError } from "../../../build/platform/error.ts";
import { bytesOf, feature, feed, GENERATED, WEEK } from "../usgs-feed.ts";

const WHERE = "https://example.org/all_week.geojson";

function read(value: unknown) {
  return readUsgsFeed(value instanceof Uint8Array ? value : bytesOf(value), WHERE);
}

function refusal(value: unknown): UserError {
  try {
    read(value);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("the capture was not refused");
}

describe("a feed", () => {
  it("is read with its age and title, every feature accounted for", () => {
    const broken = feature({ id: "xx3", coordinates: [0, 95, 1] });
    const deleted = feature({ id: "xx4", properties: { status: "deleted" } });
    const odd = feature({ id: "xx2", properties: { alert: "purple" } });
    const capture = read(feed([feature(), odd, broken, deleted]));
    expect(capture).toMatchObject({
      generated: GENERATED,
      title: WEEK,
      rows: 4,
      leftOut: { "position-out-of-range": 1 },
      doubtful: { alert: 1 },
    });
    expect(capture.events.map(({ id }) => id)).toEqual(["xx100", "xx2"]);
    expect(capture.withdrawn.map(({ ids }) => ids)).toEqual([["xx4"]]);
  });

  it("may begin with a byte order mark and blanks", () => {
    const text = `\uFEFF \n${JSON.stringify(feed([feature()]))}\n`;
    expect(read(text).events).toHaveLength(1);
  });

  it("may list no event", () => {
    expect(read(feed([]))).toMatchObject({ rows: 0, events: [] });
  });

  it("may be an answer of the query service, with limit and offset and without bbox", () => {
    const answer = feed([feature()], { title: "USGS Earthquakes", limit: 1, offset: 1 });
    expect(read(answer).events).toHaveLength(1);
  });

  it("keeps events that are not earthquakes, since a type may be revised", () => {
    expect(read(feed([feature({ properties: { type: "quarry blast" } })])).events).toHaveLength(1);
  });
});

describe("a capture is refused, naming agency, address and reason in one line,", () => {
  const cases: [string, string, unknown, RegExp][] = [
    ["nothing", "capture-empty", "", /no content/],
    ["blanks", "capture-empty", " \n", /no content/],
    ["an HTML page", "capture-malformed", "<!DOCTYPE html><html><title>We have\nmoved</title>", /a web page \("We have moved"\)/],
    ["an XML document", "capture-malformed", '<?xml version="1.0"?><q:quakeml/>', /not JSON but a document in XML/],
    ["a plain error", "capture-malformed", "Error 503: Service Unavailable", /not JSON: "Error 503/],
    ["a JSON that ends in the middle", "capture-truncated", JSON.stringify(feed([feature()])).slice(0, -40), /ends in the middle/],
    ["two documents in one", "capture-malformed", `${JSON.stringify(feed([]))}\n=======\n{}`, /not JSON: "=======.* at line 2/],
    ["a number", "capture-malformed", 42, /not a FeatureCollection but 42/],
    ["null", "capture-malformed", null, /not a FeatureCollection but null/],
    ["a list", "capture-malformed", [feature()], /not a FeatureCollection but a list/],
    ["another object", "capture-malformed", { type: "Topology" }, /type "Topology"/],
    ["an object without type", "capture-malformed", {}, /type nothing/],
    ["one event", "capture-malformed", feature(), /single Feature/],
    ["a collection without features", "capture-malformed", { ...feed([]), features: undefined }, /no list of features/],
    ["features that are not a list", "capture-malformed", { ...feed([]), features: {} }, /no list of features/],
    ["a collection without metadata", "capture-malformed", { ...feed([feature()]), metadata: undefined }, /no metadata/],
    [
      "an error with HTTP 200",
      "capture-error",
      feed([], { status: 400, title: "Search Error", error: "Bad\nparameter" }),
      /status 400: "Bad\\nparameter"/,
    ],
    ["no status", "capture-error", feed([feature()], { status: undefined }), /no metadata.status/],
    ["an error beside status 200", "capture-error", feed([], { error: "database" }), /"database"/],
    ["fewer features than counted", "capture-truncated", feed([feature()], { count: 2 }), /lists 1 features where its metadata count 2/],
    ["more features than counted", "capture-truncated", feed([feature()], { count: 0 }), /count 0/],
    ["no count", "capture-truncated", feed([feature()], { count: undefined }), /count nothing/],
    ["no age", "capture-malformed", feed([feature()], { generated: undefined }), /generated at nothing/],
    ["an age in seconds", "capture-malformed", feed([], { generated: GENERATED / 1000 }), /not a time in milliseconds/],
    ["an age beyond the calendar", "capture-malformed", feed([], { generated: 1e300 }), /not a time in milliseconds/],
    ["mostly unreadable features", "capture-malformed", feed([feature(), {}, {}]), /2 unreadable features of 3: not-a-feature 2/],
    ["bytes that are not UTF-8", "capture-malformed", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), /not UTF-8/],
  ];

  it.each(cases)("for %s", (_what, code, value, reason) => {
    const error = refusal(value);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(reason);
    expect(error.message).toContain(`usgs: ${WHERE} `);
    expect(error.message).not.toContain("\n");
  });

  it("but not for exactly half of its features", () => {
    expect(read(feed([feature(), {}])).leftOut).toEqual({ "not-a-feature": 1 });
  });

  it("and the share that may be unreadable can be set", () => {
    const bytes = bytesOf(feed([feature(), {}]));
    expect(() => readUsgsFeed(bytes, WHERE, 0.1)).toThrow(/unreadable features/);
    expect(readUsgsFeed(bytesOf(feed([{}])), WHERE, 1).events).toEqual([]);
  });
});

function accountsForAll(bytes: Uint8Array): void {
  try {
    const { rows, events, withdrawn, leftOut } = read(bytes);
    const left = Object.values(leftOut).reduce((sum, n) => sum + n, 0);
    expect(events.length + withdrawn.length + left).toBe(rows);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.message).not.toContain("\n");
  }
}

describe("any bytes", () => {
  it("they are a capture or a refusal", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), accountsForAll), { numRuns: 1000 });
  });

  it("so are JSON values of every shape", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 4 }).map(bytesOf), accountsForAll), { numRuns: 1000 });
  });

  it("so are feeds with a wound anywhere", () => {
    const whole = bytesOf(feed([feature(), feature({ id: "xx2" }), feature({ id: "xx3" })]));
    const wound = fc.record({ at: fc.nat(whole.length - 1), cut: fc.nat(40), put: fc.uint8Array({ maxLength: 6 }) });
    fc.assert(
      fc.property(wound, ({ at, cut, put }) => {
        accountsForAll(new Uint8Array([...whole.slice(0, at), ...put, ...whole.slice(at + cut)]));
      }),
      { numRuns: 2000 },
    );
  });

  it("so are texts nested more deeply than any stack", () => {
    const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    accountsForAll(bytesOf(deep));
    accountsForAll(bytesOf(JSON.stringify(feed([0, 1])).replace("[0,1]", `[${deep},${deep}]`)));
    accountsForAll(bytesOf(JSON.stringify(feed([feature()])).replace("[12.5,", `[${deep},`)));
  });
});
