import { textsOfPage } from "../../client/page-data.ts";
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

/** While the timeline plays the list follows at this pace: nobody reads faster. */
const LIST_EVERY_MS = 400;

/** Brings the page to life: reads the data, draws them, and keeps both up to date. */
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

/** The marks follow the timeline with every frame, the list at its own pace. */
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
  const { parts, controls } = state;
  parts.sort.hidden = false;
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
  parts.copy.addEventListener("click", () => {
    // While the timeline plays, the address does not follow.
    saveInAddress(state.viewState);
    void copyLink(parts.message, state.t);
  });
  globalThis.addEventListener("hashchange", () => {
    const { selected } = state.viewState;
    follow(state, viewStateOf(location.hash), raise);
    lookAt(state, state.viewState.camera);
    if (state.viewState.selected !== selected)
      void select(state, state.viewState.selected, { fly: false, focus: false });
  });
}

/** Moves the map to a view; null: to the first one. */
function lookAt(state: MapState, camera: Camera | null): void {
  const { mapView, viewState, parts } = state;
  state.isMoved = camera !== null;
  const { longitude, latitude, zoom } = camera ?? firstCamera(paneOf(parts.container), viewState.shape);
  mapView?.map.jumpTo({ center: [longitude, latitude], zoom });
}

/** Takes up another choice, whoever made it. */
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

/** Copies the address of what is seen; where a browser does not allow that, it is shown to be copied by hand. */
async function copyLink(told: HTMLElement, t: TranslateMap): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    told.textContent = t("link_copied");
  } catch {
    told.textContent = location.href;
  }
}

/** How often news are asked for. */
const EVERY_MS = 30_000;

/**
 * Calls a function now and every 30 seconds, but only while somebody looks; one who comes back after longer than that gets
 * the news at once, and so does one whose network is back.
 *
 * @param ask must not reject
 * @returns asks at once, whatever the time
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

/** The map page. */
await startMap();
