import type { Endpoint } from "./endpoints.ts";
import { nearest } from "./nearest.ts";
import { describeAllowed, type Parameter, type ParameterValue, readValue, type ValueResult } from "./parameter.ts";
import { type QueryPair, splitQuery, token, wholeAnswerFile } from "./paths.ts";

/** An error in a query; a member of the problem document, with fields in this order. */
export interface ParameterError {
  /** The parameter's name as given; `query` for the whole query string. */
  parameter: string;
  /** The given value, at most 100 characters of it; empty if there was none. */
  given: string;
  /** The accepted values, in words. */
  allowed: string;
  /** The most similar known name or value, if there is one. */
  hint?: string;
}

/** A valid query. */
export interface Query {
  /** Every query parameter that has a value, with defaults, and with synonyms (`days`, `page`) replaced. */
  values: Record<string, ParameterValue>;
  /** Those that differ from their default. */
  given: Record<string, ParameterValue>;
  /** The file of the tree with the answer, if there is one for these parameters. */
  file: string | undefined;
}

type ParsedQuery = ({ ok: true } & Query) | { ok: false; errors: ParameterError[] };

const MAXIMUM_QUERY_LENGTH = 4096;
const MAXIMUM_PAIRS = 64;
const MAXIMUM_GIVEN = 100;

/**
 * Validates a query string against the parameters of an endpoint. It never throws, clamps or ignores anything: every
 * parameter that is unknown, repeated, empty, malformed, out of bounds or in conflict with another one is an error, and
 * all errors are reported together.
 *
 * @param rawQuery without `?`, as received (not decoded)
 */
export function parseQuery(endpoint: Endpoint, rawQuery: string): ParsedQuery {
  if (rawQuery.length > MAXIMUM_QUERY_LENGTH) return tooMuch(rawQuery.length, MAXIMUM_QUERY_LENGTH, "characters");
  const pairs = splitQuery(rawQuery);
  if (pairs.length > MAXIMUM_PAIRS) return tooMuch(pairs.length, MAXIMUM_PAIRS, "parameters");

  const table = endpoint.parameters.filter((parameter) => parameter.in === "query");
  const byName = groupByName(pairs);
  const read = new Map<string, ParameterValue>();
  const errors: ParameterError[] = [];
  for (const [name, group] of byName) {
    const wrong = readGroup(table, name, group, read);
    if (wrong) errors.push(wrong);
  }
  const values = fillIn(table, byName, read, errors);
  for (const pair of endpoint.ordered ?? []) {
    const wrong = outOfOrder(pair, byName, read, values);
    if (wrong) errors.push(wrong);
  }
  const { together = [] } = endpoint;
  if (together.some((name) => byName.has(name))) {
    const missing = table.filter(({ name }) => together.includes(name) && !byName.has(name));
    for (const parameter of missing) {
      errors.push(error(parameter.name, "", `${describeAllowed(parameter)}: ${together.join(", ")} need one another`));
    }
  }
  if (errors.length > 0) return { ok: false, errors };
  const given = differing(table, values);
  return { ok: true, values, given, file: wholeAnswerFile(endpoint, given) };
}

/**
 * The canonical query string of all equal queries: with defaults, in the order of the table, choices as tokens. It is the cache key
 * of every host. Parsing it gives the same values again.
 *
 * @param values of a parsed query
 */
export function canonicalQuery(parameters: readonly Parameter[], values: Record<string, ParameterValue>): string {
  const pairs: string[] = [];
  for (const parameter of parameters) {
    const value = values[parameter.name] ?? parameter.default;
    if (parameter.in === "path" || parameter.aliasOf !== undefined || value === undefined) continue;
    // Digits need no encoding.
    const text = typeof value === "number" ? plainDecimal(value) : encodeURIComponent(parameter.fold ? token(value) : value);
    pairs.push(`${parameter.name}=${text}`);
  }
  return pairs.join("&");
}

/** Decimal digits without an exponent, which the grammar of numbers does not allow. JavaScript uses one below 0.000001. */
function plainDecimal(value: number): string {
  const text = String(value);
  const at = text.indexOf("e-");
  if (at < 0) return text;
  return `${value < 0 ? "-" : ""}0.${"0".repeat(Number(text.slice(at + 2)) - 1)}${text.slice(0, at).replace(/[-.]/g, "")}`;
}

