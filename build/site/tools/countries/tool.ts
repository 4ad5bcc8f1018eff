import { dataHref } from "../../addresses.ts";
import { yearText } from "../../format/dates.ts";
import { placeWords } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import { type CountryName, countryField } from "../form.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";
import { type ComparedCountry, type CountryData, countryBars, countryNumbers, energyOf, significantPerArea } from "./figures.ts";

const NONE = "none";
const FIRST = ["JP", "CL", "NZ"] as const;

/** The initially selected countries. */
export const FIRST_COUNTRIES: readonly string[] = FIRST;

function fieldsOf(names: readonly CountryName[]) {
  return [
    countryField("one", names, FIRST[0]),
    countryField("two", names, FIRST[1]),
    countryField("three", names, FIRST[2], [NONE]),
    countryField("four", names, NONE, [NONE]),
  ] as const;
}

type CountriesFields = ReturnType<typeof fieldsOf>;
type Values = ValuesOf<CountriesFields>;

/** The selected countries without duplicates. */
export function chosenCountries({ one, two, three, four }: Values): string[] {
  return [...new Set([one, two, three, four])].filter((iso2) => iso2 !== NONE);
}

export function countriesTool(seed: CountryData): Tool<CountriesFields, CountryData> {
  return {
    slug: "countries",
    fields: fieldsOf(seed.names),
    seed,
    draw: (values, context, data = seed) => {
      const compared = chosenCountries(values).flatMap((iso2) => data.read[iso2] ?? []);
      const reading = compared.length < chosenCountries(values).length;
      return {
        answer: html`${reading ? html`<p>${context.t("reading")}</p>` : null}${answer(compared, context)}`,
        figure: html`${compared.length > 0 ? countryBars(compared, context) : null}`,
        more: table(compared, context),
        numbers: () => countryNumbers(compared),
      };
    },
  };
}

function answer(compared: readonly ComparedCountry[], context: ToolContext): Html | null {
  const { t, number } = context;
  const most = greatest(compared, ({ significant }) => significant);
  const largest = greatest(compared, ({ largestMagnitude }) => largestMagnitude);
  if (!most || !largest || largest.largestMagnitude === null) return null;
  const densest = greatest(compared, significantPerArea);
  const nameOf = ({ iso2, name }: ComparedCountry) => context.country(iso2, name);
  return html`<p class="headline">${t("answer.significant", {
    country: nameOf(most),
    count: number(most.significant, { digits: 0 }),
  })}</p>
<p>${t("answer.largest", { country: nameOf(largest), magnitude: number(largest.largestMagnitude, { digits: 1 }) })}</p>
${
  densest
    ? html`<p>${t("answer.density", {
        country: nameOf(densest),
        rate: number(significantPerArea(densest) ?? 0, { significant: 2 }),
      })}</p>`
    : null
}`;
}

function greatest(compared: readonly ComparedCountry[], valueOf: (country: ComparedCountry) => number | null): ComparedCountry | undefined {
  return compared.filter((country) => valueOf(country) !== null).toSorted((a, b) => (valueOf(b) ?? 0) - (valueOf(a) ?? 0))[0];
}

/** A row of the table: its heading, and the text for a country. */
interface Row {
  key: string;
  cell: (country: ComparedCountry) => Html | string;
}

function table(compared: readonly ComparedCountry[], context: ToolContext): Html {
  return html`<div class="scroll"><table class="compare"><thead><tr><td></td>${compared.map(
    ({ iso2, name, slug }) =>
      html`<th scope="col"><a href="${dataHref(context.language, `countries/${slug}/`)}">${context.country(iso2, name)}</a></th>`,
  )}</tr></thead><tbody>
${rows(context).map(
  ({ key, cell }) =>
    html`<tr><th scope="row">${context.t(`row.${key}`)}</th>${compared.map((country) => html`<td>${cell(country)}</td>`)}</tr>
`,
)}</tbody></table></div>
<p class="quiet">${context.t("row.zone_basis")}: ${context.t("belt_note")}</p>`;
}

function rows(context: ToolContext): Row[] {
  const { t, number } = context;
  const whole = (value: number) => number(value, { digits: 0 });
  const unknown = t("unknown");
  return [
    { key: "zone", cell: ({ zone }) => t(`zone.${zone}`) },
    { key: "zone_basis", cell: (country) => zoneBasis(country, context) },
    { key: "rate", cell: (country) => rateCell(country, context) },
    { key: "significant", cell: ({ significant }) => whole(significant) },
    { key: "largest", cell: (country) => largestCell(country, context) },
    {
      key: "energy",
      cell: (country) => (country.strongest.length === 0 ? unknown : number(energyOf(country), { significant: 2, unit: "J" })),
    },
    { key: "deaths", cell: ({ deaths }) => whole(deaths) },
    { key: "area", cell: ({ areaKm2 }) => (areaKm2 === null ? unknown : number(areaKm2, { digits: 0, unit: "km²" })) },
    { key: "density", cell: (country) => perArea(significantPerArea(country), context) },
    {
      key: "b",
      cell: ({ b }) => (b ? `${number(b.value, { digits: 2 })} ± ${number(b.error, { digits: 2 })}` : unknown),
    },
  ];
}

function perArea(value: number | null, { t, number }: ToolContext): string {
  return value === null ? t("unknown") : number(value, { significant: 2 });
}

/** The belt of deformation from which the points of the seismic zone come; a note below the table says how. */
function zoneBasis({ belt }: ComparedCountry, { t, number }: ToolContext): string {
  if (!belt) return t("belt_none");
  if (belt.km === 0) return belt.name;
  return t("belt", { belt: belt.name, distance: number(belt.km, { significant: 2, unit: "km" }) });
}

/** Earthquakes of magnitude 5 and more: the figure that can be compared between countries. */
function rateCell({ rate }: ComparedCountry, { t, number }: ToolContext): string {
  if (!rate) return t("rate_unknown");
  const digits = { significant: 2 } as const;
  const [perYear, low, high] = [rate.perYear, rate.low, rate.high].map((value) => number(value, digits));
  return t("rate", { rate: perYear ?? "", low: low ?? "", high: high ?? "", first: String(rate.firstYear), last: String(rate.lastYear) });
}

function largestCell(country: ComparedCountry, context: ToolContext): Html | string {
  const { largestMagnitude, largest, strongest } = country;
  if (largestMagnitude === null) return context.t("unknown");
  const magnitude = context.number(largestMagnitude, { digits: 1 });
  if (!largest) return magnitude;
  const href = context.eventHref({ slug: largest.slug, magnitude: strongest[0] ?? null });
  return html`${magnitude}<br><a href="${href}">${placeWords(largest.place, context)}, ${yearText(largest.year, context)}</a>`;
}
