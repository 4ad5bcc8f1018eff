import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibreMap } from "maplibre-gl";
import type { Quake } from "../../quake.ts";
import { createMarkBudget } from "./budget.ts";
import { markScale, type PointData, pointData } from "./data.ts";
import { type Buffers, makeBuffers, makeProgram, type Program } from "./program.ts";

/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Colours of the marks. */
export interface MarkColours {
  shallow: Colour;
  intermediate: Colour;
  deep: Colour;
  /** Colours for earthquakes of the last hour, of the last day, and for older ones. */
  hour: Colour;
  day: Colour;
  older: Colour;
  /** Colour of the rings. */
  ink: Colour;
}

/** What the layer draws. After a change, the caller must request a new frame from the map. */
interface PointState {
  data: PointData;
  colours: MarkColours;
  /** Earthquakes after this instant are not drawn, ms since 1970 UTC; null: all are drawn. */
  until: number | null;
  /** Time for which a mark is highlighted after it appears on the timeline, in ms of timeline time. */
  popMs: number;
  selected: string | null;
  /** The instant to which ages refer if colours show the age, ms since 1970 UTC; undefined: colours show the depth. */
  agesFrom: number | undefined;
  /** Whether there are so many marks that small ones are drawn more faintly. */
  crowded: boolean;
  /** Whether rings may be animated. */
  motion: boolean;
}

export interface PointsLayer extends CustomLayerInterface {
  state: PointState;
  /** Sets the earthquakes, and the arrival times of the new ones, ms on the clock of the page. */
  show: (quakes: readonly Quake[], arrivals: ReadonlyMap<string, number>) => void;
}

/** A frame that took longer is slow: three of a screen with 60 a second. */
const SLOW_MS = 50;
/** The base map still appears for a moment after a movement. */
const REST_MS = 400;
const RING_SECONDS = 2.5;
/** A ring is animated for this time and then stays still. */
const MOVES_FOR_MS = 20_000;
const NEVER_BEFORE = 1e9;

/**
 * Draws all earthquakes in one call: each is a square, in which the fragment shader draws the mark. MapLibre's own symbol
 * layers block the page twice as long during panning and zooming (docs/measurements.md).
 *
 * @param clock ms, the clock of the arrival times
 */
export function createPointsLayer(colours: MarkColours, clock: () => number): PointsLayer {
  const programs = new Map<string, Program>();
  let context: WebGL2RenderingContext | undefined;
  let buffers: Buffers | undefined;
  let map: MapLibreMap | undefined;
  let filled: PointData | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  const budget = createMarkBudget();
  /** When the last frame was drawn, ms. */
  let drawn = Number.POSITIVE_INFINITY;
  let still = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const layer: PointsLayer = {
    id: "earthquakes",
    type: "custom",
    renderingMode: "2d",
    state: {
      data: pointData([], new Map()),
      colours,
      until: null,
      popMs: 0,
      selected: null,
      agesFrom: undefined,
      crowded: false,
      motion: true,
    },
    show(quakes, arrivals) {
      layer.state.data = pointData(quakes, arrivals);
      newest = Math.max(Number.NEGATIVE_INFINITY, ...arrivals.values());
      still = false;
      map?.triggerRepaint();
    },
    onAdd(on, gl) {
      map = on;
      begin(gl);
    },
    render(gl, input) {
      if (gl !== context) begin(gl);
      const { data } = layer.state;
      if (data.quakes.length === 0 || !buffers || !map) return;
      if (filled !== data) buffers.fill(data.values);
      filled = data;
      const { variantName } = input.shaderData;
      const program = programs.get(variantName) ?? makeProgram(gl, input.shaderData);
      programs.set(variantName, program);
      const now = clock();
      const moving = layer.state.motion && now - newest < MOVES_FOR_MS;
      if (moving || map.isMoving() || layer.state.popMs > 0) still = false;
      const count = budget(data.quakes.length, !still, now - drawn > SLOW_MS);
      if (count < data.quakes.length) restLater();
      drawn = now;
      draw(gl, program, buffers, input, { state: layer.state, map, count, now, moving });
      if (moving) map.triggerRepaint();
    },
  };

  /** The marks that were left out follow when nothing has moved for a while. */
  function restLater(): void {
    clearTimeout(resting);
    resting = setTimeout(() => {
      still = true;
      map?.triggerRepaint();
    }, REST_MS);
  }

  function begin(gl: WebGL2RenderingContext): void {
    context = gl;
    programs.clear();
    filled = undefined;
    buffers = makeBuffers(gl);
  }

  return layer;
}

