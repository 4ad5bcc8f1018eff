import type { CountryProfile } from "../../../contract/resources/resources.ts";
import { radiatedEnergy } from "../../../seismology/magnitude.ts";
import { type Axis, chartClass, keyText, linearAxis, logAxis, type NumberRows, place } from "../../charts/plot.ts";
import { powerOfTen } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import type { CountryName } from "../form.ts";
import type { NumberStyle, ToolContext } from "../tool.ts";

/**
 * The values of a country's profile (`/api/v1/countries/{slug}/`) that the tool compares. Counts of earthquakes of all sizes are not
 * among them: they depend on the networks of a country, and would change its pages in fifteen languages each minute.
 */
export interface ComparedCountry {
  iso2: string;
  name: string;
  slug: string;
  zone: string;
  areaKm2: number | null;
  significant: number;
  largestMagnitude: number | null;
  /** Magnitudes of the strongest earthquakes that have a detail record, at most ten. */
  strongest: readonly number[];
  /** The strongest of these earthquakes. */
  largest: { slug: string; place: string; year: number } | null;
  deaths: number;
  /** The belt of deformation that means most; null without one. */
  belt: { name: string; km: number } | null;
  /** Earthquakes of magnitude 5 and more per year and 10,000 km², with the confidence interval; null if they were not counted. */
  rate: { perYear: number; low: number; high: number; firstYear: number; lastYear: number } | null;
  b: { value: number; error: number } | null;
}

export interface CountryData {
  /** All countries that can be selected. */
  names: readonly (CountryName & { slug: string })[];
  /** The profiles that have been loaded, by ISO 3166-1 alpha-2. */
  read: Readonly<Record<string, ComparedCountry>>;
}

/** Extracts the compared values from a country's profile. */
export function figuresOf(profile: CountryProfile): ComparedCountry {
  const { country, strongest, zone_basis, frequency_magnitude } = profile;
  const [largest] = strongest;
  const { rate, deaths, belt } = zone_basis;
  return {
    iso2: country.iso2,
    name: country.name,
    slug: country.slug,
    zone: country.seismic_zone,
    areaKm2: country.area_km2,
    significant: country.total_significant,
    largestMagnitude: country.largest_magnitude,
    strongest: strongest.flatMap(({ magnitude }) => magnitude ?? []),
    largest: largest ? { slug: largest.slug, place: largest.place_description, year: Number.parseInt(largest.occurred_at, 10) } : null,
    deaths,
    belt: belt && { name: belt.name, km: belt.distance_km },
    rate: rate && {
      perYear: rate.per_year,
      low: rate.low,
      high: rate.high,
      firstYear: rate.first_year,
      lastYear: rate.last_year,
    },
    b: frequency_magnitude && { value: frequency_magnitude.b, error: frequency_magnitude.b_error },
  };
}

/** Seismic energy of the strongest known earthquakes, J (Gutenberg & Richter 1956). */
export function energyOf({ strongest }: Pick<ComparedCountry, "strongest">): number {
  return strongest.reduce((sum, magnitude) => sum + radiatedEnergy(magnitude), 0);
}

/** Significant earthquakes per 10,000 km²; null if the area is unknown. */
export function significantPerArea({ significant, areaKm2 }: Pick<ComparedCountry, "significant" | "areaKm2">) {
  return areaKm2 === null || areaKm2 === 0 ? null : significant / (areaKm2 / 10_000);
}

const BAR = 18;
const ROW = 26;
const HEAD = 26;
const GAP = 14;
/** Height of the numbers below an axis. */
const AXIS = 18;
/** Width of the columns with the names and the figures. Bars use the rest. */
const NAMES = 124;
const FIGURES = 114;

