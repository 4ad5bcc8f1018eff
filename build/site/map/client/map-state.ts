import type { Period } from "../../client/archive.ts";
import { markupOf } from "../../client/base.ts";
import { localise } from "../../client/localise.ts";
import { type CatalogueReader, covers, type Found, finding } from "../../earthquakes/client/catalogue.ts";
import { orderOf, periodOf, type Selection } from "../../earthquakes/selection.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { titleText } from "../../format/place-text.ts";
import { Counted } from "../../i18n/translations.ts";
import { isPlaced } from "../quake.ts";
import type { ViewState } from "../view-state.ts";
import type { CardView } from "./card.ts";
import type { Formatter } from "./formatter.ts";
import { type List, type Listing, listRow } from "./list.ts";
import type { MapView } from "./map-view.ts";
import type { News } from "./news.ts";
import { type Controls, type PageParts, type ReadStatus, saveInAddress, showStatus, type TranslatePage } from "./page-parts.ts";
import type { Timeline } from "./timeline.ts";

/** What was read for a selection. */
interface Received extends Found {
  selection: Selection;
}

/** The current state of the page, and the functions and elements with which it is drawn. */
export interface MapState {
  readonly parts: PageParts;
  readonly t: TranslatePage;
  readonly formatter: Formatter;
  readonly reader: CatalogueReader;
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
  /** Writes a selection into its form. */
  showSelection: (selection: Selection) => void;
  /** The text in which words are looked for. */
  readonly wordsIn: (one: ListedEarthquake) => string;
  viewState: ViewState;
  /** What the timeline covers. */
  period: Period;
  /** Whether the reader has set the camera, by moving the map or by a link: the list then has what is in view. */
  isMoved: boolean;
  /** The last answer. */
  received: Received | undefined;
  /** Its earthquakes in the order of the list, and which of them are in view; undefined if they have to be determined again. */
  listed: Listed | undefined;
  /** The card's earthquake if the selection does not have it. */
  selectedOutside: ListedEarthquake | undefined;
  /** Undefined until the map has been created. */
  mapView: MapView | undefined;
}

interface Listed {
  rows: readonly ListedEarthquake[];
  isInView: readonly boolean[];
}

function quakesOf({ received }: Pick<MapState, "received">): readonly ListedEarthquake[] {
  return received?.rows ?? [];
}

/** The selected period. A selection of all times begins with its first earthquake. */
function periodOfState({ received, viewState: { selection } }: Pick<MapState, "received" | "viewState">): Period {
  const asOf = received?.asOf ?? 0;
  const { from, to } = periodOf(selection, asOf);
  let [first, last] = [asOf, asOf];
  for (const { time } of received?.rows ?? []) [first, last] = [Math.min(first, time), Math.max(last, time)];
  return { from: Number.isFinite(from) ? from : first - 1, to: Number.isFinite(to) ? to : last };
}

/** On the timeline, a mark is highlighted after it appears, for this fraction of the period. */
const POP_SHARE = 0.02;

/** Draws all parts of the page from the reader's choice and the last answer. */
export function draw(state: MapState): void {
  const { viewState, controls, parts, timeline } = state;
  controls.show(viewState);
  state.showSelection(viewState.selection);
  parts.page.dataset["view"] = viewState.view;
  parts.page.dataset["shape"] = viewState.shape;
  parts.page.dataset["colour"] = viewState.colour;
  // While another selection is loading, the page keeps showing the previous one, which is complete.
  if (state.received?.selection !== viewState.selection) return;
  state.period = periodOfState(state);
  state.listed = undefined;
  drawPoints(state);
  drawList(state);
  timeline.show(state.period, quakesOf(state), viewState.until);
}

function drawPoints(state: MapState): void {
  const { mapView, viewState, selectedOutside, news } = state;
  if (!mapView) return;
  const outside = selectedOutside && !quakesOf(state).some(({ id }) => id === selectedOutside.id) ? [selectedOutside] : [];
  mapView.show([...quakesOf(state), ...outside].filter(isPlaced), news.arrivals);
  drawUntil(state, false);
  mapView.select(viewState.selected);
}

/** @param playing whether marks that have just appeared are highlighted */
export function drawUntil(state: MapState, playing: boolean): void {
  const { from, to } = state.period;
  const { until, colour } = state.viewState;
  state.mapView?.until(until, playing ? POP_SHARE * (to - (until ?? from)) : 0);
  state.mapView?.colourByAge(colour === "age" ? (until ?? to) : undefined);
}

/** Determines anew what is in view, after the map has moved. */
export function drawMoved(state: MapState): void {
  state.listed = undefined;
  drawList(state);
}

