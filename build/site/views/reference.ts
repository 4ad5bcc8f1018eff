import { API_CHANGELOG, PROBLEM_TEXTS } from "../../answers/openapi/descriptions.ts";
import type { DataSource } from "../../catalogue/catalogue.ts";
import { ASSOCIATION_BOUNDS } from "../../catalogue/merge/associate.ts";
import { problemPage } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind } from "../../contract/wire/problem-types.ts";
import { thousands } from "../../platform/text.ts";
import { dayWords } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout, MISSING_PAGE } from "../layout.ts";
import { type HostException, readHosts, renderPage, textPage } from "../read-page.ts";
import { hasFeeds } from "./data.ts";
import { guideList } from "./guides.ts";
import { statusFields } from "./status.ts";

/** `/docs/`: the rules for all requests, guides, errors, sources, and the changelog. */
export function docsPage(sources: readonly DataSource[], translations: Translations): string {
  const text = renderPage("docs", {
    guides: guideList(),
    feeds: hasFeeds(sources),
    errors: errorTable(),
    sources: sourceTable(sources),
    bounds_seconds: ASSOCIATION_BOUNDS.seconds,
    bounds_km: ASSOCIATION_BOUNDS.km,
    bounds_magnitudes: ASSOCIATION_BOUNDS.magnitudes,
    status_fields: statusFields(),
    changes: html`${API_CHANGELOG.map(
      ({ version, date, changes }) =>
        html`<details><summary>${version} <small>${date}</small></summary>
<ul>${changes.map((change) => html`<li>${change}</li>`)}</ul></details>`,
    )}`,
  });
  return textPage(text, { path: "docs/", title: "Quaketree: documentation of the API" }, translations);
}

/** `/docs/conformance/`: the hosts that pass the conformance suite, and what each does otherwise. */
export function conformancePage(translations: Translations): string {
  const text = renderPage("conformance", { hosts: hostTable() });
  const main = html`<p class="above"><a href="/docs/">Documentation</a></p>
<h1>${text.title}</h1>
${text.main}`;
  return textPage(text, { path: "docs/conformance/", title: `${text.title} · Quaketree`, main }, translations);
}

function table(headings: readonly string[], rows: readonly Html[], style: Html | null = null): Html {
  return html`<table${style}><thead><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>
${rows}</tbody></table>`;
}

function errorTable(): Html {
  const rows = Object.entries(PROBLEM_TYPES).map(([kind, { status, title }]) => {
    return html`<tr><td>${status}</td><td><a href="/docs/problems/${kind}/">${kind}</a></td><td>${title}</td></tr>
`;
  });
  return table(["Status", "Type", "When"], rows);
}

/** The hosts that pass the conformance suite, with their declared exceptions. */
function hostTable(): Html {
  const rows = readHosts().map(({ name, what, exceptions }) => {
    const otherwise = exceptions.length === 0 ? "nothing" : reasonList(exceptions);
    return html`<tr><th scope="row">${name}</th><td>${what}</td><td>${otherwise}</td></tr>
`;
  });
  // The table contains no links, so keyboard users could not scroll it without this tab stop.
  return html`<div class="scroll" role="group" aria-label="Hosts" tabindex="0">
${table(["Host", "What it is", "What it does otherwise"], rows)}</div>`;
}

/** Several exceptions may have the same reason, which is listed once. */
function reasonList(exceptions: readonly HostException[]): Html {
  const distinct = [...new Set(exceptions.map(({ reason }) => reason))];
  return html`<ul>${distinct.map((reason) => html`<li>${reason}</li>`)}</ul>`;
}

/**
 * All sources, with age, licence terms and required attribution. Of a source that has other events each minute it tells neither the
 * number nor the minute, so that the page stays the same from snapshot to snapshot.
 */
export function sourceTable(sources: readonly DataSource[]): Html {
  const rows = sources.map((source) => {
    const { url, name, records, provides, covers, licence, attribution } = source;
    const gives = covers ? provides : `${thousands(records)} ${provides}`;
    return html`<tr><td><a href="${url}" rel="noreferrer">${name}</a></td>
<td>${gives}</td><td>${ageOf(source)}</td><td>${licence}. ${attribution}</td></tr>
`;
  });
  return table(["Source", "Gives", "Age and reach", "Terms and attribution"], rows, html` class="sources"`);
}

function ageOf({ asOf, covers }: DataSource): string {
  if (asOf === null) return "reference data";
  const reach = covers ? `; covers ${dayWords(covers.from)} to ${dayWords(covers.to)}` : "";
  return `as of ${dayWords(asOf)}${reach}`;
}

/** The page at the `type` address of a problem document. */
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
${PROBLEM_TEXTS[kind].explanation.map(
  (paragraph) => html`<p>${paragraph}</p>
`,
)}`,
    },
    translations,
  );
}

/** `404.html`: the page that static hosts show for unknown addresses. */
export function missingPage(translations: Translations): string {
  const t = translations.area("data");
  const shell = translations.area("shell");
  return layout(
    {
      path: MISSING_PAGE,
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
