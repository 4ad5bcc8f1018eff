import { textsOfPage } from "../../client/page-data.ts";
import { suggestPlaces } from "../../client/suggest-places.ts";
import { FORMATS_CHANGED } from "../../client/switches.ts";
import type { LanguageTag } from "../../i18n/languages.ts";
import type { TranslateMap } from "../card.ts";
import { type Camera, firstCamera, type ViewState, viewStateOf } from "../view-state.ts";
import { createCard } from "./card-view.ts";
import { createFeed, createNews, type Get } from "./feed.ts";
import { cardStyle, localFormatter, rowStyle } from "./formatter.ts";
import { lazyMap, paneOf } from "./lazy-map.ts";
import { createList } from "./list.ts";
import { closeCard, draw, drawList, drawUntil, type MapState, select, update } from "./map-state.ts";
import { createControls, partsOfPage, saveInAddress } from "./page-parts.ts";
import { createTimeline } from "./timeline.ts";

/** Interval between updates of the list while the timeline plays. Nobody can read faster updates. */
const LIST_EVERY_MS = 400;

/** Starts the page: loads the data, draws them, and keeps both up to date. */
async function startMap(): Promise<void> {
  const isPlaced = location.hash.includes("at=");
  const state = createMapState();
  const raise = lazyMap(state);
  listen(state, raise);
  draw(state);
  await Promise.all([raise(), keepFresh(() => update(state), state.clock)()]);
  const { selected } = state.viewState;
  if (selected !== null) await select(state, selected, { fly: !isPlaced, focus: false });
}

const clock = () => performance.now();
const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
const get: Get = (path, how) => fetch(path, how);

function createMapState(): MapState {
  const parts = partsOfPage();
  const t = textsOfPage<"map">();
  const language = document.documentElement.lang as LanguageTag;
  const formatter = localFormatter(language);
  const state: MapState = {
    parts,
    t,
    formatter,
    rows: rowStyle(formatter, language, t),
    feed: createFeed(get),
    news: createNews(clock),
    list: createList(parts, (count) => t("show_more", { count: formatter.number(count) })),
    card: createCard(parts.card, t, cardStyle(formatter, language), get),
    controls: createControls(parts.form),
    timeline: createTimeline({
      elements: { play: parts.play, slider: parts.slider, histogram: parts.histogram, output: parts.untilTime },
      write: (until) => (until === null ? t("up_to_now") : t("up_to", { time: formatter.time(until) })),
      moved: movedIn(() => state),
      motion,
    }),
    reading: { asOf: undefined, failure: undefined, online: navigator.onLine, staleAfter: undefined },
    clock,
    motion,
    viewState: viewStateOf(location.hash),
    isMoved: location.hash.includes("at="),
    received: undefined,
    selectedOutside: undefined,
    mapView: undefined,
  };
  return state;
}

/** While the timeline moves, the marks are updated with every frame and the list less often. */
function movedIn(of: () => MapState): (until: number | null, playing: boolean) => void {
  let due = 0;
  return (until, playing) => {
    const state = of();
    state.viewState = { ...state.viewState, until };
    drawUntil(state, playing);
    state.parts.shown.setAttribute("aria-live", playing ? "off" : "polite");
    if (playing && state.clock() < due) return;
    due = state.clock() + LIST_EVERY_MS;
    drawList(state);
    if (!playing) saveInAddress(state.viewState);
  };
}

function listen(state: MapState, raise: () => Promise<void>): void {
  const { parts, controls, formatter } = state;
  parts.sort.hidden = false;
  for (const option of parts.form.querySelectorAll<HTMLOptionElement>('[name="min"] option:not([value=""])')) {
    const least = Number(option.value);
    option.text = `≥ ${formatter.number(least, Number.isInteger(least) ? 0 : 1)}`;
  }
  controls.listen((part) => {
    follow(state, { ...state.viewState, ...part }, raise);
    saveInAddress(state.viewState);
  });
  parts.rows.addEventListener("click", ({ target }) => {
    const id = (target as Element).closest<HTMLElement>(".pick")?.dataset["id"];
    if (id !== undefined) void select(state, id, { fly: true, focus: true });
  });
  parts.cardClose.addEventListener("click", () => closeCard(state));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !parts.card.hidden) closeCard(state);
  });
  suggestPlaces(parts.go, state.t("go_none"), (place) => {
    state.isMoved = true;
    state.mapView?.goTo(place);
  });
  parts.copy.addEventListener("click", () => {
    // While the timeline plays, the address is not updated.
    saveInAddress(state.viewState);
    void copyLink(parts.message, state.t);
  });
  document.addEventListener(FORMATS_CHANGED, () => {
    draw(state);
    const { selected } = state.viewState;
    if (selected !== null) void select(state, selected, { fly: false, focus: false });
  });
  globalThis.addEventListener("hashchange", () => {
    const { selected } = state.viewState;
    follow(state, viewStateOf(location.hash), raise);
    lookAt(state, state.viewState.camera);
    if (state.viewState.selected !== selected) void select(state, state.viewState.selected, { fly: false, focus: false });
  });
}

/** Moves the map to a view; null moves it to the initial view. */
function lookAt(state: MapState, camera: Camera | null): void {
  const { mapView, viewState, parts } = state;
  state.isMoved = camera !== null;
  const { longitude, latitude, zoom } = camera ?? firstCamera(paneOf(parts.container), viewState.shape);
  mapView?.map.jumpTo({ center: [longitude, latitude], zoom });
}

/** Applies a changed view state, whatever changed it. */
function follow(state: MapState, choice: ViewState, raise: () => Promise<void>): void {
  const before = state.viewState;
  state.viewState = choice;
  void raise();
  if (choice.shape !== before.shape) {
    state.mapView?.setShape(choice.shape);
    if (choice.camera === null) lookAt(state, null);
  }
  draw(state);
  if (choice.hours !== before.hours) void update(state);
}

/** Copies the address of the current view. If the browser does not allow this, the address is shown, so that the reader can copy it. */
async function copyLink(message: HTMLElement, t: TranslateMap): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    message.textContent = t("link_copied");
  } catch {
    message.textContent = location.href;
  }
}

/** Interval between requests for new data. */
const EVERY_MS = 30_000;

/**
 * Calls a function now and every 30 seconds while the page is visible. It also calls the function when the page becomes
 * visible after a longer time, and when the network connection is restored.
 *
 * @param ask must not reject
 * @returns a function that calls `ask` immediately
 */
function keepFresh(ask: () => Promise<void>, clock: () => number): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  const now = (): Promise<void> => {
    last = clock();
    return ask();
  };
  const due = () => {
    if (!document.hidden && clock() - last >= EVERY_MS - 500) void now();
  };
  setInterval(due, EVERY_MS);
  document.addEventListener("visibilitychange", due);
  globalThis.addEventListener("online", () => void now());
  globalThis.addEventListener("offline", () => void now());
  return now;
}

await startMap();
