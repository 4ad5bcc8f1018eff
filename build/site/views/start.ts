import type { Catalogue, DataSource, RecentEvent } from "../../catalogue/catalogue.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { newestFirst } from "../../platform/lists.ts";
import { dataHref, eventHref, pageHref } from "../addresses.ts";
import { structuredData, treeFacts } from "../data/page.ts";
import { type EventPageRule, hasPage } from "../event-pages.ts";
import { time } from "../format/dates.ts";
import { numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { type Translate, type Translations, textsElement } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { worldMap } from "../map/world-map.ts";

/** The same question in three languages, as the start page shows it; a test runs each against a tree. */
export const START_CALLS = [
  {
    name: "curl",
    language: "sh",
    code: "curl -s 'http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5'",
  },
  {
    name: "JavaScript",
    language: "js",
    code: `const answer = await fetch("http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5");
const { count, earthquakes } = await answer.json();
console.log(count, earthquakes[0]?.place_description);`,
  },
  {
    name: "Python",
    language: "python",
    code: `import json, urllib.request
url = "http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5"
answer = json.load(urllib.request.urlopen(url))
for one in answer["earthquakes"]:
    print(one["magnitude"], one["place_description"])`,
  },
] as const;

const WEEK_HOURS = 168;
const STRONGEST_SHOWN = 10;
const MAJOR = 7;

type TranslateStart = Translate<keyof typeof import("../../../data/languages/start/en.json")>;

/** `/`: what happened, how old that is, how to ask, where everything is. Understood in ten seconds, without a script. */
export function startPage(catalogue: Catalogue, translations: Translations, rule: EventPageRule): string {
  const t = translations.area("start");
  const sayMap = translations.area("map");
  const recent = catalogue.events.filter((event): event is RecentEvent => event.recent);
  const week = recent.filter(({ time: at }) => isInWindow(at, catalogue.asOf, WEEK_HOURS));
  const day = week.filter(({ time: at }) => isInWindow(at, catalogue.asOf, 24));
  return layout(
    {
      path: "",
      languages: "prebuilt",
      title: t("title"),
      description: t("description"),
      head: structuredData(treeFacts(t("title"), t("description"), new Date(catalogue.asOf).toISOString())),
      end: html`${textsElement(translations, "start")}<script type="module" src="/assets/pages/start.js"></script>
`,
      main: html`<section class="hero">
<h1>${t("headline")}</h1>
<p class="lead">${t("lead")}</p>
${asOf(catalogue, translations)}
</section>
<section class="today"><h2>${t("day")}</h2>
<div class="numbers">
${number(numberElement(day.length), t("earthquakes_day"))}
${number(numberElement(day.filter((event) => event.significant).length), t("significant_day"))}
${number(numberElement(day.filter(({ magnitude }) => magnitude >= MAJOR).length), t("major_day"))}
${day.length > 0 ? number(numberElement(Math.max(...day.map(({ magnitude }) => magnitude)), { digits: 1 }), t("strongest_day")) : null}
</div>
<p class="note">${sayMap("completeness")}</p>
<figure>${worldMap(week, translations)}
<figcaption class="legend"><span class="shallow">${sayMap("shallow")}</span> <span class="intermediate">${sayMap("intermediate")}</span> <span
class="deep">${sayMap("deep")}</span> <a class="go" href="${pageHref(translations.language.tag, "map/")}">${t("open_map")}</a></figcaption>
</figure></section>
<section><h2>${t("week")}</h2>${strongest(week, translations, rule)}</section>
<section><h2>${t("state")}</h2><p>${t("state_lead")}</p>${ages(catalogue.sources, t)}</section>
<section><h2>${t("call")}</h2><p>${t("call_lead")}</p>
<div class="calls">${START_CALLS.map(
        ({
          name,
          code,
        }) => html`<figure><figcaption>${name}</figcaption><pre tabindex="0" dir="ltr"><code>${code}</code></pre></figure>
`,
      )}</div></section>
<section><h2>${t("where")}</h2>
<dl class="places">${places(translations)}</dl>
<p id="offline" hidden><button type="button">${t("keep")}</button> <span role="status"></span></p></section>`,
    },
    translations,
  );
}

/** The script adds how long ago, and whether that is too long. */
function asOf({ asOf: instant }: Catalogue, translations: Translations): Html {
  const iso = new Date(instant).toISOString();
  const age = html`<time data-age datetime="${iso}">${iso.slice(0, 10)}</time>`;
  return html`<p class="asof">${translations.area("map").html("as_of", { time: html`<strong>${time(instant)}</strong>`, age })}</p>
<p class="stale" role="status" hidden data-stale="${translations.area("start")("stale")}"></p>`;
}

function number(value: Html, what: string): Html {
  return html`<div><strong>${value}</strong><span>${what}</span></div>`;
}

function strongest(week: readonly RecentEvent[], translations: Translations, rule: EventPageRule): Html {
  const t = translations.area("map");
  const top = week.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b)).slice(0, STRONGEST_SHOWN);
  if (top.length === 0) return html`<p>${translations.area("start")("none")}</p>`;
  return html`<div class="scroll"><table class="quakes"><thead><tr><th scope="col">${t("magnitude")}</th>
<th scope="col">${t("place")}</th><th scope="col">${t("time")}</th><th scope="col">${t("depth")}</th></tr></thead><tbody>
${top.map(
  (event) => html`<tr><td class="magnitude">${numberElement(event.magnitude, { digits: 1 })}</td>
<td><a lang="en" href="${eventHref(translations.language.tag, event.slug, hasPage(rule, event))}">${event.place}</a></td>
<td>${time(event.time)}</td><td>${numberElement(Math.round(event.depthKm), { unit: "kilometer" })}</td></tr>
`,
)}</tbody></table></div>`;
}

function ages(sources: readonly DataSource[], t: TranslateStart): Html {
  return html`<div class="scroll"><table class="ages listed"><thead><tr><th scope="col">${t("source")}</th>
<th scope="col">${t("gives")}</th><th scope="col">${t("age")}</th></tr></thead><tbody>
${sources.map(
  ({ name, url, records, asOf: instant }) =>
    html`<tr><td><a lang="en" href="${url}" rel="noreferrer">${name}</a></td><td>${numberElement(records)}</td>
<td>${instant === null ? t("ageless") : agedTime(instant)}</td>
</tr>
`,
)}</tbody></table></div>`;
}

function places(translations: Translations): Html[] {
  const shell = translations.area("shell");
  const t = translations.area("start");
  const { tag } = translations.language;
  const rows = [
    [pageHref(tag, "map/"), shell("map"), t("where_map")],
    [dataHref(tag, "earthquakes/"), shell("earthquakes"), t("where_earthquakes")],
    [dataHref(tag, "countries/"), shell("countries"), t("where_countries")],
    [dataHref(tag, "plates/"), shell("plates"), t("where_plates")],
    [dataHref(tag, "glossary/"), shell("glossary"), t("where_glossary")],
    [pageHref(tag, "tools/"), shell("tools"), t("where_tools")],
    ["/docs/", shell("documentation"), t("where_docs")],
    ["/methods/", shell("methods"), t("where_methods")],
    ["/api/v1/openapi.json", "OpenAPI 3.1", t("where_openapi")],
    ["/assets/client.js", "client.js", t("where_client")],
  ] as const;
  return rows.map(
    ([href, name, what]) => html`<div><dt><a href="${href}">${name}</a></dt><dd>${what}</dd></div>
`,
  );
}

function agedTime(instant: number): Html {
  return html`${time(instant)} · <time data-age datetime="${new Date(instant).toISOString()}"></time>`;
}
