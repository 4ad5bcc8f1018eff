import type { Catalogue, DataSource, RecentEvent } from "../../catalogue/catalogue.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { newestFirst } from "../../catalogue/order.ts";
import { dataHref, eventHref, pageHref } from "../addresses.ts";
import { structuredData, treeFacts } from "../data/structured-data.ts";
import { type EventPageRule, hasPage } from "../event-pages.ts";
import { numberElement, time } from "../format/amounts.ts";
import { type Html, html } from "../html.ts";
import { type Say, type Translations, textsElement } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { worldMap } from "../map/world-map.ts";
import { START_CALLS } from "./start-calls.ts";

const WEEK_HOURS = 168;
const STRONGEST_SHOWN = 10;
const MAJOR = 7;

type StartSay = Say<keyof typeof import("../../../data/languages/start/en.json")>;

/** `/`: what happened, how old that is, how to ask, where everything is. Understood in ten seconds, without a script. */
export function startPage(catalogue: Catalogue, words: Translations, rule: EventPageRule): string {
  const say = words.area("start");
  const sayMap = words.area("map");
  const recent = catalogue.events.filter((event): event is RecentEvent => event.recent);
  const week = recent.filter(({ time: at }) => isInWindow(at, catalogue.asOf, WEEK_HOURS));
  const day = week.filter(({ time: at }) => isInWindow(at, catalogue.asOf, 24));
  return layout(
    {
      path: "",
      languages: "prebuilt",
      title: say("title"),
      description: say("description"),
      head: structuredData(treeFacts(say("title"), say("description"), new Date(catalogue.asOf).toISOString())),
      end: html`${textsElement(words, "start")}<script type="module" src="/assets/pages/start.js"></script>
`,
      main: html`<section class="hero">
<h1>${say("headline")}</h1>
<p class="lead">${say("lead")}</p>
${asOf(catalogue, words)}
</section>
<section class="today"><h2>${say("day")}</h2>
<div class="numbers">
${number(numberElement(day.length), say("earthquakes_day"))}
${number(numberElement(day.filter((event) => event.significant).length), say("significant_day"))}
${number(numberElement(day.filter(({ magnitude }) => magnitude >= MAJOR).length), say("major_day"))}
${day.length > 0 ? number(numberElement(Math.max(...day.map(({ magnitude }) => magnitude)), { digits: 1 }), say("strongest_day")) : null}
</div>
<p class="note">${sayMap("completeness")}</p>
<figure>${worldMap(week, words)}
<figcaption class="legend"><span class="shallow">${sayMap("shallow")}</span> <span class="intermediate">${sayMap("intermediate")}</span> <span
class="deep">${sayMap("deep")}</span> <a class="go" href="${pageHref(words.language.tag, "map/")}">${say("open_map")}</a></figcaption>
</figure></section>
<section><h2>${say("week")}</h2>${strongest(week, words, rule)}</section>
<section><h2>${say("state")}</h2><p>${say("state_lead")}</p>${ages(catalogue.sources, say)}</section>
<section><h2>${say("call")}</h2><p>${say("call_lead")}</p>
<div class="calls">${START_CALLS.map(
        ({
          name,
          code,
        }) => html`<figure><figcaption>${name}</figcaption><pre tabindex="0" dir="ltr"><code>${code}</code></pre></figure>
`,
      )}</div></section>
<section><h2>${say("where")}</h2>
<dl class="places">${places(words)}</dl>
<p id="offline" hidden><button type="button">${say("keep")}</button> <span role="status"></span></p></section>`,
    },
    words,
  );
}

/** The script adds how long ago, and whether that is too long. */
function asOf({ asOf: instant }: Catalogue, words: Translations): Html {
  const iso = new Date(instant).toISOString();
  const age = html`<time data-age datetime="${iso}">${iso.slice(0, 10)}</time>`;
  return html`<p class="asof">${words.area("map").html("as_of", { time: html`<strong>${time(instant)}</strong>`, age })}</p>
<p class="stale" role="status" hidden data-stale="${words.area("start")("stale")}"></p>`;
}

function number(value: Html, what: string): Html {
  return html`<div><strong>${value}</strong><span>${what}</span></div>`;
}

function strongest(week: readonly RecentEvent[], words: Translations, rule: EventPageRule): Html {
  const say = words.area("map");
  const top = week.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b)).slice(0, STRONGEST_SHOWN);
  if (top.length === 0) return html`<p>${words.area("start")("none")}</p>`;
  return html`<div class="scroll"><table class="quakes"><thead><tr><th scope="col">${say("magnitude")}</th>
<th scope="col">${say("place")}</th><th scope="col">${say("time")}</th><th scope="col">${say("depth")}</th></tr></thead><tbody>
${top.map(
  (event) => html`<tr><td class="magnitude">${numberElement(event.magnitude, { digits: 1 })}</td>
<td><a lang="en" href="${eventHref(words.language.tag, event.slug, hasPage(rule, event))}">${event.place}</a></td>
<td>${time(event.time)}</td><td>${numberElement(Math.round(event.depthKm), { unit: "kilometer" })}</td></tr>
`,
)}</tbody></table></div>`;
}

function ages(sources: readonly DataSource[], say: StartSay): Html {
  return html`<div class="scroll"><table class="ages listed"><thead><tr><th scope="col">${say("source")}</th>
<th scope="col">${say("gives")}</th><th scope="col">${say("age")}</th></tr></thead><tbody>
${sources.map(
  ({ name, url, records, asOf: instant }) =>
    html`<tr><td><a lang="en" href="${url}" rel="noreferrer">${name}</a></td><td>${numberElement(records)}</td>
<td>${instant === null ? say("ageless") : agedTime(instant)}</td>
</tr>
`,
)}</tbody></table></div>`;
}

function places(words: Translations): Html[] {
  const shell = words.area("shell");
  const say = words.area("start");
  const { tag } = words.language;
  const rows = [
    [pageHref(tag, "map/"), shell("map"), say("where_map")],
    [dataHref(tag, "earthquakes/"), shell("earthquakes"), say("where_earthquakes")],
    [dataHref(tag, "countries/"), shell("countries"), say("where_countries")],
    [dataHref(tag, "plates/"), shell("plates"), say("where_plates")],
    [dataHref(tag, "glossary/"), shell("glossary"), say("where_glossary")],
    [pageHref(tag, "tools/"), shell("tools"), say("where_tools")],
    ["/docs/", shell("documentation"), say("where_docs")],
    ["/methods/", shell("methods"), say("where_methods")],
    ["/api/v1/openapi.json", "OpenAPI 3.1", say("where_openapi")],
    ["/assets/client.js", "client.js", say("where_client")],
  ] as const;
  return rows.map(
    ([href, name, what]) => html`<div><dt><a href="${href}">${name}</a></dt><dd>${what}</dd></div>
`,
  );
}

function agedTime(instant: number): Html {
  return html`${time(instant)} · <time data-age datetime="${new Date(instant).toISOString()}"></time>`;
}
