import type { Area, AreaTexts, Texts } from "../i18n/texts.ts";
import { type Translate, translateFrom } from "../i18n/translations.ts";

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
