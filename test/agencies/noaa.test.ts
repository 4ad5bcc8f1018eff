import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNoaa, readNoaaTsunamis } from "../../build/agencies/noaa.ts";
import { noaaCountry } from "../../build/agencies/noaa-countries.ts";
import { historicalRecords } from "../../build/agencies/noaa-record.ts";
import { UserError } from "../../build/error.ts";

const HAZEL_LOSSES = ["", "Total "].flatMap((total) =>
  ["Deaths", "Missing", "Injuries", "Damage ($Mil)", "Houses Destroyed", "Houses Damaged"].flatMap((what) => {
    const description = what.replace(/^Deaths$/, "Death").replace(/ \(\$Mil\)$/, "");
    return [`${total}${what}`, `${total}${description} Description`];
  }),
);

const HAZEL_HEAD = [
  ..."Search Parameters,Year,Mo,Dy,Hr,Mn,Sec,Tsu,Vol,Location Name,Latitude,Longitude".split(","),
  ..."Focal Depth (km),Mag,MMI Int".split(","),
  ...HAZEL_LOSSES,
];

const LOSS_COLUMNS = ["DEATHS", "MISSING", "INJURIES", "DAMAGE", "HOUSES_DESTROYED", "HOUSES_DAMAGED"].flatMap(
  (kind) => [kind === "DAMAGE" ? "DAMAGE_MILLIONS_DOLLARS" : kind, `${kind}_DESCRIPTION`],
);

const CLASSIC_HEAD = [
  ..."I_D,FLAG_TSUNAMI,YEAR,MONTH,DAY,HOUR,MINUTE,SECOND,FOCAL_DEPTH,EQ_PRIMARY,EQ_MAG_MW,EQ_MAG_MS".split(","),
  ..."EQ_MAG_MB,EQ_MAG_ML,EQ_MAG_MFA,EQ_MAG_UNK,INTENSITY,COUNTRY,STATE,LOCATION_NAME,LATITUDE".split(","),
  ..."LONGITUDE,REGION_CODE".split(","),
  ...LOSS_COLUMNS,
  ...LOSS_COLUMNS.map((column) => `TOTAL_${column}`),
];

function table(head: readonly string[], rows: readonly Record<string, string | number>[], search?: string): Uint8Array {
  const quote = (cell: string) => (search === undefined ? cell : `"${cell}"`);
  const lines = rows.map((row) => head.map((column) => row[column] ?? "").join("\t"));
  const second = search === undefined ? [] : [`"${search}"${"\t".repeat(head.length - 1)}`];
  return new TextEncoder().encode([head.map(quote).join("\t"), ...second, ...lines].join("\n"));
}

const hazel = (rows: readonly Record<string, string | number>[], search = "[]") =>
  readNoaa(table(HAZEL_HEAD, rows, search), "export.tsv");
const classic = (rows: readonly Record<string, string | number>[]) => readNoaa(table(CLASSIC_HEAD, rows), "signif.txt");

/** A record, or several pages, of the API. */
function api(value: unknown) {
  return readNoaa(new TextEncoder().encode(JSON.stringify(value)), "earthquakes");
}

const one = (row: Record<string, unknown>) => api([{ id: 1, year: 1900, locationName: "PERU", ...row }]);

/** Lisbon, 1 November 1755, in each form, with what only that form says. */
const LISBON = {
  api: {
    id: 1192,
    year: 1755,
    month: 11,
    day: 1,
    hour: 9,
    minute: 50,
    locationName: "PORTUGAL:  LISBON",
    country: "PORTUGAL",
    latitude: 37,
    longitude: -10,
    regionCode: 130,
    eqMagnitude: 8.5,
    eqMagUnk: 8.5,
    intensity: 11,
    deaths: 30_000,
    deathsAmountOrder: 4,
    deathsTotal: 60_000,
    deathsAmountOrderTotal: 4,
    tsunamiEventId: 564,
    publish: true,
  },
  hazel: {
    Year: 1755,
    Mo: 11,
    Dy: 1,
    Hr: 9,
    Mn: 50,
    Tsu: 564,
    "Location Name": '"PORTUGAL:  LISBON"',
    Latitude: 37,
    Longitude: -10,
    Mag: 8.5,
    "MMI Int": 11,
    Deaths: 30_000,
    "Death Description": 4,
    "Total Deaths": 60_000,
    "Total Death Description": 4,
  },
  classic: {
    I_D: 1192,
    FLAG_TSUNAMI: "Tsu",
    YEAR: " 1755",
    MONTH: 11,
    DAY: 1,
    HOUR: 9,
    MINUTE: 50,
    SECOND: "    ",
    EQ_PRIMARY: " 8.5",
    EQ_MAG_UNK: " 8.5",
    INTENSITY: 11,
    COUNTRY: "PORTUGAL",
    LOCATION_NAME: "PORTUGAL:  LISBON",
    LATITUDE: "  37.000",
    LONGITUDE: "  -10.000",
    REGION_CODE: 130,
    DEATHS: 30_000,
    DEATHS_DESCRIPTION: 4,
    TOTAL_DEATHS: 60_000,
    TOTAL_DEATHS_DESCRIPTION: 4,
  },
};

