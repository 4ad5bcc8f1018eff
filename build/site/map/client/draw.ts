import { shownOf, strongEnough } from "../shown.ts";
import { type MapState, quakesOf, spanOf } from "./map-state.ts";

/** A mark that appears on the timeline stands out for this share of the period. */
const POP_SHARE = 0.02;

/** Draws everything anew from what the reader chose and what was heard. */
export function draw(live: MapState): void {
  const { choice, controls, parts, timeline } = live;
  controls.show(choice);
  parts.page.dataset["view"] = choice.view;
  parts.page.dataset["shape"] = choice.shape;
  // Until the answer for another period has come, what stands there is at least all of one.
  if (live.received?.hours !== choice.hours) return;
  drawPoints(live);
  drawList(live);
  timeline.show(spanOf(live), strongEnough(quakesOf(live), choice), choice.until);
}

export function drawPoints(live: MapState): void {
  const { stage, choice, apart, news, parts } = live;
  if (!stage) return;
  const strong = strongEnough(quakesOf(live), choice);
  const isIn = apart === undefined || strong.some(({ id }) => id === apart.id);
  stage.show(isIn ? strong : [...strong, apart], news.arrivals);
  drawUntil(live, false);
  stage.select(choice.selected);
  parts.density.hidden = !stage.points.state.crowded;
}

/** @param playing whether what has just appeared stands out */
export function drawUntil(live: MapState, playing: boolean): void {
  const { from, to } = spanOf(live);
  live.stage?.until(live.choice.until, playing ? POP_SHARE * (to - from) : 0);
}

export function drawList(live: MapState): void {
  const { choice, list, rows, news, written, t, parts } = live;
  const shown = shownOf(quakesOf(live), choice);
  list.show(
    shown,
    rows((id) => news.arrivals.has(id), choice.selected),
  );
  const counts = { shown: written.number(shown.length), all: written.number(quakesOf(live).length) };
  const text = t("shown", counts);
  if (parts.shown.textContent !== text) parts.shown.textContent = text;
}
