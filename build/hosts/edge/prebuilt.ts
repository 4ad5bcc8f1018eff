import { type CacheClass, ENDPOINTS, type Endpoint } from "../../contract/table/endpoints.ts";
import { type WholeAnswer, wholeAnswers } from "../../contract/table/grid.ts";
import type { Parameter, ParameterValue } from "../../contract/table/parameter.ts";
import { fileOf, pathOf, token } from "../../contract/table/paths.ts";
import type { Problem } from "../../contract/wire/problem.ts";
import { problem } from "../../contract/wire/problem-types.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { failureText } from "../../fdsn/failure.ts";
import { countrySlugs } from "../../rewrite/country-names.ts";
import { type BodyReply, commonHeaders, noTree, withdrawn } from "../../rewrite/reply.ts";
import { respond } from "../../rewrite/respond.ts";
import type { Snapshot } from "../../rewrite/snapshot.ts";
import type { LoadedTree } from "../load-tree.ts";
import { staticReply } from "../static-file.ts";

/** A parameter by which the whole answers of a tree differ, and its values, including the default. */
interface PrebuiltParameter {
  parameter: Parameter;
  values: readonly ParameterValue[];
}

/** The prebuilt answers of an endpoint without path parameters. */
export interface Prebuilt {
  endpoint: Endpoint;
  answers: readonly WholeAnswer[];
  /** Parameters by which the answers differ, or with few choices. All others must be absent or have their default. */
  parameters: readonly PrebuiltParameter[];
}

/** @param files of the tree */
export function prebuilt(endpoint: Endpoint, files: { has(path: string): boolean }): Prebuilt {
  const answers = wholeAnswers(endpoint).filter(({ file }) => files.has(file));
  const parameters = endpoint.parameters
    .map((parameter) => ({ parameter, values: valuesOf(parameter, answers) }))
    .filter(({ parameter, values }) => values.some((value) => value !== parameter.default || parameter.choices !== undefined));
  return { endpoint, answers, parameters };
}

function valuesOf({ name, default: preset }: Parameter, answers: readonly WholeAnswer[]): ParameterValue[] {
  const given = answers.map((answer) => answer.given[name] ?? preset);
  const values = new Set(given.filter((value) => value !== undefined));
  return [...values].toSorted((a, b) => (typeof a === "number" && typeof b === "number" ? a - b : 0));
}

export function takesQuery({ parameters }: Endpoint): boolean {
  return parameters.some((parameter) => parameter.in === "query");
}

/**
 * 400: the query may be valid, but no file answers it. The text lists the available combinations.
 *
 * @param given the query string, which must be safe to repeat
 */
export function notPrebuilt({ endpoint: { path }, parameters }: Prebuilt, given: string): Problem {
  const texts = parameters.map(({ parameter, values }) => ({ name: parameter.name, tokens: values.map(token) }));
  const pairs = texts.map(({ name, tokens }) => `${name}=${tokens.at(-1)}`);
  const allowed = allowedHere(texts.map(({ name, tokens }) => `${name} (${tokens.join(", ")})`));
  return notPrebuiltAt(path, { given, allowed, ...(pairs.length > 0 && { hint: `${path}?${pairs.join("&")}` }) });
}

/** The same of a path, its queries with files, and an example of them. */
export function notPrebuiltAt(path: string, error: { given: string; allowed: string; hint?: string }): Problem {
  return problem("not-prebuilt", `No file of this mirror answers this query of ${path}. It has ${error.allowed}.`, [
    { parameter: "query", ...error },
  ]);
}

/** @param lists each the name of a parameter with its values */
export function allowedHere(lists: readonly string[]): string {
  if (lists.length === 0) return "nothing: this endpoint needs a host that runs the rewrite";
  return `any combination of ${lists.join(" and ")}, each value as it is written here`;
}

/**
 * 400 for an event without its own file: a host that cannot open packs does not know whether the event exists.
 *
 * @param slug must be safe to repeat
 */
