import { DAY_MS } from "../../../platform/time.ts";
import type { Period } from "../../client/archive.ts";
import { copyAddress, dataOfPage } from "../../client/page-data.ts";
import { suggestPlaces } from "../../client/suggest-places.ts";
import { FORMATS_CHANGED } from "../../client/switches.ts";
import { createCatalogueReader } from "../../earthquakes/client/catalogue.ts";
import { createSelectionForm } from "../../earthquakes/client/form-view.ts";
import type { ScriptText } from "../../earthquakes/form.ts";
import { BOX, CIRCLE, type Selection } from "../../earthquakes/selection.ts";
import { titleText } from "../../format/place-text.ts";
import type { LanguageTag } from "../../i18n/languages.ts";
import { type AreaTexts, type Texts, translateFrom } from "../../i18n/translations.ts";
import { isPlaced } from "../quake.ts";
import { type Camera, type ViewState, viewStateOf } from "../view-state.ts";
import { createCard } from "./card.ts";
import { createFormatter } from "./formatter.ts";
import { cameraOnAll, wholeWorld } from "./frame.ts";
import { lazyMap, lookedFrom, paneOf } from "./lazy-map.ts";
import { createList } from "./list.ts";
import { closeCard, draw, drawList, drawUntil, type MapState, select, update } from "./map-state.ts";
import { createNews } from "./news.ts";
import { createControls, linkTo, partsOfPage, saveInAddress } from "./page-parts.ts";
import { createTimeline } from "./timeline.ts";

/** Interval between updates of the list while the timeline plays. Nobody can read faster updates. */
const LIST_EVERY_MS = 400;

/** A pause in typing of this length reads the selection, ms. */
const PAUSE_MS = 250;

/** The conditions that the map looks at. */
const PLACES = ["country", ...BOX, ...CIRCLE] as const;

/** Of a longer period, the timeline shows days, ms. */
const LONG_MS = 62 * DAY_MS;
const isLong = ({ from, to }: Period) => to - from > LONG_MS;

/** Starts the page: loads the data, draws them, and keeps both up to date. */
async function startMap(): Promise<void> {
  const isPlaced = location.hash.includes("at=");
  const state = createMapState();
  const raise = lazyMap(state);
  listen(state, raise);
  draw(state);
  linkTo(state.viewState);
  await Promise.all([raise(), keepFresh(() => update(state, true), state.clock)()]);
  const { selected } = state.viewState;
  if (selected !== null) await select(state, selected, { fly: !isPlaced, focus: false });
}

const clock = () => performance.now();
const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

function createMapState(): MapState {
  const parts = partsOfPage();
  const language = document.documentElement.lang as LanguageTag;
  const t = translateFrom<keyof AreaTexts["map"] | ScriptText>(dataOfPage("texts") as Texts, language);
  const formatter = createFormatter(language, t, (id) => state.received?.archived.has(id) ?? false);
  const { archivedFrom, staleAfter } = parts.page.dataset;
  const state: MapState = {
    parts,
    t,
    formatter,
    reader: createCatalogueReader(archivedFrom === undefined ? undefined : Number(archivedFrom)),
    news: createNews(clock),
    list: createList(
      parts,
      (count) => t("show_more", { count: formatter.number(count) }),
      () => drawList(state),
    ),
    card: createCard(parts.card, t, formatter),
    controls: createControls(parts.form),
    timeline: createTimeline({
      elements: { play: parts.play, slider: parts.slider, histogram: parts.histogram, output: parts.untilTime },
      write: (until) =>
        until === null ? t("up_to_now") : t("up_to", { time: (isLong(state.period) ? formatter.date : formatter.time)(until) }),
      moved: movedIn(() => state),
      motion,
    }),
    reading: {
      asOf: undefined,
      failure: undefined,
      online: navigator.onLine,
      staleAfter: staleAfter === undefined ? undefined : Number(staleAfter),
    },
    clock,
    motion,
    wordsIn: (one) => `${titleText(one, formatter.places)} ${one.place} ${one.country ? (formatter.country(one.country) ?? "") : ""}`,
    viewState: viewStateOf(location.hash),
    period: { from: 0, to: 1 },
    showSelection: () => {},
    isMoved: location.hash.includes("at="),
    received: undefined,
    listed: undefined,
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
  const { parts, controls } = state;
  parts.sort.hidden = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const choose = (selection: Selection) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      follow(state, { ...state.viewState, ...chosen(state, selection) }, raise);
      saveInAddress(state.viewState);
    }, PAUSE_MS);
  };
  const form = createSelectionForm(parts.selection, choose);
  state.showSelection = form.show;
  parts.all.addEventListener("click", () => showAll(state));
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
    void copyAddress(location.href, parts.message, state.t("link_copied"));
  });
  document.addEventListener(FORMATS_CHANGED, () => {
    draw(state);
    const { selected } = state.viewState;
    if (selected !== null) void select(state, selected, { fly: false, focus: false });
  });
  globalThis.addEventListener("hashchange", () => {
    const { selected } = state.viewState;
    follow(state, viewStateOf(location.hash), raise);
    lookAt(state, state.viewState.camera ?? lookedFrom(state));
    state.isMoved = state.viewState.camera !== null;
    if (state.viewState.selected !== selected) void select(state, state.viewState.selected, { fly: false, focus: false });
  });
}

function lookAt({ mapView }: MapState, { longitude, latitude, zoom }: Camera): void {
  mapView?.map.jumpTo({ center: [longitude, latitude], zoom });
}

/** The view of another selection. Another place has its own camera; at the same place the map stays as it is. */
function chosen({ viewState }: MapState, selection: Selection): Partial<ViewState> {
  const isElsewhere = PLACES.some((name) => selection[name] !== viewState.selection[name]);
  return { selection, until: null, ...(isElsewhere && { camera: null }) };
}

/** Shows all earthquakes of the selection: of those all over the world, a flat map. */
function showAll(state: MapState): void {
  const { parts, received } = state;
  const camera = cameraOnAll((received?.rows ?? []).filter(isPlaced), paneOf(parts.container));
  state.viewState = { ...state.viewState, camera: camera ?? null, shape: camera ? state.viewState.shape : "flat" };
  state.isMoved = false;
  state.mapView?.setShape(state.viewState.shape);
  lookAt(state, camera ?? wholeWorld(paneOf(parts.container)));
  draw(state);
  saveInAddress(state.viewState);
}

/** Applies a changed view state, whatever changed it. */
function follow(state: MapState, choice: ViewState, raise: () => Promise<void>): void {
  const before = state.viewState;
  const isSame = JSON.stringify(choice.selection) === JSON.stringify(before.selection);
  state.viewState = isSame ? { ...choice, selection: before.selection } : choice;
  void raise();
  if (choice.shape !== before.shape) state.mapView?.setShape(choice.shape);
  const isElsewhere =
    choice.camera === null && (choice.shape !== before.shape || PLACES.some((name) => choice.selection[name] !== before.selection[name]));
  if (isElsewhere) {
    state.isMoved = false;
    lookAt(state, lookedFrom(state));
  }
  draw(state);
  if (!isSame) void update(state, false);
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
