import type { Catalogue, RecentEvent } from "../../catalogue/catalogue.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { newestFirst } from "../../platform/lists.ts";
import { eventHref } from "../addresses.ts";
import { boundaryStepKm } from "../data/around.ts";
import { type EventPageRule, hasPage } from "../event-pages.ts";
import { time } from "../format/dates.ts";
import { numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { type Translations, textsElement } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import type { TranslateMap } from "../map/card.ts";
import { listRow, markIcon, type RowStyle } from "../map/list-rows.ts";
import { DEFAULT_VIEW, MIN_MAGNITUDES, PERIODS } from "../map/view-state.ts";
import { drawnOnWorld, worldMap } from "../map/world-map.ts";

const WEEK_HOURS = 168;
const ROWS_WITHOUT_SCRIPT = 100;
const MAGNITUDES_IN_LEGEND = [3, 5, 7] as const;

/** `/map/`: a live map and list of earthquakes. Without a script, the page shows the state at the time of the build. */
export function mapPage(catalogue: Catalogue, translations: Translations, rule: EventPageRule): string {
  const t = translations.area("map");
  const recent = catalogue.events.filter((event): event is RecentEvent => event.recent);
  const within = (hours: number) => recent.filter(({ time: at }) => isInWindow(at, catalogue.asOf, hours));
  return layout(
    {
      path: "map/",
      languages: "prebuilt",
      width: "wide",
      title: `${t("title")} · Quaketree`,
      description: t("description"),
      head: html`<link rel="stylesheet" href="/assets/maplibre/maplibre-gl.css">
<link rel="stylesheet" href="/assets/map.css">
`,
      end: html`${textsElement(translations, "map")}<script type="module" src="/assets/pages/map.js"></script>
`,
      main: html`<div class="map-page" data-view="map" data-colour="depth"
data-boundary-step="${boundaryStepKm(catalogue)}">
<div class="map-head"><h1>${t("title")}</h1>
<p id="as-of" class="asof">${t.html("as_of", { time: time(catalogue.asOf), age: age(catalogue.asOf) })}</p>
<p id="trouble" class="stale" role="status" hidden></p></div>
<noscript><p class="stale">${t("no_script")}</p>
<figure>${worldMap(drawnOnWorld(within(WEEK_HOURS)), translations, (event) =>
        eventHref(translations.language.tag, event.slug, hasPage(rule, event)),
      )}</figure></noscript>
${controls(t)}
<div class="map-body">
${stage(t)}
<div class="side">
${cardFrame(t)}
${list(within(DEFAULT_VIEW.hours).toSorted(newestFirst), translations, rule)}
</div></div>
<p id="news" class="heard" aria-live="polite"></p>
<p class="note">${t("completeness")} ${t("credits", { library: "MapLibre" })}</p>
</div>`,
    },
    translations,
  );
}

function age(instant: number): Html {
  const iso = new Date(instant).toISOString();
  return html`<time data-age datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

function controls(t: TranslateMap): Html {
  return html`<form id="choice" class="map-controls" aria-label="${t("filters")}" hidden>
<div class="go"><label for="go">${t("go")}</label><input type="search" id="go" autocomplete="off" spellcheck="false"></div>
${select(
  t("period"),
  "hours",
  PERIODS.map((hours) => [hours, t(`period_${hours}`)]),
)}
${select(
  t("least_magnitude"),
  "min",
  MIN_MAGNITUDES.map((least) => [least ?? "", least === null ? t("any_magnitude") : `≥ ${least}`]),
)}
${select(t("shape"), "shape", [
  ["flat", t("flat")],
  ["globe", t("globe")],
])}
${select(t("colour"), "colour", [
  ["depth", t("depth")],
  ["age", t("age")],
])}
${select(t("view"), "view", [
  ["map", t("view_map")],
  ["list", t("view_list")],
])}
<button type="button" id="copy">${t("copy_link")}</button>
<output id="told" role="status"></output>
</form>`;
}

function select(label: string, name: string, options: readonly (readonly [string | number, string])[]): Html {
  return html`<label>${label} <select name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>`;
}

/** Elements that only the script fills. They are hidden until then. */
function stage(t: TranslateMap): Html {
  return html`<div class="stage" hidden>
<div id="map"></div>
<div id="hint" class="hint" aria-hidden="true" hidden></div>
<details class="map-legend"><summary>${t("legend")}</summary>${legend(t)}</details>
${key(t)}
<section class="timeline" aria-label="${t("timeline")}">
<button type="button" id="play" data-play="${t("play")}" data-pause="${t("pause")}" aria-label="${t("play")}"><span
aria-hidden="true">▶</span></button>
<div class="track"><svg id="histogram" aria-hidden="true" preserveAspectRatio="none"></svg>
<input type="range" id="until" min="0" max="1000" step="1" value="1000" aria-label="${t("timeline")}" title="${t("timeline_help")}">
</div>
<output id="until-time" for="until">${t("up_to_now")}</output>
</section></div>`;
}

/** The key of depth, of age if colours show the age, and of size. It is always visible. */
function key(t: TranslateMap): Html {
  const depths = [10, 150, 500].map((depthKm) => {
    const name = depthKm < 70 ? "shallow" : depthKm < 300 ? "intermediate" : "deep";
    return html`<li>${markIcon({ depthKm })} ${t(name)}</li>
`;
  });
  const ages = [
    ["hour", t("period_1")],
    ["day", t("period_24")],
    ["older", t("older")],
  ].map(
    ([age, text]) => html`<li class="age"><i class="dot ${age}"></i> ${text}</li>
`,
  );
  const sizes = MAGNITUDES_IN_LEGEND.map(
    (magnitude) => html`<i class="size m${magnitude}"></i>${numberElement(magnitude)} `,
  );
  return html`<ul class="map-key">${depths}${ages}<li class="sizes">${sizes}</li></ul>`;
}

function legend(t: TranslateMap): Html {
  return html`<ul>
<li>${t("size")}</li>
<li><i class="ring"></i> ${t("new_mark")}</li>
<li>${t("boundaries")}: <i class="line convergent"></i> ${t("convergent")} <i class="line divergent"></i> ${t("divergent")} <i
class="line transform"></i> ${t("transform")}</li>
<li id="density" hidden>${t("density")}</li>
</ul>`;
}

function cardFrame(t: TranslateMap): Html {
  return html`<section id="card" class="card" aria-labelledby="card-title" hidden>
<button type="button" id="card-close" aria-label="${t("close")}"><span aria-hidden="true">×</span></button>
<div id="card-body"></div></section>`;
}

function list(day: readonly RecentEvent[], translations: Translations, rule: EventPageRule): Html {
  const t = translations.area("map");
  const rows = day.slice(0, ROWS_WITHOUT_SCRIPT);
  const withPage = new Set(rows.filter((event) => hasPage(rule, event)).map(({ slug }) => slug));
  const style: RowStyle = {
    magnitude: (magnitude) => numberElement(magnitude, { digits: 1 }),
    depth: (km) => numberElement(Math.round(km), { unit: "kilometer" }),
    time,
    href: ({ slug }) => eventHref(translations.language.tag, slug, withPage.has(slug)),
  };
  return html`<section class="list" aria-labelledby="list-title">
<div class="list-head"><h2 id="list-title">${t("list")}</h2>
<p id="shown" role="status">${t.html("shown", { shown: numberElement(rows.length), all: numberElement(day.length) })}</p>
<label id="sort" hidden>${t("sort")} <select name="sort" form="choice"><option value="newest">${t("newest")}</option><option
value="strongest">${t("strongest")}</option></select></label></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="list-title"><table class="quakes" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${t("magnitude")}</th>
<th scope="col" role="columnheader">${t("place")}</th>
<th scope="col" role="columnheader">${t("time")} <span id="zone"></span></th>
<th scope="col" role="columnheader">${t("depth")}</th></tr></thead>
<tbody id="rows" role="rowgroup">
${rows.map((event) => listRow(event, style))}</tbody></table>
<p id="none"${rows.length > 0 ? html` hidden` : null}>${t("none")}</p>
<button type="button" id="more" hidden></button></div></section>`;
}
