import { html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** `404.html`: what hosts of plain files show for an address that there is not. */
export function missingPage(words: Translations): string {
  const say = words.area("data");
  const shell = words.area("shell");
  return layout(
    {
      path: "404.html",
      title: `${say("page_missing_title")} · Quaketree`,
      description: say("page_missing_title"),
      languages: "english",
      head: html`<meta name="robots" content="noindex">
`,
      main: html`<h1>${say("page_missing_title")}</h1>
<p>${say("page_missing")}</p>
<p><a href="/">${shell("start")}</a> · <a href="/earthquakes/">${say("all_earthquakes")}</a> · <a href="/map/">${shell("map")}</a></p>`,
    },
    words,
  );
}
