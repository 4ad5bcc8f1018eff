import type * as MapLibre from "maplibre-gl";
import { normalLongitude } from "../../../geo/sphere.ts";
import { onHost } from "../../client/base.ts";
import { prefersMiles } from "../../client/localise.ts";
import { readJson, tryToReadJson } from "../../client/page-data.ts";
import type { FoundPlace } from "../../client/places.ts";
import type { Texts } from "../../i18n/translations.ts";
import { type LandFile, landOf, nameFeatures, type TownLabel, townFeatures } from "../land.ts";
import type { Quake } from "../quake.ts";
import { type Camera, MAX_ZOOM, MIN_ZOOM } from "../view-state.ts";
import type { TranslateMap } from "./card.ts";
import { pickAt } from "./pick.ts";
import { createPointsLayer, type PointsLayer } from "./points/layer.ts";
import { baseStyle, FINE_FROM_ZOOM, markColoursOf, paints, paletteOf, TOWNS_FROM_ZOOM, watchTheme } from "./style.ts";

/**
 * MapLibre is not bundled: it is as large as all other scripts together, is used as published, and is loaded only by a page
 * that draws the map.
 */
const LIBRARY = onHost("/assets/maplibre/maplibre-gl.js");
const WORKER = onHost("/assets/maplibre/maplibre-gl-worker.js");

/** From this number of earthquakes on, the map draws small marks more faintly. */
const CROWD = 1500;

export interface MapView {
  map: MapLibre.Map;
  points: PointsLayer;
  /** The base map. */
  land: LandFile;
  show: (quakes: readonly Quake[], arrivals: ReadonlyMap<string, number>) => void;
  /** Shows only earthquakes up to an instant, ms since 1970 UTC; null: all. */
  until: (instant: number | null, popMs: number) => void;
  select: (id: string | null) => void;
  /** Tells which earthquakes are in the part of the world that is visible now. */
  inView: () => (quake: Quake) => boolean;
  /** @param from ms since 1970 UTC: colours show the age relative to it; undefined: colours show the depth */
  colourByAge: (from: number | undefined) => void;
  flyTo: (quake: Quake) => void;
  /** Moves to a country or a town. */
  goTo: (place: FoundPlace) => void;
  setShape: (shape: "flat" | "globe") => void;
}

interface MapViewOptions {
  container: HTMLElement;
  page: HTMLElement;
  /** @param land the base map */
  first: (land: LandFile) => Camera;
  shape: "flat" | "globe";
  t: TranslateMap;
  nameOf: (iso2: string) => string | undefined;
  clock: () => number;
  motion: () => boolean;
  picked: (id: string | null) => void;
  pointed: (quake: Quake | undefined, at: { x: number; y: number }) => void;
  /** @param byReader whether the reader moved the map with the mouse, by touch or with the keyboard */
  moved: (camera: Camera, byReader: boolean) => void;
}

