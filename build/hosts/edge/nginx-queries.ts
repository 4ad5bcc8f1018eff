import { ENDPOINTS, type Endpoint } from "../../contract/table/endpoints.ts";
import type { Parameter, ParameterValue } from "../../contract/table/parameter.ts";
import { fileOf, token } from "../../contract/table/paths.ts";
import { WITHDRAWN_FOR_MS } from "../../contract/texts/vocabulary.ts";
import { idOfSlug } from "../../contract/wire/slug.ts";
import type { Snapshot } from "../../rewrite/respond.ts";
import { findId } from "../../rewrite/shards/ids.ts";
import { map, NOWHERE, type Piece, pattern, quoted } from "./nginx-text.ts";
import { exactQueries, type Prebuilt, type PrebuiltParameter, takesQuery } from "./prebuilt.ts";

/** Variable with the file for a request in canonical form. */
export const COMMON_FILE = "$quaketree_common";

/**
 * The only look-up for nearly all requests: from path and query as received to the file. `queryMaps` handles all other requests,
 * including paths that need normalisation.
 */
export function commonMap(queries: readonly Prebuilt[]): Piece {
  const plain = ENDPOINTS.filter((row) => !takesQuery(row) && !row.path.includes("{"));
  const answered = queries.flatMap((query) =>
    [...exactQueries(query)].map(([text, file]) =>
      text === ""
        ? ([query.endpoint.path, `/${file}`] as const)
        : // nginx compares the strings of a map without regard to case; parameters are exact.
          ([quoted(`${query.endpoint.path}?${text}`), `$quaketree_capitals/${file}`] as const),
    ),
  );
  return map("$request_uri", COMMON_FILE.slice(1), [
    ["default", NOWHERE],
    ...plain.map(({ path }) => [path, `/${fileOf(path)}`] as const),
    ...answered,
  ]);
}

/** Variable with the file for the query of an endpoint. */
export function fileVariable({ endpoint }: Prebuilt): string {
  return `quaketree_${endpoint.id.replaceAll("-", "_")}`;
}

/**
 * Maps from the query string to the file that answers it. They accept any order of the parameters, leading zeros, explicit
 * defaults, and `days` for `hours`. Regular expressions check the form of the query and read each parameter, and no other query
 * matches.
 */
export function queryMaps(query: Prebuilt): Piece[] {
  const file = fileVariable(query);
  if (query.answers.length === 0) return [];
  const { refused, accepted } = queryShape(query);
  const variables = query.parameters.map(({ parameter }) => `${file}_${parameter.name}`);
  return [
    "",
    `# ${query.endpoint.path}`,
    map("$args", `${file}_shape`, [
      ["default", "no"],
      // nginx does not try regular expressions on an empty string.
      ['""', "ok"],
      [pattern(refused), "no"],
      [pattern(accepted), "ok"],
    ]),
    ...query.parameters.map((parameter, at) => parameterMap(query, parameter, variables[at] as string)),
    map(quotedVariables([`${file}_shape`, ...variables]), file, [
      ["default", NOWHERE],
      ...query.answers.map(({ given, file: path }) => {
        const values = query.parameters.map(({ parameter }) => token(given[parameter.name] ?? ""));
        return [quoted(["ok", ...values].join("|")), `/${path}`] as const;
      }),
    ]),
  ];
}

/** Maps to an empty string if the parameter is absent or has its default, and to `?` if there is no file for its value. */
function parameterMap({ endpoint }: Prebuilt, { parameter, values }: PrebuiltParameter, variable: string): Piece {
  const ofValue = (value: string | number) => `(?:^|&)${pairPattern(endpoint, parameter, value)}`;
  return map("$args", variable, [
    ["default", '""'],
    ...values.map((value) => {
      const text = value === parameter.default ? "" : token(value);
      return [pattern(ofValue(value)), quoted(text)] as const;
    }),
    [pattern(`(?:^|&)${namesPattern(endpoint, parameter)}=`), '"?"'],
  ]);
}

function quotedVariables(names: readonly string[]): string {
  return `"${names.map((name) => `$${name}`).join("|")}"`;
}

// Letters, digits and signs match only if they are not percent-encoded: no client encodes them, and such a query gets a 400.

/** Longer numbers are refused (`contract/table/parameter.ts`). */
const MAXIMUM_DIGITS = 32;

/** Longer queries are refused (`contract/table/parameters.ts`). */
const MAXIMUM_QUERY_LENGTH = 4096;

