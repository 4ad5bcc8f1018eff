import { SaxesParser } from "saxes";
import table from "../../../data/solution-properties.json" with { type: "json" };
import { isoTime } from "../../store/civil-time.ts";
import { type ReportedEvent, type SolutionProduct, UNREPORTED } from "../../store/records.ts";
import { MOST_CHARACTERS, Unreadable } from "../reading.ts";
import { readSolutions } from "../usgs/detail.ts";
import { describeText, type FdsnCapture, type FdsnReading, type Refuse, readRecords, refusalOf } from "./capture.ts";
import {
  depth,
  eventType,
  type FdsnTextQuirks,
  identifier,
  identityOf,
  magnitude,
  originTime,
  plainText,
  position,
  updateTime,
} from "./text.ts";

/** The name of a value in the products of the USGS, which have the same units but for `IN_METRES`, by its path in QuakeML. */
type Names = Readonly<Record<string, string>>;

const NAMES: Readonly<Record<"origin" | "magnitude" | "mechanism", Names>> = table.quakeml;

const IN_METRES = new Set(["horizontal-error", "vertical-error"]);

/**
 * The preferred origin with its quality, and the focal mechanisms, as the details of the USGS have them; undefined where there are none.
 *
 * @param mechanisms the preferred one first
 * @param nameOf the agency's own name of a thing, by its `publicID`
 */
function quakemlSolutions(
  { agency, time, updated, latitude, longitude, depthKm, magnitude, magnitudeType }: Omit<ReportedEvent, "solutions">,
  { origin, size, mechanisms }: { origin: Part; size: Part | undefined; mechanisms: readonly Part[] },
  nameOf: (id: string | undefined) => string | undefined,
  noteInvalid: (what: string) => void,
): SolutionProduct[] | undefined {
  const product = ({ id }: Part, properties: object) => {
    const code =
      nameOf(id)
        ?.replace(/[^\w.-]/g, "-")
        .slice(-64) || "1";
    return { source: agency, code, updateTime: updated ?? time, properties };
  };
  const quality = { ...valuesIn(origin, NAMES.origin), ...(size && valuesIn(size, NAMES.magnitude)) };
  const numbers = { latitude, longitude, depth: depthKm, magnitude };
  const known = Object.entries(numbers).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  const published = { eventtime: isoTime(time), ...Object.fromEntries(known), "magnitude-type": magnitudeType, ...quality };
  const [tensors, planes] = [true, false].map((hasTensor) =>
    mechanisms.filter(({ values }) => values.has("momentTensor/tensor/Mrr/value") === hasTensor),
  ) as [Part[], Part[]];
  const mechanism = (part: Part) => {
    const values = valuesIn(part, NAMES.mechanism);
    const mode = values["review-status"];
    return product(part, { ...values, "review-status": mode === "manual" ? "reviewed" : mode });
  };
  const solutions = readSolutions(
    {
      origin: Object.keys(quality).length > 0 ? [product(origin, published)] : [],
      "moment-tensor": tensors.map(mechanism),
      "focal-mechanism": planes.map(mechanism),
    },
    noteInvalid,
  );
  return solutions.length > 0 ? solutions : undefined;
}

function valuesIn({ values }: Part, names: Names): Record<string, string> {
  const found = Object.entries(names).flatMap(([path, name]) => {
    const value = values.get(path);
    return value === undefined ? [] : [[name, IN_METRES.has(name) ? String(Number(value) / 1000) : value]];
  });
  return Object.fromEntries(found) as Record<string, string>;
}

/** Encodings that answers may declare, by the labels of the WHATWG. */
const ENCODINGS = new Set(["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1", "windows-1252"]);

/** QuakeML itself has at most 12 levels. */
const MOST_LEVELS = 32;

/** The values that are read of an event, by their path in it. Names of elements have no prefix. */
const OF_EVENT = new Set(["type", "preferredOriginID", "preferredMagnitudeID", "preferredFocalMechanismID", "creationInfo/creationTime"]);
const OF_PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  origin: new Set([
    ..."time/value latitude/value longitude/value depth/value evaluationMode evaluationStatus creationInfo/creationTime".split(" "),
    ...Object.keys(NAMES.origin),
  ]),
  magnitude: new Set(["mag/value", "type", "originID", "creationInfo/creationTime", ...Object.keys(NAMES.magnitude)]),
  focalMechanism: new Set(["evaluationStatus", ...Object.keys(NAMES.mechanism)]),
  description: new Set(["text", "type"]),
};

