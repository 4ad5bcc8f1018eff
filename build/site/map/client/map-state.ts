import { HOUR_MS } from "../../../platform/time.ts";
import type { Period } from "../../client/archive.ts";
import { mayBeStale } from "../../client/page-data.ts";
import { coveredText } from "../../format/dates.ts";
import type { TranslateMap } from "../card.ts";
import type { RowStyle } from "../list-rows.ts";
import { type Quake, shownOf, strongEnough } from "../quake.ts";
import type { ViewState } from "../view-state.ts";
import type { CardView } from "./card-view.ts";
import type { Feed, FeedSnapshot, News } from "./feed.ts";
import type { Formatter } from "./formatter.ts";
import type { List } from "./list.ts";
import type { MapView } from "./map-view.ts";
import { type Controls, type PageParts, type ReadStatus, saveInAddress, showStatus } from "./page-parts.ts";
import type { Timeline } from "./timeline.ts";

/** The current state of the page, and the functions and elements with which it is drawn. */
export interface MapState {
  readonly parts: PageParts;
  readonly t: TranslateMap;
  readonly formatter: Formatter;
  readonly rows: (isNew: (id: string) => boolean, selected: string | null) => RowStyle;
  readonly feed: Feed;
  readonly news: News;
  readonly list: List;
  readonly card: CardView;
  readonly controls: Controls;
  readonly timeline: Timeline;
  readonly reading: ReadStatus;
  /** A monotonic clock, ms. */
  readonly clock: () => number;
  /** Whether animations are allowed. */
  readonly motion: () => boolean;
  viewState: ViewState;
  /** Whether the reader has set the camera, by moving the map or by a link. */
  isMoved: boolean;
  /** The last answer. */
  received: FeedSnapshot | undefined;
  /** The selected earthquake if it is not in the period. */
  selectedOutside: Quake | undefined;
  /** Undefined until the map has been created. */
  mapView: MapView | undefined;
}

function quakesOf({ received }: Pick<MapState, "received">): readonly Quake[] {
  return received?.quakes ?? [];
}

/** The selected period. */
function periodOf({ received, viewState }: Pick<MapState, "received" | "viewState">): Period {
  const to = received?.asOf ?? 0;
  return { from: to - viewState.hours * HOUR_MS, to };
}

/** On the timeline, a mark is highlighted after it appears, for this fraction of the period. */
const POP_SHARE = 0.02;

/** Draws all parts of the page from the reader's choice and the last answer. */
export function draw(state: MapState): void {
  const { viewState, controls, parts, timeline } = state;
  controls.show(viewState);
  parts.page.dataset["view"] = viewState.view;
  parts.page.dataset["shape"] = viewState.shape;
  parts.page.dataset["colour"] = viewState.colour;
  // While another period is loading, the page keeps showing the previous period, which is complete.
  if (state.received?.hours !== viewState.hours) return;
  drawPoints(state);
  drawList(state);
  timeline.show(periodOf(state), strongEnough(quakesOf(state), viewState), viewState.until);
}

function drawPoints(state: MapState): void {
  const { mapView, viewState, selectedOutside, news, parts } = state;
  if (!mapView) return;
  const strong = strongEnough(quakesOf(state), viewState);
  const isIn = selectedOutside === undefined || strong.some(({ id }) => id === selectedOutside.id);
  mapView.show(isIn ? strong : [...strong, selectedOutside], news.arrivals);
  drawUntil(state, false);
  mapView.select(viewState.selected);
  parts.density.hidden = !mapView.points.state.crowded;
}

/** @param playing whether marks that have just appeared are highlighted */
export function drawUntil(state: MapState, playing: boolean): void {
  const { from, to } = periodOf(state);
  state.mapView?.until(state.viewState.until, playing ? POP_SHARE * (to - from) : 0);
  state.mapView?.colourByAge(state.viewState.colour === "age" ? (state.viewState.until ?? to) : undefined);
}

