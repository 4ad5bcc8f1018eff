import { pageHref, SEARCH_PATH } from "../addresses.ts";
import { html } from "../html.ts";
import { type Translations, textsElement } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** The form replaces the query of this address. The query is present because the link checker requires a valid address. */
const API_SEARCH = "/api/v1/search/?q=earthquake";

/** `/search/`: its script fills it from the API. Without a script, the form requests the API answer directly. */
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
<div id="results" class="results"></div>`,
    },
    translations,
  );
}