function detailInPack(slug: string): Problem {
  const detail = "The details of small events are in packs, which this mirror cannot open; this may be one of them.";
  const allowed = "an event whose details have a file of their own: large, significant or historical";
  const hint = "ask a host that runs the rewrite, or GET /api/v1/earthquakes/ for what is in the lists";
  return problem("not-prebuilt", detail, [{ parameter: "slug", given: slug, allowed, hint }]);
}

/** 400 of an address whose queries have no files, whatever there is at it. */
export function noQueryHere(given: string): Problem {
  const detail =
    "No file of this mirror answers a query of this address: ask without parameters. A host that runs the rewrite may answer it.";
  return problem("not-prebuilt", detail, [{ parameter: "query", given, allowed: "no parameters on this mirror" }]);
}

/** 400 for something that is not an HTTP request, or is too long. */
export function badRequest(): Problem {
  return problem("invalid-parameter", "The request is malformed, or too long to be read.");
}

/** Whether an endpoint takes days for hours: these two spellings of a time have files, other synonyms have not. */
export function takesDays({ parameters }: Endpoint): boolean {
  return parameters.some(({ name }) => name === "days");
}

/**
 * Every query string that a file answers, in canonical form, with its file: all orders of the parameters, with defaults given or
 * omitted, and whole days for hours. The empty string means the defaults.
 */
export function exactQueries({ endpoint, answers, parameters }: Prebuilt): Map<string, string> {
  const queries = new Map<string, string>();
  for (const { given, file } of answers) {
    let pairs: string[][] = [[]];
    for (const { parameter } of parameters) {
      const value = given[parameter.name] ?? parameter.default;
      const spelt = value === undefined ? [] : [`${parameter.name}=${token(value)}`];
      if (takesDays(endpoint) && parameter.name === "hours" && Number(value) % 24 === 0) spelt.push(`days=${Number(value) / 24}`);
      const absent = parameter.name in given ? [] : pairs;
      pairs = [...absent, ...pairs.flatMap((before) => spelt.map((pair) => [...before, pair]))];
    }
    for (const order of pairs.flatMap(permutations)) queries.set(order.join("&"), file);
  }
  return queries;
}

function permutations(items: readonly string[]): string[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]));
}

/** A regular expression for the addresses of all files of the cache class `day`. */
export function slowPattern(files: Iterable<IndexEntry>): string {
  const slow: CacheClass = "day";
  const endpoints = ENDPOINTS.filter(({ cache }) => cache === slow).flatMap(({ id, path, wholeAnswersBy }) => {
    const own = escaped(fileOf(path)).replace(/\{\w+\}/g, "[^/]+");
    return [`${own}$`, ...(wholeAnswersBy ? [`q/${id}/`] : [])];
  });
  const others = [...files].filter(({ path }) => !/^(?:api|q)[/.]/.test(path));
  const isSlow = others.filter(({ cache }) => cache === slow);
  // Hosts test first whether a file is immutable.
  const isNot = others.filter(({ cache }) => cache !== slow && cache !== "immutable");
  return `^/(?:${[...endpoints, ...patterns(paths(isSlow), paths(isNot))].join("|")})`;
}

function paths(files: readonly IndexEntry[]): string[] {
  return files.map(({ path }) => path);
}

/**
 * The topmost folders that contain only files of the class `day`, because a pattern for each of the hundreds of assets would be too
 * long.
 */
function patterns(slow: readonly string[], others: readonly string[]): string[] {
  const mixed = new Set(others.flatMap(foldersOf));
  const names = slow.map((path) => {
    const folder = foldersOf(path).find((one) => !mixed.has(one));
    return folder === undefined ? `${escaped(path)}$` : escaped(folder);
  });
  return [...new Set(names)];
}

/** `a/b/c` → `a/`, `a/b/`. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

function escaped(path: string): string {
  return path.replaceAll(".", "\\.");
}

/**
 * Replies that a host without the rewrite must produce itself. They come from the rewrite, so that all hosts send the same text.
 * Each contains a placeholder for the request, which the host replaces with its own variable.
 */