/** Whether this browser can draw the map at all. */
export function canDraw(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

/** @throws Error if the library or the base map cannot be loaded, or if WebGL fails */
export async function createMapView(options: MapViewOptions): Promise<MapView> {
  const { container, page, shape, t, nameOf, clock, motion } = options;
  const [library, coarse, labels, seas, texts] = await Promise.all([
    import(/* @vite-ignore */ LIBRARY) as Promise<typeof MapLibre>,
    readJson<LandFile>("/assets/map/coarse.json"),
    readJson<Parameters<typeof nameFeatures>[0]>("/assets/map/labels.json"),
    readJson<Parameters<typeof nameFeatures>[2]>("/assets/map/seas.json"),
    tryToReadJson<{ seas: Texts }>(`/assets/texts/frame/${document.documentElement.lang}.json`),
  ]);
  library.setWorkerUrl(WORKER);
  const camera = options.first(coarse);
  let palette = paletteOf(page);
  const points = createPointsLayer(markColoursOf(palette), clock);
  const map = new library.Map({
    container,
    style: baseStyle(landOf(coarse), palette, projectionOf(shape)),
    center: [camera.longitude, camera.latitude],
    zoom: camera.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: motion() ? 200 : 0,
    locale: {
      "Map.Title": t("map_label"),
      "NavigationControl.ZoomIn": t("zoom_in"),
      "NavigationControl.ZoomOut": t("zoom_out"),
      "FullscreenControl.Enter": t("fullscreen"),
      "FullscreenControl.Exit": t("fullscreen_leave"),
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new library.NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new library.FullscreenControl({ container: page }), "top-right");
  map.addControl(new library.ScaleControl({ maxWidth: 120, unit: prefersMiles() ? "imperial" : "metric" }), "bottom-left");
  separateScale(map);
  await new Promise((resolve) => map.once("style.load", resolve));
  map.addLayer(points, "towns");
  setData(map, "names", nameFeatures(labels, nameOf, seas, texts?.seas ?? {}));
  const recolour = () => {
    palette = paletteOf(page);
    points.state.colours = markColoursOf(palette);
    for (const [layer, properties] of Object.entries(paints(palette)))
      for (const [name, value] of Object.entries(properties)) map.setPaintProperty(layer, name as never, value as never);
  };
  watchTheme(recolour);
  addDetails(map);
  listen(map, points, options);
  printAsPicture(map, container, recolour);
  return { map, points, land: coarse, ...actions(map, points, motion) };
}

/** A canvas of WebGL is printed empty, because what it showed is gone by then. Paper is light. */
function printAsPicture(map: MapLibre.Map, container: HTMLElement, recolour: () => void): void {
  const picture = Object.assign(document.createElement("img"), { className: "printed", alt: "" });
  container.append(picture);
  const { style } = document.documentElement;
  window.addEventListener("beforeprint", () => {
    style.colorScheme = "light";
    recolour();
    map.redraw();
    picture.src = map.getCanvas().toDataURL();
    style.colorScheme = "";
    recolour();
  });
}

function actions(map: MapLibre.Map, points: PointsLayer, motion: () => boolean): Omit<MapView, "map" | "points" | "land"> {
  const move = ({ longitude, latitude }: Pick<Quake, "longitude" | "latitude">, zoom: number) => {
    const to = { center: [longitude, latitude] as [number, number], zoom };
    if (motion()) map.easeTo({ ...to, duration: 900 });
    else map.jumpTo(to);
  };
  return {
    show(quakes, arrivals) {
      points.state.crowded = quakes.length > CROWD;
      points.state.motion = motion();
      points.show(quakes, arrivals);
    },
    until(instant, popMs) {
      points.state.until = instant;
      points.state.popMs = motion() ? popMs : 0;
      map.triggerRepaint();
    },
    select(id) {
      points.state.selected = id;
      map.triggerRepaint();
    },
    inView: () => inView(map),
    colourByAge(from) {
      points.state.agesFrom = from;
      map.triggerRepaint();
    },
    flyTo: (quake) => move(quake, Math.max(map.getZoom(), 4)),
    goTo: (place) => move(place, place.reach === undefined ? TOWN_ZOOM : countryZoom(map, place.reach)),
    setShape: (shape) => map.setProjection({ type: projectionOf(shape) }),
  };
}

/** On a globe, a point on the far side projects to a pixel of the near side. The reverse projection of that pixel gives another point. */
const ROUND_TRIP_DEG = 0.5;

function inView(map: MapLibre.Map): (quake: Quake) => boolean {
  if (map.getProjection()?.type !== "globe") {
    const bounds = map.getBounds();
    const [west, east, south, north] = [bounds.getWest(), bounds.getEast(), bounds.getSouth(), bounds.getNorth()];
    return ({ longitude, latitude }) => latitude >= south && latitude <= north && west + ((((longitude - west) % 360) + 360) % 360) <= east;
  }
  const { clientWidth, clientHeight } = map.getCanvas();
  return ({ longitude, latitude }) => {
    const point = map.project([longitude, latitude]);
    if (point.x < 0 || point.y < 0 || point.x > clientWidth || point.y > clientHeight) return false;
    const back = map.unproject(point);
    const turned = Math.abs(normalLongitude(back.lng - longitude)) * Math.cos((latitude * Math.PI) / 180);
    return Math.hypot(turned, back.lat - latitude) < ROUND_TRIP_DEG;
  };
}

function listen(map: MapLibre.Map, points: PointsLayer, { picked, pointed, moved }: MapViewOptions): void {
  const drawn = () => {
    const { data, until } = points.state;
    return until === null ? data.quakes : data.quakes.filter(({ time }) => time <= until);
  };
  map.on("click", ({ point, originalEvent }) => {
    const touch = (originalEvent as PointerEvent).pointerType === "touch";
    picked(pickAt(map, drawn(), points.state.data.quakes.length, point, touch ? "touch" : "mouse")?.id ?? null);
  });
  let waiting = false;
  map.on("mousemove", ({ point }) => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const quake = map.isMoving() ? undefined : pickAt(map, drawn(), points.state.data.quakes.length, point, "mouse");
      map.getCanvas().style.cursor = quake ? "pointer" : "";
      pointed(quake, point);
    });
  });
  map.on("mouseout", () => pointed(undefined, { x: 0, y: 0 }));
  map.on("moveend", ({ originalEvent }) => {
    const { lng, lat } = map.getCenter();
    moved({ zoom: map.getZoom(), latitude: lat, longitude: lng }, originalEvent !== undefined);
  });
}