function tooMuch(length: number, maximum: number, unit: string): ParsedQuery {
  return { ok: false, errors: [{ parameter: "query", given: `${length} ${unit}`, allowed: `at most ${maximum} ${unit}` }] };
}

function groupByName(pairs: readonly QueryPair[]): Map<string, QueryPair[]> {
  const groups = new Map<string, QueryPair[]>();
  for (const pair of pairs) groups.set(pair.name, [...(groups.get(pair.name) ?? []), pair]);
  return groups;
}

/** Parses all pairs of one name. A valid value is stored in `read`; any error is returned. */
function readGroup(
  table: readonly Parameter[],
  name: string,
  group: readonly QueryPair[],
  read: Map<string, ParameterValue>,
): ParameterError | undefined {
  const given = textOf(group);
  if (group.some((pair) => pair.malformed)) return error(name, given, "percent-encoded UTF-8");
  const parameter = table.find((candidate) => candidate.name === name);
  if (!parameter) return unknown(table, name, given);
  if (group.length > 1) return error(name, given, `${name} once`);
  const result: ValueResult = given === "" ? { ok: false } : readValue(parameter, given);
  if (!result.ok) return error(name, given, describeAllowed(parameter), result.hint);
  read.set(name, result.value);
  return undefined;
}

function textOf(group: readonly QueryPair[]): string {
  return group.map((pair) => pair.value).join(", ");
}

function unknown(table: readonly Parameter[], name: string, given: string): ParameterError {
  const names = table.map((parameter) => parameter.name);
  const allowed = names.length === 0 ? "no parameters here" : `the parameters ${names.join(", ")}`;
  return error(name, given, allowed, nearest(name, names));
}

/** All values, with defaults. Missing and mutually exclusive parameters are added to the errors. */
function fillIn(
  table: readonly Parameter[],
  byName: ReadonlyMap<string, readonly QueryPair[]>,
  read: ReadonlyMap<string, ParameterValue>,
  errors: ParameterError[],
): Record<string, ParameterValue> {
  const values: Record<string, ParameterValue> = {};
  for (const parameter of table) {
    const { name, aliasOf, default: preset, required } = parameter;
    const group = byName.get(name);
    if (aliasOf === undefined) {
      const value = read.get(name) ?? preset;
      if (value !== undefined) values[name] = value;
      if (required && !group) errors.push(error(name, "", `${describeAllowed(parameter)}, required`));
    } else if (group && byName.has(aliasOf)) {
      errors.push(error(name, textOf(group), `either ${name} or ${aliasOf}, not both`));
    }
  }
  const days = read.get("days");
  if (typeof days === "number") values.hours = days * 24;
  const page = read.get("page");
  if (typeof page === "number") values.offset = (page - 1) * Number(values.limit);
  return values;
}

/** Compares the pair after defaults are filled in: for `max_mag=-1` alone the error says that `min_mag` is 0. */
function outOfOrder(
  [lower, upper]: readonly [string, string],
  byName: ReadonlyMap<string, unknown>,
  read: ReadonlyMap<string, ParameterValue>,
  values: Record<string, ParameterValue>,
): ParameterError | undefined {
  const broken = [lower, upper].some((name) => byName.has(name) && !read.has(name));
  const least = values[lower];
  const most = values[upper];
  if (broken || least === undefined || most === undefined || least <= most) return undefined;
  return read.has(lower)
    ? error(lower, String(least), `at most ${upper}, which is ${most}`)
    : error(upper, String(most), `at least ${lower}, which is ${least}`);
}

function differing(table: readonly Parameter[], values: Record<string, ParameterValue>): Record<string, ParameterValue> {
  const different: Record<string, ParameterValue> = {};
  for (const { name, default: preset } of table) {
    const value = values[name];
    if (value !== undefined && value !== preset) different[name] = value;
  }
  return different;
}

function error(parameter: string, given: string, allowed: string, hint?: string): ParameterError {
  const error = { parameter: shorten(parameter), given: shorten(given), allowed };
  return hint === undefined ? error : { ...error, hint };
}

/** Shortens a text from a client to 100 characters. */
export function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= MAXIMUM_GIVEN ? text : `${characters.slice(0, MAXIMUM_GIVEN - 1).join("")}…`;
}
