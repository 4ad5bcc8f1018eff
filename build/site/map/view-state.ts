import { FIRST_SELECTION, parametersOf, type Selection, selectionOf } from "../earthquakes/selection.ts";

/** The orders of the map's list, as the list of all earthquakes names them. */
const SORTS = ["-time", "-magnitude", "-deaths"] as const;

/** What the reader selected. A link to the view contains all of it. */
export interface ViewState {
  /** Which earthquakes, in the names of the list of all earthquakes. */
  selection: Selection;
  /** The instant up to which the period is shown, ms since 1970 UTC; null: the whole period, which continues with new data. */
  until: number | null;
  sort: (typeof SORTS)[number];
  view: "map" | "list";
  shape: "flat" | "globe";
  /** What the colours of the marks show. Their shapes always show the depth. */
  colour: "depth" | "age";
  /** Id of the selected earthquake. */
  selected: string | null;
  /** Null: the initial view of the selection: the world, a country, a box or a circle. */
  camera: Camera | null;
}

export interface Camera {
  zoom: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export const MAX_ZOOM = 9;

/** Width of the world at zoom 0 in MapLibre, pixels. */
const WORLD_PX = 512;

export const MIN_ZOOM = -1;

/** Fraction of the shorter side of the pane that the globe fills in the initial view. */
const GLOBE_SHARE = 0.92;

/** Degrees. The Pacific is in the middle, as in all maps of the project, so that the ring of fire is not split. */
const MIDDLE = { latitude: 15, longitude: 160 };

/** The initial view for the size of a pane in pixels: the whole world once, or a globe that fills the pane. */
export function firstCamera(pane: { width: number; height: number }, shape: ViewState["shape"]): Camera {
  const zoom = Math.log2(Math.max(shape === "flat" ? pane.width : equatorOfGlobe(pane), 1) / WORLD_PX);
  return { ...MIDDLE, zoom: Math.min(Math.max(zoom, MIN_ZOOM), 3) };
}

/**
 * Length of the equator, in pixels, of a globe that fills a pane. The distance of MapLibre's camera is 1.5 times the height
 * of the pane (its field of view is 36.87°), and MapLibre's scale applies at the latitude of the centre.
 */
function equatorOfGlobe({ width, height }: { width: number; height: number }): number {
  const distance = 1.5 * Math.max(height, 1);
  const sine = Math.sin(Math.atan((GLOBE_SHARE * Math.min(width, height)) / 2 / distance));
  const radius = (distance * sine) / (1 - sine);
  return (2 * Math.PI * radius) / Math.cos((MIDDLE.latitude * Math.PI) / 180);
}

export const DEFAULT_VIEW: ViewState = {
  selection: FIRST_SELECTION,
  until: null,
  sort: "-time",
  view: "map",
  shape: "flat",
  colour: "depth",
  selected: null,
  camera: null,
};

/**
 * Reads the view from the fragment of an address. Missing and invalid values are replaced by their defaults.
 *
 * @example viewStateOf("#hours=168&country=JP").selection.country // "JP"
 */
export function viewStateOf(hash: string): ViewState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const one = <T>(name: string, known: readonly T[], otherwise: T): T =>
    known.find((value) => String(value) === parameters.get(name)) ?? otherwise;
  const first = DEFAULT_VIEW;
  return {
    selection: selectionOf(parameters),
    until: instantOf(parameters.get("until")),
    sort: one("sort", SORTS, first.sort),
    view: one("view", ["map", "list"] as const, first.view),
    shape: one("shape", ["flat", "globe"] as const, first.shape),
    colour: one("colour", ["depth", "age"] as const, first.colour),
    selected: parameters.get("event") || null,
    camera: cameraOf(parameters.get("at")),
  };
}

/** The inverse of `viewStateOf`. The fragment contains only values that differ from the defaults; it is empty if there are none. */
export function hashOf(choice: ViewState): string {
  const { selection, until, sort, view, shape, colour, selected, camera } = choice;
  const parameters: [string, string, boolean][] = [
    ...parametersOf(selection).map(([name, value]): [string, string, boolean] => [name, value, true]),
    ["until", new Date(until ?? 0).toISOString(), until !== null],
    ["sort", sort, sort !== DEFAULT_VIEW.sort],
    ["view", view, view !== DEFAULT_VIEW.view],
    ["shape", shape, shape !== DEFAULT_VIEW.shape],
    ["colour", colour, colour !== DEFAULT_VIEW.colour],
    ["event", selected ?? "", selected !== null],
    ["at", camera === null ? "" : cameraText(camera), camera !== null],
  ];
  const parts = parameters.filter(([, , differs]) => differs).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length === 0 ? "" : `#${parts.join("&").replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** Whether two cameras are the same at the precision of an address. */
export function isSameView(one: Camera, other: Camera): boolean {
  return cameraText(one) === cameraText(other);
}

function cameraText({ zoom, latitude, longitude }: Camera): string {
  return [zoom.toFixed(1), latitude.toFixed(2), longitude.toFixed(2)].join(",");
}

function cameraOf(text: string | null): Camera | null {
  const [zoom, latitude, longitude] = (text ?? "").split(",").map((part) => (part === "" ? Number.NaN : Number(part)));
  if (!isWithin(zoom, MIN_ZOOM, MAX_ZOOM) || !isWithin(latitude, -90, 90) || !isWithin(longitude, -540, 540)) {
    return null;
  }
  return { zoom, latitude, longitude };
}

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most;
}

function instantOf(text: string | null): number | null {
  const instant = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}