/** An element with the values that are read of it. */
interface Part {
  id: string | undefined;
  values: Map<string, string>;
}

/** An event with its origins, magnitudes, mechanisms and descriptions. */
interface XmlEvent extends Part {
  parts: Record<string, Part[]>;
}

/** Whether a document calls itself QuakeML at its beginning. */
export function isQuakeml(bytes: Uint8Array): boolean {
  return /^\W*<[^]*quakeml/i.test(Buffer.from(bytes.subarray(0, 1000)).toString("latin1"));
}

/** Whether a document ends with the root of QuakeML. An incomplete one is requested again. */
export function isWholeQuakeml(bytes: Uint8Array): boolean {
  return /<\/(?:[\w.-]+:)?quakeml\s*>\s*$/i.test(Buffer.from(bytes.subarray(-200)).toString("latin1"));
}

/**
 * Reads QuakeML (BED 1.1 or 1.2). Of an event it takes the preferred origin and magnitude, otherwise the first of each, and all
 * focal mechanisms. The agency's own id is the parameter `eventid` of the event's `publicID`, otherwise what follows its last slash.
 * Document types and entities of their own are refused, and so are more than 32 levels.
 *
 * @param bytes not compressed
 * @throws UserError `capture-empty`, `capture-malformed`, `capture-truncated`
 */
export function readQuakeml(bytes: Uint8Array, reading: FdsnReading, quirks: FdsnTextQuirks): FdsnCapture {
  const refuse = refusalOf(reading);
  const events = eventsIn(textOf(bytes, refuse), refuse);
  return readRecords(
    events,
    reading,
    (event, doubtful) => readEvent(event, reading, quirks, (what) => doubtful.push(what)),
    ({ id }, at) => id?.slice(0, 100) ?? `event ${at + 1}`,
  );
}

function textOf(bytes: Uint8Array, refuse: Refuse): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  if (head.trim() === "") return refuse("capture-empty", "is empty: no content at all");
  const label = /^\W*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? "utf-8";
  if (!ENCODINGS.has(label)) return refuse("capture-malformed", `is in the encoding ${label}, which is not supported`);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return refuse("capture-malformed", `is not in the encoding that it declares, ${label}`);
  }
}