export function drawList(state: MapState): void {
  const { viewState, list, rows, news, formatter, t, parts } = state;
  parts.zone.textContent = `(${formatter.zone(periodOf(state).to)})`;
  const shown = shownOf(quakesOf(state), viewState).filter((quake) => isListed(state, quake));
  list.show(
    shown,
    rows((id) => news.arrivals.has(id), viewState.selected),
  );
  const counts = { shown: formatter.number(shown.length), all: formatter.number(quakesOf(state).length) };
  const from = state.received?.coveredFrom;
  const text = from ? `${t("shown", counts)}. ${coveredText(from, t)}` : t("shown", counts);
  if (parts.shown.textContent !== text) parts.shown.textContent = text;
}

/**
 * The list shows the visible part of the map only after the reader has moved the map. Flights to a selected earthquake do not
 * change the list.
 */
function isListed({ mapView, viewState, isMoved }: MapState, quake: Quake): boolean {
  return viewState.view === "list" || !isMoved || !mapView || mapView.isInView(quake);
}

interface How {
  /** Whether the map flies to the earthquake. */
  fly: boolean;
  /** Whether the card gets the keyboard focus. */
  focus: boolean;
}

/** Selects an earthquake: shows its card and marks it; null closes the card. */
export async function select(state: MapState, id: string | null, { fly, focus }: How): Promise<void> {
  state.selectedOutside = undefined;
  state.viewState = { ...state.viewState, selected: id };
  saveInAddress(state.viewState);
  state.list.mark(id);
  drawPoints(state);
  if (id === null) return state.card.hide();
  const known = quakesOf(state).find((quake) => quake.id === id);
  if (known && fly) state.mapView?.flyTo(known);
  const found = await state.card.show(id, known, focus);
  if (known || !found || state.viewState.selected !== id) return;
  state.selectedOutside = found;
  drawPoints(state);
  if (fly) state.mapView?.flyTo(found);
}

/** Closes the card. The keyboard focus returns to the previous element. */
export function closeCard(state: MapState): void {
  const id = state.viewState.selected;
  void select(state, null, { fly: false, focus: false });
  const { rows, container } = state.parts;
  const row = id === null ? null : rows.querySelector<HTMLElement>(`.pick[data-id="${CSS.escape(id)}"]`);
  (row ?? container.querySelector("canvas"))?.focus();
}

/** Requests new data for the selected period, draws them, and shows their age. Never rejects. */
export async function update(state: MapState): Promise<void> {
  const { feed, reading, news, parts, t } = state;
  const { hours } = state.viewState;
  reading.online = navigator.onLine;
  try {
    const received = await feed.ask(hours);
    if (hours !== state.viewState.hours) return;
    reading.failure = undefined;
    reading.asOf = received.asOf;
    announce(state, news.note(hours, received.quakes));
    const changed = state.received?.quakes !== received.quakes || state.received?.asOf !== received.asOf;
    state.received = received;
    if (changed) draw(state);
    if (mayBeStale(received.asOf, Date.now())) reading.staleAfter ??= await feed.staleAfter();
  } catch (error) {
    reading.failure = error instanceof Error ? error.message : String(error);
    stayWith(state);
  } finally {
    showStatus(reading, parts, t);
  }
}

/** If another period cannot be loaded, the displayed period becomes the selected one again. */
function stayWith(state: MapState): void {
  if (!state.received || state.received.hours === state.viewState.hours) return;
  state.viewState = { ...state.viewState, hours: state.received.hours };
  draw(state);
  saveInAddress(state.viewState);
}

/** Announces new earthquakes to screen readers once, since their users cannot see the rings. */
function announce({ viewState, parts, formatter, t }: MapState, fresh: readonly Quake[]): void {
  const announced = strongEnough(fresh, viewState).toSorted((a, b) => b.magnitude - a.magnitude);
  const [strongest] = announced;
  if (!strongest) return;
  const { magnitude, place } = strongest;
  const values = { count: formatter.number(announced.length), magnitude: formatter.number(magnitude, 1), place };
  parts.news.textContent = t("new_ones", values);
}