interface Measure {
  key: string;
  valueOf(country: ComparedCountry): number | null;
  style: NumberStyle;
  /**
   * The axis of a figure whose zero means nothing, or is infinitely far away: its values are points, since the length of a bar
   * would mean nothing either. Other figures have bars.
   */
  axisOf?: (values: readonly number[], width: number) => Axis;
  /** Writes a value at the axis. */
  write?: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  { key: "significant", valueOf: ({ significant }) => significant, style: { digits: 0 } },
  { key: "density", valueOf: significantPerArea, style: { significant: 2 } },
  {
    key: "largest",
    valueOf: ({ largestMagnitude }) => largestMagnitude,
    style: { digits: 1 },
    axisOf: (values, width) => linearAxis([Math.floor(Math.min(...values, 6)), 10], NAMES, width - FIGURES, 5),
    write: String,
  },
  {
    key: "energy",
    valueOf: (country) => (country.strongest.length === 0 ? null : energyOf(country)),
    style: { significant: 2, unit: "J" },
    axisOf: (values, width) => {
      const [first, last] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
      const end = Math.max(last, first + 1);
      return logAxis([10 ** first, 10 ** end], NAMES, width - FIGURES, Math.ceil((end - first) / 5));
    },
    write: powerOfTen,
  },
];

export function countryBars(compared: readonly ComparedCountry[], context: ToolContext): Html {
  let top = 0;
  const groups = MEASURES.map((measure) => {
    const values = compared.flatMap((country) => measure.valueOf(country) ?? []);
    const axis = values.length === 0 ? undefined : measure.axisOf?.(values, context.width);
    const most = Math.max(...values);
    const rows = compared.map((country, at) => row(country, measure, { axis, most }, at, context));
    const drawn = html`<g transform="translate(0 ${top})"><text class="group" x="0" y="16">${context.t(`row.${measure.key}`)}</text>
${axis && axisLines(axis, measure, compared.length)}${rows}</g>
`;
    top += HEAD + compared.length * ROW + GAP + (axis ? AXIS : 0);
    return drawn;
  });
  return html`<svg class="${chartClass(context, " bars")}" viewBox="0 0 ${context.width} ${top}" role="img"
aria-label="${context.t("figure")}">
${groups}</svg>${keyText(context.t("figure"))}`;
}

function axisLines(axis: Axis, { write = String }: Measure, rows: number): Html {
  const floor = HEAD + rows * ROW - ROW + BAR + 4;
  return html`<g class="grid">${axis.ticks.map((value) => html`<path d="M${place(axis(value))} ${HEAD - 4}V${floor}"/>`)}</g>
<g class="ticks">${axis.ticks.map(
    (value) => html`<text x="${place(axis(value))}" y="${floor + 14}" text-anchor="middle">${write(value)}</text>`,
  )}</g>
`;
}

function row(
  country: ComparedCountry,
  measure: Measure,
  { axis, most }: { axis: Axis | undefined; most: number },
  at: number,
  context: ToolContext,
): Html {
  const value = measure.valueOf(country);
  const y = HEAD + at * ROW;
  const end = value === null ? NAMES : axis ? axis(value) : NAMES + (value / (most || 1)) * (context.width - NAMES - FIGURES);
  const name = context.country(country.iso2, country.name);
  const text = value === null ? context.t("unknown") : context.number(value, measure.style);
  const said = `${name} · ${context.t(`row.${measure.key}`)}: ${text}`;
  return html`<text x="0" y="${y + 13}">${shortened(name)}</text>
${value === null ? null : valueMark(axis !== undefined, at, [end, y], context.card(said))}
<text x="${axis ? context.width - FIGURES + 14 : place(end + 6)}" y="${y + 13}">${text}</text>`;
}

function valueMark(isPoint: boolean, at: number, [end, y]: readonly [number, number], card: Html | null): Html {
  const look = `bar bar-${at + 1}`;
  if (isPoint) return html`<circle class="${look}" cx="${place(end)}" cy="${y + BAR / 2}" r="6">${card}</circle>`;
  return html`<rect class="${look}" x="${NAMES}" y="${y}" width="${place(Math.max(end - NAMES, 1))}" height="${BAR}">${card}</rect>`;
}

/** SVG text does not wrap, so long names are shortened. */
function shortened(name: string): string {
  return name.length > 17 ? `${name.slice(0, 16)}…` : name;
}

/** The numbers of the four charts. */
export function countryNumbers(compared: readonly ComparedCountry[]): NumberRows {
  const figure = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)));
  const rows = compared.map((country) => [country.iso2, ...MEASURES.map((measure) => figure(measure.valueOf(country)))]);
  return [["country", ...MEASURES.map(({ key }) => key)], ...rows];
}