/** A regular expression for all spellings of a value that the parser accepts. */
function valuePattern(parameter: Parameter, value: ParameterValue): string {
  if (typeof value === "number") {
    const digits = parameter.type === "integer" ? `0*${value}` : decimalPattern(value);
    return `(?=[^&]{1,${MAXIMUM_DIGITS}}(?:&|$))${digits}(?=&|$)`;
  }
  const text = parameter.fold === "token" ? `(?i:${token(value).replaceAll("-", "(?:[-+]|%20)")})` : value;
  return `${text}(?=&|$)`;
}

function decimalPattern(value: number): string {
  const [whole = "", fraction = ""] = String(Math.abs(value)).split(".");
  const sign = value < 0 ? "-" : value === 0 ? "-?" : "";
  return `${sign}0*${whole}${fraction === "" ? "(?:\\.0+)?" : `\\.${fraction}0*`}`;
}

/** A regular expression for `name=value`, including synonyms of the parameter (`days=7` is `hours=168`). */
function pairPattern(endpoint: Endpoint, parameter: Parameter, value: ParameterValue): string {
  const others = synonymsOf(endpoint, parameter)
    .map((other) => [other, synonymValue(other.name, Number(value))] as const)
    .filter(([, same]) => Number.isInteger(same));
  const pairs = [[parameter, value] as const, ...others];
  return `(?:${pairs.map(([own, same]) => `${own.name}=${valuePattern(own, same)}`).join("|")})`;
}

function synonymsOf(endpoint: Endpoint, { name }: Parameter): Parameter[] {
  return endpoint.parameters.filter(({ aliasOf }) => aliasOf === name);
}

function synonymValue(name: string, value: number): number {
  if (name === "days") return value / 24;
  // The first page has offset 0 for any limit, and no other page is prebuilt.
  return value === 0 ? 1 : Number.NaN;
}

/** A regular expression for the names of a parameter. Two of them, or one of them twice, is an error. */
function namesPattern(endpoint: Endpoint, parameter: Parameter): string {
  return `(?:${[parameter, ...synonymsOf(endpoint, parameter)].map(({ name }) => name).join("|")})`;
}

/**
 * The form of a query that a file can answer: any value for the parameters by which the files differ, the default for all others,
 * no other parameter, and none twice.
 *
 * @returns two regular expressions: one that must not match, one that must match
 */
function queryShape({ endpoint, parameters }: Prebuilt): { refused: string; accepted: string } {
  const free = new Set(parameters.map(({ parameter }) => parameter.name));
  const known = endpoint.parameters.filter(
    ({ name, in: place, aliasOf, default: preset }) =>
      place === "query" && aliasOf === undefined && (free.has(name) || preset !== undefined),
  );
  const pairs = known.map((parameter) =>
    free.has(parameter.name)
      ? `${namesPattern(endpoint, parameter)}=[^&]+`
      : pairPattern(endpoint, parameter, parameter.default as ParameterValue),
  );
  const twice = known.map((parameter) => {
    const names = namesPattern(endpoint, parameter);
    return `${names}=(?:.*&)?${names}=`;
  });
  return {
    refused: `(?:^|&)(?:${twice.join("|")})`,
    accepted: `^(?=.{0,${MAXIMUM_QUERY_LENGTH}}$)&*(?:(?:${pairs.join("|")})(?:&+|$))*$`,
  };
}

/**
 * The lines of an nginx map from every known id to the canonical slug of its event, and from the id of a recently withdrawn event
 * to `!` and the time. Ids with characters that slugs cannot contain are escaped after `--`, as in slugs.
 */
export function nginxIds(snapshot: Snapshot): string {
  const lines = snapshot.ids.flatMap(({ text }) => text.trimEnd().split("\n").slice(1));
  return lines.map((line) => mapLines(snapshot, line.slice(0, line.indexOf(" ")))).join("");
}

/** A quoted key may contain these characters without escapes. */
const QUOTABLE = /^[ !#%-[\]-~]+$/;

function mapLines(snapshot: Snapshot, escaped: string): string {
  const plain = /^[a-z0-9]+$/.test(escaped);
  const id = plain ? escaped : idOfSlug(`--${escaped}`);
  const target = findId(snapshot.ids, id);
  if (!target || (target.kind === "withdrawn" && snapshot.asOf - target.withdrawnAt > WITHDRAWN_FOR_MS)) return "";
  const found = target.kind === "event" ? target.slug : `!${new Date(target.withdrawnAt).toISOString()}`;
  if (plain) return `${escaped} ${found};\n`;
  const raw = QUOTABLE.test(id) ? `":${id}" "${found} ${id}";\n` : "";
  return `--${escaped} ${found};\n${raw}`;
}
