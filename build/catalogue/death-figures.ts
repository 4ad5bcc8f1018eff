/** The figures of the dead of one earthquake, as a statement such as `13,162 NOAA NCEI; 45,500 source not known` lists them. */

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
    return [{ low, high, kind: kindOf(low, high), by: source === NOT_KNOWN ? null : source, published: dateIn(source), url: own }];
  });
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}

function kindOf(low: number, high: number): DeathFigure["kind"] {
  if (low !== high) return "range";
  return low < 1000 || low % 100 !== 0 ? "counted" : "estimated";
}

function dateIn(source: string): string | null {
  const [, day = "", month = "", year = ""] = /\b(\d{1,2}) ([A-Z][a-z]+) (\d{4})\b/.exec(source) ?? [];
  const at = MONTHS.indexOf(month) + 1;
  if (at > 0) return `${year}-${String(at).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return /\b(?:1[5-9]|20)\d\d\b/.exec(source)?.[0] ?? null;
}
