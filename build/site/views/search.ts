import { pageHref, SEARCH_PATH } from "../addresses.ts";
import { html } from "../html.ts";
import { type Translations, textsElement } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** A form replaces the query of its address; with one, the address is valid by itself, as links are checked. */
const API_SEARCH = "/api/v1/search/?q=earthquake";

/** `/search/`: filled by its script from the API. Without one, the form asks the API itself. */
export function searchPage(translations: Translations): string {
  const t = translations.area("shell");
  const field = html`<input type="search" name="q" minlength="2" maxlength="200" required placeholder="${t("search_label")}"
aria-label="${t("search")}">`;
  return layout(
    {
      path: SEARCH_PATH,
      languages: "prebuilt",
      title: `${t("search_title")} · Quaketree`,
      description: t("search_label"),
      head: html`<meta name="robots" content="noindex">
`,
      end: html`${textsElement(translations, "shell")}<script type="module" src="/assets/pages/results.js"></script>
`,
      main: html`<h1>${t("search_title")}</h1>
<noscript><p>${t("search_no_script")}</p>
<form class="search-large" action="${API_SEARCH}">${field}<button class="primary">${t("search")}</button></form></noscript>
<form class="search-large" id="search" role="search" action="${pageHref(translations.language.tag, SEARCH_PATH)}" hidden>${field}<button
class="primary">${t("search")}</button></form>
<p id="search-state" role="status"></p>
<div id="results"></div>`,
    },
    translations,
  );
}
