import type { PlateDetail } from "../../contract/resources/resources.ts";
import { chart, frameOf, linearAxis, PREBUILT_WIDTH, place } from "../charts/plot.ts";
import { fact, finding, marksNote, sizesText, table, totalsText } from "../data/elements.ts";
import type { LabelContext, View } from "../data/page.ts";
import { figureText, type RenderContext, type TranslateData } from "../data/render-context.ts";
import { countedElement, magnitudeAmount, NO_BREAK, numberElement, percent } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { plateLink, plateName } from "../i18n/plate-names.ts";
import { plateOpening } from "./opening.ts";

type Speed = PlateDetail["boundaries"][number]["motion"]["speed_mm_per_year"];

/** A chart needs at least this number of years; fewer are easier to read as figures. */
const MIN_BARS = 5;

/** `/plates/{slug}/` */
export const plateView: View<"plate"> = {
  parts({ body }, context) {
    const { slug, code, name, description } = body;
    const title = titleOf(body, context);
    return {
      path: `plates/${slug}/`,
      title,
      description: context.t("plate_description", { plate: title }),
      main: mainOf(body, context),
      facts: { "@type": "Place", name: `${name} plate`, identifier: code, description },
    };
  },
  mapLabel: ({ body }, context) => context.t("map_of_plate", { plate: titleOf(body, context) }),
};

function mainOf(plate: PlateDetail, context: RenderContext): Html {
  const { t } = context;
  return html`<article class="plate">
<p class="above"><a href="${context.href("plates/")}">${t("all_plates")}</a></p>
<h1 data-plate="${plate.name}">${titleOf(plate, context)}</h1>
${plateOpening(plate, context)}
<div class="split">${
    context.map
      ? html`<figure
data-numbers="plate">${finding(margin(plate, context))}${context.map}
<figcaption>${marksNote(context.map, t)}${figureText(t, "map_of_plate_note")}</figcaption></figure>`
      : null
  }
<div><p lang="en">${plate.description}</p>
<dl class="facts">${facts(plate, context)}</dl>
<p class="note">${totalsText(plate.totals_basis, context)}</p></div></div>
${boundaries(plate, context)}${years(plate, context)}${law(plate, context)}
<p class="note">${t("not_a_warning")} <a href="/api/v1/plates/${plate.slug}/">${t("as_json")}</a></p>
</article>`;
}

/** How the plate moves along most of its boundary. */
function margin({ boundary_types: types }: PlateDetail, { t }: RenderContext): Html | null {
  const [most] = types.toSorted((a, b) => b.share - a.share);
  return most ? figureText(t, `finding_${most.type}`, { share: percent(most.share) }) : null;
}

function titleOf({ name }: PlateDetail, { t, translations }: LabelContext): string {
  return plateName(translations, name) ?? t("plate_title", { plate: name });
}

function facts(plate: PlateDetail, { t, href }: RenderContext): (Html | null)[] {
  const { rotation_pole: pole } = plate;
  const degrees = (value: number, digits: number) => numberElement(value, { unit: "degree", digits });
  return [
    fact(t("kind"), t(`kind_${plate.type}`)),
    fact(t("code"), plate.code),
    fact(
      t("pole"),
      html`<a href="${href("glossary/euler-pole/")}">${
        pole.degrees_per_myr === 0
          ? t("pole_none")
          : t.html("pole_value", {
              latitude: degrees(pole.latitude, 1),
              longitude: degrees(pole.longitude, 1),
              rate: degrees(pole.degrees_per_myr, 2),
            })
      }</a>`,
    ),
  ];
}

/** The mean of the speeds along a boundary and their range, unless rounding leaves none. */
function speedText({ mean, min, max }: Speed, t: TranslateData): Html {
  const [middle, least, most] = [mean, min, max].map((value) => numberElement(Math.round(value))) as [Html, Html, Html];
  return Math.round(min) === Math.round(max) ? middle : t.html("speed_range", { mean: middle, min: least, max: most });
}

function length(km: number): Html {
  return numberElement(Math.round(km), { unit: "kilometer" });
}

/** Boundaries with less than this share of the whole are folded away if there are more than a few. */
const SHORT = 0.03;
const FEW = 6;

