import { type Area, type AreaTexts, type Texts, type Translate, translateFrom } from "../i18n/translations.ts";

/**
 * The texts that the page carries for its script (`textsElement`).
 *
 * @throws Error on a page that carries none
 */
export function textsOfPage<A extends Area>(): Translate<keyof AreaTexts[A] & string> {
  return translateFrom(dataOfPage("texts") as Texts);
}

/** The data that the page carries under an id (`dataElement`). @throws Error where it carries none */
export function dataOfPage(id: string): unknown {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page carries no ${id}`);
  return JSON.parse(element.textContent ?? "") as unknown;
}

/** What lies at an address of this host. @throws Error where it cannot be had */
export async function readJson<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as T;
}

/** The same; undefined where it cannot be had, for a page that can do without it. */
export async function tryToReadJson<T>(address: string): Promise<T | undefined> {
  try {
    return await readJson<T>(address);
  } catch {
    // Offline, and without a copy in this browser.
    return undefined;
  }
}

/** The magnitude from which every earthquake has a page, as the page of this script says it (`Site.pagesFrom`). */
export function readPagesFrom(): number {
  const said = document.documentElement.dataset["pagesFrom"];
  return said === undefined ? Number.NEGATIVE_INFINITY : Number(said);
}

/** What the reader chose is kept in this browser alone; one that forbids storage forgets it. */
export function savePreference(key: "language" | "theme", value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

export function preference(key: "language" | "theme"): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