describe("NOAA's forms", () => {
  it("say the same of the same earthquake, as far as they go", () => {
    const [full] = api([LISBON.api]).rows;
    expect(full).toMatchObject({
      id: "noaa1192",
      place: "PORTUGAL: LISBON",
      magnitudes: { unk: 8.5 },
      tsunamiFlag: true,
    });
    const [exported] = hazel([LISBON.hazel]).rows;
    const silent = { country: null, regionCode: null, magnitudes: {}, id: "noaad1755110109" };
    expect(exported).toEqual({ ...full, ...silent });
    expect(classic([LISBON.classic]).rows).toEqual([{ ...full, tsunamiEventId: null }]);
  });

  it("are told apart by content, whatever the address", () => {
    expect(api([LISBON.api]).form).toBe("hazel-api");
    expect(hazel([LISBON.hazel]).form).toBe("hazel-tsv");
    expect(classic([LISBON.classic]).form).toBe("classic-tsv");
  });

  it.each([
    ["", "is empty"],
    ["<!DOCTYPE html><title>We have moved</title>", "is a web page"],
    ["We have moved.", "is no table of NOAA's that we know"],
    ['{"error":"no"}', "is no page of records: it has no list of items"],
    ['{"items":[{"id":1', "is not JSON, or was cut short"],
    ["I_D\tYEAR\n1\t1900\n", "has no column FLAG_TSUNAMI, MONTH, DAY"],
  ])("are none of them in %j", (text, reason) => {
    expect(() => readNoaa(new TextEncoder().encode(text), "x")).toThrow(`noaa: x ${reason}`);
  });

  it("may be in Latin-1, as of old", () => {
    const text = new TextDecoder().decode(
      table(CLASSIC_HEAD, [{ ...LISBON.classic, LOCATION_NAME: "PORTUGAL: ÉVORA" }]),
    );
    const latin1 = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    expect(readNoaa(latin1, "x").rows[0]?.place).toBe("PORTUGAL: ÉVORA");
  });

  it("are whole tables only where they say so", () => {
    const page = { items: [LISBON.api], page: 1, itemsPerPage: 200, totalPages: 1, totalItems: 1 };
    const other = { ...page, items: [{ ...LISBON.api, id: 2 }], page: 2 };
    const two = { totalPages: 2, totalItems: 2 };
    expect(api(page)).toMatchObject({ complete: true, page: { page: 1, totalPages: 1, totalItems: 1 } });
    expect(api({ ...page, ...two }).complete).toBe(false);
    expect(
      api([
        { ...page, ...two },
        { ...other, ...two },
      ]).complete,
    ).toBe(true);
    expect(
      api([
        { ...page, ...two },
        { ...page, ...two },
      ]).complete,
    ).toBe(false);
    expect(
      api([
        { ...page, ...two },
        { ...other, totalPages: 2, totalItems: 3 },
      ]).complete,
    ).toBe(false);
    expect(api([LISBON.api]).complete).toBe(false);
    expect(hazel([LISBON.hazel]).complete).toBe(true);
    expect(hazel([LISBON.hazel], "[0 <= Earthquake Magnitude >= 9.9]").complete).toBe(false);
    expect(classic([LISBON.classic]).complete).toBe(true);
  });
});

