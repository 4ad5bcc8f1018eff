import { describe, expect, it } from "vitest";
import { readDetail } from "../../build/agencies/usgs/detail.ts";
import { mechanismsOf, otherSolutions, qualityOf } from "../../build/answers/solutions.ts";
import type { CatalogueEvent } from "../../build/catalogue/catalogue.ts";
import { Mechanism, OtherSolution, Quality } from "../../build/contract/resources/earthquake-detail.ts";
import type { SolutionProduct, SolutionProductName } from "../../build/store/records.ts";
import { corpusDetails, corpusPresent } from "../support/corpus.ts";

function solution(product: SolutionProductName, properties: Record<string, string>, parts: Partial<SolutionProduct> = {}): SolutionProduct {
  return { product, source: "us", code: "us1", updated: 0, weight: 1, properties, ...parts };
}

/** What the functions read of an event. */
function event(parts: Partial<CatalogueEvent>): CatalogueEvent {
  const position = { latitude: 1, longitude: 2, depthKm: 10 };
  return { ...position, quality: null, otherReports: [], solutions: [], contours: [], ...parts } as unknown as CatalogueEvent;
}

const ORIGIN = { latitude: "1.001", longitude: "2.0", depth: "10", "horizontal-error": "6.3", "depth-type": "from location" };
const PLANES = {
  "nodal-plane-1-strike": "312",
  "nodal-plane-1-dip": "11",
  "nodal-plane-1-rake": "311",
  "nodal-plane-2-strike": "90",
  "nodal-plane-2-dip": "81",
  "nodal-plane-2-rake": "-97",
};
/** Tōhoku, Global CMT. */
const TENSOR = Object.fromEntries(
  Object.entries({ mrr: 1.73, mtt: -0.281, mpp: -1.45, mrt: 2.12, mrp: 4.55, mtp: -0.657 }).map(([name, value]) => [
    `tensor-${name}`,
    `${value}E+22`,
  ]),
);

describe("the quality of a solution", () => {
  it("is that of the feed, and errors of the hypocentre in the details that is the published one", () => {
    const quality = { nst: 84, gap: 15, rms: 0.76, dmin: 0.48 };
    const found = qualityOf(event({ quality, solutions: [solution("origin", { ...ORIGIN, "num-stations-used": "3" })] }));
    expect(found).toMatchObject({ station_count: 84, azimuthal_gap_deg: 15, horizontal_error_km: 6.3, depth_type: "from location" });
  });

  it("is null if it is not stated: an error of another solution, or of zero, does not count", () => {
    const nothing = Object.values(qualityOf(event({})));
    expect(new Set(nothing)).toEqual(new Set([null]));
    expect(qualityOf(event({ latitude: 1.01, solutions: [solution("origin", ORIGIN)] })).horizontal_error_km).toBeNull();
    const zeros = { ...ORIGIN, "horizontal-error": "0.00", "num-stations-used": "0" };
    expect(qualityOf(event({ solutions: [solution("origin", zeros)] }))).toMatchObject({ horizontal_error_km: null, station_count: null });
  });
});

describe("other solutions", () => {
  it("are those of other agencies and contributors, not the published one", () => {
    const numbers = { latitude: 1.2, longitude: 2.1, depthKm: 8, magnitude: 6.4, magnitudeType: "mw" };
    const found = otherSolutions(
      event({
        otherReports: [{ agency: "emsc", id: "20180206_0000066", time: 0, ...numbers }],
        solutions: [solution("origin", ORIGIN), solution("origin", { "origin-source": "GCMT", depth: "14" }, { code: "gcmt1" })],
      }),
    );
    expect(found.map(({ agency, contributor, id, depth_km: depth }) => [agency, contributor, id, depth])).toEqual([
      ["emsc", null, "20180206_0000066", 8],
      ["usgs", "gcmt", "gcmt1", 14],
    ]);
  });
});

describe("mechanisms", () => {
  it("have stated planes, with angles in their usual range, and computed axes", () => {
    const [found] = mechanismsOf(event({ solutions: [solution("focal-mechanism", PLANES)] }));
    expect(found).toMatchObject({ tensor: null, double_couple_share: null, scalar_moment_nm: null, computed: ["axes"] });
    expect(found?.nodal_planes[0]).toEqual({ strike: 312, dip: 11, rake: -49 });
    expect(found?.t_axis.value_nm).toBeNull();
    const [ofHarvard] = mechanismsOf(event({ solutions: [solution("focal-mechanism", { ...PLANES, eventsource: "gcmt" })] }));
    expect(ofHarvard?.contributor).toBe("gcmt");
    const [other] = mechanismsOf(event({ solutions: [solution("focal-mechanism", { ...PLANES, "nodal-plane-1-strike": "298.81" })] }));
    expect(other?.nodal_planes[0]?.strike).toBe(298.81);
  });

  it("have planes computed from a tensor that comes without: Tōhoku as the Global CMT catalogue has it", () => {
    const [found] = mechanismsOf(event({ solutions: [solution("moment-tensor", TENSOR)] }));
    expect(found?.nodal_planes).toEqual([
      { strike: 24.9, dip: 80.5, rake: 90.3 },
      { strike: 203.4, dip: 9.5, rake: 88.5 },
    ]);
    expect(found?.computed).toEqual(["double_couple_share", "nodal_planes", "axes"]);
    expect(found?.t_axis).toEqual({ azimuth: 295.3, plunge: 54.5, value_nm: 5.305e22 });
  });

  it("are none without planes and a whole tensor", () => {
    for (const name of Object.keys(PLANES)) {
      const { [name as keyof typeof PLANES]: __, ...others } = PLANES;
      expect(mechanismsOf(event({ solutions: [solution("focal-mechanism", others)] }))).toEqual([]);
    }
    const { "tensor-mrr": _, ...part } = TENSOR;
    expect(mechanismsOf(event({ solutions: [solution("moment-tensor", part), solution("origin", ORIGIN)] }))).toEqual([]);
  });
});

describe.skipIf(!corpusPresent)("the details of the corpus (skipped where ../shared/corpus is absent)", () => {
  it.each(corpusDetails())("%s has answers that the schema accepts, with every tensor that it lists", (_, body) => {
    const reading = readDetail(body, body.id, Date.UTC(2021, 10, 10));
    if (reading.kind !== "detail") throw new Error(reading.reason);
    const read = event({ solutions: reading.solutions });
    for (const mechanism of mechanismsOf(read)) expect(Mechanism.parse(mechanism)).toEqual(mechanism);
    for (const other of otherSolutions(read)) expect(OtherSolution.parse(other)).toEqual(other);
    expect(Quality.parse(qualityOf(read))).toBeDefined();
    const all = body.properties.products["moment-tensor"] ?? [];
    const gone = new Set(all.filter(({ status }) => status === "DELETE").map(({ code }) => code));
    const listed = all.filter(({ code, properties }) => properties?.["tensor-mrr"] !== undefined && !gone.has(code));
    const tensors = mechanismsOf(read).filter(({ tensor }) => tensor);
    expect(tensors.length).toBe(new Set(listed.map(({ source, code }) => `${source} ${code}`)).size);
  });
});
