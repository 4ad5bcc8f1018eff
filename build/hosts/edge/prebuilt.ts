import type { Endpoint } from "../../contract/table/endpoints.ts";
import { type WholeAnswer, wholeAnswers } from "../../contract/table/grid.ts";
import type { Parameter, ParameterValue } from "../../contract/table/parameter.ts";
import { token } from "../../contract/table/paths.ts";
import { type Problem, problem } from "../../contract/wire/problem.ts";

/** A parameter by which a tree has whole answers, and the values that it has, the default included. */
export interface PrebuiltParameter {
  parameter: Parameter;
  values: readonly ParameterValue[];
}

/** What a host that can only rewrite URLs has of an endpoint without path parameters. */
export interface Prebuilt {
  endpoint: Endpoint;
  answers: readonly WholeAnswer[];
  /** The parameters by which the answers differ; the others have to be absent or as by default. */
  parameters: readonly PrebuiltParameter[];
}

/** @param files the files of the tree; what is not among them is not prebuilt */
export function prebuilt(endpoint: Endpoint, files: { has(path: string): boolean }): Prebuilt {
  const answers = wholeAnswers(endpoint).filter(({ file }) => files.has(file));
  const parameters = endpoint.parameters
    .map((parameter) => ({ parameter, values: valuesOf(parameter, answers) }))
    .filter(({ parameter, values }) => values.some((value) => value !== parameter.default));
  return { endpoint, answers, parameters };
}

function valuesOf({ name, default: preset }: Parameter, answers: readonly WholeAnswer[]): ParameterValue[] {
  const given = answers.map((answer) => answer.given[name] ?? preset);
  const values = new Set(given.filter((value) => value !== undefined));
  return [...values].toSorted((a, b) => (typeof a === "number" && typeof b === "number" ? a - b : 0));
}

/** Whether an endpoint takes any query parameter at all. */
export function takesQuery({ parameters }: Endpoint): boolean {
  return parameters.some((parameter) => parameter.in === "query");
}

/**
 * The honest 400: what was asked for may well be right, but no file answers it. Says which combinations there are.
 *
 * @param given the query string as it may be shown
 */
export function notPrebuilt({ endpoint, parameters }: Prebuilt, given: string): Problem {
  const lists = parameters.map(({ parameter, values }) => `${parameter.name} (${values.map(token).join(", ")})`);
  const allowed =
    lists.length === 0
      ? "nothing: this endpoint needs a host that runs the rewrite"
      : `any combination of ${lists.join(" and ")}; other parameters only as by default`;
  const hint = exampleOf(endpoint, parameters);
  return problem("not-prebuilt", `No file of this mirror answers this query of ${endpoint.path}. It has ${allowed}.`, [
    { parameter: "query", given, allowed, ...(hint !== undefined && { hint }) },
  ]);
}

function exampleOf(endpoint: Endpoint, parameters: readonly PrebuiltParameter[]): string | undefined {
  if (parameters.length === 0) return undefined;
  const pairs = parameters.map(({ parameter, values }) => `${parameter.name}=${token(values.at(-1) ?? "")}`);
  return `${endpoint.path}?${pairs.join("&")}`;
}

/**
 * The honest 400 for an event without a file of its own: whether there is one a host that cannot open packs does not know.
 *
 * @param slug as it may be shown
 */
export function detailInPack(slug: string): Problem {
  const detail = "The details of small events are in packs, which this mirror cannot open; this may be one of them.";
  const allowed = "an event whose details have a file of their own: large, significant or historical";
  const hint = "ask a host that runs the rewrite, or GET /api/v1/earthquakes/ for what is in the lists";
  return problem("not-prebuilt", detail, [{ parameter: "slug", given: slug, allowed, hint }]);
}

/** The 400 of an endpoint that takes no query parameters. */
export function noParametersHere(given: string): Problem {
  return problem("invalid-parameter", "There are no parameters here; ask without any.", [
    { parameter: "query", given, allowed: "no parameters here" },
  ]);
}

/** The 400 for what is no HTTP request at all, or longer than the server reads. */
export function badRequest(): Problem {
  return problem("invalid-parameter", "The request is malformed, or too long to be read.");
}

/**
 * Every query string that is answered from a file, as most clients would write it, and the file: every order of the
 * parameters, defaults said or left out. The empty string is the default.
 *
 * @param spellings of a value; its token where nothing else is said
 */
export function exactQueries(
  { answers, parameters }: Prebuilt,
  spellings: (value: ParameterValue) => readonly string[] = (value) => [token(value)],
): Map<string, string> {
  const queries = new Map<string, string>();
  for (const { given, file } of answers) {
    let pairs: string[][] = [[]];
    for (const { parameter } of parameters) {
      const value = given[parameter.name] ?? parameter.default;
      const spelt = value === undefined ? [] : spellings(value).map((text) => `${parameter.name}=${text}`);
      const absent = parameter.name in given ? [] : pairs;
      pairs = [...absent, ...pairs.flatMap((before) => spelt.map((pair) => [...before, pair]))];
    }
    for (const order of pairs.flatMap(permutations)) queries.set(order.join("&"), file);
  }
  return queries;
}

function permutations(items: readonly string[]): string[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}
