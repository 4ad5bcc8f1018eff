import { type Endpoint, endpoint } from "../contract/table/endpoints.ts";
import { describeAllowed, type Parameter } from "../contract/table/parameter.ts";
import { type ParameterError, parseQuery, type Query, shorten } from "../contract/table/parameters.ts";
import { splitQuery } from "../contract/table/query-string.ts";
import { readTime, ValueError } from "./values.ts";

/** Skipped rows must also be sorted in memory, so their number is limited. */
export const MOST_SKIPPED = 100_000;

const TIME_LENGTHS = { minLength: 4, maxLength: 40 };

/**
 * The parameters that `/api/v1/earthquakes/` has only on hosts with an archive. The rewrite and its table do not know them, because
 * the rewrite cannot answer them.
 */
export const ARCHIVE_PARAMETERS: readonly Parameter[] = [
  { name: "start", in: "query", type: "text", ...TIME_LENGTHS },
  { name: "end", in: "query", type: "text", ...TIME_LENGTHS },
  { name: "include_incomplete", in: "query", type: "choice", choices: ["true", "false"], default: "false" },
];

/** The endpoint as the archive answers it: a window by times instead of hours, the other parameters as in the table. */
export const ARCHIVE_ENDPOINT: Endpoint = archiveEndpoint();

function archiveEndpoint(): Endpoint {
  const list = endpoint("earthquakes");
  const [start, ...others] = ARCHIVE_PARAMETERS as [Parameter, ...Parameter[]];
  const shared = list.parameters.filter(({ name }) => name !== "hours" && name !== "days");
  return { ...list, parameters: [{ ...start, required: true }, ...others, ...shared] };
}

/** A valid query, with its window. */
export interface ArchiveQuery extends Pick<Query, "values" | "given"> {
  /** ms since 1970 UTC, inclusive. */
  start: number;
  /** ms since 1970 UTC, exclusive; undefined: up to the `as_of` of the snapshot. */
  end: number | undefined;
}

/**
 * Validates a query with a time window, by the rules of the API: nothing is clamped or ignored, and all errors are reported together.
 *
 * @param raw query string without `?`, as received
 */
export function readArchiveQuery(raw: string): { ok: true; query: ArchiveQuery } | { ok: false; errors: ParameterError[] } {
  const parsed = parseQuery(ARCHIVE_ENDPOINT, raw);
  const times = parsed.ok ? parsed.values : lone(raw);
  const errors = parsed.ok ? [] : parsed.errors.map(asOfTime);
  const [start, end] = (["start", "end"] as const).map((name) => timeOf(name, times[name], errors));
  if (start !== undefined && end !== undefined && start >= end)
    errors.push(wrong("start", String(times["start"]), `a time before end, which is ${shorten(String(times["end"]))}`));
  if (!parsed.ok || start === undefined || errors.length > 0) return { ok: false, errors };
  const { values, given } = parsed;
  if (Number(values["offset"]) > MOST_SKIPPED) return { ok: false, errors: [tooFar(raw)] };
  return { ok: true, query: { values, given, start, end } };
}

/** The times of a query with errors. Those that are not texts of the table are among the errors already. */
function lone(raw: string): Record<string, string> {
  const pairs = splitQuery(raw.slice(0, 4096)).filter(({ malformed }) => !malformed);
  return Object.fromEntries(
    ["start", "end"].flatMap((name) => {
      const values = pairs.filter((pair) => pair.name === name).map(({ value }) => value.trim());
      const [value = ""] = values;
      const { minLength, maxLength } = TIME_LENGTHS;
      return values.length === 1 && value.length >= minLength && value.length <= maxLength ? [[name, value]] : [];
    }),
  );
}

const TIMES = "a time, in UTC or with an offset, such as 2026-01-31, 2026-01-31T23:59Z or 2026-01-31T23:59:59.123+09:00";

/** In the table, times are texts with a length. The error states the form of a time instead. */
function asOfTime(error: ParameterError): ParameterError {
  const time = ARCHIVE_PARAMETERS.find(({ name, type }) => name === error.parameter && type === "text");
  return time ? { ...error, allowed: error.allowed.replace(describeAllowed(time), TIMES) } : error;
}

/** Both bounds are rounded up to ms, because `start` is inclusive and `end` exclusive. */
function timeOf(name: string, given: string | number | undefined, errors: ParameterError[]): number | undefined {
  if (given === undefined) return undefined;
  try {
    return readTime(String(given), "up");
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    errors.push(wrong(name, String(given), TIMES));
    return undefined;
  }
}

function tooFar(raw: string): ParameterError {
  const skipping = splitQuery(raw).find(({ name }) => name === "offset" || name === "page");
  const allowed = `what skips at most ${MOST_SKIPPED} matches; narrow the time to reach the others`;
  return wrong(skipping?.name ?? "offset", skipping?.value ?? "", allowed);
}

/** An error in a parameter. */
export function wrong(parameter: string, given: string, allowed: string): ParameterError {
  return { parameter, given: shorten(given), allowed };
}
