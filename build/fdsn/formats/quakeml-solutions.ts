import { xmlText } from "../../platform/text.ts";
import { type FeedFeature, SOLUTIONS } from "../../store/feed-feature.ts";
import type { SolutionProduct } from "../../store/records.ts";

/** The properties of a product, as texts. */
export type Properties = SolutionProduct["properties"];

/** What the details of an event add to its element. Identifiers and elements are XML already. */
interface Details {
  /** The properties of the published origin; empty if the details do not have it. */
  published: Properties;
  originId?: string | undefined;
  magnitudeId?: string | undefined;
  mechanismId?: string | undefined;
  /** Further origins and magnitudes, and the focal mechanisms. */
  elements: string;
}

/** The pattern of identifiers in the schema. */
const PUBLIC_ID = /^quakeml:[A-Za-z0-9_][\w\-.*()~']{2,}\/[\w\-.*()~'][\w\-.*()+?~'=,;#/&]*$/;

/** @param publicId of the event */
export function solutionElements(feature: FeedFeature, publicId: string): Details {
  const solutions = feature[SOLUTIONS] ?? [];
  const used = new Set<string>();
  /** The contributor's identifier of a thing, otherwise one below the event's; each occurs once. */
  const idOf = (own: string | undefined, other: string) => {
    const isOwn = own !== undefined && PUBLIC_ID.test(own) && !used.has(own);
    if (isOwn) used.add(own);
    return isOwn ? xmlText(own) : `${publicId}#${other}`;
  };
  const origins = solutions.filter(({ product }) => product === "origin");
  const published = origins.find(({ properties }) => isPublished(properties, feature));
  const { properties = {} } = published ?? {};
  const originId = published && idOf(properties["quakeml-origin-publicid"], "origin");
  const isItsMagnitude = Number(properties["magnitude"]) === feature.properties.mag;
  const magnitudeId = published && isItsMagnitude ? idOf(properties["quakeml-magnitude-publicid"], "magnitude") : undefined;
  const others = origins
    .filter((one) => one !== published)
    .map((one) => {
      const { "quakeml-origin-publicid": origin, "quakeml-magnitude-publicid": size } = one.properties;
      const key = `${one.source}/${one.code}`;
      return otherOrigin(one, idOf(origin, `origin/${key}`), idOf(size, `magnitude/${key}`));
    });
  const mechanisms = solutions
    .filter(({ product }) => product !== "origin")
    .map((one) => {
      const id = idOf(one.properties["quakeml-publicid"], `${one.product}/${one.source}/${one.code}`);
      return { id, element: mechanism(one, id, `${publicId}#derived/${one.source}/${one.code}`) };
    });
  const elements = [...others, ...mechanisms.map(({ element }) => element)].join("");
  return { published: properties, originId, magnitudeId, mechanismId: mechanisms[0]?.id, elements };
}

/** Whether the origin is the one of the feed: details may be older. Feeds round to other digits; degrees, km, ms. */
function isPublished({ latitude, longitude, depth, eventtime }: Properties, { geometry, properties: { time } }: FeedFeature): boolean {
  const given = [longitude, latitude, depth];
  const isSame = (geometry?.coordinates ?? []).every((value, at) => Math.abs(value - Number(given[at])) < 0.006);
  return isSame && Math.abs(Date.parse(eventtime ?? "") - Number(time)) < 1000;
}

/** The hypocentre of another contributor, and the magnitude in its product. */
function otherOrigin({ source, updated, properties: p }: SolutionProduct, id: string, magnitudeId: string): string {
  const creation = creationOf(p["origin-source"] ?? p["eventsource"] ?? source, updated);
  const size = magnitudeElement(magnitudeId, p["magnitude"], p["magnitude-type"], creation, p["magnitude-error"]);
  return hypocentre(id, p["eventtime"], p, originDetails(p) + originQuality(p) + creation) + size;
}

/** Nothing without a magnitude. @param rest what follows its type */
export function magnitudeElement(id: string, size: string | undefined, type: string | undefined, rest: string, error?: string): string {
  if (size === undefined) return "";
  const typed = type === undefined ? "" : `<type>${xmlText(type.slice(0, MOST_MAGNITUDE_TYPE))}</type>`;
  return `<magnitude publicID="${id}">${quantity("mag", number(size), error)}${typed}${rest}</magnitude>`;
}

/** Maximum lengths in the schema. */
const MOST_AGENCY = 64;
const MOST_MAGNITUDE_TYPE = 32;

/** How well an origin is determined. @param feed the feed's figures, which come before those of the details */
export function originQuality(p: Properties, feed: Readonly<Record<string, unknown>> = {}): string {
  const figure = (name: string, detail: string) => feed[name] ?? (p[detail] === undefined ? undefined : Number(p[detail]));
  const counts = {
    usedPhaseCount: figure("", "num-phases-used") || undefined,
    usedStationCount: figure("nst", "num-stations-used") || undefined,
  };
  const others = {
    standardError: figure("rms", "standard-error"),
    azimuthalGap: figure("gap", "azimuthal-gap"),
    minimumDistance: figure("dmin", "minimum-distance"),
  };
  const values = Object.entries({ ...counts, ...others });
  return group(
    "quality",
    values.flatMap(([name, value]) => {
      if (typeof value !== "number" || value < 0) return [];
      return [`<${name}>${decimal(name in counts ? Math.round(value) : value)}</${name}>`];
    }),
  );
}

/** Empty without a time and a position, which the schema demands. */
function hypocentre(id: string, time: string | undefined, { longitude, latitude, depth, ...p }: Properties, rest: string): string {
  const instant = Date.parse(time ?? "");
  if (Number.isNaN(instant) || longitude === undefined || latitude === undefined) return "";
  return (
    `<origin publicID="${id}">${quantity("time", isoOf(instant), p["eventtime-error"])}${quantity("longitude", number(longitude))}` +
    quantity("latitude", number(latitude)) +
    (depth === undefined ? "" : quantity("depth", inMetres(depth) ?? "", inMetres(p["vertical-error"]))) +
    `${rest}</origin>`
  );
}

/** How the depth was determined, and the error of the position. */
export function originDetails(p: Properties): string {
  const error = known(inMetres(p["horizontal-error"]));
  const type = p["depth-type"];
  return (
    (type !== undefined && DEPTH_TYPES.has(type) ? `<depthType>${type}</depthType>` : "") +
    (error === undefined
      ? ""
      : `<originUncertainty><horizontalUncertainty>${error}</horizontalUncertainty>` +
        "<preferredDescription>horizontal uncertainty</preferredDescription></originUncertainty>")
  );
}

/** `OriginDepthType` of QuakeML 1.2. */
const DEPTH_TYPES: ReadonlySet<string> = new Set([
  "from location",
  "from moment tensor inversion",
  "from modeling of broad-band P waveforms",
  "constrained by depth phases",
  "constrained by direct phases",
  "constrained by depth and direct phases",
  "operator assigned",
  "other",
]);

/** @param derived identifier for the further results of the inversion: its hypocentre and magnitude */
function mechanism({ source, updated, properties: p }: SolutionProduct, id: string, derived: string): string {
  const planes = group(
    "nodalPlanes",
    [1, 2].map((at) => group(`nodalPlane${at}`, quantities(p, `nodal-plane-${at}-`, ["strike", "dip", "rake"]))),
  );
  const axes = ["t", "p", "n"].map((axis) => group(`${axis}Axis`, quantities(p, `${axis}-axis-`, ["azimuth", "plunge", "length"])));
  const creation = creationOf(p["beachball-source"] ?? p["eventsource"] ?? source, updated);
  const position = { longitude: p["derived-longitude"] ?? "", latitude: p["derived-latitude"] ?? "", depth: p["derived-depth"] ?? "" };
  const origin = hypocentre(`${derived}/origin`, p["derived-eventtime"], withoutEmpty(position), creation);
  const of = origin === "" ? "" : `<originID>${derived}/origin</originID>`;
  const magnitude = magnitudeElement(`${derived}/magnitude`, p["derived-magnitude"], p["derived-magnitude-type"], of + creation);
  return (
    `${origin}${magnitude}<focalMechanism publicID="${id}">${planes}${axes.includes("") ? "" : group("principalAxes", axes)}` +
    (origin === "" ? "" : momentTensor(p, derived, magnitude !== "")) +
    `${evaluation(p["review-status"])}${creation}</focalMechanism>`
  );
}

/** The tensor: the schema demands the hypocentre that it was derived for. */
function momentTensor(p: Properties, derived: string, hasMagnitude: boolean): string {
  const tensor = group(
    "tensor",
    quantities(p, "tensor-", ["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"], (name) => `M${name.slice(1)}`),
  );
  const share = p["percent-double-couple"];
  const moment = p["scalar-moment"];
  if (tensor === "" && moment === undefined) return "";
  return (
    `<momentTensor publicID="${derived}"><derivedOriginID>${derived}/origin</derivedOriginID>` +
    (hasMagnitude ? `<momentMagnitudeID>${derived}/magnitude</momentMagnitudeID>` : "") +
    (moment === undefined ? "" : quantity("scalarMoment", number(moment))) +
    `${tensor}${share === undefined ? "" : `<doubleCouple>${number(share)}</doubleCouple>`}</momentTensor>`
  );
}

/** All of the quantities, or none where one is missing. */
function quantities(p: Properties, prefix: string, names: readonly string[], element = (name: string) => name): string[] {
  const values = names.map((name) => p[prefix + name]);
  return values.some((value) => value === undefined) ? [] : names.map((name, at) => quantity(element(name), number(values[at] ?? "")));
}

/** An element with others; nothing without any. */
function group(name: string, elements: readonly string[]): string {
  const content = elements.join("");
  return content === "" ? "" : `<${name}>${content}</${name}>`;
}

/** A value with its error. An error of zero was not computed. */
export function quantity(name: string, value: string, error?: string): string {
  const uncertainty = known(error);
  return `<${name}><value>${value}</value>${uncertainty === undefined ? "" : `<uncertainty>${uncertainty}</uncertainty>`}</${name}>`;
}

function known(error: string | undefined): string | undefined {
  return error === undefined || Number(error) === 0 ? undefined : number(error);
}

export function evaluation(status: unknown): string {
  if (status === "reviewed") return "<evaluationMode>manual</evaluationMode><evaluationStatus>reviewed</evaluationStatus>";
  return status === "automatic" ? "<evaluationMode>automatic</evaluationMode>" : "";
}

export function creationOf(agency: string, updated: unknown): string {
  const id = xmlText(agency.slice(0, MOST_AGENCY));
  return `<creationInfo><agencyID>${id}</agencyID><creationTime>${isoOf(updated)}</creationTime></creationInfo>`;
}

function withoutEmpty(values: Properties): Properties {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

export function isoOf(instant: unknown): string {
  return new Date(Number(instant)).toISOString();
}

export function metres(km: number): number {
  return Number((km * 1000).toFixed(6));
}

/** @param km as text */
export function inMetres(km: string | undefined): string | undefined {
  return km === undefined ? undefined : decimal(metres(Number(km)));
}

function number(text: string): string {
  return decimal(Number(text));
}

/** Without an exponent where that is short: readers of decimals do not know one. Moments need it (xs:double). */
export function decimal(value: number): string {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(12) : text.replace("e+", "E");
}
