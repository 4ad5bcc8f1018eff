import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibreMap } from "maplibre-gl";
import type { Quake } from "../../quake.ts";
import { createMarkBudget, markScale, type PointData, pointData } from "./data.ts";
import { type Buffers, makeBuffers, makePicture, makeProgram, type Picture, type Program } from "./program.ts";

/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

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

/** While the map moves, a frame that took longer is slow: three of a screen with 60 a second. When it is still, one may take longer. */
const [SLOW_MS, SLOW_STILL_MS] = [50, 150];
const RING_SECONDS = 2.5;
/** A ring is animated for this time and then stays still. */
const MOVES_FOR_MS = 20_000;
const NEVER_BEFORE = 1e9;
/** The place of a mark that is not there. */
const NONE = -1;

/**
 * Draws the earthquakes: each is a square, in which the fragment shader draws the mark. While something moves, as many of the largest
 * are drawn as the machine can. When the map is still, the others follow in a picture, some in each frame: without a graphics card all of
 * 100,000 at once block the page for seconds.
 *
 * @param clock ms, the clock of the arrival times
 */
export function createPointsLayer(colours: MarkColours, clock: () => number): PointsLayer {
  const programs = new Map<string, Program>();
  let context: WebGL2RenderingContext | undefined;
  let buffers: Buffers | undefined;
  let picture: Picture | undefined;
  let map: MapLibreMap | undefined;
  let filled: PointData | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  const [movingBudget, stillBudget] = [createMarkBudget([1.1, 1.01]), createMarkBudget([2, 1.3])];
  /** When the last frame was drawn, ms; undefined if nothing was due after it. */
  let drawn: number | undefined;
  /** How many marks the last frame has, and the last one while something moved. */
  let [count, moved] = [0, 0];
  /** What decides the look of the picture that has the marks; undefined if they are drawn without one. */
  let pictured: string | undefined;

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
      map?.triggerRepaint();
    },
    onAdd(on, gl) {
      map = on;
      begin(gl);
    },
    prerender(gl, input) {
      if (gl !== context) begin(gl);
      const { data } = layer.state;
      if (!buffers || !map) return;
      if (filled !== data) {
        buffers.fill(data.values);
        pictured = undefined;
      }
      filled = data;
      const all = data.quakes.length;
      const took = drawn === undefined ? 0 : clock() - drawn;
      const moves = isAnimated() || map.isMoving() || layer.state.popMs > 0;
      const look = moves ? undefined : lookOf(layer.state, map, input);
      const isSame = look !== undefined && look === pictured;
      const from = isSame ? count : 0;
      if (moves) count = moved = movingBudget(all, took > SLOW_MS);
      else if (!isSame || count < all) count = Math.min(all, from + Math.max(stillBudget(all, took > SLOW_STILL_MS), isSame ? 0 : moved));
      drawn = moves || count < all ? clock() : undefined;
      pictured = isSame || count < all ? look : undefined;
      if (pictured === undefined || from === count) return;
      picture ??= makePicture(gl);
      picture.open(!isSame);
      draw(gl, input, { from, to: count, selected: NONE });
    },
    render(gl, input) {
      const { data, selected } = layer.state;
      if (!map || data.quakes.length === 0) return;
      const place = selected === null ? NONE : placeOf(selected, data);
      if (pictured === undefined) draw(gl, input, { from: 0, to: count, selected: place });
      else {
        picture?.show();
        if (place !== NONE) draw(gl, input, { from: place, to: place + 1, selected: place });
      }
      if (isAnimated() || count < data.quakes.length) map.triggerRepaint();
    },
  };

  /** Whether the rings of new earthquakes move. */
  function isAnimated(): boolean {
    return layer.state.motion && clock() - newest < MOVES_FOR_MS;
  }

  function draw(gl: WebGL2RenderingContext, input: CustomRenderMethodInput, { from, to, selected }: Marks): void {
    if (!map || !buffers) return;
    const { variantName } = input.shaderData;
    const { program, at } = programs.get(variantName) ?? makeProgram(gl, input.shaderData);
    programs.set(variantName, { program, at });
    gl.useProgram(program);
    setProjection(gl, at, input);
    setLook(gl, at, layer.state, map);
    gl.uniform1i(at("u_selected"), selected);
    gl.uniform1f(at("u_now"), clock() / 1000);
    gl.uniform1f(at("u_ring"), isAnimated() ? RING_SECONDS : 0);
    for (const wrap of wrapsOf(map)) {
      gl.uniform1f(at("u_wrap"), wrap);
      buffers.draw(from, to);
    }
  }

  function begin(gl: WebGL2RenderingContext): void {
    context = gl;
    programs.clear();
    filled = undefined;
    buffers = makeBuffers(gl);
    picture = undefined;
    pictured = undefined;
  }

  return layer;
}

/** Marks to draw, in the order of the data. */
interface Marks {
  from: number;
  to: number;
  /** The one that is selected, or `NONE`. */
  selected: number;
}

/** All that decides how marks are drawn while nothing moves, apart from the earthquakes and the selection. */
function lookOf({ colours, until, agesFrom, crowded }: PointState, map: MapLibreMap, input: CustomRenderMethodInput): string {
  const { width, height, clientWidth } = map.getCanvas();
  const view = [map.getZoom(), width, height, clientWidth, input.defaultProjectionData];
  return JSON.stringify([view, colours, until, agesFrom, crowded]);
}

function setProjection(gl: WebGL2RenderingContext, at: Program["at"], input: CustomRenderMethodInput): void {
  const { mainMatrix, fallbackMatrix, tileMercatorCoords, clippingPlane, projectionTransition } = input.defaultProjectionData;
  gl.uniformMatrix4fv(at("u_projection_matrix"), false, mainMatrix as Float32List);
  gl.uniformMatrix4fv(at("u_projection_fallback_matrix"), false, fallbackMatrix as Float32List);
  gl.uniform4f(at("u_projection_tile_mercator_coords"), ...tileMercatorCoords);
  gl.uniform4f(at("u_projection_clipping_plane"), ...clippingPlane);
  gl.uniform1f(at("u_projection_transition"), projectionTransition);
}

function setLook(gl: WebGL2RenderingContext, at: Program["at"], state: PointState, map: MapLibreMap): void {
  const { data, colours, until, popMs, crowded, agesFrom } = state;
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
