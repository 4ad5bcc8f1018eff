import { markupOf } from "../../client/base.ts";
import { localise } from "../../client/localise.ts";
import { isSample, part } from "../../client/page-data.ts";
import type { ScriptText } from "../../earthquakes/form.ts";
import { html } from "../../html.ts";
import type { AreaTexts, Translate } from "../../i18n/translations.ts";
import { DEFAULT_VIEW, hashOf, type ViewState, viewStateOf } from "../view-state.ts";
import type { TranslateMap } from "./card.ts";

export type TranslatePage = Translate<keyof AreaTexts["map"] | ScriptText>;

/** @throws Error if the page lacks an element, because another version has written the page */
export function partsOfPage() {
  return {
    page: part(".map-page", HTMLElement),
    form: part("#choice", HTMLFormElement),
    selection: part("#selection", HTMLFormElement),
    found: part("#found", HTMLElement),
    covers: part("#covers", HTMLElement),
    asOf: part("#as-of", HTMLElement),
    trouble: part("#trouble", HTMLElement),
    stage: part(".stage", HTMLElement),
    container: part("#map", HTMLElement),
    hint: part("#hint", HTMLElement),
    play: part("#play", HTMLButtonElement),
    slider: part("#until", HTMLInputElement),
    histogram: part("#histogram", SVGElement),
    untilTime: part("#until-time", HTMLOutputElement),
    card: part("#card", HTMLElement),
    cardClose: part("#card-close", HTMLButtonElement),
    list: part(".list", HTMLElement),
    rows: part("#rows", HTMLElement),
    more: part("#more", HTMLButtonElement),
    none: part("#none", HTMLElement),
    sort: part("#sort", HTMLElement),
    zone: part("#zone", HTMLElement),
    shown: part("#shown", HTMLElement),
    all: part("#all", HTMLButtonElement),
    news: part("#news", HTMLElement),
    copy: part("#copy", HTMLButtonElement),
    go: part("#go", HTMLInputElement),
    message: part("#message", HTMLElement),
  };
}

/** The elements of the page that the script uses. */
export type PageParts = ReturnType<typeof partsOfPage>;

export type Controls = ReturnType<typeof createControls>;

/** The form over the map. Its fields use the same names and values as the address. */
export function createControls(form: HTMLFormElement) {
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    /** Calls back with each change by the reader. */
    listen(changed: (part: Partial<ViewState>) => void) {
      // One field is outside the form element and belongs to it through its `form` attribute.
      document.addEventListener("change", ({ target }) => {
        if (target instanceof HTMLSelectElement && target.form === form) changed(changeOf(target));
      });
    },
    show({ shape, colour, view, sort }: ViewState) {
      const values = { shape, colour, view, sort };
      for (const [name, value] of Object.entries(values)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLSelectElement) field.value = value;
      }
    },
  };
}

/** The part of the view that a field sets. */
function changeOf({ name, value }: HTMLSelectElement): Partial<ViewState> {
  return { [name]: viewStateOf(`#${name}=${value}`)[name as keyof ViewState] };
}

/** Stores the view in the address, so that it can be shared and bookmarked. */
export function saveInAddress(choice: ViewState): void {
  const { pathname, search } = location;
  history.replaceState(null, "", `${pathname}${search}${hashOf(choice)}`);
  linkTo(choice);
}

/** Links to the page in other languages, and to the list, keep the choice. */
export function linkTo({ selection, sort, ...choice }: ViewState): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) link.hash = hashOf({ ...choice, selection, sort });
  const list = document.querySelector<HTMLAnchorElement>("#as-list");
  if (list) list.hash = hashOf({ ...DEFAULT_VIEW, selection, sort });
}

/** The result of the last attempt to load the data. */
export interface ReadStatus {
  /** Ms since 1970 UTC; undefined before the first answer. */
  asOf: number | undefined;
  /** The reason of the last failure. */
  failure: string | undefined;
  online: boolean;
  /** The age from which the data count as outdated, s. */
  staleAfter: number | undefined;
}

/** The most important problem with the data; undefined if there is none. @param now ms since 1970 UTC */
function troubleOf({ asOf, failure, online, staleAfter }: ReadStatus, now: number, t: TranslateMap): string | undefined {
  if (!online) return t("offline");
  if (failure !== undefined) return t("failed", { reason: failure });
  if (asOf !== undefined && staleAfter !== undefined && now - asOf > staleAfter * 1000) return t("stale");
  return undefined;
}

/** Shows the time of the data and any problem with them. */
export function showStatus(reading: ReadStatus, places: { asOf: HTMLElement; trouble: HTMLElement }, t: TranslateMap): void {
  const now = Date.now();
  if (reading.asOf !== undefined) {
    const iso = new Date(reading.asOf).toISOString();
    const time = html`<time datetime="${iso}"></time>`;
    const age = html`<time data-age datetime="${iso}"></time>`;
    const text = isSample() ? t.html("as_of_sample", { time }) : t.html("as_of", { time, age });
    places.asOf.innerHTML = markupOf(text);
    localise(places.asOf, now);
  }
  const trouble = troubleOf(reading, now, t);
  places.trouble.hidden = trouble === undefined;
  // The text is written only if it changes, because a screen reader announces every write.
  if (places.trouble.textContent !== (trouble ?? "")) places.trouble.textContent = trouble ?? "";
}
