import type { MapSay } from "../card.ts";
import type { RowStyle } from "../list-rows.ts";
import { type Quake, shownOf, strongEnough } from "../quake.ts";
import type { ViewState } from "../view-state.ts";
import type { CardView } from "./card-view.ts";
import type { Feed, FeedSnapshot, News } from "./feed.ts";
import type { Formatter } from "./formatter.ts";
import type { List } from "./list.ts";
import type { Stage } from "./map-view.ts";
import { type Controls, type PageParts, type Reading, saveInAddress, showStatus } from "./page-parts.ts";
import type { Span, Timeline } from "./timeline.ts";

const HOUR_MS = 3_600_000;

/** The page as it is at a moment, and what it is drawn with. */
export interface MapState {
  readonly parts: PageParts;
  readonly t: MapSay;
  readonly written: Formatter;
  readonly rows: (isNew: (id: string) => boolean, selected: string | null) => RowStyle;
  readonly feed: Feed;
  readonly news: News;
  readonly list: List;
  readonly card: CardView;
  readonly controls: Controls;
  readonly timeline: Timeline;
  readonly reading: Reading;
  /** Ms, only ever growing. */
  readonly clock: () => number;
  /** Whether things may move by themselves. */
  readonly motion: () => boolean;
  choice: ViewState;
  /** The last answer. */
  received: FeedSnapshot | undefined;
  /** What is looked at and not in the period. */
  apart: Quake | undefined;
  /** Once it stands. */
  stage: Stage | undefined;
}

function quakesOf({ received }: Pick<MapState, "received">): readonly Quake[] {
  return received?.quakes ?? [];
}

/** The period that is shown. */
function spanOf({ received, choice }: Pick<MapState, "received" | "choice">): Span {
  const to = received?.asOf ?? 0;
  return { from: to - choice.hours * HOUR_MS, to };
}

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

function drawPoints(live: MapState): void {
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
  parts.zone.textContent = `(${written.zone(spanOf(live).to)})`;
  const shown = shownOf(quakesOf(live), choice);
  list.show(
    shown,
    rows((id) => news.arrivals.has(id), choice.selected),
  );
  const counts = { shown: written.number(shown.length), all: written.number(quakesOf(live).length) };
  const text = t("shown", counts);
  if (parts.shown.textContent !== text) parts.shown.textContent = text;
}

interface How {
  /** Whether the map goes there. */
  fly: boolean;
  /** Whether the keyboard goes to the card. */
  focus: boolean;
}

/** Shows an earthquake's card and mark; null closes the card. */
export async function select(live: MapState, id: string | null, { fly, focus }: How): Promise<void> {
  live.apart = undefined;
  live.choice = { ...live.choice, selected: id };
  saveInAddress(live.choice);
  live.list.mark(id);
  drawPoints(live);
  if (id === null) return live.card.hide();
  const known = quakesOf(live).find((quake) => quake.id === id);
  if (known && fly) live.stage?.flyTo(known);
  const found = await live.card.show(id, known, focus);
  if (known || !found || live.choice.selected !== id) return;
  live.apart = found;
  drawPoints(live);
  if (fly) live.stage?.flyTo(found);
}

/** Closes the card; the keyboard goes back to where it came from. */
export function closeCard(live: MapState): void {
  const id = live.choice.selected;
  void select(live, null, { fly: false, focus: false });
  const { rows, container } = live.parts;
  const row = id === null ? null : rows.querySelector<HTMLElement>(`.pick[data-id="${CSS.escape(id)}"]`);
  (row ?? container.querySelector("canvas"))?.focus();
}

/** Asks for the news of the chosen period, draws them, and says how old they are. Never rejects. */
export async function update(live: MapState): Promise<void> {
  const { feed, reading, news, parts, t } = live;
  const { hours } = live.choice;
  reading.online = navigator.onLine;
  try {
    const received = await feed.ask(hours);
    if (hours !== live.choice.hours) return;
    reading.failure = undefined;
    reading.asOf = received.asOf;
    announce(live, news.note(hours, received.quakes));
    const changed = live.received?.quakes !== received.quakes || live.received?.asOf !== received.asOf;
    live.received = received;
    if (changed) draw(live);
    reading.staleAfter ??= await feed.staleAfter();
  } catch (error) {
    reading.failure = error instanceof Error ? error.message : String(error);
    stayWith(live);
  } finally {
    showStatus(reading, parts, t);
  }
}

/** Where another period cannot be had, the one that is shown is the one that is chosen. */
function stayWith(live: MapState): void {
  if (!live.received || live.received.hours === live.choice.hours) return;
  live.choice = { ...live.choice, hours: live.received.hours };
  draw(live);
  saveInAddress(live.choice);
}

/** Says what is new, once, to those who do not see the rings. */
function announce({ choice, parts, written, t }: MapState, fresh: readonly Quake[]): void {
  const told = strongEnough(fresh, choice).toSorted((a, b) => b.magnitude - a.magnitude);
  const [strongest] = told;
  if (!strongest) return;
  const { magnitude, place } = strongest;
  const values = { count: written.number(told.length), magnitude: written.number(magnitude, 1), place };
  parts.news.textContent = t("new_ones", values);
}