describe("a row of NOAA's", () => {
  it.each([
    [
      { year: -426, month: 6 },
      { year: -426, month: 6, day: null, hour: null, minute: null, second: null },
    ],
    [
      { year: 2030, month: 6, day: 30, hour: 23, minute: 59, second: 60 },
      { minute: 59, second: 60 },
    ],
    [
      { year: 1300, month: 2, day: 29 },
      { month: 2, day: 29 },
    ],
    [
      { month: 6, day: 1, hour: 5, second: 0 },
      { hour: 5, minute: null, second: null },
    ],
    [
      { month: 6, day: 1, minute: 5 },
      { day: 1, hour: null, minute: null },
    ],
    [
      { month: 6, day: 1, hour: 24, minute: 5 },
      { day: 1, hour: null, minute: null },
    ],
    [
      { day: 1, hour: 3 },
      { month: null, day: null, hour: null },
    ],
  ])("is dated as far as %j goes", (row, time) => {
    expect(one(row).rows[0]?.time).toMatchObject(time);
  });

  it.each([
    [{ year: 0 }, "date-impossible", "item 1 has the year 0"],
    [{ year: undefined }, "year-unknown", "item 1 has no year"],
    [{ month: 13 }, "date-impossible", "item 1 is dated 1900-13-"],
    [{ year: 1900, month: 2, day: 29 }, "date-impossible", "item 1 is dated 1900-2-29"],
    [{ latitude: 91, longitude: 0 }, "position-impossible", "item 1 lies at 91, 0"],
    [{ latitude: 0, longitude: "east" }, "position-impossible", "item 1 lies at 0, east"],
    [{ locationName: " " }, "place-unknown", "item 1 has no place"],
    [{ id: -4 }, "id-impossible", "item 1 has the id -4"],
  ])("is set aside alone with %j", (row, code, reason) => {
    const read = api([{ id: 1, year: 1900, locationName: "PERU", ...row }, LISBON.api]);
    expect(read.rows.map(({ id }) => id)).toEqual(["noaa1192"]);
    expect(read.unreadable).toEqual([{ what: "id" in row ? "noaa-4" : "noaa1", code, reason }]);
  });

  it("is set aside if it is no row, or its number stands twice", () => {
    const read = api([LISBON.api, null, 7, { ...LISBON.api, year: 1756 }]);
    expect(read.rows).toHaveLength(1);
    expect(read.unreadable.map(({ what, code }) => `${what} ${code}`)).toEqual([
      "item 2 row-malformed",
      "item 3 row-malformed",
      "noaa1192 id-repeated",
    ]);
    expect(read.anonymous).toBe(true);
  });

  it("with a cell too many or too few is set aside by its line", () => {
    const text = new TextDecoder().decode(table(HAZEL_HEAD, [LISBON.hazel], "[]"));
    const read = readNoaa(new TextEncoder().encode(`${text}\n\t1800\n\t1801${"\t".repeat(39)}\n`), "x");
    expect(read.unreadable.map(({ what }) => what)).toEqual(["line 4", "line 5"]);
    expect(read.rows).toHaveLength(1);
  });

  it("takes for unknown, and counts, single values that make no sense", () => {
    const read = one({
      eqDepth: -5,
      eqMagnitude: 12,
      intensity: 13,
      deaths: 1.5,
      deathsAmountOrder: 7,
      regionCode: "?",
    });
    expect(read.rows[0]).toMatchObject({
      depthKm: null,
      magnitude: null,
      intensity: null,
      losses: {},
      regionCode: null,
    });
    expect(read.doubtful).toEqual({
      deaths: 1,
      deathsAmountOrder: 1,
      eqDepth: 1,
      eqMagnitude: 1,
      intensity: 1,
      regionCode: 1,
    });
  });

  it("has no position if half of it is missing, and lies at -180 rather than 180", () => {
    expect(one({ longitude: 10 })).toMatchObject({
      rows: [{ latitude: null, longitude: null }],
      doubtful: { position: 1 },
    });
    expect(one({ latitude: -17, longitude: 180 }).rows[0]).toMatchObject({ latitude: -17, longitude: -180 });
  });

  it("without a number of NOAA's gets one from date and, among equals, place, whatever the order of the rows", () => {
    const rows = [
      { Year: -426, "Location Name": "GREECE: A" },
      { Year: 1755, Mo: 11, Dy: 1, Hr: 9, "Location Name": "PORTUGAL" },
      { Year: 1900, "Location Name": "PERU" },
      { Year: 1900, "Location Name": "CHILE" },
      { Year: 1900, "Location Name": "CHILE", Mag: 5 },
    ];
    const idsOf = (given: typeof rows) => hazel(given).rows.map(({ id, place }) => `${place} ${id}`);
    const ids = idsOf(rows).map((line) => line.split(" ").at(-1) ?? "");
    expect(ids.slice(0, 2)).toEqual(["noaadbc0426", "noaad1755110109"]);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^noaad[a-z0-9]+$/);
    expect(idsOf(rows.toReversed()).toSorted()).toEqual(idsOf(rows).toSorted());
  });
});

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

  it("has the tsunami that names it, where it names none itself", () => {
    const tsunami = { earthquakeEventId: 1, eventValidity: 4, maxWaterHeight: 18 };
    expect(record({}, tsunami)).toMatchObject({ tsunami: true, tsunamiEventId: 564, maxWaterHeightM: 18 });
    expect(record({ id: 2 }, tsunami)).toMatchObject({ tsunami: null, tsunamiEventId: null, maxWaterHeightM: null });
  });

  it("leads to NOAA's page of it where NOAA has given it a number", () => {
    expect(record({ id: 64 })).toMatchObject({
      id: "noaa64",
      sourceId: "64",
      url: "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/event-more-info/64",
    });
    expect(historicalRecords(hazel([LISBON.hazel]).rows, []).records[0]).toMatchObject({
      sourceId: "noaad1755110109",
      url: null,
    });
  });
});

