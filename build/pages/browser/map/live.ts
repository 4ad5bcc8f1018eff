import { dataHref } from "../../addresses.ts";
import type { LanguageTag } from "../../languages.ts";
import type { CardStyle } from "../../map/card.ts";
import { type Choice, choiceOf } from "../../map/choice.ts";
import type { RowStyle } from "../../map/list-rows.ts";
import type { Quake } from "../../map/quake.ts";
import { shownOf, strongEnough } from "../../map/shown.ts";
import { textsOfPage } from "../shared/texts.ts";
import { createCard } from "./card-view.ts";
import { createControls, keepInAddress } from "./controls.ts";
import { copyLink } from "./copy-link.ts";
import { createFeed, type Heard } from "./feed.ts";
import { createList } from "./list.ts";
import { createNews } from "./news.ts";
import { cellsOf, writtenIn } from "./numbers.ts";
import { partsOfPage } from "./page-parts.ts";
import { keepFresh } from "./refresh.ts";
import { canDraw, createStage, type Stage } from "./stage.ts";
import { type Reading, tell } from "./tell.ts";
import { createTimeline } from "./timeline.ts";

const HOUR_MS = 3_600_000;
/** While the timeline plays the list follows at this pace: nobody reads faster. */
const LIST_EVERY_MS = 400;
/** A mark that appears on the timeline stands out for this share of the period. */
const POP_SHARE = 0.02;

