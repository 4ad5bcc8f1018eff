import type { DataSource } from "../../catalogue/catalogue.ts";
import { ASSOCIATION_BOUNDS } from "../../catalogue/merge/associate.ts";
import { API_CHANGELOG } from "../../contract/texts/changelog.ts";
import { PROBLEM_TYPES } from "../../contract/wire/problem.ts";
import { html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { GUIDES } from "./guides/guides.ts";
import { hostTable } from "./host-table.ts";
import { sourceList } from "./source-list.ts";
import { statusFields } from "./status-fields.ts";

/** `/docs/`: the interactive reference, how to read the answers, errors, sources, and what changed. */
export function docsPage(sources: readonly DataSource[], words: Translations): string {
  return layout(
    {
      path: "docs/",
      languages: "english",
      title: "Quaketree: documentation of the API",
      description: "Interactive reference of the Quaketree earthquake API.",
      head: html`<link rel="stylesheet" href="/docs/swagger-ui.css">
`,
      end: html`<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
`,
      main: html`<h1>Documentation</h1>
<section><h2>Five things to know</h2>
<ul>
<li><strong>As of.</strong> Every answer holds for one instant, which the <code>X-As-Of</code> header states. All windows (<code>hours</code>, <code>days</code>) end there, not at your clock, so the same snapshot gives the same bytes on every host.</li>
<li><strong>Errors.</strong> A parameter that is unknown, repeated or out of bounds is an error with the reason, never ignored: see <a href="#errors">errors</a>.</li>
<li><strong>Paging.</strong> <code>count</code> is the number of all matches; the <code>Link</code> header leads to the next page.</li>
<li><strong>Caching.</strong> Answers carry a strong <code>ETag</code>; ask with <code>If-None-Match</code> and pay nothing when nothing changed. There is no key and no cookie.</li>
<li><strong>Files.</strong> Everything is static files. A client in any language can read them itself and answer every query without a server: see the <a href="/docs/formats/">formats</a>.</li>
</ul></section>
<section id="guides"><h2>Guides</h2>
<dl class="places">${GUIDES.map(
        ({ slug, title, description }) =>
          html`<div><dt><a href="/docs/guides/${slug}/">${title}</a></dt><dd>${description}</dd></div>
`,
      )}</dl></section>
<section id="reference" aria-label="Interactive reference"><noscript>The interactive reference needs JavaScript; the same is in <a href="/api/v1/openapi.json">openapi.json</a>.</noscript></section>
<section id="errors"><h2>Errors</h2><table><thead><tr><th scope="col">Status</th><th scope="col">Type</th><th scope="col">When</th></tr></thead><tbody>
${Object.entries(PROBLEM_TYPES).map(
  ([
    kind,
    { status, title },
  ]) => html`<tr><td>${status}</td><td><a href="/docs/problems/${kind}/">${kind}</a></td><td>${title}</td></tr>
`,
)}</tbody></table></section>
<section id="hosts"><h2>Hosts</h2>${hostTable()}</section>
<section id="sources"><h2>Data sources</h2>${sourceList(sources)}
<p>What several agencies report is one event if it is one earthquake: at most ${ASSOCIATION_BOUNDS.seconds} s, ${ASSOCIATION_BOUNDS.km} km and ${ASSOCIATION_BOUNDS.magnitudes} magnitudes apart, and near in the one where it is far in the other. It has the id of the first of them, in the order of this table; every other id is an alias that leads to it, and <code>sources</code> names them all. Time, place on the globe, depth and magnitude are together those of the first agency that knows all of them, never a mixture. Entries of the historical catalogue, which is coarser, are joined within wider bounds.</p></section>
<section id="status"><h2>Status</h2>
<p>Where somebody rebuilds the tree on a schedule, <code>/status/</code> and <code>/status.json</code> tell how the last run went; elsewhere they are not there. The data are stale where <code>as_of</code> is more than <code>stale_after_s</code> ago by your clock; nobody rebuilds any more where <code>run.finished_at</code> is a few times <code>expected_interval_s</code> ago. Both numbers stand in <a href="/snapshot.json">snapshot.json</a> too.</p>
${statusFields()}</section>
<section id="changes"><h2>Changes of the API</h2>
${API_CHANGELOG.map(
  ({ version, date, changes }) =>
    html`<h3>${version} <small>${date}</small></h3><ul>${changes.map((change) => html`<li>${change}</li>`)}</ul>`,
)}</section>`,
    },
    words,
  );
}
