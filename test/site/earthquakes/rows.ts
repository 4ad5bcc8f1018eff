import type { TableRow } from "../../../build/site/earthquakes/table.ts";

/** An earthquake of the historical catalogue. */
export const ROW: TableRow = {
  when: "2011-03-11T05:46",
  magnitude: 9.1,
  magnitudeType: "mw",
  depthKm: 29,
  latitude: 38.297,
  longitude: 142.373,
  country: "JP",
  deaths: 18_428,
  atLeast: false,
  tsunami: true,
  alert: null,
  historical: true,
  id: "noaa5545",
  place: "Japan: Honshu",
  name: null,
};
