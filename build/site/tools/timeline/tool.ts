import { usgsHref } from "../../addresses.ts";
import type { NumberRows } from "../../charts/plot.ts";
import { precisionOf } from "../../earthquakes/table.ts";
import { dateElement, dayAtMost, yearText } from "../../format/dates.ts";
import { type Html, html } from "../../html.ts";
import { Counted } from "../../i18n/translations.ts";
import { absentText, sinceText } from "../archived.ts";
import type { Drawn, Tool, ToolContext } from "../tool.ts";
import { timelineFigure } from "./figure.ts";
import {
  archiveKey,
  type HistoricalEarthquake,
  nameOf,
  ranked,
  type Span,
  spanOf,
  TIMELINE_FIELDS,
  type TimelineArchive,
  type TimelineFields,
  type TimelineValues,
  viewOf,
} from "./view.ts";

/** Number of rows of the table. */
const LISTED = 20;

/** The year from which the records come from seismographs. */
const INSTRUMENTS = 1900;

/** The earthquakes that can be drawn. */
export interface TimelineData {
  /** Of the historical catalogue, oldest first. */
  history: readonly HistoricalEarthquake[];
  /** The last part of the archive that was read. */
  archive?: TimelineArchive;
}

/** `/tools/timeline/` @param history of the historical catalogue, oldest first */
export function timelineTool(history: readonly HistoricalEarthquake[]): Tool<TimelineFields, TimelineData> {
  const whole = spanOf(history);
  return {
    slug: "timeline",
    fields: TIMELINE_FIELDS,
    seed: { history },
    seedInPage: false,
    draw: (values, context, { archive } = { history }) => {
      if (values.hours === "archive") return drawArchive(archive, values, context);
      const view = viewOf(values, whole);
      const shown = history.filter((earthquake) => isShown(earthquake, values, view));
      return {
        answer: answer(shown, view, whole, context),
        figure: timelineFigure(shown, { view, whole, values }, context),
        more: table(shown, values, context),
        numbers: () => numbers(shown),
      };
    },
  };
}

/** The archive has no numbers of deaths, so that its earthquakes are drawn by magnitude. */
function drawArchive(archive: TimelineArchive | undefined, values: TimelineValues, context: ToolContext): Drawn {
  if (archive?.key !== archiveKey(values)) return { answer: html`<p>${context.t("reading")}</p>`, figure: html``, waiting: true };
  if ("absent" in archive) return { answer: absentText(archive.absent, values.magnitude, context), figure: html`` };
  const { earthquakes, whole, since } = archive;
  const view = viewOf(values, whole);
  const byMagnitude = { ...values, by: "magnitude" } as const;
  return {
    answer: html`${answer(earthquakes, view, whole, context, false)}${sinceText(since, context)}`,
    figure: timelineFigure(earthquakes, { view, whole, values: byMagnitude }, context),
    more: table(earthquakes, byMagnitude, context),
    numbers: () => numbers(earthquakes.filter(({ year }) => year >= view[0] && year <= view[1])),
  };
}

function isShown(earthquake: HistoricalEarthquake, { deaths, magnitude }: TimelineValues, [from, to]: Span): boolean {
  if (earthquake.year < from || earthquake.year > to) return false;
  return (deaths === 0 || (earthquake.deaths ?? -1) >= deaths) && (magnitude === 0 || (earthquake.magnitude ?? -1) >= magnitude);
}

function numbers(shown: readonly HistoricalEarthquake[]): NumberRows {
  const rows = shown.map(({ when, magnitude, deaths, atLeast, place, name }) => [
    when,
    magnitude,
    atLeast ? null : deaths,
    deaths,
    place,
    name,
  ]);
  return [["time", "magnitude", "deaths", "deaths_at_least", "place", "name"], ...rows];
}

/** The longest interval of a view without an earthquake, as years rounded outwards to integers; null if there is none. */
export function longestGap(shown: readonly { year: number }[], [from, to]: Span): Span | null {
  const years = [from, ...shown.map(({ year }) => year), to];
  let longest: Span | null = null;
  for (const [i, year] of years.entries()) {
    const before = years[i - 1] ?? year;
    if (year - before > (longest ? longest[1] - longest[0] : 0)) longest = [before, year];
  }
  return longest;
}

