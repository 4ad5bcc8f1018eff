import { languageOf } from "../i18n/languages.ts";
import { type Area, type AreaTexts, type Brand, type Texts, type Translate, translateFrom } from "../i18n/translations.ts";
import { onHost } from "./base.ts";

/** The texts that the page contains for its script (`textsElement`). @throws Error if the page contains none */
export function textsOfPage<A extends Area>(): Translate<keyof AreaTexts[A] & string> {
  return translateFrom(dataOfPage("texts") as Texts, languageOf(document.documentElement.lang).tag);
}

/** The data that the page contains under an id (`dataElement`). @throws Error if the page contains none */
export function dataOfPage(id: string): unknown {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page carries no ${id}`);
  return JSON.parse(element.textContent ?? "") as unknown;
}

/** An element that a script needs. @throws Error if the page lacks it, because another version has written the page */
export function part<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Requests a JSON document of the tree. @throws Error if the request fails */
export async function readJson<T>(address: string, how?: RequestInit): Promise<T> {
  const response = await fetch(onHost(address), how);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as T;
}

/** Like `readJson`, but undefined if the request fails, for pages that work without the document. */
export async function tryToReadJson<T>(address: string): Promise<T | undefined> {
  try {
    return await readJson<T>(address);
  } catch {
    // The browser is offline and has no copy.
    return undefined;
  }
}

/** The answer to a request without parameters: of a host that answers, or the file of a host that only has files. */
export async function answerTo(path: string, how?: RequestInit): Promise<Response | undefined> {
  for (const address of [`${path}/`, `${path}.json`]) {
    const answer = await fetch(onHost(address), how).catch(() => undefined);
    if (answer?.ok) return answer;
  }
  return undefined;
}

/** Copies an address and says so. Where the browser does not allow it, the address is shown, so that the reader can copy it. */
export async function copyAddress(address: string, message: HTMLElement, copied: string): Promise<void> {
  message.textContent = await navigator.clipboard.writeText(address).then(
    () => copied,
    () => address,
  );
}

/** Whether the data are the embedded sample, which every page of such a tree says. */
export function isSample(): boolean {
  return document.getElementById("sample") !== null;
}

/** Whether the page is in the frame of another site, which shows one figure of it (`figure/show.ts`). */
export function isInFrame(): boolean {
  return IN_FRAME;
}

/** Tools write their values in place of the query. */
const IN_FRAME = new URLSearchParams(globalThis.location?.search).has("embed");

/** The event that tells the script of the page of a figure that another script has drawn. */
export const FIGURE_DRAWN = "figure-drawn";

/** The magnitude from which every earthquake has a page, as this page states it (`Site.pagesFrom`). */
export function readPagesFrom(): number {
  const limit = document.documentElement.dataset["pagesFrom"];
  return limit === undefined ? Number.NEGATIVE_INFINITY : Number(limit);
}

/** How the operator presents the site, as this page states it (`Site.brand`). */
export function readBrand(): Brand | undefined {
  const { brand } = document.documentElement.dataset;
  return brand === undefined ? undefined : (JSON.parse(brand) as Brand);
}

/**
 * What a reader can choose for all pages. `code`: the language of the code in the reference; `english-only`: whether the reader has
 * closed the note that a page is in English only.
 */
export type PreferenceKey = "language" | "theme" | "distance" | "zone" | "code" | "english-only";

/** Saves a preference, in this browser only. If the browser forbids storage, the preference is lost. */
export function savePreference(key: PreferenceKey, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden; the page works without it.
  }
}

export function preference(key: PreferenceKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