describe("the country of a row of NOAA's", () => {
  it.each([
    [{ country: "TURKEY" }, "TR"],
    [{ country: "USA TERRITORY", area: "PR" }, "PR"],
    [{ country: "USA TERRITORY" }, null],
    [{ country: "CONGO" }, null],
    [{ country: "ATLANTIS" }, undefined],
    [{ place: "GREECE: SAMOS; TURKEY: IZMIR" }, "GR"],
    [{ place: "CALIFORNIA: SAN FRANCISCO" }, "US"],
    [{ place: "BALKANS NW: CROATIA" }, null],
    [{ place: "SW. SUMATRA" }, "ID"],
    [{ place: "NE. HOKKAIDO ISLAND, JAPAN" }, "JP"],
    [{ place: "GREECE-ALBANIA" }, null],
    [{ place: "GREECE, TURKEY" }, null],
    [{ place: "NEVADA-CALIFORNIA BORDER" }, "US"],
    [{ place: "TASMAN SEA" }, null],
    [{ place: "SOMEWHERE" }, undefined],
    [{ place: "" }, null],
  ])("of %j", (names, code) => {
    expect(noaaCountry({ country: null, area: null, place: "", ...names })).toBe(code);
  });
});

/** The bytes with some of them changed. */
function mutated(seed: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc
    .array(fc.tuple(fc.nat(seed.length - 1), fc.nat(255)), { maxLength: 30 })
    .map((changes) => changes.reduce((bytes, [at, value]) => bytes.with(at, value), seed));
}

describe("the readers of NOAA's tables, given anything at all", () => {
  const seeds = [
    new TextEncoder().encode(
      JSON.stringify({ items: [LISBON.api, { id: 2, year: -1 }], page: 1, totalPages: 1, totalItems: 2 }),
    ),
    table(HAZEL_HEAD, [LISBON.hazel, { Year: 1900, "Location Name": "PERU" }], "[]"),
    table(CLASSIC_HEAD, [LISBON.classic]),
  ];

  it("give a table or a reason, and a row of sound values or none", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), ...seeds.map(mutated)), (bytes) => {
        for (const read of [readNoaa, readNoaaTsunamis]) {
          try {
            const { rows, unreadable, listed, leftOut } = read(bytes, "x");
            const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
            expect(rows.length + unreadable.length + left).toBe(listed);
            for (const { latitude, longitude, time } of rows) {
              expect(Math.abs(latitude ?? 0)).toBeLessThanOrEqual(90);
              expect(longitude ?? 0).toBeLessThan(180);
              expect(time.year).not.toBe(0);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(UserError);
            expect((error as UserError).code).toBe("capture-malformed");
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it("take any JSON value for any field", () => {
    const fields = Object.keys(LISBON.api);
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom(...fields, "eqDepth"), fc.jsonValue())), (items) => {
        const { rows, unreadable, leftOut } = api(items);
        const left = leftOut["not-published"] ?? 0;
        expect(rows.length + unreadable.length + left).toBe(items.length);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(historicalRecords(rows, []).records).toHaveLength(rows.length);
      }),
      { numRuns: 300 },
    );
  });
});
