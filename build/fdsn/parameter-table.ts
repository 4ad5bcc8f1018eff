import { COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { xmlText } from "../platform/text.ts";
import { ORDERS } from "./archive/candidates.ts";
import type { Archive } from "./archive/reader.ts";
import { SERVICE_PATH, SERVICE_VERSION } from "./path.ts";

/** An invalid parameter value; the message is a continuation of the name of the parameter. */
export class ValueError extends Error {}

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{0,9}))?)?(?:Z|([ +-])(\d\d):?(\d\d))?)?$/i;

/**
 * Parses a time in the formats of the specification and of the agencies' services: a date, or date and time separated by `T`
 * or a space. Seconds are optional and have up to nine decimals. The time is in UTC or has an offset, whose `+` an HTML form
 * turns into a space. 23:59:60 is the following midnight.
 *
 * @param round direction of rounding, because event times have milliseconds and the value may have microseconds
 * @returns ms since 1970 UTC
 * @throws ValueError
 */
export function readTime(text: string, round: "up" | "down"): number {
  const match = TIME.exec(text.trim());
  if (!match) throw new ValueError("is not a time such as 2026-01-31 or 2026-01-31T23:59:59.123");
  const [, year, month, day, hour = "0", minute = "0", second = "0", decimals = "", sign, hours, minutes] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || Number(year) < 1) throw new ValueError("is not a date of the calendar");
  const isLeap = second === "60" && hour === "23" && minute === "59";
  if (Number(hour) > 23 || Number(minute) > 59 || (Number(second) > 59 && !isLeap)) throw new ValueError("has no such time of day");
  if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) throw new ValueError("has no such offset from UTC");
  const thousandths = Number(`0.${decimals || "0"}`) * 1000;
  const ms = round === "up" ? Math.ceil(Number(thousandths.toFixed(6))) : Math.floor(Number(thousandths.toFixed(6)));
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return date.getTime() + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 + ms;
}

/** @throws ValueError */
function readNumber(text: string, least: number, most: number): number {
  // HTML forms turn a plus sign into a space.
  if (!/^[ +-]?(?:\d{1,20}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2})?$/i.test(text)) throw new ValueError("is not a number");
  const value = Number(text.trim());
  if (value < least || value > most) throw new ValueError(`is not between ${least} and ${most}`);
  return value;
}

/** @throws ValueError */
function readInteger(text: string, least: number, most: number): number {
  if (!/^[ +]?\d{1,12}$/.test(text)) throw new ValueError("is not a whole number");
  return readNumber(text, least, most);
}

/** Accepts the notations of the agencies' services. @throws ValueError */
function readBoolean(text: string): boolean {
  if (/^(?:true|t|yes|y|1)$/i.test(text)) return true;
  if (/^(?:false|f|no|n|0)$/i.test(text)) return false;
  throw new ValueError("is neither true nor false");
}

/** @throws ValueError */
function readChoice<Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((one) => one === text.toLowerCase());
  if (found === undefined) throw new ValueError(`is none of ${choices.join(", ")}`);
  return found;
}

const FORMATS = ["xml", "quakeml", "text", "geojson", "csv"] as const;
export type Format = (typeof FORMATS)[number];

/** Maximum number of events in an answer, as at the USGS. */
export const MOST_EVENTS = 20_000;

/** Skipped rows must also be sorted in memory, so their number is limited. */
const MOST_OFFSET = 100_000;

/** The range of any number. */
export const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** The WADL description of a parameter and the function that parses its value. */
export interface Parameter<Value = unknown> {
  type: "xs:dateTime" | "xs:double" | "xs:int" | "xs:string" | "xs:boolean";
  alias?: string;
  options?: readonly string[];
  read: (text: string) => Value;
}

const number = (least: number, most: number, alias?: string): Parameter<number> => ({
  type: "xs:double",
  ...(alias && { alias }),
  read: (text) => readNumber(text, least, most),
});
const integer = (least: number, most: number): Parameter<number> => ({
  type: "xs:int",
  read: (text) => readInteger(text, least, most),
});
const boolean: Parameter<boolean> = { type: "xs:boolean", read: readBoolean };
const text = (alias?: string): Parameter<string> => ({ type: "xs:string", ...(alias && { alias }), read: (value) => value });
const choice = <const Choice extends string>(options: readonly Choice[]): Parameter<Choice> => ({
  type: "xs:string",
  options,
  read: (value) => readChoice(value, options),
});
const time = (round: "up" | "down", alias?: string): Parameter<number> => ({
  type: "xs:dateTime",
  ...(alias && { alias }),
  read: (value) => readTime(value, round),
});

/** A parameter of the USGS for more data than the archive has. */
const absent = (reason: string): Parameter<false> => ({
  type: "xs:boolean",
  read: (value) => {
    if (readBoolean(value)) throw new ValueError(`cannot be true: ${reason}`);
    return false;
  },
});

