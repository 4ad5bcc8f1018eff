import type { Catalogue, RecentEvent } from "../catalogue/catalogue.ts";
import { isInWindow } from "../catalogue/classify.ts";
import { newestFirst } from "../catalogue/order.ts";
import { ENDPOINTS } from "../contract/endpoints.ts";
import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { sourceList } from "./source-list.ts";
import { dateWords, thousands } from "./words.ts";
import { worldMap } from "./world-map.ts";

const WEEK_HOURS = 168;
const STRONGEST_SHOWN = 10;

/** `/`: what this is, what happened, how to ask. Understood in ten seconds, without a script. */
export function startPage(catalogue: Catalogue): string {
  const recent = catalogue.events.filter((event): event is RecentEvent => event.recent);
  const week = recent.filter(({ time }) => isInWindow(time, catalogue.asOf, WEEK_HOURS));
  const day = week.filter(({ time }) => isInWindow(time, catalogue.asOf, 24));
  return layout({
    title: "Quaketree: an earthquake data API that needs no server",
    description: "Recent and historical earthquakes, countries, plates and a glossary as a tree of static JSON files.",
    end: html`<script type="module" src="/assets/offline.js"></script>
`,
    main: html`<section class="hero">
<h1>An earthquake data API that needs no server</h1>
<p class="lead">Every answer is a file, written in advance. Read it from here, from a mirror, or from a disk when the network is down.</p>
<p class="asof">The state of the world as of <strong>${dateWords(catalogue.asOf)}</strong>, from ${sourceNames(catalogue)}.</p>
</section>
<section aria-label="In numbers" class="numbers">
${number(day.length, "earthquakes in 24 hours")}
${number(week.length, "in 7 days")}
${number(catalogue.events.filter((event) => event.historical).length, "historical earthquakes")}
${number(catalogue.countries.length, "countries")}
${number(catalogue.plates.length, "tectonic plates")}
${number(catalogue.glossary.length, "glossary terms")}
</section>
<section>${worldMap(catalogue.boundaries, week)}
<p class="legend"><span class="shallow">shallow (less than 70 km)</span> <span class="intermediate">intermediate</span> <span class="deep">deep (300 km and more)</span></p></section>
<section><h2>Strongest of the week</h2>${strongest(week)}</section>
<section><h2>Ask</h2>
<p>No key, no sign-up, any origin. Start with these:</p>
<ul class="asks">${ASKS.map(([href, what]) => html`<li><a href="${href}"><code>${href}</code></a> ${what}</li>`)}</ul>
<pre><code>curl -s ${"'http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5'"}</code></pre>
<p>The <a href="/docs/">documentation</a> lists all ${ENDPOINTS.length} endpoints and lets you try them; <a href="/api/v1/openapi.json">OpenAPI 3.1</a> describes them to programs; <a href="/assets/client.js">client.js</a> is a client for pages of your own.</p>
<p id="offline" hidden><button type="button">Keep a copy in this browser</button> <span role="status"></span></p>
</section>
<section><h2>Where the data come from</h2>${sourceList(catalogue.sources)}</section>`,
  });
}

const ASKS = [
  ["/api/recent/", "the newest earthquakes of magnitude 2.5 and more"],
  ["/api/v1/earthquakes/?hours=168&min_mag=5", "by window, magnitude and country, page by page"],
  ["/api/live-feed/?hours=168", "GeoJSON for a map"],
  ["/api/v1/countries/japan/", "the seismic profile of a country"],
  ["/api/v1/search/?q=japan", "search everything"],
  ["/api/v1/stats/", "global counts"],
] as const;

function sourceNames({ sources }: Catalogue): string {
  const names = sources.filter(({ asOf }) => asOf !== null).map(({ name }) => name);
  return names.length > 0 ? names.join(" and ") : "no live source";
}

function number(count: number, what: string): Html {
  return html`<div><strong>${thousands(count)}</strong><span>${what}</span></div>`;
}

function strongest(week: readonly RecentEvent[]): Html {
  const top = week.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b)).slice(0, STRONGEST_SHOWN);
  if (top.length === 0) return html`<p>No earthquake is known in this window.</p>`;
  return html`<table><thead><tr><th scope="col">Magnitude</th><th scope="col">Place</th><th scope="col">Time</th><th scope="col">Depth</th></tr></thead><tbody>
${top.map(
  (
    event,
  ) => html`<tr><td class="magnitude">${event.magnitude.toFixed(1)}</td><td><a href="/api/v1/earthquakes/${event.slug}/">${event.place}</a></td><td>${dateWords(event.time)}</td><td>${Math.round(event.depthKm)} km</td></tr>
`,
)}</tbody></table>`;
}
