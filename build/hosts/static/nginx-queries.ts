import { token } from "../../contract/paths.ts";
import { map, type Piece, pattern, quoted } from "./nginx-text.ts";
import { exactQueries, type Prebuilt, type PrebuiltParameter } from "./prebuilt.ts";
import { queryShape, speltNames, speltPair } from "./spelling.ts";

/** Where nginx looks for a file that is never there, so that it goes on to what `try_files` names last. */
const NOWHERE = "/quaketree-nowhere";

/** The variable that holds the file for the query of an endpoint. */
export function fileVariable({ endpoint }: Prebuilt): string {
  return `quaketree_${endpoint.id.replaceAll("-", "_")}`;
}

/**
 * Maps from the query string to the file that answers it. As most clients write it, it is found in one look-up; in any
 * other spelling (order, percent-encoding, leading zeros, defaults spelt out, `days` for `hours`) its shape is checked and
 * each parameter read by regular expressions, none of which any other query passes.
 */
export function queryMaps(query: Prebuilt): Piece[] {
  const file = fileVariable(query);
  if (query.answers.length === 0) return [];
  const { refused, accepted } = queryShape(query);
  const exact = [...exactQueries(query)].map(([text, path]) => [quoted(text), `/${path}`] as const);
  const variables = query.parameters.map(({ parameter }) => `${file}_${parameter.name}`);
  return [
    "",
    `# ${query.endpoint.path}`,
    map("$args", `${file}_shape`, [
      ["default", "no"],
      [pattern(refused), "no"],
      [pattern(accepted), "ok"],
    ]),
    ...query.parameters.map((parameter, at) => parameterMap(query, parameter, variables[at] as string)),
    map(quotedVariables([`${file}_shape`, ...variables]), `${file}_otherwise`, [
      ["default", NOWHERE],
      ...query.answers.map(({ given, file: path }) => {
        const values = query.parameters.map(({ parameter }) => token(given[parameter.name] ?? ""));
        return [quoted(["ok", ...values].join("|")), `/${path}`] as const;
      }),
    ]),
    // nginx compares the strings of a map without regard to case; parameters are exact.
    map('"$quaketree_capitals$args"', file, [["default", `$${file}_otherwise`], ...exact]),
  ];
}

/** Empty where the parameter is absent or as by default, `?` where it has a value that nothing was written for. */
function parameterMap({ endpoint }: Prebuilt, { parameter, values }: PrebuiltParameter, variable: string): Piece {
  const ofValue = (value: string | number) => `(?:^|&)${speltPair(endpoint, parameter, value)}`;
  return map("$args", variable, [
    ["default", '""'],
    ...values.map((value) => {
      const text = value === parameter.default ? "" : token(value);
      return [pattern(ofValue(value)), quoted(text)] as const;
    }),
    [pattern(`(?:^|&)${speltNames(endpoint, parameter)}=`), '"?"'],
  ]);
}

function quotedVariables(names: readonly string[]): string {
  return `"${names.map((name) => `$${name}`).join("|")}"`;
}
