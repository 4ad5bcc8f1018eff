import { readTsv, type TsvRows } from "./tsv.ts";

const KINDS = {
  DEATHS: ["deaths", "deathsAmountOrder"],
  MISSING: ["missing", "missingAmountOrder"],
  INJURIES: ["injuries", "injuriesAmountOrder"],
  DAMAGE: ["damageMillionsDollars", "damageAmountOrder"],
  HOUSES_DESTROYED: ["housesDestroyed", "housesDestroyedAmountOrder"],
  HOUSES_DAMAGED: ["housesDamaged", "housesDamagedAmountOrder"],
} as const;

/** The twelve columns of losses and, with `TOTAL_`, the twelve of those with everything that followed. */
const LOSSES = Object.fromEntries(
  [
    { prefix: "", suffix: "" },
    { prefix: "TOTAL_", suffix: "Total" },
  ].flatMap(({ prefix, suffix }) =>
    Object.entries(KINDS).flatMap(([column, [value, order]]) => [
      [`${prefix}${column === "DAMAGE" ? "DAMAGE_MILLIONS_DOLLARS" : column}`, value + suffix],
      [`${prefix}${column}_DESCRIPTION`, order + suffix],
    ]),
  ),
);

const TIME = { YEAR: "year", MONTH: "month", DAY: "day", HOUR: "hour", MINUTE: "minute", SECOND: "second" };
const PLACE = {
  COUNTRY: "country",
  STATE: "area",
  LOCATION_NAME: "locationName",
  LATITUDE: "latitude",
  LONGITUDE: "longitude",
  REGION_CODE: "regionCode",
};

const EARTHQUAKES = {
  I_D: "id",
  FLAG_TSUNAMI: "flagTsunami",
  ...TIME,
  ...PLACE,
  FOCAL_DEPTH: "eqDepth",
  EQ_PRIMARY: "eqMagnitude",
  EQ_MAG_MW: "eqMagMw",
  EQ_MAG_MS: "eqMagMs",
  EQ_MAG_MB: "eqMagMb",
  EQ_MAG_ML: "eqMagMl",
  EQ_MAG_MFA: "eqMagMfa",
  EQ_MAG_UNK: "eqMagUnk",
  INTENSITY: "intensity",
};

const TSUNAMIS = {
  ID: "id",
  ...TIME,
  ...PLACE,
  EVENT_VALIDITY: "eventValidity",
  CAUSE_CODE: "causeCode",
  MAXIMUM_WATER_HEIGHT: "maxWaterHeight",
};

/**
 * Reads the classic table of earthquakes (`signif.txt`): 47 columns padded with blanks, ids, and of a linked tsunami only that there
 * is one.
 *
 * @throws UserError `capture-malformed`
 */
export function readSignifTsv(text: string, where: string): TsvRows {
  const { rows, search } = readTsv(text, where, { fields: { ...EARTHQUAKES, ...LOSSES }, quoted: false });
  return {
    rows: rows.map(({ row, where }) => ({ row: row && { ...row, ...flagOf(row.flagTsunami) }, where })),
    search,
  };
}

/** Reads the classic table of tsunamis (`tsevent.txt`): 46 columns, ids, no link to an earthquake. */
export function readTseventTsv(text: string, where: string): TsvRows {
  return readTsv(text, where, { fields: TSUNAMIS, quoted: false });
}

function flagOf(cell: unknown): { tsunamiFlag: boolean } {
  return { tsunamiFlag: typeof cell === "string" && cell.toLowerCase() === "tsu" };
}
