import type { EarthquakeDetail } from "../../contract/resources/resources.ts";
import { townsIn } from "../data/around.ts";
import { type Content, mapLabel } from "../data/page.ts";
import type { RenderContext } from "../data/render-context.ts";
import type { Html } from "../html.ts";
import { countryPoints } from "../views/country.ts";
import type { BaseMap } from "./drawn/base-map.ts";
import { countriesMap, platesMap } from "./drawn/index-maps.ts";
import { countryMap, eventMap } from "./drawn/local-maps.ts";

/** Renders the map of a page at build time; undefined for pages without a map. */
export function drawMap(content: Content, base: BaseMap, context: RenderContext): Html | undefined {
  const label = mapLabel(content, context) ?? "";
  if (content.kind === "event") return mapOfEvent(content.body, base, label);
  if (content.kind === "countries") return countriesMap(content.body.countries, base.shapes);
  if (content.kind === "plates") return platesMap(content.body.plates, base.middleOfPlate);
  if (content.kind === "plate") return base.globeOf(content.body.code, label);
  if (content.kind !== "country") return undefined;
  const { iso2, position } = content.body.country;
  return countryMap(iso2, position, countryPoints(content.body), base, label);
}

function mapOfEvent(event: EarthquakeDetail, { cells }: BaseMap, label: string): Html | undefined {
  const { latitude, longitude, depth_km, magnitude } = event;
  if (latitude === null || longitude === null) return undefined;
  return eventMap({ latitude, longitude, depth_km, magnitude }, cells, townsIn, label);
}