/** Brings the page to life: reads the data, draws them, and keeps both up to date. */
export async function startMap(): Promise<void> {
  const parts = partsOfPage();
  const say = textsOfPage<"map">();
  const language = document.documentElement.lang as LanguageTag;
  const written = writtenIn(language);
  const cells = cellsOf(written);
  const clock = () => performance.now();
  const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const get: typeof fetch = (input, init) => fetch(input, init);
  const feed = createFeed(get);
  const news = createNews(clock);
  const reading: Reading = { asOf: undefined, failure: undefined, online: navigator.onLine, staleAfter: undefined };

  let choice = choiceOf(location.hash);
  let heard: Heard | undefined;
  let apart: Quake | undefined;
  let stage: Stage | undefined;
  let staging: Promise<void> | undefined;

  const eventHref = (slug: string) => dataHref(language, `earthquakes/${slug}/`);
  const cardStyle: CardStyle = {
    ...cells,
    ...written,
    number: (value) => written.number(value, Number.isInteger(value) ? 0 : 1),
    eventHref,
    countryHref: (slug) => dataHref(language, `countries/${slug}/`),
    plateHref: (slug) => dataHref(language, `plates/${slug}/`),
  };
  const rowStyle = (): RowStyle => ({
    ...cells,
    href: eventHref,
    show: ({ magnitude, place }) => say("show_on_map", { magnitude: written.number(magnitude, 1), place }),
    mark: ({ id }) => (news.arrivals.has(id) ? say("new") : undefined),
    selected: choice.selected,
  });

  const list = createList(parts, (count) => say("show_more", { count: written.number(count) }));
  const card = createCard(parts.card, say, cardStyle, get);
  const controls = createControls(parts.form, (part) => change(part));
  const timeline = createTimeline({
    elements: { play: parts.play, slider: parts.slider, histogram: parts.histogram, told: parts.untilTime },
    write: (until) => (until === null ? say("up_to_now") : say("up_to", { time: written.time(until) })),
    moved,
    motion,
  });

  const quakes = () => heard?.quakes ?? [];
  const span = () => {
    const to = heard?.asOf ?? 0;
    return { from: to - choice.hours * HOUR_MS, to };
  };

  function change(part: Partial<Choice>): void {
    const before = choice;
    choice = { ...choice, ...part };
    keepInAddress(choice);
    if (choice.hours !== before.hours) void refresh();
    if (choice.shape !== before.shape) stage?.setShape(choice.shape);
    draw();
  }

  function draw(): void {
    controls.show(choice);
    parts.page.dataset["view"] = choice.view;
    showStage();
    if (!heard) return;
    drawPoints();
    drawList();
    timeline.show(span(), strongEnough(quakes(), choice), choice.until);
  }

  function drawPoints(): void {
    const strong = strongEnough(quakes(), choice);
    const all = apart && !strong.some(({ id }) => id === apart?.id) ? [...strong, apart] : strong;
    stage?.show(all, news.arrivals);
    stage?.until(choice.until, POP_SHARE * choice.hours * HOUR_MS);
    stage?.select(choice.selected);
    parts.density.hidden = !stage?.points.state.crowded;
  }

  function drawList(): void {
    const shown = shownOf(quakes(), choice);
    list.show(shown, rowStyle());
    const count = { shown: written.number(shown.length), all: written.number(quakes().length) };
    if (parts.shown.textContent !== say("shown", count)) parts.shown.textContent = say("shown", count);
  }

  let listDue = 0;
  function moved(until: number | null, playing: boolean): void {
    choice = { ...choice, until };
    stage?.until(until, playing ? POP_SHARE * choice.hours * HOUR_MS : 0);
    parts.shown.setAttribute("aria-live", playing ? "off" : "polite");
    if (playing && clock() < listDue) return;
    listDue = clock() + LIST_EVERY_MS;
    drawList();
    if (!playing) keepInAddress(choice);
  }

  async function refresh(): Promise<void> {
    const { hours } = choice;
    reading.online = navigator.onLine;
    try {
      const answer = await feed.ask(hours);
      reading.failure = undefined;
      if (hours !== choice.hours) return;
      reading.asOf = answer.asOf;
      announce(news.note(hours, answer.quakes));
      const changed = heard?.quakes !== answer.quakes || heard?.asOf !== answer.asOf;
      heard = answer;
      if (changed) draw();
    } catch (error) {
      reading.failure = error instanceof Error ? error.message : String(error);
      draw();
    } finally {
      tell(reading, parts, say);
    }
  }

  function announce(fresh: readonly Quake[]): void {
    const told = strongEnough(fresh, choice).toSorted((a, b) => b.magnitude - a.magnitude);
    const [strongest] = told;
    if (!strongest) return;
    const { magnitude, place } = strongest;
    const values = { count: written.number(told.length), magnitude: written.number(magnitude, 1), place };
    parts.news.textContent = say("new_ones", values);
  }

  async function select(id: string | null, how: { fly: boolean; focus: boolean }): Promise<void> {
    apart = undefined;
    change({ selected: id });
    list.mark(id);
    if (id === null) return card.hide();
    const known = quakes().find((quake) => quake.id === id);
    if (known && how.fly) stage?.flyTo(known);
    const found = await card.show(id, known, how.focus);
    if (known || !found || choice.selected !== id) return;
    apart = found;
    drawPoints();
    if (how.fly) stage?.flyTo(found);
  }

  function showStage(): void {
    const wanted = choice.view === "map";
    if (wanted && !canDraw()) return withoutMap(say("no_webgl"));
    parts.stage.hidden = !wanted;
    if (!wanted || staging) return;
    staging = createStage({
      container: parts.container,
      page: parts.page,
      camera: choice.camera,
      shape: choice.shape,
      say,
      nameOf: written.country,
      clock,
      motion,
      picked: (id) => void select(id, { fly: false, focus: false }),
      pointed,
      moved: (camera) => {
        choice = { ...choice, camera };
        keepInAddress(choice);
      },
    }).then(
      (made) => {
        stage = made;
        parts.page.dataset["drawn"] = "";
        draw();
      },
      () => withoutMap(say("map_failed")),
    );
  }

  function withoutMap(why: string): void {
    parts.stage.hidden = true;
    parts.told.textContent = why;
  }

  function pointed(quake: Quake | undefined, { x, y }: { x: number; y: number }): void {
    parts.hint.hidden = quake === undefined;
    if (!quake) return;
    const { magnitude, place, time } = quake;
    parts.hint.textContent = `${say("magnitude_is", { magnitude: written.number(magnitude, 1) })}, ${place}, ${written.time(time)}`;
    parts.hint.style.left = `${Math.min(x + 12, parts.container.clientWidth - 180)}px`;
    parts.hint.style.top = `${y + 14}px`;
  }

  function close(): void {
    const id = choice.selected;
    void select(null, { fly: false, focus: false });
    const row = id === null ? null : parts.rows.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] .pick`);
    (row ?? parts.container.querySelector("canvas"))?.focus();
  }

  parts.sort.hidden = false;
  parts.rows.addEventListener("click", ({ target }) => {
    const id = (target as Element).closest<HTMLElement>(".pick")?.dataset["id"];
    if (id !== undefined) void select(id, { fly: true, focus: true });
  });
  parts.cardClose.addEventListener("click", close);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && !parts.card.hidden && close());
  parts.copy.addEventListener("click", () => void copyLink(parts.told, say));
  globalThis.addEventListener("hashchange", () => {
    const before = choice;
    choice = choiceOf(location.hash);
    const { camera } = choice;
    stage?.map.jumpTo({ center: [camera.longitude, camera.latitude], zoom: camera.zoom });
    if (choice.hours !== before.hours) void refresh();
    if (choice.shape !== before.shape) stage?.setShape(choice.shape);
    if (choice.selected !== before.selected) void select(choice.selected, { fly: false, focus: false });
    draw();
  });

  draw();
  const isPlaced = location.hash.includes("at=");
  await keepFresh(refresh, clock)();
  reading.staleAfter = await feed.staleAfter();
  tell(reading, parts, say);
  await staging;
  if (choice.selected !== null) await select(choice.selected, { fly: !isPlaced, focus: false });
}
