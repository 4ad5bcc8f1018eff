import { pageHref } from "../addresses.ts";
import { html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { TOOLS } from "./list.ts";

/** `/tools/`: what there is, each with what it is good for. */
export function toolsPage(words: Translations): string {
  const say = words.area("tools");
  return layout(
    {
      path: "tools/",
      title: `${say("title")} · Quaketree`,
      description: say("description"),
      languages: "prebuilt",
      head: html`<link rel="stylesheet" href="/assets/tools.css">
`,
      main: html`<h1>${say("title")}</h1>
<p class="lead">${say("lead")}</p>
<ul class="tool-list">${TOOLS.map(
        (
          slug,
        ) => html`<li><a href="${pageHref(words.language.tag, `tools/${slug}/`)}"><h2>${say(`title.${slug}`)}</h2><p>${say(`summary.${slug}`)}</p></a></li>
`,
      )}</ul>
<p class="quiet">${say("notice")}</p>`,
    },
    words,
  );
}
