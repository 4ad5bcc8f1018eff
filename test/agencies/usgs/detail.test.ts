import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contoursAddress, readContours, readDetail } from "../../../build/agencies/usgs/detail.ts";
import { corpusDetails, corpusPresent } from "../../support/corpus.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const HOUR = 3_600_000;

type Json = Record<string, unknown>;

function product(properties: Json, parts: Json = {}): Json {
  const common = { source: "us", code: "us1", updateTime: NOW - HOUR, status: "UPDATE", preferredWeight: 1 };
  return { ...common, properties, contents: {}, ...parts };
}

function detail(products: unknown, parts: Json = {}): Json {
  const properties = { time: NOW - 9 * HOUR, updated: NOW - HOUR, ids: ",us1,at1,", type: "earthquake", products };
  const geometry = { type: "Point", coordinates: [12.5, -7.25, 33] };
  return { type: "Feature", id: "us1", geometry, properties: { ...properties, ...parts } };
}

function read(products: unknown, parts: Json = {}) {
  return readDetail(detail(products, parts), "us1", NOW);
}

function productsOf(products: unknown) {
  const reading = read(products);
  if (reading.kind !== "detail") throw new Error(reading.reason);
  return { products: reading.products, doubtful: reading.doubtful };
}

describe("the detail of an event", () => {
  it("gives the figures of its impact, each with its product, contributor and time", () => {
    const reading = read({
      origin: [product({})],
      losspager: [product({ alertlevel: "yellow", maxmmi: "8.0" })],
      dyfi: [product({ "num-responses": "41", maxmmi: "6.5" })],
      shakemap: [product({ maxmmi: "7.253" }, { source: "ATLAS", updateTime: NOW - 2 * HOUR })],
    });
    const common = { contributor: "us", updated: NOW - HOUR, alert: null, feltReports: null };
    expect(reading).toEqual({
      kind: "detail",
      ids: ["at1", "us1"],
      updated: NOW - HOUR,
      doubtful: [],
      contours: null,
      solutions: [{ product: "origin", source: "us", code: "us1", updated: NOW - HOUR, weight: 1, properties: {} }],
      products: [
        { ...common, product: "losspager", alert: "yellow", maxIntensity: 8 },
        { ...common, product: "dyfi", feltReports: 41, maxIntensity: 6.5 },
        { ...common, product: "shakemap", contributor: "atlas", updated: NOW - 2 * HOUR, maxIntensity: 7.253 },
      ],
    });
  });

  it("has solutions only under codes that can be part of an address", () => {
    const codes = ["us1", "a".repeat(64), "a".repeat(65), "us1/../x", "us 1", ""];
    const reading = read({ origin: codes.map((code, at) => product({}, { source: `n${at}`, code })) });
    expect(reading).toMatchObject({ solutions: [{ code: "us1" }, { code: "a".repeat(64) }] });
  });

  it("has nothing of a product that does not say it: no level is not green, and no number is not zero", () => {
    expect(productsOf({ losspager: [product({})], dyfi: [product({ maxmmi: "" })], shakemap: [] })).toEqual({
      products: [],
      doubtful: [],
    });
    expect(productsOf({ dyfi: [product({ "num-responses": "0" })] }).products).toMatchObject([{ feltReports: 0, maxIntensity: null }]);
  });

  it("has of each contributor the first, which is preferred, unless it was deleted, with its former versions", () => {
    const { products, doubtful } = productsOf({
      shakemap: [
        product({ maxmmi: "9" }, { code: "us0", status: "DELETE" }),
        product({ maxmmi: "9" }, { code: "us2", status: "DELETE", updateTime: undefined }),
        product({ maxmmi: "8" }, { code: "us0", updateTime: NOW - 2 * HOUR }),
        product({ maxmmi: "5" }, { source: "nc" }),
        product({ maxmmi: "6" }, { source: "nc", updateTime: NOW }),
        product({ maxmmi: "7" }),
      ],
    });
    expect(products.map(({ contributor, maxIntensity }) => [contributor, maxIntensity])).toEqual([
      ["nc", 5],
      ["us", 7],
    ]);
    expect(doubtful).toEqual([]);
  });

  it("reads an impossible value as unknown, and counts it", () => {
    const { products, doubtful } = productsOf({
      losspager: [product({ alertlevel: "pending", maxmmi: "88026" })],
      dyfi: [product({ "num-responses": "-1", maxmmi: "6.5" }), "nonsense", product({}, { updateTime: NOW + 48 * HOUR })],
      shakemap: { maxmmi: "5" },
    });
    expect(products).toMatchObject([{ product: "dyfi", feltReports: null, maxIntensity: 6.5 }]);
    expect(doubtful.toSorted()).toEqual(
      ["losspager-alertlevel", "losspager-maxmmi", "dyfi-num-responses", "dyfi", "dyfi", "shakemap"].toSorted(),
    );
  });

  it.each([
    ["another-event", detail({}, { ids: ",us2," }), "us3"],
    ["products-missing", detail(undefined), "us1"],
    ["products-missing", detail([]), "us1"],
    ["deleted", detail({}, { status: "deleted" }), "us1"],
    ["not-a-feature", { type: "FeatureCollection", features: [] }, "us1"],
    ["not-a-feature", undefined, "us1"],
    ["updated-in-the-future", detail({}, { updated: NOW + 48 * HOUR }), "us1"],
  ])("is none if it is %s", (reason, body, id) => {
    expect(readDetail(body, id, NOW)).toEqual({ kind: "left-out", reason });
  });
});

