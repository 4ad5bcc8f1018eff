import { ENDPOINTS } from "../../contract/table/endpoints.ts";
import { fileOf, token } from "../../contract/table/paths.ts";
import { namesPattern, pairPattern, queryShape } from "./nginx-query-patterns.ts";
import { map, NOWHERE, type Piece, pattern, quoted } from "./nginx-text.ts";
import { exactQueries, type Prebuilt, type PrebuiltParameter, takesQuery } from "./prebuilt.ts";

/** Variable with the file for a request in the usual spelling. */
export const COMMON_FILE = "$quaketree_common";

/**
 * The one look-up for nearly every request: from path and query as received to the file. `queryMaps` handles everything
 * else, including paths that need normalising.
 */
export function commonMap(queries: readonly Prebuilt[]): Piece {
  const plain = ENDPOINTS.filter((row) => !takesQuery(row) && !row.path.includes("{"));
  const asked = queries.flatMap((query) =>
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
    ...asked,
  ]);
}

/** Variable with the file for the query of an endpoint. */
export function fileVariable({ endpoint }: Prebuilt): string {
  return `quaketree_${endpoint.id.replaceAll("-", "_")}`;
}

/**
 * Maps from the query string to the file that answers it. The order of the parameters does not matter, nor do leading zeros,
 * defaults that are spelt out, or `days` for `hours`. Regular expressions check the form of the query and read each parameter;
 * no other query passes them.
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

/** Maps to an empty string if the parameter is absent or has its default, and to `?` if no file has its value. */
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
