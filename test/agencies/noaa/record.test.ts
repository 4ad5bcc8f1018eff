import { describe, expect, it } from "vitest";
import { historicalRecords } from "../../../build/agencies/noaa/record.ts";
import { readNoaaTsunamis } from "../../../build/agencies/noaa/tables.ts";
import { hazel, LISBON, one } from "../noaa-rows.ts";

function record(row: Record<string, unknown>, tsunami?: Record<string, unknown>) {
  const tsunamis = tsunami ? [{ id: 564, year: 1755, ...tsunami }] : [];
  const { rows } = readNoaaTsunamis(new TextEncoder().encode(JSON.stringify(tsunamis)), "tsunamis");
  return historicalRecords(one(row).rows, rows).records[0];
}

describe("a record of NOAA's in the historical catalogue", () => {
  it.each([
    [
      { deaths: 10, deathsTotal: 12 },
      { value: 12, class: null, isTotal: true, other: 10 },
    ],
    [
      { deaths: 12, deathsTotal: 10 },
      { value: 12, class: null, isTotal: false, other: 10 },
    ],
    [
      { deaths: 10, deathsTotal: 10 },
      { value: 10, class: null, isTotal: false },
    ],
    [{ deaths: 10 }, { value: 10, class: null, isTotal: false }],
    [
      { deathsTotal: 10, deathsAmountOrder: 4 },
      { value: 10, class: null, isTotal: true },
    ],
    [{ deathsAmountOrder: 3 }, { value: null, class: 3, isTotal: false }],
    [
      { deathsAmountOrder: 1, deathsAmountOrderTotal: 3 },
      { value: null, class: 3, isTotal: true },
    ],
    [{ deaths: 0 }, { value: 0, class: null, isTotal: false }],
    [{}, { value: null, class: null }],
  ])("gives of %j the larger figure, a class only without one, and says how it is counted", (row, deaths) => {
    expect(record(row)?.losses.deaths).toEqual(deaths);
  });

  it.each([
    [{ eqMagnitude: 7, eqMagMs: 7, eqMagMw: 6.9 }, 7, "ms"],
    [{ eqMagnitude: 7, eqMagMs: 7, eqMagMw: 7 }, 7, "mw"],
    [{ eqMagnitude: 7, eqMagUnk: 7 }, 7, null],
    [{ eqMagnitude: 7, eqMagMfa: 7 }, 7, "mfa"],
    [{ eqMagnitude: 7, eqMagMs: 6 }, 7, null],
    [{ eqMagMs: 6 }, null, null],
  ])("takes from %j the primary magnitude and its type", (row, magnitude, magnitudeType) => {
    expect(record(row)).toMatchObject({ magnitude, magnitudeType });
  });

  it.each([
    [{}, undefined, { tsunami: null, tsunamiEventId: null, maxWaterHeightM: null }],
    [{ tsunamiEventId: 564 }, undefined, { tsunami: true, tsunamiEventId: 564, maxWaterHeightM: null }],
    [{ tsunamiEventId: 0 }, undefined, { tsunami: null, tsunamiEventId: null }],
    [{ tsunamiEventId: 564 }, { eventValidity: 4, maxWaterHeight: 18 }, { tsunami: true, maxWaterHeightM: 18 }],
    [{ tsunamiEventId: 564 }, { eventValidity: 3 }, { tsunami: true, maxWaterHeightM: null }],
    [{ tsunamiEventId: 564 }, { eventValidity: 2, maxWaterHeight: 18 }, { tsunami: null, maxWaterHeightM: null }],
    [{ tsunamiEventId: 564 }, { eventValidity: 0 }, { tsunami: false, tsunamiEventId: 564 }],
    [{ tsunamiEventId: 564 }, { eventValidity: -1, maxWaterHeight: 18 }, { tsunami: false, maxWaterHeightM: null }],
  ])("says of %j, with the tsunami %j, what was observed", (row, tsunami, expected) => {
    expect(record(row, tsunami)).toMatchObject(expected);
  });

  it("has the tsunami that names it, if it names none itself", () => {
    const tsunami = { earthquakeEventId: 1, eventValidity: 4, maxWaterHeight: 18 };
    expect(record({}, tsunami)).toMatchObject({ tsunami: true, tsunamiEventId: 564, maxWaterHeightM: 18 });
    expect(record({ id: 2 }, tsunami)).toMatchObject({ tsunami: null, tsunamiEventId: null, maxWaterHeightM: null });
  });

  it("leads to NOAA's page of it if NOAA has given it a number", () => {
    expect(record({ id: 64 })).toMatchObject({
      id: "noaa64",
      sourceId: "64",
      url: "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/event-more-info/64",
    });
    expect(historicalRecords(hazel([LISBON.hazel]).rows, []).records[0]).toMatchObject({
      sourceId: "noaad1755110109",
      url: "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/search",
    });
  });
});
