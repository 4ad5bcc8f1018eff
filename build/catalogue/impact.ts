import type { AlertLevel } from "../contract/texts/vocabulary.ts";
import { type ImpactFigure, type ImpactKind, type ImpactProductId, LOSS_KINDS, type LossKind } from "../contract/wire/impact.ts";
import { thousands } from "../platform/text.ts";
import type { HistoricalRecord, ImpactProduct, ImpactProductName, Loss, ReportedEvent } from "../store/records.ts";

export interface ImpactSource {
  figure: ImpactFigure;
  /** Null if only the class is known. */
  value: number | AlertLevel | null;
  /** Order of magnitude (0-4, NOAA) if the value is not known. */
  class: number | null;
  agency: string;
  product: ImpactProductId | null;
  /** The network that made the product. */
  contributor: string | null;
  /** Last update of the product, ms since 1970 UTC. */
  updated: number | null;
  /** The agency's page of the event. */
  url: string | null;
}

/**
 * How a figure was got. No source says it of losses: a loss of 1,000 and more that is a multiple of 100 counts as estimated, the
 * others as counted. Only the order of magnitude is known of a class.
 */
export function kindOf({ figure, value, class: order }: ImpactSource): ImpactKind {
  if (value === null || order !== null) return "class";
  if (figure === "felt_reports") return "counted";
  if (figure === "max_intensity_reported") return "observed";
  const isLoss = LOSS_KINDS.some((kind) => kind === figure);
  return isLoss && typeof value === "number" && figure !== "damage_million_usd" ? kindOfLoss(value) : "estimated";
}

function kindOfLoss(value: number): "counted" | "estimated" {
  return value < 1000 || value % 100 !== 0 ? "counted" : "estimated";
}

/** The agency whose feed has figures from products. */
const PRODUCTS_OF = "usgs";

interface LiveFigure {
  figure: ImpactFigure;
  key: "alert" | "feltReports" | "maxIntensityReported" | "maxIntensityEstimated" | "significance";
  /** The product from which the feed's field is taken by definition; null if several products are possible. */
  product: ImpactProductName | null;
  /** The values in products for this figure, the preferred one first. */
  valuesOf: (products: readonly ImpactProduct[]) => readonly ProductValue[];
}

type ProductValue = [product: ImpactProduct, value: number | AlertLevel | null];

const LIVE: readonly LiveFigure[] = [
  { figure: "alert_level", key: "alert", product: "losspager", valuesOf: (all) => productValues(all, "losspager", "alert") },
  { figure: "felt_reports", key: "feltReports", product: "dyfi", valuesOf: (all) => productValues(all, "dyfi", "feltReports") },
  {
    figure: "max_intensity_reported",
    key: "maxIntensityReported",
    product: "dyfi",
    valuesOf: (all) => productValues(all, "dyfi", "maxIntensity"),
  },
  {
    figure: "max_intensity_estimated",
    key: "maxIntensityEstimated",
    // The value of ShakeMap, otherwise that of PAGER (usgs/earthquake-event-ws).
    product: null,
    valuesOf: (all) => {
      const computed = productValues(all, "shakemap", "maxIntensity");
      return computed.length > 0 ? computed : productValues(all, "losspager", "maxIntensity");
    },
  },
  { figure: "significance", key: "significance", product: null, valuesOf: () => [] },
];

/**
 * The sources of each impact figure of an event: first that of the published value, then those of other values. A product is named
 * with its date only if it has the published value, because a feed may be newer than the detail. Only then do the other values
 * follow.
 */
export function impactSources(live: readonly ReportedEvent[], historical: HistoricalRecord | null): ImpactSource[] {
  const sources: ImpactSource[] = [];
  for (const figure of LIVE) {
    const provider = live.find((event) => event[figure.key] !== null);
    if (provider) addLive(sources, figure, provider);
    if (figure.key === "maxIntensityReported" && historical) addSurvey(sources, historical);
  }
  if (historical) addLosses(sources, historical);
  return sources;
}

function addLive(sources: ImpactSource[], { figure, key, product, valuesOf }: LiveFigure, source: ReportedEvent): void {
  const { agency, url } = source;
  const value = source[key];
  const all = source.impactProducts ? valuesOf(source.impactProducts) : [];
  const served = all.find(([, other]) => other === value);
  if (!served) {
    const meant = agency === PRODUCTS_OF ? product : null;
    sources.push({ figure, value, class: null, agency, product: meant, contributor: null, updated: null, url });
    return;
  }
  for (const [{ product, contributor, updated }, value] of [served, ...all.filter((one) => one !== served)]) {
    sources.push({ figure, value, class: null, agency, product, contributor, updated, url });
  }
}

function addSurvey(sources: ImpactSource[], { agency, maxIntensity, url }: HistoricalRecord): void {
  if (maxIntensity === null) return;
  const figure = "max_intensity_reported";
  sources.push({ figure, value: maxIntensity, class: null, agency, product: null, contributor: null, updated: null, url });
}

