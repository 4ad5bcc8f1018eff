import { groupBy } from "../../../platform/lists.ts";
import { HOUR_MS } from "../../../platform/time.ts";
import { type Completeness, countFrom, listCompleteness, partClass, sumOf } from "../../../seismology/completeness.ts";
import {
  expectedFrom,
  type FrequencyMagnitude,
  lawFrom,
  type MagnitudeCounts,
  MIN_EVENTS,
  magnitudeClass,
  magnitudeCounts,
} from "../../../seismology/frequency-magnitude.ts";
import { chart, type Frame, frameOf, insidePlot, isNarrow, line, linearAxis, logAxis, type NumberRows, place } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import { absentText, coveredNote, sinceText } from "../archived.ts";
import { type CountryName, countryField } from "../form.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";

/** Earthquakes of a time window and a region, counted in classes of 0.1 magnitude. */
export interface CountedEarthquakes {
  hours: string;
  /** ISO 3166-1 alpha-2, or `all`. */
  country: string;
  /** The least requested magnitude. */
  least: number;
  networks: readonly NetworkCounts[];
  /** Only of the archive: the window, ms since 1970 UTC. */
  window?: { since: number; asOf: number };
  /** Only of a period: since when the data cover it; null if they cover all of it. */
  coveredFrom?: string | null;
  /** Only of the archive: why it has no counts. */
  absent?: "incomplete" | "many";
}

/** The counts of a network, which ids begin with. */
export type NetworkCounts = readonly [network: string, counts: readonly (readonly [tenths: number, count: number])[]];

/** The counts together with the countries that can be selected. */
export interface FrequencyData extends CountedEarthquakes {
  countries: readonly CountryName[];
}

/** The initial filters of the request. */
export const FIRST_COUNTED = { hours: 720, least: 4.5, leastOfCountry: 1 } as const;

const HOURS_A_YEAR = 24 * 365.25;

