import { xmlText } from "../../platform/text.ts";
import { type FeedFeature, isOfUsgs } from "../../store/feed-feature.ts";
import {
  creationOf,
  decimal,
  evaluation,
  inMetres,
  isoOf,
  magnitudeElement,
  metres,
  originDetails,
  originQuality,
  type Properties,
  quantity,
  solutionElements,
} from "./quakeml-solutions.ts";

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

/** The authority of the identifiers of the USGS's event service: an event has the same one at every host, and as the USGS gives it. */
const BASE = "quakeml:earthquake.usgs.gov/fdsnws/event/1/query";

/** The identifier of an event, as XML. That of another agency has its key: an event has the same one at every host. */
function publicIdOf({ id, properties }: FeedFeature): string {
  if (isOfUsgs(properties)) return `${BASE}?eventid=${xmlText(idPart(id))}&amp;format=quakeml`;
  return `quakeml:${idPart(String(properties.net))}.quaketree/event?eventid=${xmlText(idPart(id))}`;
}

/**
 * A QuakeML 1.2 document: what is before its events, an event, and what is after them. An event has its published origin and
 * magnitude, then what its details have. Readers require this order of elements and this form of identifiers.
 *
 * @param asOf ms since 1970 UTC
 */
export function quakeml(asOf: number) {
  return {
    open:
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<q:quakeml xmlns="http://quakeml.org/xmlns/bed/1.2" xmlns:q="http://quakeml.org/xmlns/quakeml/1.2" ' +
      `xmlns:catalog="http://anss.org/xmlns/catalog/0.1">\n<eventParameters publicID="${BASE}">\n`,
    item: event,
    close: () => `<creationInfo><creationTime>${isoOf(asOf)}</creationTime></creationInfo>\n</eventParameters>\n</q:quakeml>\n`,
  };
}

function event(feature: FeedFeature): string {
  const { properties: p, geometry } = feature;
  const net = String(p.net ?? "");
  const publicId = publicIdOf(feature);
  const [longitude = 0, latitude = 0, depth] = geometry?.coordinates ?? [];
  const type = typeOf(String(p.type ?? ""));
  const creation = creationOf(net, p.updated);
  const hasMagnitude = typeof p.mag === "number";
  const attributes = `catalog:eventsource="${xmlText(net)}" catalog:eventid="${xmlText(String(p.code ?? ""))}"`;
  const details = solutionElements(feature, publicId);
  const { published: own, originId = `${publicId}#origin`, magnitudeId = `${publicId}#magnitude` } = details;
  return (
    `<event ${attributes} publicID="${publicId}">` +
    `<preferredOriginID>${originId}</preferredOriginID>` +
    (hasMagnitude ? `<preferredMagnitudeID>${magnitudeId}</preferredMagnitudeID>` : "") +
    (details.mechanismId === undefined ? "" : `<preferredFocalMechanismID>${details.mechanismId}</preferredFocalMechanismID>`) +
    (type === undefined ? "" : `<type>${type}</type>`) +
    `<description><text>${xmlText(String(p.place ?? ""))}</text><type>earthquake name</type></description>${creation}` +
    `<origin publicID="${originId}">${quantity("time", isoOf(p.time), own["eventtime-error"])}` +
    quantity("longitude", decimal(longitude)) +
    quantity("latitude", decimal(latitude)) +
    (depth === undefined ? "" : quantity("depth", decimal(metres(depth)), inMetres(own["vertical-error"]))) +
    `${originDetails(own)}${originQuality(own, p)}${evaluation(p.status)}${creation}</origin>` +
    (hasMagnitude ? magnitude(p, magnitudeId, creation, own) : "") +
    `${details.elements}</event>\n`
  );
}

/** No feed states from which origin a magnitude was computed, so none is linked. */
function magnitude(p: FeedFeature["properties"], publicId: string, creation: string, own: Properties): string {
  const stations = Number(own["magnitude-num-stations-used"]);
  const rest = (stations > 0 ? `<stationCount>${stations}</stationCount>` : "") + evaluation(p.status) + creation;
  return magnitudeElement(publicId, String(p.mag), p.magType === null ? undefined : String(p.magType), rest, own["magnitude-error"]);
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
