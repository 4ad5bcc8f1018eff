import type { CountryProfile, EarthquakeDetail, PlateDetail } from "../../contract/resources/resources.ts";
import type { Notable } from "../data/elements.ts";
import { type Around, eventHref, type RenderContext } from "../data/render-context.ts";
import { dateInSentence, isModern } from "../format/dates.ts";
import { countedElement, degreeText, magnitudeAmount, numberElement, plateArea } from "../format/numbers.ts";
import { isRelative, titleIn } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { plateLink, plateName } from "../i18n/plate-names.ts";
import { Counted } from "../i18n/translations.ts";

/** A large figure: the number and what it counts. */
type LargeFigure = readonly [value: Html | string, what: Html | string];

/** So many large figures a page opens with at most. */
const MOST_FIGURES = 4;

export function largeFigures(figures: readonly LargeFigure[]): Html {
  return html`<div class="numbers">
${figures.slice(0, MOST_FIGURES).map(
  ([value, what]) => html`<div><strong>${value}</strong><span>${what}</span></div>
`,
)}</div>`;
}

/** What a page opens with: what a person would say, then the large figures that are known. One alone is not set apart. */
function opening(sentences: readonly (Html | string | null)[], figures: readonly LargeFigure[]): Html {
  const said = sentences.filter((sentence) => sentence !== null);
  return html`${said.length === 0 ? null : html`<p class="say">${said.map((sentence) => html`${sentence} `)}</p>`}
${figures.length < 2 ? null : largeFigures(figures)}`;
}

/** @param around null if only the answer is available */
export function eventOpening(event: EarthquakeDetail, around: Around | null, { t }: RenderContext): Html {
  const { impact, depth_km: depthKm, occurred_at: at } = event;
  const { deaths, injuries, felt_reports: reports } = impact;
  const depth = depthKm === null ? null : numberElement(Math.round(depthKm), { unit: "kilometer" });
  // A heading that says how far it was from a place needs no second place below it.
  const town = isModern(at) && !(event.name === null && isRelative(event.place_description)) ? around?.place?.towns[0] : undefined;
  const losses = [
    deaths && injuries ? t.html("say_died_injured", { deaths: tollOf(deaths, impact), injured: countedElement(injuries) }) : null,
    deaths && !injuries ? t.html("say_died", { deaths: tollOf(deaths, impact) }) : null,
    !deaths && injuries ? t.html("say_injured", { injured: countedElement(injuries) }) : null,
  ];
  const where =
    depth && town
      ? t.html("say_where", { distance: numberElement(town.km, { unit: "kilometer" }), town: html`<bdi>${town.name}</bdi>`, depth })
      : depth && t.html("say_depth", { depth });
  const felt = reports ? t.html("say_felt", { reports: countedElement(reports) }) : null;
  const intensity = impact.max_intensity_reported ?? impact.max_intensity_estimated;
  const of = impact.max_intensity_reported === null ? "max_intensity_estimated" : "max_intensity_reported";
  const figures = (
    [
      [deaths, t("figure_deaths")],
      [injuries, t("figure_injuries")],
      [impact.houses_destroyed, t("figure_houses_destroyed")],
      [impact.damage_million_usd && Math.round(impact.damage_million_usd), t("figure_damage_million_usd")],
      [reports, t("figure_felt_reports")],
      [intensity === null ? null : degreeText(intensity), t(`figure_${of}`)],
    ] as const
  ).flatMap(([value, what]): LargeFigure[] => (value ? [[typeof value === "string" ? value : numberElement(value), what]] : []));
  return opening([...losses, where, felt], figures);
}

/** By less than this share sources agree about the deaths for a sentence; the table has all figures. */
const AGREED = 0.05;

/** `504–549`, or `100,000 (45,096–200,000)` where the figure is inside the range, if sources disagree about the deaths. */
function tollOf(deaths: number, { deaths_said: said }: EarthquakeDetail["impact"]): Counted {
  if (said?.low == null || said.high == null || said.high <= said.low * (1 + AGREED)) return countedElement(deaths);
  const range = html`${numberElement(said.low)}–${numberElement(said.high)}`;
  const isEnd = deaths === said.low || deaths === said.high;
  return isEnd ? new Counted(said.high, range) : new Counted(deaths, html`${numberElement(deaths)} (${range})`);
}

/** A historical earthquake in a sentence. */
function named({ name, slug, place_description: place }: Notable, context: RenderContext): Html {
  return html`<a href="${eventHref(context, slug)}">${titleIn({ name, place }, context)}</a>`;
}

export function countryOpening(profile: CountryProfile, context: RenderContext): Html {
  const { t } = context;
  const { country, strongest, deadliest, zone_basis: basis } = profile;
  const [worst] = deadliest;
  const [largest] = strongest;
  const known = Math.max(basis.deaths, worst?.deaths ?? 0);
  const date = ({ occurred_at: at, occurred_at_precision: precision }: Notable) => dateInSentence(at, precision, t);
  const sentences = [
    known > 0 ? t.html("say_country", { deaths: countedElement(known) }) : t(largest ? "say_no_deaths" : "history_none"),
    // Where one earthquake killed all of them, the sentence before and the one after say so.
    worst?.deaths && (worst.deaths < known || worst.slug !== largest?.slug)
      ? t.html("say_deadliest", { event: named(worst, context), date: date(worst), deaths: countedElement(worst.deaths) })
      : null,
    largest?.magnitude
      ? t.html("say_strongest", { event: named(largest, context), date: date(largest), magnitude: magnitudeAmount(largest.magnitude) })
      : null,
  ];
  const zone = html`<a class="zone ${country.seismic_zone}" href="#zone">${t(`zone_${country.seismic_zone}`)}</a>`;
  return opening(sentences, [
    ...(known > 0 ? [[numberElement(known), t("figure_deaths")] as const] : []),
    ...(country.largest_magnitude === null ? [] : [[magnitudeAmount(country.largest_magnitude), t("largest")] as const]),
    [numberElement(country.total_significant), t("significant_on_record")],
    [zone, t("zone")],
  ]);
}

export function plateOpening(plate: PlateDetail, context: RenderContext): Html {
  const { t, href, translations } = context;
  const [fastest] = plate.boundaries.toSorted((a, b) => b.motion.speed_mm_per_year.mean - a.motion.speed_mm_per_year.mean);
  const largest = Math.max(...plate.annual_earthquakes.map(({ largest_magnitude: magnitude }) => magnitude ?? Number.NEGATIVE_INFINITY));
  const speed = fastest && numberElement(Math.round(fastest.motion.speed_mm_per_year.mean));
  const english = fastest && context.plate(fastest.plate);
  return opening(
    [
      fastest && speed && english
        ? t.html("say_plate", { plate: plateLink(href(`plates/${fastest.plate}/`), english, plateName(translations, english)), speed })
        : null,
    ],
    [
      [numberElement(plate.earthquake_count), t("listed")],
      ...(Number.isFinite(largest) ? [[magnitudeAmount(largest), t("largest")] as const] : []),
      ...(speed ? [[speed, t("speed")] as const] : []),
      [t.html("square_kilometres", { area: plateArea(plate.area_km2) }), t("area")],
    ],
  );
}
