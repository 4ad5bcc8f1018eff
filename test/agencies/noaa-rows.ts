import { readNoaa } from "../../build/agencies/noaa/tables.ts";

const HAZEL_LOSSES = ["", "Total "].flatMap((total) =>
  ["Deaths", "Missing", "Injuries", "Damage ($Mil)", "Houses Destroyed", "Houses Damaged"].flatMap((what) => {
    const description = what.replace(/^Deaths$/, "Death").replace(/ \(\$Mil\)$/, "");
    return [`${total}${what}`, `${total}${description} Description`];
  }),
);

export const HAZEL_HEAD = [
  ..."Search Parameters,Year,Mo,Dy,Hr,Mn,Sec,Tsu,Vol,Location Name,Latitude,Longitude".split(","),
  ..."Focal Depth (km),Mag,MMI Int".split(","),
  ...HAZEL_LOSSES,
];

const LOSS_COLUMNS = ["DEATHS", "MISSING", "INJURIES", "DAMAGE", "HOUSES_DESTROYED", "HOUSES_DAMAGED"].flatMap((kind) => [
  kind === "DAMAGE" ? "DAMAGE_MILLIONS_DOLLARS" : kind,
  `${kind}_DESCRIPTION`,
]);

export const CLASSIC_HEAD = [
  ..."I_D,FLAG_TSUNAMI,YEAR,MONTH,DAY,HOUR,MINUTE,SECOND,FOCAL_DEPTH,EQ_PRIMARY,EQ_MAG_MW,EQ_MAG_MS".split(","),
  ..."EQ_MAG_MB,EQ_MAG_ML,EQ_MAG_MFA,EQ_MAG_UNK,INTENSITY,COUNTRY,STATE,LOCATION_NAME,LATITUDE".split(","),
  ..."LONGITUDE,REGION_CODE".split(","),
  ...LOSS_COLUMNS,
  ...LOSS_COLUMNS.map((column) => `TOTAL_${column}`),
];

export function table(head: readonly string[], rows: readonly Record<string, string | number>[], search?: string): Uint8Array {
  const quote = (cell: string) => (search === undefined ? cell : `"${cell}"`);
  const lines = rows.map((row) => head.map((column) => row[column] ?? "").join("\t"));
  const second = search === undefined ? [] : [`"${search}"${"\t".repeat(head.length - 1)}`];
  return new TextEncoder().encode([head.map(quote).join("\t"), ...second, ...lines].join("\n"));
}

export const hazel = (rows: readonly Record<string, string | number>[], search = "[]") =>
  readNoaa(table(HAZEL_HEAD, rows, search), "export.tsv");
export const classic = (rows: readonly Record<string, string | number>[]) => readNoaa(table(CLASSIC_HEAD, rows), "signif.txt");

/** A record, or several pages, of the API. */
export function api(value: unknown) {
  return readNoaa(new TextEncoder().encode(JSON.stringify(value)), "earthquakes");
}

export const one = (row: Record<string, unknown>) => api([{ id: 1, year: 1900, locationName: "PERU", ...row }]);

/** Lisbon, 1 November 1755, in each form, with what only that form says. */
export const LISBON = {
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
