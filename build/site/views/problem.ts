import { PROBLEM_EXPLANATIONS } from "../../contract/texts/problems.ts";
import { PROBLEM_TYPES, type ProblemKind, problemPage } from "../../contract/wire/problem.ts";
import { html } from "../html.ts";
import { type Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** The page that the `type` of a problem document resolves to. */
export function problemPageHtml(kind: ProblemKind, translations: Translations): string {
  const { status, title } = PROBLEM_TYPES[kind];
  return layout(
    {
      path: problemPage(kind).slice(1),
      languages: "english",
      title: `${kind}: ${title}`,
      description: title,
      main: html`<p><a href="/docs/#errors">Errors</a></p>
<h1>${title}</h1>
<p>Status <code>${status}</code>, type <code>/docs/problems/${kind}/</code></p>
${PROBLEM_EXPLANATIONS[kind].map(
  (paragraph) => html`<p>${paragraph}</p>
`,
)}`,
    },
    translations,
  );
}

/** `404.html`: what hosts of plain files show for an address that there is not. */
export function missingPage(translations: Translations): string {
  const t = translations.area("data");
  const shell = translations.area("shell");
  return layout(
    {
      path: "404.html",
      title: `${t("page_missing_title")} · Quaketree`,
      description: t("page_missing_title"),
      languages: "english",
      head: html`<meta name="robots" content="noindex">
`,
      main: html`<h1>${t("page_missing_title")}</h1>
<p>${t("page_missing")}</p>
<p><a href="/">${shell("start")}</a> · <a href="/earthquakes/">${t("all_earthquakes")}</a> · <a href="/map/">${shell("map")}</a></p>`,
    },
    translations,
  );
}