interface Scene {
  state: PointState;
  map: MapLibreMap;
  /** How many of the largest earthquakes are drawn. */
  count: number;
  now: number;
  moving: boolean;
}

function draw(gl: WebGL2RenderingContext, { program, at }: Program, buffers: Buffers, input: CustomRenderMethodInput, scene: Scene): void {
  const { map, count } = scene;
  gl.useProgram(program);
  setProjection(gl, at, input);
  setLook(gl, at, scene);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  for (const wrap of wrapsOf(map)) {
    gl.uniform1f(at("u_wrap"), wrap);
    buffers.draw(count);
  }
}

function setProjection(gl: WebGL2RenderingContext, at: Program["at"], input: CustomRenderMethodInput): void {
  const { mainMatrix, fallbackMatrix, tileMercatorCoords, clippingPlane, projectionTransition } = input.defaultProjectionData;
  gl.uniformMatrix4fv(at("u_projection_matrix"), false, mainMatrix as Float32List);
  gl.uniformMatrix4fv(at("u_projection_fallback_matrix"), false, fallbackMatrix as Float32List);
  gl.uniform4f(at("u_projection_tile_mercator_coords"), ...tileMercatorCoords);
  gl.uniform4f(at("u_projection_clipping_plane"), ...clippingPlane);
  gl.uniform1f(at("u_projection_transition"), projectionTransition);
}

function setLook(gl: WebGL2RenderingContext, at: Program["at"], { state, map, now, moving }: Scene): void {
  const { data, colours, until, popMs, selected, crowded, agesFrom } = state;
  const canvas = map.getCanvas();
  const ofMarks =
    agesFrom === undefined
      ? [colours.shallow, colours.intermediate, colours.deep, colours.ink]
      : [colours.hour, colours.day, colours.older, colours.older];
  gl.uniform3fv(at("u_colours"), ofMarks.flat());
  gl.uniform1f(at("u_ages_from"), agesFrom === undefined ? NEVER_BEFORE : (agesFrom - data.origin) / 1000);
  gl.uniform1i(at("u_by_age"), agesFrom === undefined ? 0 : 1);
  gl.uniform3f(at("u_ink"), ...colours.ink);
  gl.uniform2f(at("u_view"), canvas.clientWidth, canvas.clientHeight);
  gl.uniform1f(at("u_pixel"), (0.6 * canvas.clientWidth) / canvas.width);
  gl.uniform1f(at("u_scale"), markScale(map.getZoom(), data.quakes.length));
  gl.uniform1f(at("u_crowd"), crowded ? 1 : 0);
  gl.uniform1f(at("u_until"), until === null ? NEVER_BEFORE : (until - data.origin) / 1000);
  gl.uniform1f(at("u_pop"), until === null ? 0 : popMs / 1000);
  gl.uniform1f(at("u_now"), now / 1000);
  gl.uniform1f(at("u_ring"), moving ? RING_SECONDS : 0);
  gl.uniform1i(at("u_selected"), selected === null ? -1 : placeOf(selected, data));
}

let placed: { id: string; data: PointData; at: number } | undefined;

/** Where an earthquake is in the data; −1 if it is not there. */
function placeOf(id: string, data: PointData): number {
  if (placed?.id !== id || placed.data !== data) placed = { id, data, at: data.quakes.findIndex((one) => one.id === id) };
  return placed.at;
}

/** The visible copies of the world, which repeats on a flat map. */
function wrapsOf(map: MapLibreMap): number[] {
  if (map.getProjection()?.type === "globe") return [0];
  const bounds = map.getBounds();
  const [first, last] = [bounds.getWest(), bounds.getEast()].map((longitude) => Math.floor((longitude + 180) / 360));
  return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, at) => (first ?? 0) + at);
}
