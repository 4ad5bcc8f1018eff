import { ALERT_LEVELS } from "../../contract/texts/vocabulary.ts";
import { PLACE_TEXTS } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { FIRST_SELECTION, LEAST_MAGNITUDES, PERIODS } from "./selection.ts";

/** The texts of other areas that the scripts of the list and of the map need (`client/catalogue.ts`). */
const SCRIPT_TEXTS = {
  selection: ["found", "found_deaths", "looked_history", "looked_recent"],
  data: ["year_bc", "magnitude_type_unknown", "list_none", ...PLACE_TEXTS],
  map: ["link_copied", "show_more"],
  tools: ["unread", "archive_since", "archive_incomplete", "archive_many"],
} as const;

export type ScriptText = (typeof SCRIPT_TEXTS)[keyof typeof SCRIPT_TEXTS][number];

/** The texts with which the scripts of the list and of the map say what was found. */
export function scriptTexts(translations: Translations): Record<string, string> {
  const entries = Object.entries(SCRIPT_TEXTS).flatMap(([area, keys]) => {
    const texts = translations.texts(area as keyof typeof SCRIPT_TEXTS);
    return keys.map((key) => [key, texts[key] ?? ""]);
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/**
 * The conditions of the list and of the map, one control for each kind, which says its value. Its script is `client/form-view.ts`.
 * Fields have the names of the conditions. The script fills in the countries, and the values of the summaries. On a phone the less
 * usual conditions are folded away.
 *
 * @param unfold the text of the button that shows them
 */
export function selectionForm(translations: Translations, unfold: string): Html {
  const t = translations.area("selection");
  const map = translations.area("map");
  const data = translations.area("data");
  const windows = PERIODS.map((hours) => option(String(hours), map(`period_${hours}`), String(hours) === FIRST_SELECTION.hours));
  const alerts = ALERT_LEVELS.map((level) => option(level, map(`alert_${level}`)));
  const time = (name: "start" | "end", label: string) =>
    html`<label>${label} <input name="${name}" size="11" autocomplete="off" placeholder="${name === "start" ? "1900" : "1999"}"></label> `;
  return html`<form id="selection" class="selection" aria-label="${map("filters")}" hidden>
${chip(
  "when",
  t("when"),
  html`<label>${map("period")} <select name="hours">${option("", t("all_times"))}${windows}</select></label>
<p>${time("start", t("from"))}${time("end", t("to"))}</p><p class="note">${t("time_hint")}</p>`,
)}
${chip(
  "where",
  t("where"),
  html`<label>${data("country")} <select name="country">${option("", t("world"))}</select></label>
<fieldset><legend>${t("box")}</legend>${field("min_latitude", t("south"), "any")}${field("max_latitude", t("north"), "any")}${field(
    "min_longitude",
    t("west"),
    "any",
  )}${field("max_longitude", t("east"), "any")}</fieldset>
<fieldset><legend>${t("circle")}</legend>${field("latitude", t("latitude"), "any")}${field("longitude", t("longitude"), "any")}${field(
    "max_radius_km",
    t("radius"),
    "any",
  )}</fieldset>`,
)}
${chip(
  "magnitude",
  data("magnitude"),
  html`<p>${field("min_mag", t("at_least"), "0.1", "magnitudes")}${field("max_mag", t("at_most"), "0.1")}</p>
<datalist id="magnitudes">${LEAST_MAGNITUDES.map((least) => html`<option value="${least}"></option>`)}</datalist>`,
)}
${lessUsual("depth", data("depth"), html`<p>${field("min_depth", t("at_least"), "any")}${field("max_depth", t("at_most"), "any")} km</p>`)}
${lessUsual("deaths", data("figure_deaths"), html`<p>${field("min_deaths", t("at_least"), "1")}</p>`)}
${lessUsual(
  "effects",
  data("tsunami"),
  html`<label class="check"><input type="checkbox" name="tsunami" value="true"> ${t("tsunami_yes")}</label>
<label>${map("alert")} <select name="alert">${option("", t("any"))}${alerts}</select></label><p class="note">${t("alert_least")}</p>`,
)}
<label class="words less"><span>${data("list_search")}</span> <input type="search" name="q" maxlength="200" autocomplete="off"></label>
<button type="button" class="unfold" aria-expanded="false">${unfold}</button>
<button type="reset" class="less">${translations.area("tools")("reset")}</button></form>`;
}

/** A control that says its value, and opens its fields. */
function chip(name: string, label: string, fields: Html, look = "chip"): Html {
  return html`<details class="${look}" name="selection" data-chip="${name}"><summary><span>${label}</span> <b></b></summary>
<div class="panel">${fields}</div></details>`;
}

function lessUsual(name: string, label: string, fields: Html): Html {
  return chip(name, label, fields, "chip less");
}

function option(value: string, text: string, isFirst = false): Html {
  return html`<option value="${value}"${isFirst ? html` selected` : null}>${text}</option>`;
}

function field(name: string, label: string, step: string, list?: string): Html {
  const suggested = list === undefined ? null : html` list="${list}"`;
  return html`<label>${label} <input type="number" name="${name}" step="${step}" inputmode="decimal"${suggested}></label> `;
}