describe("the solutions in the detail of an event", () => {
  const solutionsOf = (products: Json) => {
    const reading = read(products);
    return reading.kind === "detail" ? reading.solutions : [];
  };

  it("have no former version of a deleted one, and the first version of others", () => {
    const tensors = [
      product({ "derived-depth": "9" }, { status: "DELETE" }),
      product({ "derived-depth": "8" }),
      product({ "derived-depth": "7" }, { source: "nc" }),
      product({ "derived-depth": "6" }, { source: "nc" }),
    ];
    expect(solutionsOf({ "moment-tensor": tensors }).map(({ source, properties }) => [source, properties["derived-depth"]])).toEqual([
      ["nc", "7"],
    ]);
  });

  it("have lengths of axes in N m, also where the contributor gives dyn cm: Napa 2014 and Tōhoku 2011", () => {
    const lengths = (scalar: string, length: string) => {
      const properties = { "scalar-moment": scalar, "t-axis-length": length, "p-axis-length": `-${length}`, "n-axis-length": "0" };
      return solutionsOf({ "moment-tensor": [product(properties)] }).map(({ properties: kept }) => {
        return [Number(kept["t-axis-length"]), Number(kept["p-axis-length"])];
      });
    };
    expect(lengths("1.73E+18", "18000000000000000000000000")).toEqual([[1.8e18, -1.8e18]]);
    expect(lengths("5.31E+22", "5.31E+29")).toEqual([[5.31e22, -5.31e22]]);
    expect(lengths("5.31E+22", "5.305E+22")).toEqual([[5.305e22, -5.305e22]]);
  });

  it("have the type of a depth as QuakeML writes it", () => {
    const types = ["OPERATOR_ASSIGNED", "from location"].map((type) => {
      return solutionsOf({ origin: [product({ "depth-type": type })] })[0]?.properties["depth-type"];
    });
    expect(types).toEqual(["operator assigned", "from location"]);
  });
});

describe.skipIf(!corpusPresent)("the details of the corpus", () => {
  it.each(corpusDetails())("%s says in its products what it says of itself", (_, body) => {
    const { felt, cdi, mmi, alert } = body.properties;
    const reading = readDetail(body, body.id, Date.UTC(2021, 10, 10));
    if (reading.kind !== "detail") throw new Error(reading.reason);
    const first = (kind: string) => reading.products.find(({ product: one }) => one === kind);
    expect(first("losspager")?.alert ?? null).toBe(alert);
    expect([first("dyfi")?.feltReports ?? null, first("dyfi")?.maxIntensity ?? null]).toEqual([felt, cdi]);
    expect(first("shakemap")?.maxIntensity ?? null).toBe(mmi);
    // Of the whole history of an event some former PAGER says that its intensity was 88026.
    expect(reading.doubtful.filter((what) => what !== "losspager-maxmmi")).toEqual([]);
  });
});

const PATH = "/archive/product/shakemap/us1/us/1518/download/cont_mmi.json";

function shakemap(url: unknown) {
  return { contents: { "download/cont_mmi.json": { url } } };
}

function contour(value: unknown, coordinates: unknown, type = "MultiLineString") {
  return { type: "Feature", properties: { value }, geometry: { type, coordinates } };
}

const SQUARE = [
  [10, 0],
  [11, 0],
  [11, 1],
  [10, 1],
  [10, 0],
];

describe("the address of contours", () => {
  it("is the path of the first ShakeMap", () => {
    const host = "https://earthquake.usgs.gov";
    expect(contoursAddress([shakemap(`${host}${PATH}`), shakemap(`${host}/x`)])).toBe(PATH);
  });

  it.each([
    [[]],
    [[{}]],
    [[shakemap(1)]],
    [[shakemap("file:///etc/passwd")]],
    [[shakemap("https://a.example/../product/shakemap/a/b/1/x")]],
  ])("is none of %j", (list) => expect(contoursAddress(list)).toBeNull());

  it.skipIf(!corpusPresent)("is one of the details of the corpus that have one", () => {
    const found = corpusDetails().filter(([, { properties }]) => contoursAddress(properties.products["shakemap"] ?? []));
    expect(found.length).toBeGreaterThanOrEqual(5);
  });
});

describe("contours", () => {
  it("are those of whole degrees from III", () => {
    const values = [2, 3, 3.5, 6, 11].map((value) => contour(value, [SQUARE]));
    expect(readContours({ features: values })?.map(({ intensity }) => intensity)).toEqual([3, 6]);
  });

  it("keep within a hundredth of a degree of the line as it was sent", () => {
    const step = fc.tuple(fc.double({ min: -0.05, max: 0.05, noNaN: true }), fc.double({ min: -0.05, max: 0.05, noNaN: true }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        let [x, y] = [10, 20];
        const line = steps.map(([dx, dy]) => [(x += dx), (y += dy)] as const);
        const kept = readContours({ features: [contour(5, line, "LineString")] })?.[0]?.lines[0] ?? [];
        const apart = line.map(([px, py]) =>
          Math.min(...kept.slice(1).map((to, at) => fromSegment(px, py, kept[at] as [number, number], to))),
        );
        return kept.length === 0 || Math.max(...apart) < 0.02;
      }),
    );
  });

  it.each([undefined, {}, { features: [{}] }, { features: [contour(6, [[["a", 1]]])] }, { features: [contour(6, [SQUARE], "Point")] }])(
    "are none of %j",
    (document) => expect(readContours(document)).toBeUndefined(),
  );
});

function fromSegment(x: number, y: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}