function eventsIn(text: string, refuse: Refuse): XmlEvent[] {
  const collector = new Collector(refuse);
  const parser = new SaxesParser({ xmlns: false });
  let isAtEnd = false;
  parser.on("doctype", () => refuse("capture-malformed", "has a document type, which is refused"));
  parser.on("error", ({ message }) => {
    if (!isAtEnd) refuse("capture-malformed", `is not well-formed XML: ${message.slice(0, 160)}`);
    refuse("capture-truncated", "ends in the middle");
  });
  parser.on("opentag", ({ name, attributes }) => collector.open(localName(name), attributes["publicID"], text));
  parser.on("closetag", () => collector.close());
  parser.on("text", (content) => collector.add(content));
  parser.on("cdata", (content) => collector.add(content));
  parser.write(text);
  isAtEnd = true;
  parser.close();
  return collector.events;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Keeps the events of a document, and of each only what is read. */
class Collector {
  readonly events: XmlEvent[] = [];
  readonly #refuse: Refuse;
  /** The open elements. */
  readonly #path: string[] = [];
  #event: XmlEvent | undefined;
  #part: Part | undefined;
  #text = "";

  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  open(name: string, id: string | undefined, document: string): void {
    const path = this.#path;
    if (path.push(name) > MOST_LEVELS) this.#refuse("capture-malformed", `has more than ${MOST_LEVELS} levels of elements`);
    if (path.length === 1 && name !== "quakeml") this.#refuse("capture-malformed", `is not QuakeML but ${describeText(document)}`);
    if (path.length === 3 && name === "event") {
      this.#event = { id, values: new Map(), parts: { origin: [], magnitude: [], focalMechanism: [], description: [] } };
      this.events.push(this.#event);
    }
    if (path.length === 4 && this.#event && Object.hasOwn(OF_PARTS, name)) {
      this.#part = { id, values: new Map() };
      this.#event.parts[name]?.push(this.#part);
    }
    this.#text = "";
  }

  add(text: string): void {
    if (this.#event && this.#text.length <= MOST_CHARACTERS) this.#text += text.slice(0, MOST_CHARACTERS + 1);
  }

  close(): void {
    const path = this.#path;
    const [, , , name = ""] = path;
    if (this.#part && OF_PARTS[name]?.has(path.slice(4).join("/"))) this.#note(this.#part, path.slice(4));
    else if (this.#event && OF_EVENT.has(path.slice(3).join("/"))) this.#note(this.#event, path.slice(3));
    path.pop();
    if (path.length < 4) this.#part = undefined;
    if (path.length < 3) this.#event = undefined;
    this.#text = "";
  }

  #note({ values }: Part, path: readonly string[]): void {
    const text = this.#text.trim();
    if (text !== "" && text.length <= MOST_CHARACTERS) values.set(path.join("/"), text);
  }
}

function readEvent(
  event: XmlEvent,
  { agency, retrievedAt }: FdsnReading,
  quirks: FdsnTextQuirks,
  noteInvalid: (what: string) => void,
): ReportedEvent {
  const own = identifier(ownId(event.id));
  const { origin: origins = [], magnitude: magnitudes = [], focalMechanism = [], description: descriptions = [] } = event.parts;
  const origin = preferredOf(origins, event.values.get("preferredOriginID"), "origin") ?? origins[0];
  if (!origin) throw new Unreadable("origin-missing");
  const size =
    preferredOf(magnitudes, event.values.get("preferredMagnitudeID"), "magnitude") ??
    magnitudes.find(({ values }) => values.get("originID") === origin.id) ??
    magnitudes[0];
  const value = (name: string) => origin.values.get(name);
  const type = eventType(event.values.get("type"));
  const reported = {
    agency,
    ...identityOf(own, quirks),
    time: originTime(value("time/value"), retrievedAt),
    updated: latest([event, origin, ...(size ? [size] : [])], retrievedAt),
    ...position(value("latitude/value"), value("longitude/value")),
    depthKm: depth(kilometres(value("depth/value"))),
    magnitude: magnitude(size?.values.get("mag/value")),
    magnitudeType: plainText(size?.values.get("type")),
    place: placeIn(descriptions),
    type: type === "not reported" ? quirks.untyped : type,
    ...UNREPORTED,
    status: statusOf(value("evaluationMode"), value("evaluationStatus")),
  };
  const isPreferred = ({ id }: Part) => id !== undefined && id === event.values.get("preferredFocalMechanismID");
  const mechanisms = focalMechanism
    .filter(({ values }) => values.get("evaluationStatus") !== "rejected")
    .toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
  const solutions = quakemlSolutions(reported, { origin, size, mechanisms }, ownId, noteInvalid);
  return { ...reported, ...(solutions && { solutions }) };
}

/** `quakeml:ox.example/event/2031abcd` and `smi:ox.example/query?eventid=2031abcd&format=quakeml` give `2031abcd`. */
function ownId(publicId: string | undefined): string | undefined {
  if (publicId === undefined) return undefined;
  return /[?&;]eventid=([^&#;]+)/.exec(publicId)?.[1] ?? publicId.replace(/[#?].*$/s, "").replace(/^.*[/:]/s, "");
}

/** @throws Unreadable if the event prefers a part that the document does not have */
function preferredOf(parts: readonly Part[], id: string | undefined, what: string): Part | undefined {
  const found = id === undefined ? undefined : parts.find((part) => part.id === id);
  if (id !== undefined && !found) throw new Unreadable(`preferred-${what}-missing`);
  return found;
}

/** QuakeML has metres. The text is returned where it is not a number, so that the reader of depths refuses it. */
function kilometres(metres: string | undefined): string | number | undefined {
  const number = Number(metres);
  return metres === undefined || Number.isNaN(number) ? metres : number / 1000;
}

function latest(parts: readonly Part[], retrievedAt: number): number | null {
  const times = parts.map(({ values }) => updateTime(values.get("creationInfo/creationTime"), retrievedAt));
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** @throws Unreadable `evaluation-rejected` */
function statusOf(mode: string | undefined, status: string | undefined): string | null {
  if (status === "rejected") throw new Unreadable("evaluation-rejected");
  if (mode === "manual" || ["confirmed", "reviewed", "final"].includes(status ?? "")) return "reviewed";
  return mode === "automatic" ? "automatic" : null;
}

/** The kinds of descriptions, the best for readers first. */
const DESCRIPTIONS = ["earthquake name", "region name", "nearest cities", "Flinn-Engdahl region"];

function placeIn(descriptions: readonly Part[]): string | null {
  const best = DESCRIPTIONS.map((kind) => descriptions.find(({ values }) => values.get("type") === kind)).find((found) => found);
  return plainText((best ?? descriptions[0])?.values.get("text"));
}
