import type { CountryProfile } from "../../../contract/resources/resources.ts";
import { radiatedEnergy } from "../../../seismology/energy.ts";
import { keyText, place } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import type { CountryName } from "../form.ts";
import { yearOf } from "../history.ts";
import type { NumberStyle, ToolContext } from "../tool.ts";

/** The values of a country's profile (`/api/v1/countries/{slug}/`) that the tool compares. */
export interface ComparedCountry {
  iso2: string;
  name: string;
  slug: string;
  zone: string;
  areaKm2: number | null;
  total: number;
  significant: number;
  recent30d: number;
  largestMagnitude: number | null;
  /** Magnitudes of the strongest earthquakes that have a detail record, at most ten. */
  strongest: readonly number[];
  /** The strongest of these earthquakes. */
  largest: { slug: string; place: string; year: number } | null;
  deaths: number;
  boundaryKm: number;
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
export function figuresOf({
  country,
  recent_30d,
  strongest,
  zone_basis,
  frequency_magnitude,
}: CountryProfile): ComparedCountry {
  const [largest] = strongest;
  const { rate, deaths, boundary_distance_km } = zone_basis;
  return {
    iso2: country.iso2,
    name: country.name,
    slug: country.slug,
    zone: country.seismic_zone,
    areaKm2: country.area_km2,
    total: country.total_earthquakes,
    significant: country.total_significant,
    recent30d: recent_30d,
    largestMagnitude: country.largest_magnitude,
    strongest: strongest.flatMap(({ magnitude }) => magnitude ?? []),
    largest: largest
      ? { slug: largest.slug, place: largest.place_description, year: Math.floor(yearOf(largest.occurred_at)) }
      : null,
    deaths,
    boundaryKm: boundary_distance_km,
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

const WIDTH = 440;
const BAR = 18;
const ROW = 26;
const HEAD = 26;
const GAP = 14;
/** Width of the column with the names. Bars and figures use the rest. */
const NAMES = 118;
const FIGURES = 114;

interface Measure {
  key: string;
  valueOf(country: ComparedCountry): number | null;
  style: NumberStyle;
  /** Start of a logarithmic scale; the scale is linear if absent. */
  logFrom?: number;
  /** Start of a linear scale; 0 if absent. */
  from?: number;
}

const MEASURES: readonly Measure[] = [
  { key: "significant", valueOf: ({ significant }) => significant, style: { digits: 0 } },
  { key: "density", valueOf: significantPerArea, style: { significant: 2 } },
  { key: "largest", valueOf: ({ largestMagnitude }) => largestMagnitude, style: { digits: 1 }, from: 4 },
  {
    key: "energy",
    valueOf: (country) => (country.strongest.length === 0 ? null : energyOf(country)),
    style: { significant: 2, unit: "J" },
    logFrom: 1e11,
  },
];

/** Bars of the countries, grouped by figure. */
export function countryBars(compared: readonly ComparedCountry[], context: ToolContext): Html {
  const group = HEAD + compared.length * ROW + GAP;
  return html`<svg class="chart bars" viewBox="0 0 ${WIDTH} ${MEASURES.length * group}" role="img" aria-label="${context.t("figure")}">
${MEASURES.map(
  (
    measure,
    i,
  ) => html`<g transform="translate(0 ${i * group})"><text class="group" x="0" y="16">${context.t(`row.${measure.key}`)}</text>
${compared.map((country, at) => bar(country, measure, compared, at, context))}</g>
`,
)}</svg>${keyText(context.t("figure"))}`;
}

function bar(
  country: ComparedCountry,
  measure: Measure,
  compared: readonly ComparedCountry[],
  at: number,
  context: ToolContext,
): Html {
  const value = measure.valueOf(country);
  const most = Math.max(...compared.map((other) => shareOf(measure, measure.valueOf(other))), 1e-12);
  const length = (shareOf(measure, value) / most) * (WIDTH - NAMES - FIGURES);
  const y = HEAD + at * ROW;
  const text = value === null ? context.t("unknown") : context.number(value, measure.style);
  return html`<text x="0" y="${y + 13}">${shortened(context.country(country.iso2, country.name))}</text>
<rect class="bar bar-${at + 1}" x="${NAMES}" y="${y}" width="${place(Math.max(length, value === null ? 0 : 1))}" height="${BAR}"/>
<text x="${place(NAMES + length + 6)}" y="${y + 13}">${text}</text>`;
}

function shareOf({ logFrom, from = 0 }: Measure, value: number | null): number {
  if (value === null) return 0;
  if (logFrom !== undefined) return Math.max(0, Math.log10(value / logFrom));
  return Math.max(0, value - from);
}

/** SVG text does not wrap, so long names are shortened. */
function shortened(name: string): string {
  return name.length > 17 ? `${name.slice(0, 16)}…` : name;
}