/** A town is shown with its surroundings. */
const TOWN_ZOOM = 7;

/** The zoom at which a country fills about the shorter side of the map. @param reach of the land around the label, degrees */
function countryZoom(map: MapLibre.Map, reach: number): number {
  const { clientWidth, clientHeight } = map.getCanvas();
  const zoom = Math.log2((Math.min(clientWidth, clientHeight) * 360) / (512 * 3.5 * Math.max(reach, 0.05)));
  return Math.min(Math.max(zoom, 1), TOWN_ZOOM);
}

/** Loads the fine outlines and the labels of towns when the reader first zooms in far enough. */
function addDetails(map: MapLibre.Map): void {
  let labels: readonly TownLabel[] = [];
  const addTowns = (more: readonly TownLabel[]) => {
    labels = [...labels, ...more].toSorted((a, b) => a[3] - b[3]);
    setData(map, "towns", townFeatures(labels));
  };
  loadFrom(map, FINE_FROM_ZOOM, "/assets/map/fine.json", (fine: LandFile) => setData(map, "land", landOf(fine)));
  loadFrom(map, TOWNS_FROM_ZOOM.cities, "/assets/map/cities.json", addTowns);
  loadFrom(map, TOWNS_FROM_ZOOM.towns, "/assets/map/towns.json", addTowns);
}

/** Loads a file when the map first reaches a zoom. After a failure, the next zoom tries again. */
function loadFrom(map: MapLibre.Map, zoom: number, address: string, use: (content: never) => void): void {
  const load = () => {
    if (map.getZoom() < zoom) return;
    map.off("zoomend", load);
    readJson<never>(address).then(use, () => map.on("zoomend", load));
  };
  map.on("zoomend", load);
  load();
}

function setData(map: MapLibre.Map, source: string, data: Parameters<MapLibre.GeoJSONSource["setData"]>[0]): void {
  void map.getSource<MapLibre.GeoJSONSource>(source)?.setData(data);
}

function projectionOf(shape: "flat" | "globe"): "mercator" | "globe" {
  return shape === "globe" ? "globe" : "mercator";
}

/** The library writes 5000 km in every language. */
function separateScale(map: MapLibre.Map): void {
  const bar = map.getContainer().querySelector(".maplibregl-ctrl-scale");
  const local = new Intl.NumberFormat(document.documentElement.lang);
  const separate = () => {
    if (bar?.textContent) bar.textContent = bar.textContent.replace(/^\d{4,}/, (number) => local.format(Number(number)));
  };
  map.on("move", separate);
  map.on("projectiontransition", separate);
}