/** Counts earthquakes by network and class, both in ascending order. */
export function countNetworks(earthquakes: readonly { id: string; magnitude: number }[]): NetworkCounts[] {
  const networks = groupBy(earthquakes, ({ id }) => /^(us|[a-z]*)/.exec(id)?.[0] ?? "");
  return [...networks]
    .map(([name, own]) => [name, [...magnitudeCounts(own.map(({ magnitude }) => magnitude))].toSorted(([a], [b]) => a - b)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function fieldsOf({ countries, country, least }: FrequencyData) {
  return [
    { kind: "choice", name: "hours", options: ["24", "168", "720", "archive"], first: "720" },
    countryField("country", countries, country, ["all"]),
    { kind: "number", name: "least", least: -2, most: 7, step: 0.1, first: least },
    { kind: "choice", name: "method", options: ["curvature", "given"], first: "curvature" },
    { kind: "number", name: "complete", least: -2, most: 8, step: 0.1, first: 5 },
  ] as const;
}

type FrequencyFields = ReturnType<typeof fieldsOf>;
type Values = ValuesOf<FrequencyFields>;

/** `/tools/gutenberg-richter/`. @param seed the counts for the first values */
export function gutenbergRichterTool(seed: FrequencyData): Tool<FrequencyFields, CountedEarthquakes> {
  return {
    slug: "gutenberg-richter",
    fields: fieldsOf(seed),
    seed,
    draw: (values, context, data = seed) => {
      if (!isOf(data, values)) return { answer: html`<p>${context.t("reading")}</p>`, figure: html``, waiting: true };
      if (data.absent) return { answer: absentText(data.absent, values.least, context), figure: html`` };
      const view = viewOf(data, values);
      const since = data.window ? sinceText(data.window.since, context) : coveredNote(data.coveredFrom, context);
      return {
        answer: html`${answer(view, values, context)}${since}`,
        figure: figure(view, context),
        more: notes(view, context),
        numbers: () => numbers(view.counts),
      };
    },
  };
}

/** Whether the data are those that the values require. */
export function isOf(data: CountedEarthquakes, { hours, country, least }: Values): boolean {
  return data.hours === hours && data.country === country && data.least === least;
}

interface View {
  networks: readonly (readonly [name: string, counts: MagnitudeCounts])[];
  counts: MagnitudeCounts;
  events: number;
  completeness: Completeness;
  /** The magnitude of completeness in tenths, at which the fit of the law starts; null if the counts are complete from no magnitude on. */
  complete: number | null;
  law: FrequencyMagnitude | null;
}

/**
 * The complete counts and the law fitted to them. The reader's magnitude of completeness is used only if it is selected and
 * greater than the estimated one.
 */
function viewOf(data: CountedEarthquakes, { method, complete: given, hours, country }: Values): View {
  const networks = data.networks.map(([name, counts]) => [name, new Map(counts)] as const);
  const lists = networks.map(([, counts]) => counts);
  const counts = sumOf(lists);
  const { window } = data;
  const years = (window ? (window.asOf - window.since) / HOUR_MS : Number(hours)) / HOURS_A_YEAR;
  const completeness = listCompleteness(lists, years, country === "all");
  const estimated = completeness.magnitude === null ? null : magnitudeClass(completeness.magnitude);
  const isRaised = method === "given" && estimated !== null && magnitudeClass(given) > estimated;
  const complete = isRaised ? magnitudeClass(given) : estimated;
  return {
    networks,
    counts,
    events: countFrom(counts, Number.NEGATIVE_INFINITY),
    completeness,
    complete,
    law: isRaised && complete !== null ? lawFrom(counts, years, complete) : completeness.law,
  };
}

/** Whether the earthquakes suffice for the law, with the first values of the other fields. */
export function hasLaw(data: CountedEarthquakes): boolean {
  const { hours, country, least } = data;
  return viewOf(data, { hours: hours as Values["hours"], country, least, method: "curvature", complete: 0 }).law !== null;
}

function answer(view: View, { least }: Values, context: ToolContext): Html {
  const { t } = context;
  const { counts, events, law } = view;
  const counted = t("answer.events", { count: whole(events, context), least: magnitude(least, context) });
  const read = html`${completeFrom(view, context)}<p>${counted}</p>`;
  if (!law) {
    return html`<p class="headline">${absence(view, context)}</p>
${read}`;
  }
  const { b, bError, completenessMagnitude } = law;
  const larger = completenessMagnitude + 1;
  return html`<p class="headline">${t("answer.b", {
    b: context.number(b, { digits: 2 }),
    error: context.number(bError, { digits: 2 }),
    count: whole(law.events, context),
    complete: magnitude(completenessMagnitude, context),
  })}</p>
<p>${t("answer.factor", { factor: context.number(10 ** b, { significant: 2 }) })}</p>
<p>${t("answer.expected", {
    magnitude: magnitude(larger, context),
    expected: context.number(expectedFrom(law, larger), { significant: 2 }),
    counted: whole(countFrom(counts, magnitudeClass(larger)), context),
  })}</p>
${read}`;
}

/** The reason why the law could not be fitted. */
function absence({ counts, complete, completeness }: View, context: ToolContext): string {
  if (completeness.absent === "poor-fit") return context.t("answer.poor");
  const count = complete === null ? 0 : countFrom(counts, complete);
  return context.t("answer.few", { count: whole(count, context), least: whole(MIN_EVENTS, context) });
}

function completeFrom({ completeness: { magnitude: complete, error }, networks }: View, context: ToolContext): Html | null {
  if (complete === null) return null;
  const values = { complete: magnitude(complete, context) };
  const classes = networks.flatMap(([name, counts]) => {
    const tenths = partClass(counts);
    return tenths === null ? [] : [`${name} ${magnitude(tenths / 10, context)}`];
  });
  const { t } = context;
  return html`<p>${
    error === null ? t("answer.assumed", values) : t("answer.complete", { ...values, error: context.number(error, { digits: 2 }) })
  }${classes.length > 1 ? ` ${t("answer.networks", { list: classes.join(", ") })}` : null}</p>
`;
}

function notes({ law }: View, context: ToolContext): Html {
  if (!law) return html``;
  return html`<p class="quiet">${context.t("a", { a: context.number(law.a, { digits: 2 }) })}</p>`;
}

function whole(value: number, context: Pick<ToolContext, "number">): string {
  return context.number(value, { digits: 0 });
}

function magnitude(value: number, context: ToolContext): string {
  return context.number(value, { digits: 1 });
}

/** Counts of each magnitude class (squares), cumulative counts (circles), and the law with its standard error. */
function figure({ counts, complete, law, events }: View, context: ToolContext): Html {
  const { t, number, card } = context;
  const classes = [...counts.keys()].toSorted((p, q) => p - q);
  const [first, last] = [classes[0], classes.at(-1)];
  if (first === undefined || last === undefined) return html``;
  const most = Math.max(last / 10, (complete ?? first) / 10 + 1) + 0.3;
  const frame = frameOf(context.width);
  const { left, right, top, floor } = frame;
  const x = linearAxis([first / 10 - 0.1, most], left, right);
  const y = logAxis([0.7, Math.max(events, 10) * 1.5], floor, top);
  const marks = classes.map((tenths) => {
    const [own, from] = [counts.get(tenths) ?? 0, countFrom(counts, tenths)];
    const said = `M ${magnitude(tenths / 10, context)} · ${whole(own, context)} · ≥ M: ${whole(from, context)}`;
    return html`${square(x(tenths / 10), y(own))}<circle
class="sum" cx="${place(x(tenths / 10))}" cy="${place(y(from))}" r="3">${card(said)}</circle>`;
  });
  const middle = law && law.completenessMagnitude + (most - law.completenessMagnitude) * 0.35;
  return chart({
    label: t("figure"),
    x: {
      axis: x,
      title: t("axis.magnitude"),
      write: (value) => number(value, { digits: Number.isInteger(value) ? 0 : 1 }),
    },
    y: { axis: y, title: t("axis.number"), write: (value) => whole(value, { number }) },
    frame,
    content: html`${complete === null ? null : bound(x(complete / 10 - 0.05), magnitude(complete / 10, context), frame, context)}
${
  law
    ? insidePlot(
        lawLines(law, [law.completenessMagnitude, most], (m, count) => [x(m), y(count)]),
        frame,
      )
    : null
}${marks}
${label(x(first / 10) - 3, y(events) - 12, t("label.sum"))}
${label(x(first / 10) - 3, isNarrow(frame) ? floor - 28 : Math.min(floor - 26, y(counts.get(first) ?? 0) + 24), t("label.each"))}${
  law &&
  middle &&
  label(
    x(middle) + 12,
    y(law.events * 10 ** (-law.b * (middle - law.completenessMagnitude))) - 10,
    `b = ${number(law.b, { digits: 2 })} ± ${number(law.bError, { digits: 2 })}`,
    "strong",
  )
}`,
  });
}

function label(x: number, y: number, text: string, more = ""): Html {
  return html`<text class="halo ${more}" x="${place(x)}" y="${place(y)}">${text}</text>`;
}

/** The magnitude from which the counts are complete. */
function bound(x: number, complete: string, { left, right, top, floor }: Frame, { t }: ToolContext): Html {
  const isLeft = x < (left + right) / 2;
  return html`<path class="bound" d="M${place(x)} ${top}V${floor}"/><text class="halo" x="${place(x + (isLeft ? 6 : -6))}" y="${
    floor - 8
  }" text-anchor="${isLeft ? "start" : "end"}">${t("label.complete", { magnitude: complete })}</text>`;
}

function numbers(counts: MagnitudeCounts): NumberRows {
  const classes = [...counts.keys()].toSorted((p, q) => p - q);
  const rows = classes.map((tenths) => [tenths / 10, counts.get(tenths) ?? 0, countFrom(counts, tenths)]);
  return [["magnitude", "earthquakes", "earthquakes_from_magnitude"], ...rows];
}

/** The fitted line, and two lines for b plus and minus two standard errors. All three cross at the point where the line is known best. */
function lawLines(law: FrequencyMagnitude, [from, to]: readonly [number, number], at: (m: number, n: number) => [number, number]): Html {
  const points = (b: number) =>
    Array.from({ length: 25 }, (_, i) => {
      const m = from + ((to - from) * i) / 24;
      return at(m, law.events * 10 ** (-b * (m - law.completenessMagnitude)));
    });
  const [upper, lower] = [points(law.b - 2 * law.bError), points(law.b + 2 * law.bError)];
  return html`<path class="band" d="${line([...upper, ...lower.toReversed()])}z"/><path class="curve" d="${line(points(law.b))}"/>`;
}

function square(x: number, y: number): Html {
  return html`<path class="each" d="M${place(x - 2)} ${place(y - 2)}h4v4h-4z"/>`;
}
