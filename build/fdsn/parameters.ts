import { splitQuery } from "../contract/table/paths.ts";
import type { Range } from "./archive/criteria.ts";
import { ANY, type Format, PARAMETERS, type Parameter, type ParameterName, ValueError } from "./parameter-table.ts";

/** Length of a degree in the query service of the USGS, which divides km by it. */
const KM_IN_DEGREE = 111.12;

const NAMES = new Map(
  Object.entries(PARAMETERS as Readonly<Record<string, Parameter>>).flatMap(([name, { alias }]) => [
    [name, name as ParameterName] as const,
    ...(alias ? [[alias, name as ParameterName] as const] : []),
  ]),
);

/** A request that cannot be answered. Status 400; the message is for the caller. */
export class RequestError extends Error {}

type Given = { [Name in ParameterName]?: ReturnType<(typeof PARAMETERS)[Name]["read"]> };

/**
 * @param raw query string without `?`
 * @param ofPath the format that the path names; a parameter has precedence, as at the USGS
 * @throws RequestError
 */
export function readParameters(raw: string, ofPath?: string) {
  const given = readGiven(raw) as Given;
  const { starttime, endtime } = given;
  if (starttime !== undefined && endtime !== undefined && starttime > endtime) throw new RequestError("starttime is after endtime.");
  return {
    starttime,
    endtime,
    updatedafter: given.updatedafter,
    latitude: rangeOf(given, "latitude"),
    /** Degrees, in [-180, 180]; several ranges for a box across the antimeridian. */
    longitude: longitudesOf(given),
    circle: circleOf(given),
    depth: rangeOf(given, "depth"),
    magnitude: rangeOf(given, "magnitude"),
    significance: rangeOf(given, "sig"),
    felt: given.minfelt === undefined ? undefined : { least: given.minfelt, most: ANY[1] },
    cdi: rangeOf(given, "cdi"),
    mmi: rangeOf(given, "mmi"),
    /** Degrees. */
    gap: rangeOf(given, "gap"),
    producttype: given.producttype,
    magnitudetype: given.magnitudetype,
    /** Lower case, words separated by spaces. */
    eventtypes: typesOf(given.eventtype),
    eventid: given.eventid,
    limit: given.limit,
    /** Counted from 1. */
    offset: given.offset ?? 1,
    orderby: given.orderby ?? ("time" as const),
    catalog: given.catalog,
    contributor: given.contributor,
    /** ISO 3166-1 alpha-2. */
    country: given.country,
    format: given.format ?? (ofPath === undefined ? undefined : (readValue("format", ofPath) as Format)),
    nodata: given.nodata,
    alertlevel: given.alertlevel,
    reviewstatus: given.reviewstatus,
    includeincomplete: given.includeincomplete ?? false,
  };
}

/** The parameter values of a request; absent ones are undefined. */
export type Values = ReturnType<typeof readParameters>;

function readGiven(raw: string): Partial<Record<ParameterName, unknown>> {
  const given: Partial<Record<ParameterName, unknown>> = {};
  for (const { name: written, value, malformed } of splitQuery(raw)) {
    const shown = JSON.stringify(written.slice(0, 40));
    if (malformed) throw new RequestError(`The parameter ${shown} is not percent-encoded UTF-8.`);
    const name = NAMES.get(written);
    if (name === undefined) throw new RequestError(`Unknown parameter ${shown}.`);
    if (name in given) throw new RequestError(`The parameter ${shown} is given twice.`);
    if (value === "") throw new RequestError(`The parameter ${shown} has no value.`);
    given[name] = readValue(name, value);
  }
  return given;
}

function readValue(name: ParameterName, value: string): unknown {
  try {
    return (PARAMETERS[name] as Parameter).read(value);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new RequestError(`Bad ${name} value ${JSON.stringify(value.slice(0, 80))}: it ${error.message}.`);
  }
}

function rangeOf(given: Given, what: "latitude" | "depth" | "magnitude" | "sig" | "cdi" | "mmi" | "gap"): Range | undefined {
  const [least, most] = [given[`min${what}`], given[`max${what}`]];
  if (least === undefined && most === undefined) return undefined;
  return range(`min${what}`, least ?? ANY[0], `max${what}`, most ?? ANY[1]);
}

function range(nameOfLeast: string, least: number, nameOfMost: string, most: number): Range {
  if (least > most) throw new RequestError(`${nameOfLeast} is greater than ${nameOfMost}.`);
  return { least, most };
}

/** Accepts both notations of a box across the antimeridian: 170…190 as at the USGS, and 170…-170 as in other services and tools. */
function longitudesOf({ minlongitude, maxlongitude }: Given): readonly Range[] | undefined {
  if (minlongitude === undefined && maxlongitude === undefined) return undefined;
  if (minlongitude === undefined || maxlongitude === undefined) {
    if (Math.abs(minlongitude ?? maxlongitude ?? 0) > 180)
      throw new RequestError("A box beyond longitude 180 needs both minlongitude and maxlongitude.");
    return onGlobe({ least: minlongitude ?? -180, most: maxlongitude ?? 180 });
  }
  if (minlongitude <= maxlongitude) {
    if (maxlongitude - minlongitude > 360) throw new RequestError("The box is wider than 360 degrees.");
    return onGlobe({ least: minlongitude, most: maxlongitude });
  }
  if (minlongitude > 180 || maxlongitude < -180) throw new RequestError("minlongitude is greater than maxlongitude.");
  return [...onGlobe({ least: minlongitude, most: 180 }), ...onGlobe({ least: -180, most: maxlongitude })];
}

/** The parts of a range of longitudes within [-180, 180]. The meridian at either end has two names. */
function onGlobe({ least, most }: Range): Range[] {
  return [0, 360, -360]
    .map((turn) => ({ least: turned(least, turn), most: turned(most, turn) }))
    .filter((range) => range.most >= -180 && range.least <= 180);
}

/** Rounded to decimals, because 190.1 - 360 is not the number nearest to -169.9. */
function turned(longitude: number, turn: number): number {
  return turn === 0 ? longitude : Number((longitude - turn).toFixed(12));
}

function circleOf(given: Given): (Range & { latitude: number; longitude: number }) | undefined {
  const { latitude, longitude, minradius, maxradius, minradiuskm, maxradiuskm } = given;
  const inDegrees = minradius !== undefined || maxradius !== undefined;
  const inKm = minradiuskm !== undefined || maxradiuskm !== undefined;
  if (inDegrees && inKm) throw new RequestError("The radius is given both in degrees and in km.");
  if (latitude === undefined && longitude === undefined && !inDegrees && !inKm) return undefined;
  if (latitude === undefined || longitude === undefined || !(inDegrees || inKm))
    throw new RequestError("A circle needs latitude, longitude, and maxradius or maxradiuskm.");
  const least = inKm ? (minradiuskm ?? 0) / KM_IN_DEGREE : (minradius ?? 0);
  const most = inKm ? (maxradiuskm ?? 20001.6) / KM_IN_DEGREE : (maxradius ?? 180);
  return { latitude, longitude, ...range("minradius", least, "maxradius", most) };
}

function typesOf(list: string | undefined): string[] | undefined {
  return list?.split(",").map((one) => one.trim().toLowerCase().replaceAll("_", " "));
}