export interface OwnReplies {
  preflight: BodyReply;
  /** For any other method. */
  refused: (method: string) => Promise<BodyReply>;
  malformed: BodyReply;
  unknownEndpoint: (path: string) => Promise<BodyReply>;
  unknownFile: (path: string) => BodyReply;
  /** For a path parameter whose value has no resource. */
  unknownValue: (endpoint: Endpoint, value: string) => Promise<BodyReply>;
  /** For an event that may be in a pack, as text; undefined for a tree without packs. */
  packed: ((slug: string) => string) | undefined;
  /** For a withdrawn event. @param at time of the withdrawal */
  withdrawn: (id: string, at: string) => BodyReply;
  noTree: BodyReply;
}

const SAMPLE = "/api/quaketree-sample/";

export async function ownReplies(tree: LoadedTree): Promise<OwnReplies> {
  const { snapshot } = tree;
  return {
    preflight: await bodyTo(snapshot, "/api/", "OPTIONS"),
    refused: (method) => bodyTo(snapshot, "/api/", method),
    malformed: await bodyTo(snapshot, "/api/%00"),
    unknownEndpoint: async (path) => withText(await bodyTo(snapshot, SAMPLE), SAMPLE, path),
    unknownFile: (path) => withText(staticReply(tree, "/quaketree-sample") as BodyReply, "/quaketree-sample", path),
    unknownValue: (endpoint, value) => missing(snapshot, endpoint, value),
    packed: snapshot.packs === undefined ? undefined : (slug) => JSON.stringify(detailInPack(slug)),
    withdrawn: (id, at) => withText(withdrawn(snapshot, id, 0), new Date(0).toISOString(), at),
    noTree: noTree(),
  };
}

async function bodyTo(snapshot: Snapshot, target: string, method = "GET"): Promise<BodyReply> {
  const reply = await respond(snapshot, { method, target });
  if (reply.kind !== "body") throw new Error(`${target} is answered from a file`);
  return reply;
}

async function missing(snapshot: Snapshot, endpoint: Endpoint, value: string): Promise<BodyReply> {
  const parameter = endpoint.parameters.find((candidate) => candidate.in === "path");
  // The pattern refuses this value. The text is the same as for an unknown value.
  const target = pathOf(endpoint, { [parameter?.name ?? ""]: "quaketree_sample" });
  return withText(await bodyTo(snapshot, target), "quaketree_sample", value);
}

/** Codes of countries, each with the code and the slug that it leads to. */
export function countryCodes({ snapshot }: LoadedTree, codes: Iterable<readonly [code: string, iso2: string]>): string[][] {
  const { slugOf } = countrySlugs(snapshot.names);
  return Array.from(codes, ([code, iso2]) => [code, iso2, slugOf.get(iso2) ?? ""]).filter(([, , slug]) => slug !== "");
}

/** The text of the 501 for the FDSN event service. @param request placeholder @param received placeholder of the time */
export function noEventService(request: string, received: string): string {
  return failureText(501, NO_EVENT_SERVICE, request, received);
}

const NO_EVENT_SERVICE = "This host only has files. The module /assets/event-service.js searches them, in browsers and in Node.";

function withText(reply: BodyReply, from: string, to: string): BodyReply {
  const text = new TextDecoder().decode(reply.body).replaceAll(from, to);
  return { ...reply, body: new TextEncoder().encode(text) };
}

/** The headers of a reply that not every reply has. */
export function ownHeaders({ headers }: BodyReply): Record<string, string> {
  const common = commonHeaders(undefined, "never");
  const own = Object.entries(headers).filter(([name]) => !(name in common) && !/^x-(?:snapshot|as-of)$/.test(name));
  return Object.fromEntries(own);
}

export function textOf({ body }: BodyReply): string {
  return new TextDecoder().decode(body);
}
