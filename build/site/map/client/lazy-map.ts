import { titleText } from "../../format/place-text.ts";
import type { Quake } from "../quake.ts";
import { type Camera, isSameView } from "../view-state.ts";
import { initialCamera } from "./frame.ts";
import { draw, drawMoved, type MapState, select } from "./map-state.ts";
import { canDraw, createMapView } from "./map-view.ts";
import { saveInAddress } from "./page-parts.ts";

const HINT_WIDTH_PX = 180;

/**
 * Shows or hides the map, as the reader chose. The map is created on first use. If the browser cannot draw it, the page says
 * so, and the list remains usable.
 *
 * @returns a function to call whenever the choice may have changed
 */
export function lazyMap(state: MapState): () => Promise<void> {
  let creation: Promise<void> | undefined;
  return () => {
    const isShown = state.viewState.view === "map";
    state.parts.stage.hidden = !isShown || state.parts.page.dataset["drawn"] === "never";
    if (isShown) creation ??= canDraw() ? raise(state) : without(state, state.t("no_webgl"));
    return creation ?? Promise.resolve();
  };
}

async function raise(state: MapState): Promise<void> {
  const { parts, viewState, t, formatter, clock, motion } = state;
  let first: Camera | undefined;
  try {
    state.mapView = await createMapView({
      container: parts.container,
      page: parts.page,
      first: (land) => {
        first = initialCamera(state.viewState.selection, land, paneOf(parts.container), viewState.shape);
        return state.viewState.camera ?? first;
      },
      shape: viewState.shape,
      t,
      nameOf: formatter.country,
      clock,
      motion,
      picked: (id) => void select(state, id, { fly: false, focus: false }),
      pointed: (quake, at) => point(state, quake, at),
      moved: (camera, byReader) => {
        // Also called if only the size of the window or the projection changed.
        const firsts = [first, lookedFrom(state)];
        const isFirst = state.viewState.camera === null && firsts.some((one) => one && isSameView(camera, one));
        if (!isFirst) state.viewState = { ...state.viewState, camera };
        if (!isFirst) saveInAddress(state.viewState);
        if (byReader) state.isMoved = true;
        drawMoved(state);
      },
    });
    state.mapView.setShape(state.viewState.shape);
    // For inspection in the browser console, and for the tests.
    Object.assign(globalThis, { quaketreeMap: state.mapView });
    parts.page.dataset["drawn"] = "yes";
    draw(state);
  } catch {
    await without(state, t("map_failed"));
  }
}

/** The initial view of the selection. */
export function lookedFrom({ viewState, mapView, parts }: MapState): Camera {
  return initialCamera(viewState.selection, mapView?.land, paneOf(parts.container), viewState.shape);
}

/** The size of an element, CSS pixels. */
export function paneOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: clientWidth, height: clientHeight };
}

async function without({ parts }: MapState, why: string): Promise<void> {
  parts.page.dataset["drawn"] = "never";
  parts.stage.hidden = true;
  parts.message.textContent = why;
}

/** The tooltip beside the mouse pointer: the earthquake under the pointer. */
function point({ parts, t, formatter }: MapState, quake: Quake | undefined, { x, y }: { x: number; y: number }): void {
  parts.hint.hidden = quake === undefined;
  if (!quake) return;
  const { magnitude } = quake;
  const strength = magnitude === null ? [] : [t("magnitude_is", { magnitude: formatter.number(magnitude, 1) })];
  parts.hint.textContent = [...strength, titleText(quake, formatter.places), formatter.when(quake)].join(", ");
  parts.hint.style.left = `${Math.min(x + 12, parts.container.clientWidth - HINT_WIDTH_PX)}px`;
  parts.hint.style.top = `${y + 14}px`;
}