export function drawList(state: MapState): void {
  const { viewState, list, news, formatter, t, parts, received, isMoved } = state;
  if (!received) return;
  parts.zone.textContent = `(${formatter.zone(state.period.to)})`;
  state.listed ??= listedOf(state);
  const { shown, inView, all } = listing(state.listed, viewState, list.most(), isMoved && viewState.view === "map");
  list.show(shown, (one) => {
    return listRow(one, { isNew: news.arrivals.has(one.id), isSelected: one.id === viewState.selected }, t, formatter);
  });
  const outside = all - inView;
  const isPart = viewState.view === "map" && outside > 0;
  const said = isPart ? t("in_view", { shown: formatter.number(inView), outside: formatter.number(outside) }) : "";
  const text = viewState.until === null ? said : `${t("found", { count: counted(all, formatter) })}. ${said}`;
  if (parts.shown.textContent !== text) parts.shown.textContent = text;
  parts.all.hidden = !isPart;
}

const counted = (value: number, { number }: Formatter) => new Counted(value, number(value));

/** Sorting and looking at 100,000 earthquakes takes too long for a frame of the timeline. */
function listedOf({ received, viewState, mapView, formatter }: MapState): Listed {
  const rows = (received?.rows ?? []).toSorted(orderOf(viewState.sort, formatter.compare));
  const isInView = mapView?.inView();
  return { rows, isInView: rows.map((one) => !isInView || !isPlaced(one) || isInView(one)) };
}

/** @param isClipped whether the list has only what is in view */
function listing(
  { rows, isInView }: Listed,
  { until }: ViewState,
  most: number,
  isClipped: boolean,
): { shown: Listing; inView: number; all: number } {
  const first: ListedEarthquake[] = [];
  let [inView, all] = [0, 0];
  for (const [at, one] of rows.entries()) {
    if (until !== null && one.time > until) continue;
    all++;
    if (isInView[at]) inView++;
    if (first.length < most && (isInView[at] || !isClipped)) first.push(one);
  }
  return { shown: { rows: first, count: isClipped ? inView : all }, inView, all };
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
  if (known && fly && isPlaced(known)) state.mapView?.flyTo(known);
  const found = await state.card.show(id, known, { focus, hasDetail: !state.received?.archived.has(id) });
  if (known || !found || state.viewState.selected !== id) return;
  state.selectedOutside = found;
  drawPoints(state);
  if (fly && isPlaced(found)) state.mapView?.flyTo(found);
}

/** Closes the card. The keyboard focus returns to the previous element. */
export function closeCard(state: MapState): void {
  const id = state.viewState.selected;
  void select(state, null, { fly: false, focus: false });
  const { rows, container } = state.parts;
  const row = id === null ? null : rows.querySelector<HTMLElement>(`.pick[data-id="${CSS.escape(id)}"]`);
  (row ?? container.querySelector("canvas"))?.focus();
}

/** Reads the selection, draws it, and shows the age of the data. Never rejects. @param anew whether a newer snapshot is asked for */
export async function update(state: MapState, anew: boolean): Promise<void> {
  const { reader, reading, parts, t } = state;
  const { selection } = state.viewState;
  reading.online = navigator.onLine;
  try {
    const isOther = anew && (await reader.refresh());
    if (isOther || state.received?.selection !== selection) {
      parts.page.setAttribute("aria-busy", "true");
      const found = await reader.find(selection, state.wordsIn);
      if (selection !== state.viewState.selection) return;
      receive(state, { ...found, selection });
    }
    reading.failure = undefined;
    reading.asOf = state.received?.asOf;
  } catch (error) {
    if (selection !== state.viewState.selection) return;
    reading.failure = error instanceof Error ? error.message : String(error);
    stayWith(state);
  } finally {
    if (selection === state.viewState.selection) parts.page.removeAttribute("aria-busy");
    showStatus(reading, parts, t);
  }
}

function receive(state: MapState, received: Received): void {
  const { parts, t } = state;
  const fresh = state.news.note(JSON.stringify(received.selection), received.rows);
  state.received = received;
  announce(state, fresh);
  for (const [element, said] of [
    [parts.found, finding(received, t)],
    [parts.covers, covers(received, t)],
  ] as const) {
    element.innerHTML = markupOf(said);
    localise(element, Date.now());
  }
  draw(state);
}

/** If another selection cannot be read, the displayed one becomes the selected one again. */
function stayWith(state: MapState): void {
  if (!state.received || state.received.selection === state.viewState.selection) return;
  state.viewState = { ...state.viewState, selection: state.received.selection };
  draw(state);
  saveInAddress(state.viewState);
}

/** Announces new earthquakes to screen readers once, since their users cannot see the rings. */
function announce({ parts, formatter, t }: MapState, fresh: readonly ListedEarthquake[]): void {
  const [strongest] = fresh.toSorted(orderOf("-magnitude", formatter.compare));
  if (!strongest) return;
  const [count, magnitude] = [formatter.number(fresh.length), formatter.magnitude(strongest.magnitude)];
  parts.news.textContent = t("new_ones", { count, magnitude, place: titleText(strongest, formatter.places) });
}