/** The parameters of `query` and `count`, in the order of the WADL. */
export const PARAMETERS = {
  starttime: time("up", "start"),
  endtime: time("down", "end"),
  updatedafter: time("up"),
  minlatitude: number(-90, 90, "minlat"),
  maxlatitude: number(-90, 90, "maxlat"),
  minlongitude: number(-360, 360, "minlon"),
  maxlongitude: number(-360, 360, "maxlon"),
  latitude: number(-90, 90, "lat"),
  longitude: number(-180, 180, "lon"),
  minradius: number(0, 180),
  maxradius: number(0, 180),
  minradiuskm: number(0, 20001.6),
  maxradiuskm: number(0, 20001.6),
  mindepth: number(...ANY),
  maxdepth: number(...ANY),
  minmagnitude: number(...ANY, "minmag"),
  maxmagnitude: number(...ANY, "maxmag"),
  magnitudetype: text("magtype"),
  eventtype: text(),
  includeallorigins: boolean,
  includeallmagnitudes: boolean,
  includearrivals: boolean,
  eventid: text(),
  limit: integer(1, MOST_EVENTS),
  offset: integer(1, MOST_OFFSET),
  orderby: choice(ORDERS),
  catalog: text(),
  contributor: text(),
  format: choice(FORMATS),
  nodata: choice(["204", "404"]),
  minsig: integer(0, 100_000),
  maxsig: integer(0, 100_000),
  minfelt: integer(0, 100_000_000),
  mincdi: number(0, 12),
  maxcdi: number(0, 12),
  minmmi: number(0, 12),
  maxmmi: number(0, 12),
  mingap: number(0, 360),
  maxgap: number(0, 360),
  producttype: text(),
  alertlevel: choice(["green", "yellow", "orange", "red"]),
  reviewstatus: choice(["automatic", "reviewed"]),
  includedeleted: absent("the archive has no deleted events"),
  includesuperseded: absent("the archive has no superseded products"),
  country: { type: "xs:string", read: readCountry } as Parameter<string>,
  jsonerror: boolean,
  includeincomplete: boolean,
} as const satisfies Readonly<Record<string, Parameter>>;
export type ParameterName = keyof typeof PARAMETERS;

function readCountry(text: string): string {
  const code = text.toUpperCase();
  if (!COUNTRY_CODES.some((one) => one === code)) throw new ValueError("is not a country code of ISO 3166-1 such as JP");
  return code;
}

/** The documents `catalogs` and `contributors`. They have no namespace, because ObsPy cannot read them with one. */
export function namesXml(list: string, item: string, names: readonly string[]): string {
  const items = names.map((name) => `<${item}>${xmlText(name)}</${item}>`).join("");
  return `<?xml version="1.0"?>\n<${list}>${items}</${list}>\n`;
}

/**
 * The words of the archive, as at the USGS, and the times for which it is complete, as `CompleteSpan`s: with them a program need not
 * ask for a window that is refused.
 */
export function applicationJson({ words, complete }: Pick<Archive, "words" | "complete">): string {
  const { catalogs, contributors, types, magnitudeTypes } = words;
  return JSON.stringify({ catalogs, contributors, producttypes: [], eventtypes: types, magnitudetypes: magnitudeTypes, complete });
}

/**
 * The service description (WADL) for ObsPy, QQuake and pyrocko. It differs from the USGS document, which lists `minlongitude`
 * twice and lacks some parameters. The base is a path, because the files do not depend on the host.
 */
export function wadl(): string {
  const params = Object.entries(PARAMETERS).map(([name, { type, options }]) => {
    const choices = (options ?? []).map((value) => `<option value="${value}"/>`).join("");
    const open = `<param name="${name}" style="query" type="${type}"`;
    return choices === "" ? `${open}/>` : `${open}>${choices}</param>`;
  });
  const method = (path: string, type: string, request = "") =>
    `<resource path="${path}"><method name="GET" id="${path}">${request}` +
    `<response status="200"><representation mediaType="${type}"/></response></method></resource>\n`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<application xmlns="http://wadl.dev.java.net/2009/02" xmlns:xs="http://www.w3.org/2001/XMLSchema">\n' +
    `<resources base="${SERVICE_PATH}/">\n` +
    method("query", "application/xml", `<request>${params.join("")}</request>`) +
    method("catalogs", "application/xml") +
    method("contributors", "application/xml") +
    method("version", "text/plain") +
    method("application.wadl", "application/xml") +
    "</resources>\n</application>\n"
  );
}

/** The text at the root of the service, for people. */
export function usage(): string {
  return (
    `Quaketree FDSN event service ${SERVICE_VERSION}\n\n` +
    ["query", "count", "version", "catalogs", "contributors", "application.wadl", "application.json"]
      .map((name) => `${SERVICE_PATH}/${name}\n`)
      .join("") +
    "\nParameters of query and count:\n" +
    Object.entries(PARAMETERS)
      .map(([name, parameter]) => `${name}${"alias" in parameter ? ` (${parameter.alias})` : ""}\n`)
      .join("")
  );
}
