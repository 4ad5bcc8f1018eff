import type { Column } from "../../data-files/columns.ts";
import { csvText, geojsonText } from "../../data-files/text.ts";
import { type ListedEarthquake, precisionOf } from "./table.ts";

/** The columns of a downloaded list, with the names of the files in `/data/`. */
const COLUMNS = (
  [
    ["id", "string", (one) => one.id],
    ["time", "datetime", (one) => one.time],
    ["time_precision", "string", (one) => precisionOf(one.when)],
    ["latitude", "number", (one) => one.latitude],
    ["longitude", "number", (one) => one.longitude],
    ["depth_km", "number", (one) => one.depthKm],
    ["magnitude", "number", (one) => one.magnitude],
    ["magnitude_type", "string", (one) => one.magnitudeType],
    ["place", "string", (one) => one.place],
    ["name", "string", (one) => one.name],
    ["country", "string", (one) => one.country],
    ["alert", "string", (one) => one.alert],
    ["tsunami_flag", "boolean", (one) => one.tsunami],
    ["deaths", "integer", (one) => (one.atLeast ? null : one.deaths)],
    ["deaths_at_least", "integer", (one) => one.deaths],
    ["historical", "boolean", (one) => one.historical],
  ] satisfies [string, Column<ListedEarthquake>["type"], Column<ListedEarthquake>["of"]][]
).map(([name, type, of]): Column<ListedEarthquake> => ({ name, type, description: name, of }));

/** A selection as CSV, with an apostrophe before what a spreadsheet would execute. */
export function earthquakesCsv(rows: readonly ListedEarthquake[]): string {
  return csvText(COLUMNS, rows);
}

/** A selection as GeoJSON. Earthquakes without a position are not in it. */
export function earthquakesGeojson(rows: readonly ListedEarthquake[]): string {
  return geojsonText(COLUMNS, rows, ({ latitude, longitude, depthKm }) =>
    latitude === null || longitude === null
      ? null
      : { type: "Point", coordinates: [longitude, latitude, ...(depthKm === null ? [] : [depthKm])] },
  );
}