function boundaries({ boundaries: parts, boundary_types: types }: PlateDetail, context: RenderContext): Html {
  const { t, href } = context;
  const nameOf = (slug: string) => {
    const english = context.plate(slug);
    return plateLink(href(`plates/${slug}/`), english, plateName(context.translations, english));
  };
  const columns = [t("neighbour"), t("kind"), t("length"), t("share"), t("speed")];
  const rows = (of: typeof parts) =>
    table(
      columns,
      of.map(
        ({ plate, type, length_km: km, share: part, motion: { speed_mm_per_year: speed } }) =>
          html`<tr><td>${nameOf(plate)}</td><td>${t(`type_${type}`)}</td>
<td>${length(km)}</td><td>${percent(part)}</td><td class="nowrap">${speedText(speed, t)}</td></tr>
`,
      ),
      "listed boundaries n3 n4 n5",
    );
  const short = parts.filter(({ share }) => share < SHORT);
  const isLong = short.length > FEW;
  const folded = html`${t("share")} ${`<${NO_BREAK}`}${percent(SHORT)} (${numberElement(short.length)})`;
  const schematic = parts.some(({ motion }) => motion.accuracy === "schematic");
  return html`<section><h2>${t("boundaries")}</h2>
<p>${t("margin")}: ${types.map(
    ({ type, share: part }, at) => html`${at > 0 ? " · " : null}<a
href="${href(`glossary/${type}-boundary/`)}">${t(`type_${type}`)}</a> ${percent(part)}`,
  )}</p>
${rows(isLong ? parts.filter(({ share }) => share >= SHORT) : parts)}
${isLong ? html`<details><summary>${folded}</summary>${rows(short)}</details>` : null}
<p class="note">${t("speed_note")} ${schematic ? t("speed_schematic") : null}</p></section>
`;
}

function years({ annual_earthquakes: all }: PlateDetail, context: RenderContext): Html {
  const { t } = context;
  if (all.length === 0)
    return html`<section><h2>${t("years")}</h2><p>${t("years_none")}</p></section>
`;
  const chart = all.length < MIN_BARS ? null : yearChart(all, context);
  return html`<section>${chart ?? html`<h2>${t("years")}</h2>`}
<details${chart ? null : html` open`}><summary>${t("in_figures")}</summary>${table(
    [t("year"), t("significant"), t("largest"), t("total")],
    all.toReversed().map(
      ({ year, total, significant, largest_magnitude: largest }) =>
        html`<tr><th scope="row">${year > 0 ? year : t("year_bc", { year: 1 - year })}</th><td>${numberElement(significant)}</td>
<td>${largest === null ? "–" : magnitudeAmount(largest)}</td><td>${numberElement(total)}</td></tr>
`,
    ),
    "listed n2 n3 n4",
  )}</details></section>
`;
}

function law(plate: PlateDetail, context: RenderContext): Html | null {
  const sizes = sizesText(plate, context);
  return (
    sizes &&
    html`<section><h2>${context.t("how_sizes_are_spread")}</h2>${sizes}</section>
`
  );
}

/**
 * Number of years in the chart, up to the last year with an earthquake. Numbers of older years depend mainly on the
 * completeness of catalogues.
 */
const YEARS_SHOWN = 60;

/** The years in the chart: a year without a significant earthquake has no bar. */
export function yearsShown(all: PlateDetail["annual_earthquakes"]): PlateDetail["annual_earthquakes"] {
  const first = (all.at(-1)?.year ?? 0) - YEARS_SHOWN;
  return all.filter(({ year, significant }) => year > first && significant > 0);
}

const YEARS_FRAME = frameOf(PREBUILT_WIDTH, { left: 34, height: 220 });
const [YEAR_TICKS, COUNT_TICKS] = [6, 4];

/**
 * A bar chart of the significant earthquakes of each year; null if there are none. It leaves out smaller earthquakes: they are
 * listed for the last month only, so that its year would dwarf all others. A table has all figures.
 */
function yearChart(all: PlateDetail["annual_earthquakes"], { t, number }: RenderContext): Html | null {
  const last = all.at(-1)?.year ?? 0;
  const first = Math.max(last - YEARS_SHOWN + 1, all[0]?.year ?? last);
  const shown = yearsShown(all);
  if (shown.length === 0) return null;
  const { left, right, top, floor } = YEARS_FRAME;
  const most = Math.max(...shown.map(({ significant }) => significant));
  const x = linearAxis([first, last + 1], left, right, YEAR_TICKS);
  const y = linearAxis([0, most], floor, top, Math.min(most, COUNT_TICKS));
  const bars = shown.map(({ year, significant }) => {
    const [from, to] = [x(year) + 1, x(year + 1) - 1];
    const d = `M${place(from)} ${floor}V${place(y(significant))}H${place(to)}V${floor}z`;
    return html`<path d="${d}"><title>${year}: ${significant}</title></path>`;
  });
  const shownYears = { from: first, to: last };
  const label = t("years_chart", shownYears);
  const [busiest] = shown.toSorted((a, b) => b.significant - a.significant || b.year - a.year);
  const said = busiest && figureText(t, "finding_years", { year: String(busiest.year), count: countedElement(busiest.significant) });
  return html`<figure data-numbers="years">${finding(said ?? null)}${chart({
    label,
    x: { axis: x, write: String },
    y: { axis: y, write: (count) => number(count, { digits: 0 }) },
    frame: YEARS_FRAME,
    content: html`<g class="bars">${bars}</g>`,
  })}<figcaption>${figureText(t, "years_chart", shownYears)}</figcaption></figure>`;
}
