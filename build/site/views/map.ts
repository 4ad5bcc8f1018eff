import { RECENT_WORLDWIDE_MAGNITUDE } from "../../seismology/completeness.ts";
import { pageHref } from "../addresses.ts";
import { markIcon } from "../charts/scale.ts";
import { scriptTexts, selectionForm } from "../earthquakes/form.ts";
import { numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { type AreaTexts, dataElement, type Translate, type Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

type TranslateMap = Translate<keyof AreaTexts["map"]>;

const MAGNITUDES_IN_LEGEND = [3, 5, 7] as const;

/**
 * `/map/`: a live map and list of earthquakes, which the script fills. The page contains no data, so that it stays the same from
 * snapshot to snapshot in every language; without a script, it links to pages that need none.
 *
 * @param stepKm resolution of the distances to plate boundaries, km
 * @param archivedFrom as in `FirstEarthquakes`
 */
export function mapPage(translations: Translations, stepKm: number, archivedFrom: number | null): string {
  const t = translations.area("map");
  const texts = { ...translations.texts("map"), ...scriptTexts(translations) };
  const { sample, staleAfterS } = translations.site;
  const stale = sample || staleAfterS === undefined ? null : html` data-stale-after="${staleAfterS}"`;
  const plates = translations.language.tag === "en" ? {} : translations.texts("plates");
  return layout(
    {
      path: "map/",
      languages: "prebuilt",
      width: "wide",
      title: `${t("title")} · Quaketree`,
      description: t("description"),
      head: html`<link rel="stylesheet" href="/assets/maplibre/maplibre-gl.css">
<link rel="stylesheet" href="/assets/earthquakes.css"><link rel="stylesheet" href="/assets/map.css">
`,
      end: html`${dataElement("texts", texts)}${dataElement("plates", plates)}<script
type="module" src="/assets/pages/map.js"></script>
`,
      main: html`<div class="map-page" data-view="map" data-colour="depth"
data-boundary-step="${stepKm}"${stale}${archivedFrom === null ? null : html` data-archived-from="${archivedFrom}"`}>
<div class="map-head"><h1>${t("title")}</h1>
<p id="as-of" class="asof"></p>
<p id="trouble" class="stale" role="status" hidden></p></div>
<noscript><p class="stale">${withoutScript(translations)}</p></noscript>
${selectionForm(translations, `${t("filters")} · ${t("view")}`)}
${controls(translations)}
<p id="found" class="found" role="status"></p>
<div class="map-body">
${stage(translations)}
<div class="side">
${cardFrame(t)}
${list(t)}
</div></div>
<p id="news" class="visually-hidden" aria-live="polite"></p>
<p class="note"><span id="covers"></span> ${completeFrom(t)} ${t("credits", { library: "MapLibre" })}</p>
</div>`,
    },
    translations,
  );
}

/** From which magnitude on lists of the world are complete. */
export function completeFrom(t: Translate<"completeness">): Html {
  return t.html("completeness", { magnitude: numberElement(RECENT_WORLDWIDE_MAGNITUDE, { digits: 1 }) });
}

function withoutScript(translations: Translations): Html {
  const { tag } = translations.language;
  const shell = translations.area("shell");
  return translations.area("map").html("no_script", {
    start: html`<a href="${pageHref(tag, "")}">${shell("start")}</a>`,
    earthquakes: html`<a href="${pageHref(tag, "earthquakes/")}">${shell("earthquakes")}</a>`,
  });
}

function controls(translations: Translations): Html {
  const t = translations.area("map");
  const { tag } = translations.language;
  return html`<form id="choice" class="map-controls" hidden>
<div class="go"><label for="go">${t("go")}</label><input type="search" id="go" placeholder="${t("go")}"
autocomplete="off" spellcheck="false"></div>
<div class="map-choices">
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
<button type="button" id="copy">${t("copy_link")}</button> <a id="as-list"
href="${pageHref(tag, "earthquakes/")}">${translations.area("shell")("earthquakes")}</a></div>
<output id="message" role="status"></output>
</form>`;
}

function select(label: string, name: string, options: readonly (readonly [string | number, string])[]): Html {
  return html`<label>${label} <select name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>`;
}

/** Elements that only the script fills. They are hidden until then. */
function stage(translations: Translations): Html {
  const t = translations.area("map");
  return html`<div class="stage" hidden>
<div id="map"></div>
<div id="hint" class="hint" aria-hidden="true" hidden></div>
<details class="map-legend"><summary>${t("legend")}</summary>${legend(t)}</details>
${key(translations)}
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
function key(translations: Translations): Html {
  const t = translations.area("map");
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
  const sizes = MAGNITUDES_IN_LEGEND.map((magnitude) => html`<i class="size m${magnitude}"></i>${numberElement(magnitude)} `);
  return html`<ul class="map-key">${depths}<li>${markIcon({ depthKm: null })}
${t("depth")}: ${translations.area("data")("depth_unknown")}</li>
${ages}<li class="sizes">${sizes}</li></ul>`;
}

function legend(t: TranslateMap): Html {
  return html`<ul>
<li>${t("size")}</li>
<li><i class="ring"></i> ${t("new_mark")}</li>
<li>${t("boundaries")}: <i class="line convergent"></i> ${t("convergent")} <i class="line divergent"></i> ${t("divergent")} <i
class="line transform"></i> ${t("transform")}</li>
</ul>`;
}

function cardFrame(t: TranslateMap): Html {
  return html`<section id="card" class="card" aria-labelledby="card-title" hidden>
<button type="button" id="card-close" aria-label="${t("close")}"><span aria-hidden="true">×</span></button>
<div id="card-body"></div></section>`;
}

function list(t: TranslateMap): Html {
  return html`<div class="list" hidden>
<div class="list-head"><h2 id="list-title">${t("list")}</h2>
<p id="shown" role="status"></p> <button type="button" id="all" hidden>${t("show_all")}</button>
<label id="sort" hidden>${t("sort")} <select name="sort" form="choice"><option value="-time">${t("newest")}</option><option
value="-magnitude">${t("strongest")}</option><option value="-deaths">${t("deaths")}</option></select></label></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="list-title"><table class="quakes" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${t("magnitude")}</th>
<th scope="col" role="columnheader">${t("place")}</th>
<th scope="col" role="columnheader">${t("time")} <span id="zone"></span></th>
<th scope="col" role="columnheader">${t("depth")}</th></tr></thead>
<tbody id="rows" role="rowgroup"></tbody></table>
<p id="none" hidden>${t("none")}</p>
<button type="button" id="more" hidden></button></div></div>`;
}
