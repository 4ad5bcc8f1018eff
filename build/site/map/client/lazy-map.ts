import type { Quake } from "../quake.ts";
import { firstCamera, isSameView } from "../view-state.ts";
import { draw, type MapState, select } from "./map-state.ts";
import { canDraw, createStage } from "./map-view.ts";
import { saveInAddress } from "./page-parts.ts";

const HINT_WIDTH_PX = 180;

/**
 * Shows the map or hides it, as the reader chose; it is made when it is first wanted. A browser that cannot draw it says so,
 * and has the list.
 *
 * @returns to be called whenever the choice may have changed
 */
export function lazyMap(live: MapState): () => Promise<void> {
  let raising: Promise<void> | undefined;
  return () => {
    const wanted = live.choice.view === "map";
    live.parts.stage.hidden = !wanted || live.parts.page.dataset["drawn"] === "never";
    if (wanted) raising ??= canDraw() ? raise(live) : without(live, live.t("no_webgl"));
    return raising ?? Promise.resolve();
  };
}

async function raise(live: MapState): Promise<void> {
  const { parts, choice, t, written, clock, motion } = live;
  const first = firstCamera(paneOf(parts.container), choice.shape);
  try {
    live.stage = await createStage({
      container: parts.container,
      page: parts.page,
      camera: choice.camera ?? first,
      shape: choice.shape,
      t,
      nameOf: written.country,
      clock,
      motion,
      picked: (id) => void select(live, id, { fly: false, focus: false }),
      pointed: (quake, at) => point(live, quake, at),
      moved: (camera) => {
        // Called also where only the window or the projection changed.
        const firsts = [first, firstCamera(paneOf(parts.container), live.choice.shape)];
        if (live.choice.camera === null && firsts.some((one) => isSameView(camera, one))) return;
        live.choice = { ...live.choice, camera };
        saveInAddress(live.choice);
      },
    });
    live.stage.setShape(live.choice.shape);
    // For who looks at it in the console, and for the tests.
    Object.assign(globalThis, { quaketreeMap: live.stage });
    parts.page.dataset["drawn"] = "yes";
    draw(live);
  } catch {
    await without(live, t("map_failed"));
  }
}

/** The size of an element in pixels. */
export function paneOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: clientWidth, height: clientHeight };
}

async function without({ parts }: MapState, why: string): Promise<void> {
  parts.page.dataset["drawn"] = "never";
  parts.stage.hidden = true;
  parts.told.textContent = why;
}

/** What lies under the mouse, beside it. */
function point({ parts, t, written }: MapState, quake: Quake | undefined, { x, y }: { x: number; y: number }): void {
  parts.hint.hidden = quake === undefined;
  if (!quake) return;
  const { magnitude, place, time } = quake;
  const strength = t("magnitude_is", { magnitude: written.number(magnitude, 1) });
  parts.hint.textContent = `${strength}, ${place}, ${written.time(time)}`;
  parts.hint.style.left = `${Math.min(x + 12, parts.container.clientWidth - HINT_WIDTH_PX)}px`;
  parts.hint.style.top = `${y + 14}px`;
}
