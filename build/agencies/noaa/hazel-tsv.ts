import { readTsv, type TsvRows } from "./tsv.ts";

/** First heading of an export from the search page of HazEL. */
export const HAZEL_TSV_HEAD = "Search Parameters";

const LOSSES = {
  Deaths: "deaths",
  "Death Description": "deathsAmountOrder",
  Missing: "missing",
  "Missing Description": "missingAmountOrder",
  Injuries: "injuries",
  "Injuries Description": "injuriesAmountOrder",
  "Damage ($Mil)": "damageMillionsDollars",
  "Damage Description": "damageAmountOrder",
  "Houses Destroyed": "housesDestroyed",
  "Houses Destroyed Description": "housesDestroyedAmountOrder",
  "Houses Damaged": "housesDamaged",
  "Houses Damaged Description": "housesDamagedAmountOrder",
};

const FIELDS = {
  Year: "year",
  Mo: "month",
  Dy: "day",
  Hr: "hour",
  Mn: "minute",
  Sec: "second",
  Tsu: "tsunamiEventId",
  Vol: "volcanoEventId",
  "Location Name": "locationName",
  Latitude: "latitude",
  Longitude: "longitude",
  "Focal Depth (km)": "eqDepth",
  Mag: "eqMagnitude",
  "MMI Int": "intensity",
  ...LOSSES,
  ...Object.fromEntries(Object.entries(LOSSES).map(([column, field]) => [`Total ${column}`, `${field}Total`])),
};

/**
 * Reads the export of earthquakes from HazEL: 39 quoted columns, a second line that repeats the search, no ids, no country and no
 * types of magnitudes; `Tsu` and `Vol` are the numbers of linked events.
 *
 * @throws UserError `capture-malformed`
 */
export function readHazelTsv(text: string, where: string): TsvRows {
  return readTsv(text, where, { fields: FIELDS, quoted: true, searchColumn: HAZEL_TSV_HEAD });
}
