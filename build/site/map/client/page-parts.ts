import { localise } from "../../client/localise.ts";
import { html } from "../../html.ts";
import type { TranslateMap } from "../card.ts";
import { hashOf, type ViewState, viewStateOf } from "../view-state.ts";

/** The parts of the page that the script fills. */
export interface PageParts {
  page: HTMLElement;
  form: HTMLFormElement;
  asOf: HTMLElement;
  trouble: HTMLElement;
  stage: HTMLElement;
  container: HTMLElement;
  hint: HTMLElement;
  density: HTMLElement;
  play: HTMLButtonElement;
  slider: HTMLInputElement;
  histogram: SVGElement;
  untilTime: HTMLOutputElement;
  card: HTMLElement;
  cardClose: HTMLButtonElement;
  rows: HTMLElement;
  more: HTMLButtonElement;
  none: HTMLElement;
  sort: HTMLElement;
  zone: HTMLElement;
  shown: HTMLElement;
  news: HTMLElement;
  copy: HTMLButtonElement;
  message: HTMLElement;
}

/** @throws Error where the page lacks one: it was written by another version */
export function partsOfPage(): PageParts {
  return {
    page: part(".map-page", HTMLElement),
    form: part("#choice", HTMLFormElement),
    asOf: part("#as-of", HTMLElement),
    trouble: part("#trouble", HTMLElement),
    stage: part(".stage", HTMLElement),
    container: part("#map", HTMLElement),
    hint: part("#hint", HTMLElement),
    density: part("#density", HTMLElement),
    play: part("#play", HTMLButtonElement),
    slider: part("#until", HTMLInputElement),
    histogram: part("#histogram", SVGElement),
    untilTime: part("#until-time", HTMLOutputElement),
    card: part("#card", HTMLElement),
    cardClose: part("#card-close", HTMLButtonElement),
    rows: part("#rows", HTMLElement),
    more: part("#more", HTMLButtonElement),
    none: part("#none", HTMLElement),
    sort: part("#sort", HTMLElement),
    zone: part("#zone", HTMLElement),
    shown: part("#shown", HTMLElement),
    news: part("#news", HTMLElement),
    copy: part("#copy", HTMLButtonElement),
    message: part("#told", HTMLElement),
  };
}

function part<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

export interface Controls {
  show: (choice: ViewState) => void;
  /** Calls back with what the reader changes. */
  listen: (changed: (part: Partial<ViewState>) => void) => void;
}

/** The form over the map. Its fields have the names and values that the address has. */
export function createControls(form: HTMLFormElement): Controls {
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    listen(changed) {
      // One of its fields stands elsewhere on the page, and belongs to it by its `form` attribute.
      document.addEventListener("change", ({ target }) => {
        const part = target instanceof HTMLSelectElement && target.form === form ? changeOf(target) : undefined;
        if (part) changed(part);
      });
    },
    show({ hours, leastMagnitude, shape, colour, view, sort }) {
      const values = { hours, min: leastMagnitude ?? "", shape, colour, view, sort };
      for (const [name, value] of Object.entries(values)) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLSelectElement) field.value = String(value);
      }
    },
  };
}

function changeOf({ name, value }: HTMLSelectElement): Partial<ViewState> | undefined {
  const { hours, leastMagnitude, shape, colour, view, sort } = viewStateOf(`#${name}=${value}`);
  const parts: Record<string, Partial<ViewState>> = {
    hours: { hours, until: null },
    min: { leastMagnitude },
    shape: { shape },
    colour: { colour },
    view: { view },
    sort: { sort },
  };
  return parts[name];
}

/** Keeps what is seen in the address, so that it can be shared and come back to. */
export function saveInAddress(choice: ViewState): void {
  const { pathname, search } = location;
  history.replaceState(null, "", `${pathname}${search}${hashOf(choice)}`);
}

/** How the last attempt to read the data went. */
export interface ReadStatus {
  /** Ms since 1970 UTC; undefined before the first answer. */
  asOf: number | undefined;
  /** Why the last attempt failed. */
  failure: string | undefined;
  online: boolean;
  /** From which age on the data count as old, s. */
  staleAfter: number | undefined;
}

/** What is wrong with the data, the worst only; undefined where nothing is. @param now ms since 1970 UTC */
function troubleOf(
  { asOf, failure, online, staleAfter }: ReadStatus,
  now: number,
  t: TranslateMap,
): string | undefined {
  if (!online) return t("offline");
  if (failure !== undefined) return t("failed", { reason: failure });
  if (asOf !== undefined && staleAfter !== undefined && now - asOf > staleAfter * 1000) return t("stale");
  return undefined;
}

/** Says as of when the data are, and what is wrong with them. */
export function showStatus(
  reading: ReadStatus,
  places: { asOf: HTMLElement; trouble: HTMLElement },
  t: TranslateMap,
): void {
  const now = Date.now();
  if (reading.asOf !== undefined) {
    const iso = new Date(reading.asOf).toISOString();
    const time = html`<time datetime="${iso}"></time>`;
    const age = html`<time data-age datetime="${iso}"></time>`;
    places.asOf.innerHTML = t.html("as_of", { time, age }).markup;
    localise(places.asOf, now);
  }
  const trouble = troubleOf(reading, now, t);
  places.trouble.hidden = trouble === undefined;
  // Written only when it changes: a screen reader says it each time.
  if (places.trouble.textContent !== (trouble ?? "")) places.trouble.textContent = trouble ?? "";
}
