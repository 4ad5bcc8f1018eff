import type { TableRow } from "../../../build/site/earthquakes/table.ts";

/** An earthquake of the historical catalogue. */
export const ROW: TableRow = {
  when: "2011-03-11T05:46",
  magnitude: 9.1,
  magnitude_type: "mw",
  depth_km: 29,
  latitude: 38.297,
  longitude: 142.373,
  country: "JP",
  deaths: 18_428,
  at_least: 0,
  tsunami_flag: true,
  alert: null,
  historical: 1,
  event_id: "noaa5545",
  place_description: "Japan: Honshu",
  name: null,
};