/** @param hasGaps whether the record lacks earthquakes */
function answer(shown: readonly HistoricalEarthquake[], view: Span, available: Span, context: ToolContext, hasGaps = true): Html {
  const { t, number } = context;
  const whole = (value: number) => number(value, { digits: 0 });
  const counted = (value: number) => new Counted(value, whole(value));
  // The axis ends a year after the last earthquake.
  const [from, to] = [yearText(view[0], context), yearText(Math.min(view[1], available[1] - 1), context)];
  const modern = shown.filter(({ year }) => year >= INSTRUMENTS).length;
  const ofThese = modern < shown.length ? ` ${t("answer.modern", { modern: whole(modern) })}` : "";
  const [deadliest, strongest] = [first(shown, "deaths"), first(shown, "magnitude")];
  const gap = hasGaps ? longestGap(shown, view) : null;
  return html`<p class="headline">${t("answer.count", { count: whole(shown.length), from, to })}${ofThese}</p>
${
  deadliest
    ? html`<p>${t("answer.deadliest", {
        what: nameOf(deadliest, context),
        year: yearText(Math.floor(deadliest.year), context),
        deaths: counted(deadliest.deaths ?? 0),
      })}</p>`
    : null
}
${
  strongest
    ? html`<p>${t("answer.strongest", {
        what: nameOf(strongest, context),
        year: yearText(Math.floor(strongest.year), context),
        magnitude: number(strongest.magnitude ?? 0, { digits: 1 }),
      })}</p>`
    : null
}
${
  gap && gap[1] - gap[0] >= 2
    ? html`<p>${t("answer.gap", {
        from: yearText(Math.floor(gap[0]), context),
        to: yearText(Math.floor(gap[1]), context),
        years: counted(Math.floor(gap[1] - gap[0])),
      })}</p>`
    : null
}`;
}

function first(shown: readonly HistoricalEarthquake[], by: TimelineValues["by"]): HistoricalEarthquake | undefined {
  return ranked(shown, by)[0];
}

function table(shown: readonly HistoricalEarthquake[], { by, hours }: TimelineValues, context: ToolContext): Html {
  const { t, number } = context;
  const isArchive = hours === "archive";
  const rows = ranked(shown, by).slice(0, LISTED);
  const without = shown.length - ranked(shown, by).length;
  const headings = ["magnitude", "place", "date", ...(isArchive ? [] : ["deaths"])].map((name) => t(`column.${name}`));
  const href = (one: HistoricalEarthquake) => (isArchive ? usgsHref(one.slug) : context.eventHref(one));
  const magnitudeText = ({ magnitude }: HistoricalEarthquake) => (magnitude === null ? t("unknown") : number(magnitude, { digits: 1 }));
  return html`${isArchive ? null : html`<p class="quiet">${t("without", { count: number(without, { digits: 0 }) })}</p>`}
<div class="scroll"><table class="quakes${isArchive ? "" : " n4"}" role="table"><caption>${t(`table.${by}`)}</caption><thead
role="rowgroup"><tr
role="row">${headings.map((text) => html`<th scope="col" role="columnheader">${text}</th>`)}</tr></thead><tbody role="rowgroup">
${rows.map(
  (earthquake) =>
    html`<tr role="row"><td role="cell" class="magnitude">${magnitudeText(earthquake)}</td>
<td role="cell"><a href="${href(earthquake)}">${nameOf(earthquake, context)}</a></td>
<td role="cell" class="nowrap">${dateElement(earthquake.when, dayAtMost(precisionOf(earthquake.when)), t)}</td>${
      isArchive ? null : deathsCell(earthquake, context)
    }</tr>
`,
)}</tbody></table></div>`;
}

function deathsCell({ deaths, atLeast }: HistoricalEarthquake, { t, number }: ToolContext): Html {
  const count = deaths === null ? t("unknown") : number(deaths, { digits: 0 });
  return html`
<td role="cell" data-label="${t("column.deaths")}">${deaths !== null && atLeast ? t("at_least", { count }) : count}</td>`;
}
