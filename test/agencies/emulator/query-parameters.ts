/** A mistake in a request, as a service states it. */
export interface Mistake {
  status: number;
  text: string;
}

export type Parameters = ReadonlyMap<string, string>;

export function isMistake(value: Parameters | Mistake): value is Mistake {
  return "status" in value;
}

/** Short names that the FDSN allows. */
const ALIASES: Record<string, string> = {
  start: "starttime",
  end: "endtime",
  minlat: "minlatitude",
  maxlat: "maxlatitude",
  minlon: "minlongitude",
  maxlon: "maxlongitude",
  minmag: "minmagnitude",
  maxmag: "maxmagnitude",
  magtype: "magnitudetype",
};

/** Known ones under their long names; empty values are ignored, unknown names and repetitions are mistakes. */
export function readParameters(search: URLSearchParams, known: ReadonlySet<string>): Parameters | Mistake {
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    const long = ALIASES[name.toLowerCase()] ?? name.toLowerCase();
    if (!known.has(long)) return { status: 400, text: `Unknown parameter "${name}".` };
    if (value === "") continue;
    if (parameters.has(long)) return { status: 400, text: `Parameter "${name}" is given more than once.` };
    parameters.set(long, value);
  }
  return parameters;
}

/** ms since 1970 UTC in whole seconds, which is what services keep; undefined where it is not a time. */
export function readTime(value: string): number | undefined {
  const match = /^(-?\d{4,6}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d*)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(value);
  if (match === null) return undefined;
  const ms = Date.parse(`${match[1]}T${match[2] ?? "00:00:00"}${match[3] ?? "Z"}`);
  return Number.isNaN(ms) ? undefined : ms;
}
