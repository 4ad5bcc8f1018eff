/** Hours that the map shows: the windows of the live feed, and the month that the catalogue holds. */
export const PERIODS = [1, 6, 24, 168, 720] as const;
export type Period = (typeof PERIODS)[number];

/** Smallest magnitudes that can be chosen; null is all of them. */
export const MIN_MAGNITUDES = [null, 1, 2.5, 4.5, 6] as const;

/** What the reader sees of the earthquakes: all that a link has to carry. */
export interface ViewState {
  hours: Period;
  /** Null: all. */
  leastMagnitude: number | null;
  /** The moment up to which the period is shown, ms since 1970 UTC; null: whole, and going on with the time. */
  until: number | null;
  sort: "newest" | "strongest";
  view: "map" | "list";
  shape: "flat" | "globe";
  /** What the colours of the marks tell. Their shapes always tell the depth. */
  colour: "depth" | "age";
  /** Id of the earthquake that is looked at. */
  selected: string | null;
  /** Null: as the map looks at first, the whole world. */
  camera: Camera | null;
}

/** Where the map looks. */
export interface Camera {
  zoom: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export const MAX_ZOOM = 9;

/** MapLibre's world is so wide at zoom 0, pixels. */
const WORLD_PX = 512;

export const MIN_ZOOM = -1;

/** The part of the shorter side of its pane that the globe fills at first. */
const GLOBE_SHARE = 0.92;

/** Degrees. The Pacific is in the middle, as in all our maps, so that the ring of fire stays whole. */
const MIDDLE = { latitude: 15, longitude: 160 };

/** The view of a map at first, from the size of its pane in pixels: the whole world once, or a globe that fills the pane. */
export function firstCamera(pane: { width: number; height: number }, shape: ViewState["shape"]): Camera {
  const zoom = Math.log2(Math.max(shape === "flat" ? pane.width : equatorOfGlobe(pane), 1) / WORLD_PX);
  return { ...MIDDLE, zoom: Math.min(Math.max(zoom, MIN_ZOOM), 3) };
}

/**
 * Length of the equator in pixels of a globe that fills a pane. MapLibre looks at it from a distance of 1.5 times the height
 * of the pane (its field of view is 36.87°), and its scale holds at the latitude in the middle.
 */
function equatorOfGlobe({ width, height }: { width: number; height: number }): number {
  const distance = 1.5 * Math.max(height, 1);
  const sine = Math.sin(Math.atan((GLOBE_SHARE * Math.min(width, height)) / 2 / distance));
  const radius = (distance * sine) / (1 - sine);
  return (2 * Math.PI * radius) / Math.cos((MIDDLE.latitude * Math.PI) / 180);
}

export const DEFAULT_VIEW: ViewState = {
  hours: 24,
  leastMagnitude: null,
  until: null,
  sort: "newest",
  view: "map",
  shape: "flat",
  colour: "depth",
  selected: null,
  camera: null,
};

/**
 * What an address' part after `#` says; what it does not say or says wrongly is as it is at first.
 *
 * @example choiceOf("#hours=168&min=4.5").leastMagnitude // 4.5
 */
export function viewStateOf(hash: string): ViewState {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const one = <T>(name: string, known: readonly T[], otherwise: T): T =>
    known.find((value) => String(value) === said.get(name)) ?? otherwise;
  const first = DEFAULT_VIEW;
  return {
    hours: one("hours", PERIODS, first.hours),
    leastMagnitude: one("min", MIN_MAGNITUDES, first.leastMagnitude),
    until: instantOf(said.get("until")),
    sort: one("sort", ["newest", "strongest"] as const, first.sort),
    view: one("view", ["map", "list"] as const, first.view),
    shape: one("shape", ["flat", "globe"] as const, first.shape),
    colour: one("colour", ["depth", "age"] as const, first.colour),
    selected: said.get("event") || null,
    camera: cameraOf(said.get("at")),
  };
}

/** The reverse of `choiceOf`: only what differs from the first choice; empty where nothing does. */
export function hashOf(choice: ViewState): string {
  const { hours, leastMagnitude, until, sort, view, shape, colour, selected, camera } = choice;
  const said: [string, string, boolean][] = [
    ["hours", String(hours), hours !== DEFAULT_VIEW.hours],
    ["min", String(leastMagnitude), leastMagnitude !== DEFAULT_VIEW.leastMagnitude],
    ["until", new Date(until ?? 0).toISOString(), until !== null],
    ["sort", sort, sort !== DEFAULT_VIEW.sort],
    ["view", view, view !== DEFAULT_VIEW.view],
    ["shape", shape, shape !== DEFAULT_VIEW.shape],
    ["colour", colour, colour !== DEFAULT_VIEW.colour],
    ["event", selected ?? "", selected !== null],
    ["at", camera === null ? "" : cameraText(camera), camera !== null],
  ];
  const parts = said.filter(([, , differs]) => differs).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length === 0 ? "" : `#${parts.join("&").replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** Whether two cameras look at the same, as far as an address can tell. */
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
