import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { onHost } from "../../client/base.ts";
import type { Land } from "../land.ts";
import { MAX_ZOOM } from "../view-state.ts";
import type { Colour, MarkColours } from "./points/layer.ts";

/** The fine outlines are loaded from this zoom on. At smaller zooms they show no difference. */
export const FINE_FROM_ZOOM = 2.6;

/** Labels of cities are loaded from the first of these zooms on, and those of other towns from the second. */
export const TOWNS_FROM_ZOOM = { cities: 2, towns: 4.5 } as const;

type Paint = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The paint properties that depend on the theme, by layer. */
export function paints(palette: Palette): Paint {
  return {
    sea: { "background-color": palette.sea },
    land: { "fill-color": palette.land },
    borders: { "line-color": palette.border },
    convergent: { "line-color": palette.convergent },
    divergent: { "line-color": palette.divergent },
    transform: { "line-color": palette.transform },
    towns: { "text-color": palette.ink, "text-halo-color": palette.land },
    names: { "text-color": bySea(palette["sea-name"], palette.name), "text-halo-color": bySea(palette.sea, palette.land) },
  };
}

/** A value for the names of seas, and one for those of countries. */
const bySea = (sea: string, land: string) => ["case", ["has", "sea"], sea, land];

function geojson(data: unknown, more: object = {}) {
  return { type: "geojson" as const, data: data as never, ...more };
}

const NOTHING = { type: "FeatureCollection", features: [] } as const;

/** The style of the map without the earthquakes. The only data that the style loads are the plate boundaries. */
export function baseStyle(land: Land, palette: Palette, shape: "mercator" | "globe"): StyleSpecification {
  const paint = paints(palette);
  const layers = LAYERS.map((layer) => {
    const own = "paint" in layer ? layer.paint : {};
    return { ...layer, paint: { ...own, ...paint[layer.id] } } as LayerSpecification;
  });
  return {
    version: 8,
    // A picture for paper has the colours at once.
    transition: { duration: 0, delay: 0 },
    projection: { type: shape },
    sources: {
      land: geojson(land, { tolerance: 0.2, maxzoom: 9 }),
      boundaries: geojson(onHost("/api/plate-boundaries/")),
      towns: geojson(NOTHING),
      names: geojson(NOTHING),
    },
    layers,
  };
}

const width = (thin: number, thick: number) => ["interpolate", ["linear"], ["zoom"], 1, thin, 8, thick];

/** From the first of these zooms on, a boundary widens from a line to a band, and from the second on it is the band. */
const BAND_ZOOMS = [3, 5] as const;
/** Width of a band of 100 km (`BOUNDARY_KM`) at the second zoom in middle latitudes, pixels. */
const BAND_PX = 54;
/** From the second zoom on, a band keeps its width on the ground: this many times as wide at the greatest zoom. */
const GROWTH = 2 ** (MAX_ZOOM - BAND_ZOOMS[1]);

const boundary = (type: string, thin: number, paint: object = {}) => ({
  id: type,
  type: "line",
  source: "boundaries",
  filter: ["==", ["get", "type"], type],
  layout: { "line-join": "round", "line-cap": "butt" },
  paint: {
    "line-width": byZoom(2, [1, thin * 0.6], [BAND_ZOOMS[0], thin], [BAND_ZOOMS[1], BAND_PX], [MAX_ZOOM, BAND_PX * GROWTH]),
    "line-blur": byZoom(2, [BAND_ZOOMS[0], 0], [BAND_ZOOMS[1], BAND_PX / 2], [MAX_ZOOM, (BAND_PX / 2) * GROWTH]),
    "line-opacity": byZoom(1, [0, 0.6], [BAND_ZOOMS[0], 0.8], [BAND_ZOOMS[1], 0.3]),
    ...paint,
  },
});

/** @param base of the growth between two stops: 1 is linear, with 2 a length stays the same on the ground */
function byZoom(base: number, ...stops: (readonly [zoom: number, value: number])[]): unknown[] {
  return ["interpolate", ["exponential", base], ["zoom"], ...stops.flat()];
}

/** A line that is a band has no dashes. */
const DASHES = ["step", ["zoom"], ["literal", [3, 2]], BAND_ZOOMS[0], ["literal", [1, 0]]];

/** From bottom to top, without colours. The kinds of boundaries also differ in their dash pattern. */
const LAYERS = [
  { id: "sea", type: "background" },
  {
    id: "land",
    type: "fill",
    source: "land",
    filter: ["has", "iso2"],
    paint: { "fill-antialias": true },
  },
  {
    id: "borders",
    type: "line",
    source: "land",
    filter: ["has", "border"],
    paint: { "line-width": width(0.4, 1.2) },
  },
  boundary("convergent", 1.5),
  boundary("divergent", 0.9, { "line-gap-width": byZoom(1, [1, 0.6], [BAND_ZOOMS[0], 1], [BAND_ZOOMS[1], 0]) }),
  boundary("transform", 1.2, { "line-dasharray": DASHES }),
  // A dot at the position, with the name below it.
  {
    id: "towns",
    type: "symbol",
    source: "towns",
    filter: ["<=", ["get", "zoom"], ["zoom"]],
    layout: {
      "text-field": ["concat", "•\n", ["get", "name"]],
      "text-font": ["system-ui"],
      "text-size": ["interpolate", ["linear"], ["zoom"], 2, 10, 9, 13],
      "text-line-height": 0.95,
      "text-anchor": "top",
      "text-offset": [0, -0.55],
      "text-max-width": 8,
      "text-padding": 6,
      "symbol-sort-key": ["get", "zoom"],
    },
    paint: { "text-halo-width": 1.2, "text-opacity": 0.8 },
  },
  // The last layer gets its place first.
  {
    id: "names",
    type: "symbol",
    source: "names",
    filter: ["<=", ["get", "zoom"], ["zoom"]],
    layout: {
      "text-letter-spacing": 0.08,
      "text-field": ["get", "name"],
      "text-font": ["system-ui"],
      "text-size": ["interpolate", ["linear"], ["zoom"], 1, 10, 7, 14],
      "text-max-width": 8,
      "text-padding": 4,
      "symbol-sort-key": ["get", "zoom"],
    },
    paint: { "text-halo-width": 1.2, "text-opacity": 0.9 },
  },
] as const;

const NAMES = [
  "sea",
  "sea-name",
  "land",
  "border",
  "name",
  "ground",
  "ink",
  "shallow",
  "intermediate",
  "deep",
  "hour",
  "day",
  "older",
  "convergent",
  "divergent",
  "transform",
] as const;

/** The colours of the current theme as CSS values: `rgb(…)`. */
type Palette = Readonly<Record<(typeof NAMES)[number], string>>;

/**
 * Reads the colours of an element from the computed style. They depend on the theme, so they are read again after a change of
 * the theme.
 */
export function paletteOf(part: HTMLElement): Palette {
  const probe = document.createElement("span");
  part.append(probe);
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}

export function markColoursOf(palette: Palette): MarkColours {
  return Object.fromEntries(NAMES.map((name) => [name, channels(palette[name])])) as unknown as MarkColours;
}

/** @param colour `rgb(181, 70, 29)` or `color(srgb 0.7 0.27 0.11)` */
function channels(colour: string): Colour {
  const [red = 0, green = 0, blue = 0] = (colour.match(/-?[\d.]+/g) ?? []).map(Number);
  const most = colour.startsWith("rgb") ? 255 : 1;
  return [red / most, green / most, blue / most];
}

/** Calls back when the reader or the device changes the theme. */
export function watchTheme(changed: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
