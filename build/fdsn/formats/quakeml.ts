import { xmlText } from "../../platform/text.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";

/** The event types of QuakeML 1.2 (Euchner & Schorlemmer, QuakeML Basic Event Description 1.2, `EventType`). */
const EVENT_TYPES: ReadonlySet<string> = new Set(
  (
    "not existing,not reported,earthquake,anthropogenic event,collapse,cavity collapse,mine collapse,building collapse,explosion," +
    "accidental explosion,chemical explosion,controlled explosion,experimental explosion,industrial explosion,mining explosion," +
    "quarry blast,road cut,blasting levee,nuclear explosion,induced or triggered event,rock burst,reservoir loading," +
    "fluid injection,fluid extraction,crash,plane crash,train crash,boat crash,other event,atmospheric event,sonic boom," +
    "sonic blast,acoustic noise,thunder,avalanche,snow avalanche,debris avalanche,hydroacoustic event,ice quake,slide," +
    "landslide,rockslide,meteorite,volcanic eruption"
  ).split(","),
);

/** USGS event types that have another name in QuakeML. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  quarry: "quarry blast",
  nuke: "nuclear explosion",
  sonicboom: "sonic boom",
  rockburst: "rock burst",
  rockfall: "rockslide",
  "rock slide": "rockslide",
  shot: "mining explosion",
  eq: "earthquake",
  "induced earthquake": "induced or triggered event",
};

/** Characters that the schema forbids in this part of an identifier; ids of agencies contain none of them. */
const NOT_IN_ID = /[^A-Za-z0-9\-.*()_~']/g;

/**
 * A QuakeML 1.2 document with one origin and one magnitude for each event. Readers require this order of elements and this
 * form of identifiers.
 *
 * @param authority part of the identifiers: the host name without a port
 */
export function quakeml(features: readonly FeedFeature[], authority: string, asOf: number): string {
  const base = `quakeml:${authority}/fdsnws/event/1/query`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<q:quakeml xmlns="http://quakeml.org/xmlns/bed/1.2" xmlns:q="http://quakeml.org/xmlns/quakeml/1.2" ' +
    'xmlns:catalog="http://anss.org/xmlns/catalog/0.1">\n' +
    `<eventParameters publicID="${base}">\n` +
    features.map((feature) => event(feature, base)).join("") +
    `<creationInfo><creationTime>${new Date(asOf).toISOString()}</creationTime></creationInfo>\n` +
    "</eventParameters>\n</q:quakeml>\n"
  );
}

function event({ id, properties: p, geometry }: FeedFeature, base: string): string {
  const net = String(p.net ?? "");
  const publicId = `${base}?eventid=${xmlText(idPart(id))}`;
  const [longitude = 0, latitude = 0, depth] = geometry?.coordinates ?? [];
  const type = typeOf(String(p.type ?? ""));
  const creation =
    `<creationInfo><agencyID>${xmlText(net.slice(0, MOST_AGENCY))}</agencyID>` +
    `<creationTime>${isoOf(p.updated)}</creationTime></creationInfo>`;
  const hasMagnitude = typeof p.mag === "number";
  const attributes = `catalog:eventsource="${xmlText(net)}" catalog:eventid="${xmlText(String(p.code ?? ""))}"`;
  return (
    `<event ${attributes} publicID="${publicId}">` +
    `<preferredOriginID>${publicId}#origin</preferredOriginID>` +
    (hasMagnitude ? `<preferredMagnitudeID>${publicId}#magnitude</preferredMagnitudeID>` : "") +
    (type === undefined ? "" : `<type>${type}</type>`) +
    `<description><text>${xmlText(String(p.place ?? ""))}</text><type>earthquake name</type></description>${creation}` +
    `<origin publicID="${publicId}#origin"><time><value>${isoOf(p.time)}</value></time>` +
    `<longitude><value>${decimal(longitude)}</value></longitude><latitude><value>${decimal(latitude)}</value></latitude>` +
    (depth === undefined ? "" : `<depth><value>${decimal(metres(depth))}</value></depth>`) +
    `${quality(p)}${evaluation(p.status)}${creation}</origin>` +
    (hasMagnitude ? magnitude(p, publicId, creation) : "") +
    "</event>\n"
  );
}

/** Maximum lengths in the schema. */
const MOST_AGENCY = 64;
const MOST_MAGNITUDE_TYPE = 32;

function magnitude(p: FeedFeature["properties"], publicId: string, creation: string): string {
  const type = p.magType === null ? "" : `<type>${xmlText(String(p.magType).slice(0, MOST_MAGNITUDE_TYPE))}</type>`;
  return (
    `<magnitude publicID="${publicId}#magnitude"><mag><value>${decimal(Number(p.mag))}</value></mag>${type}` +
    `<originID>${publicId}#origin</originID>${evaluation(p.status)}${creation}</magnitude>`
  );
}

function quality({ nst, rms, gap, dmin }: FeedFeature["properties"]): string {
  const values = { usedStationCount: nst, standardError: rms, azimuthalGap: gap, minimumDistance: dmin };
  const elements = Object.entries(values).flatMap(([name, value]) =>
    typeof value === "number" && value >= 0
      ? [`<${name}>${decimal(name === "usedStationCount" ? Math.round(value) : value)}</${name}>`]
      : [],
  );
  return elements.length > 0 ? `<quality>${elements.join("")}</quality>` : "";
}

function evaluation(status: unknown): string {
  if (status === "reviewed") return "<evaluationMode>manual</evaluationMode><evaluationStatus>reviewed</evaluationStatus>";
  return status === "automatic" ? "<evaluationMode>automatic</evaluationMode>" : "";
}

/** Types that QuakeML does not define are omitted, because readers drop events of unknown type. */
function typeOf(type: string): string | undefined {
  const words = type.toLowerCase().replaceAll("_", " ");
  const name = OTHER_NAMES[words] ?? words;
  if (EVENT_TYPES.has(name)) return name;
  return EVENT_TYPES.has(`${name} event`) ? `${name} event` : undefined;
}

function idPart(id: string): string {
  return id.replaceAll(NOT_IN_ID, "_");
}

function isoOf(instant: unknown): string {
  return new Date(Number(instant)).toISOString();
}

function metres(km: number): number {
  return Number((km * 1000).toFixed(6));
}

/** Without an exponent, because XML schemas of type decimal do not allow one. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(12) : text;
}