function addLosses(sources: ImpactSource[], historical: HistoricalRecord): void {
  for (const figure of LOSS_KINDS) {
    for (const record of inOrder(historical, figure)) addLoss(sources, figure, record);
  }
}

/**
 * The records in the order of preference for a loss. The project's own table comes first where its row has a figure or says that
 * none is reliable, since each row was compared with NOAA's; then NOAA. The first gives the published figure.
 */
function inOrder(historical: HistoricalRecord, kind: LossKind): HistoricalRecord[] {
  const { own } = historical;
  if (!own) return [historical];
  const { value, said } = own.losses[kind];
  return value !== null || said ? [own, historical] : [historical];
}

/**
 * The published loss of a kind, by the order of preference. If several sources give figures of it, `said` has the range: that of the
 * table's row where it has one, since it leaves out figures that the literature rejects; otherwise that of all figures.
 */
export function lossOf(historical: HistoricalRecord, kind: LossKind): Loss {
  const [first, second] = inOrder(historical, kind);
  const loss = (first as HistoricalRecord).losses[kind];
  if (!second || loss.said?.low != null || loss.value === null) return loss;
  const other = second.losses[kind].value;
  if (other === null || other === loss.value) return loss;
  const ours = loss.said ? `Quaketree's table (${loss.said.by})` : "Quaketree's table";
  const by = `${thousands(loss.value)} ${ours}; ${thousands(other)} NOAA NCEI`;
  return { ...loss, said: { low: Math.min(loss.value, other), high: Math.max(loss.value, other), by } };
}

function addLoss(sources: ImpactSource[], figure: LossKind, { agency, url, losses }: HistoricalRecord): void {
  const { value, class: order, isTotal, other } = losses[figure];
  if (value === null && order === null) return;
  const product = isTotal === undefined ? null : isTotal ? "total" : "earthquake";
  const common = { figure, agency, contributor: null, updated: null, url };
  sources.push({ ...common, value, class: value === null ? order : null, product });
  if (other === undefined) return;
  sources.push({ ...common, value: other, class: null, product: isTotal ? "earthquake" : "total" });
}

function productValues(
  products: readonly ImpactProduct[],
  kind: ImpactProductName,
  key: "alert" | "feltReports" | "maxIntensity",
): readonly ProductValue[] {
  return products
    .filter(({ product }) => product === kind)
    .map((product): ProductValue => [product, product[key]])
    .filter(([, value]) => value !== null);
}

/** The minimum of each of NOAA's classes of deaths: none, few (1-50), some (51-100), many (101-1,000), very many. */
const MIN_OF_CLASS = [0, 1, 51, 101, 1001];

/** The minimum number of deaths of an earthquake: the figure, or the minimum of the class if only that is known; otherwise null. */
export function leastDeaths({ value, class: order }: Loss): number | null {
  return value ?? (order === null ? null : (MIN_OF_CLASS[order] ?? null));
}

/** A figure of the dead of one earthquake, of which a statement such as `13,162 NOAA NCEI; 45,500 source not known` lists several. */
export interface DeathFigure {
  low: number;
  /** The same as `low` where the source gives one number. */
  high: number;
  kind: "counted" | "estimated" | "range";
  /** Null if nobody knows who says it. */
  by: string | null;
  /** The date or year that the source has, ISO 8601; null if it states none. */
  published: string | null;
  url: string | null;
}

/** The database of NOAA NCEI, by its name in statements. */
const NOAA = "NOAA NCEI";
const NOAA_DATABASE = "https://doi.org/10.7289/V5TD9V7K";

/** What statements say of a figure that was found in lists without a source. */
export const NOT_KNOWN = "source not known";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/**
 * Reads a statement. A statement without a number names the source of the headline.
 *
 * @param noaaUrl NOAA's page of the earthquake; without it the database is linked
 */
export function deathFigures(statement: string, headline: number | null, noaaUrl: string | null = null): DeathFigure[] {
  return statement.split("; ").flatMap((part) => {
    const [, first, last, said] = /^(?:([\d,]+)(?: to ([\d,]+))?,? )?(.+)$/.exec(part) ?? [];
    const low = first === undefined ? headline : numberOf(first);
    if (low === null || said === undefined || (first === undefined && statement !== part)) return [];
    const high = last === undefined ? low : numberOf(last);
    const source = said.replace(/ ?<(\S+)>/, "");
    const own = /<(\S+)>/.exec(said)?.[1] ?? (source.startsWith(NOAA) ? (noaaUrl ?? NOAA_DATABASE) : null);
    const kind = low === high ? kindOfLoss(low) : "range";
    return [{ low, high, kind, by: source === NOT_KNOWN ? null : source, published: dateIn(source), url: own }];
  });
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}

function dateIn(source: string): string | null {
  const [, day = "", month = "", year = ""] = /\b(\d{1,2}) ([A-Z][a-z]+) (\d{4})\b/.exec(source) ?? [];
  const at = MONTHS.indexOf(month) + 1;
  if (at > 0) return `${year}-${String(at).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return /\b(?:1[5-9]|20)\d\d\b/.exec(source)?.[0] ?? null;
}
