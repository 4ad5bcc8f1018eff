import { pageFile, pageHref } from "../addresses.ts";
import type { PageFile } from "../files.ts";
import { html } from "../html.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { textsKey } from "../i18n/read-translations.ts";
import { type AllTexts, type Site, type Translations, translationsIn } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** The pages that the service worker shows if the host is unreachable and the copy lacks the requested page. */
export function* offlinePages(texts: AllTexts, site: Site): Iterable<PageFile> {
  for (const { tag } of LANGUAGES) {
    yield {
      path: pageFile(tag, "offline/"),
      key: textsKey(texts[tag], site),
      text: () => notKeptPage(translationsIn(tag, texts[tag], site)),
    };
  }
  yield {
    path: "offline/page/index.html",
    key: textsKey(texts.en, site),
    text: () => framePage(site.pagesFrom === Number.NEGATIVE_INFINITY, translationsIn("en", texts.en, site)),
  };
}

const NO_ROBOTS = html`<meta name="robots" content="noindex">
`;

/**
 * `/offline/`: states that the copy lacks the page, and lists what the copy contains. A service worker without a copy shows it
 * without that list.
 */
function notKeptPage(translations: Translations): string {
  const t = translations.area("data");
  const shell = translations.area("shell");
  const { tag } = translations.language;
  const data = ["countries", "plates", "glossary"] as const;
  const query = tag === "en" ? "" : `?lang=${tag}`;
  return layout(
    {
      path: "offline/",
      languages: "prebuilt",
      title: `${t("not_kept_title")} · Quaketree`,
      description: t("not_kept_title"),
      head: NO_ROBOTS,
      main: html`<h1>${t("not_kept_title")}</h1>
<p>${t("not_kept")}</p>
<section id="kept"><h2>${t("kept_here")}</h2>
<ul><li><a href="${pageHref(tag, "")}">${shell("start")}</a></li>
<li><a href="${pageHref(tag, "map/")}">${shell("map")}</a></li>
<li><a href="${pageHref(tag, "earthquakes/")}">${shell("earthquakes")}</a></li>
<li><a href="${pageHref(tag, "tools/")}">${shell("tools")}</a></li>
${data.map(
  (list) => html`<li><a href="/${list}/${query}">${shell(list)}</a></li>
`,
)}<li><a href="/docs/">${shell("documentation")}</a></li>
<li>${t("kept_data")}</li>
<li>${t("kept_answers")}</li></ul></section>`,
    },
    translations,
  );
}

/** `/offline/page/`: shown at the address of a data page. Its script fills it from the API answer. */
function framePage(allHavePages: boolean, translations: Translations): string {
  const t = translations.area("data");
  return layout(
    {
      path: "offline/page/",
      languages: "script",
      title: "Quaketree",
      description: t("not_kept_title"),
      head: html`<link rel="stylesheet" href="/assets/data.css">
${NO_ROBOTS}`,
      main: html`<p class="lead" id="frame" data-event-pages="${allHavePages ? "all" : "some"}"
data-failed="${t("not_kept")}">${t("reading")}</p>`,
      end: html`<script type="module" src="/assets/pages/data-page.js"></script>
`,
    },
    translations,
  );
}
