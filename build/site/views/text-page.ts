import { html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout, type Page } from "../layout.ts";
import type { renderPage } from "../read-page.ts";

/** A page in English with a text of `data/pages/`. @param page its path, and what differs from the usual frame */
export function textPage(
  { title, description, main }: ReturnType<typeof renderPage>,
  page: Pick<Page, "path"> & Partial<Page>,
  translations: Translations,
): string {
  const frame: Page = {
    languages: "english",
    title: `Quaketree: ${title.toLowerCase()}`,
    description,
    main: html`<h1>${title}</h1>
${main}`,
    ...page,
  };
  return layout(frame, translations);
}
