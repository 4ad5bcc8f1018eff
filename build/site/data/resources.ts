/** The answers that pages of data are written from: types alone, so that browsers need no schemas. */
export type {
  CountryList,
  CountryProfile,
  EarthquakeDetail,
  GlossaryList,
  GlossaryTerm,
  PlateDetail,
  PlateList,
} from "../../contract/resources/resources.ts";
