import { markupOf } from "../../client/base.ts";
import type { FoundPlace } from "../../client/places.ts";
import { suggestPlaces } from "../../client/suggest-places.ts";
import { type Html, html } from "../../html.ts";
import { baseLayers, layer } from "../../map/drawn/local-maps.ts";
import { latitudeAt, mercatorX, mercatorY, WORLD_UNITS } from "../../map/drawn/outlines.ts";
import type { AnyValues, Field, ToolContext, ValuesOf } from "../tool.ts";
import type { RunningTool } from "./run.ts";

/** A position, degrees. */
type Position = Pick<FoundPlace, "latitude" | "longitude">;

/** The visible area of the small map, in units of the world. */
interface View {
  left: number;
  top: number;
  width: number;
}

/** Ratio of height to width. Without the polar regions, where nobody looks for a place. */
const SHAPE = 0.62;
const WORLD: View = { left: 0, top: mercatorY(77), width: WORLD_UNITS };
const SMALL = [0, WORLD_UNITS, -WORLD_UNITS].map((shift) => ({ cell: "small", shift }));
/** After a click the map shows the surroundings, so that a second click is more exact. They are drawn of large cells. */
const NEAR_WIDTH = WORLD_UNITS / 7;
const NO_CELLS: ReadonlySet<string> = new Set();

/** Which fields a picker fills in. */
export interface Filled<Values> {
  /** Beginning of the names of the fields, if it is not just `latitude` and `longitude`. */
  prefix?: string;
  /** Values of other fields that a choice sets. */
  also?: Partial<Values>;
}

/**
 * Adds a search box for towns and countries, and a small map to click on, above the field of a latitude. Both fill in the
 * position. Keyboard users have the search box and the fields, so the map is not in the tab order.
 */
export function offerPicker<Fields extends readonly Field[]>(
  { context, values, set, onChange }: Pick<RunningTool<Fields, never>, "context" | "values" | "set" | "onChange">,
  { prefix = "", also }: Filled<ValuesOf<Fields>> = {},
): void {
  const [north, east] = [`${prefix}latitude`, `${prefix}longitude`] as const;
  const field = document.getElementById(`field-${north}`)?.closest(".field");
  if (!field) return;
  const part = document.createElement("div");
  part.className = "field place";
  const label = context.t(prefix === "" ? "place_search" : `field.${prefix}place`);
  part.innerHTML = markupOf(pickerHtml(`${prefix}place`, label, context));
  field.before(part);
  const input = part.querySelector("input") as HTMLInputElement;
  const map = part.querySelector("svg") as SVGSVGElement;
  const out = part.querySelector("button") as HTMLButtonElement;
  let view = WORLD;

  const show = () => {
    const { [north]: latitude, [east]: longitude } = values() as AnyValues;
    draw(map, view, { latitude: Number(latitude), longitude: Number(longitude) });
    out.hidden = view === WORLD;
  };
  const look = ({ latitude, longitude }: Position) => {
    view = around({ latitude, longitude });
    set({ ...also, [north]: latitude, [east]: longitude });
    show();
  };
  suggestPlaces(input, context.t("place_none"), look);
  map.addEventListener("click", ({ clientX, clientY }) => look(positionAt(map, clientX, clientY)));
  out.addEventListener("click", () => {
    view = WORLD;
    show();
  });
  onChange(show);
  show();
}

function pickerHtml(id: string, label: string, { t }: ToolContext): Html {
  return html`<label for="${id}">${label}</label>
<span class="control"><input id="${id}" type="search" autocomplete="off" spellcheck="false"></span>
<div class="pick" tabindex="-1"><svg aria-hidden="true"><g></g><circle
class="point"/></svg><button type="button" hidden>${t("place_world")}</button></div>
<span class="hint">${t("place_map")}</span>`;
}

function around({ latitude, longitude }: Position): View {
  const height = NEAR_WIDTH * SHAPE;
  return { left: mercatorX(longitude) - NEAR_WIDTH / 2, top: mercatorY(latitude) - height / 2, width: NEAR_WIDTH };
}

function draw(map: SVGSVGElement, view: View, { latitude, longitude }: Position): void {
  const { left, top, width } = view;
  const layers = map.querySelector("g") as SVGGElement;
  layers.innerHTML = markupOf(html`${view === WORLD ? SMALL.map(layer) : baseLayers({ ...view, height: width * SHAPE }, NO_CELLS)}`);
  map.setAttribute("viewBox", `${left} ${top} ${width} ${width * SHAPE}`);
  const point = map.querySelector("circle");
  point?.setAttribute("cx", String(mercatorX(longitude)));
  point?.setAttribute("cy", String(mercatorY(latitude)));
  point?.setAttribute("r", String(width / 70));
}

/** The position under the pointer, to hundredths of a degree. */
function positionAt(map: SVGSVGElement, clientX: number, clientY: number): Position {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse());
  const turns = x / WORLD_UNITS;
  const longitude = (turns - Math.floor(turns)) * 360 - 180;
  return { latitude: Math.round(latitudeAt(y) * 100) / 100, longitude: Math.round(longitude * 100) / 100 };
}
