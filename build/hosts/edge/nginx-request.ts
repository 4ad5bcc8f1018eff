import { CODES } from "../../rewrite/country-names.ts";
import type { LoadedTree } from "../load-tree.ts";
import { map, NOWHERE, type Piece, pattern, quoted } from "./nginx-queries.ts";
import { countryCodes, type OwnReplies, textOf } from "./prebuilt.ts";

/** Characters of a request that may be copied into JSON: those that need no escaping. */
const SHOWABLE = "[ !#-\\[\\]-~]";

function shown(source: string, variable: string, otherwise: string): Piece {
  return map(source, variable, quoted(otherwise), [
    [pattern(`^${SHOWABLE}{1,100}$`), source],
    [pattern(`^(?<${variable}_cut>${SHOWABLE}{99})${SHOWABLE}{2,}$`), `"\${${variable}_cut}…"`],
  ]);
}

/** Internal locations for requests that nginx cannot parse or answer. */
export const ERROR_LOCATIONS = {
  request: "/quaketree-bad-request",
  precondition: "/quaketree-bad-precondition",
  range: "/quaketree-bad-range",
};

/** Variables about a request, for the less common requests. */
export function requestMaps(): Piece[] {
  const path = "^[^ ]+ (?:https?://[^/? ]*)?+[^ ?]*";
  return [
    // nginx would normalise these paths or refuse them with its own page. In the API they do not exist.
    map("$request", "quaketree_malformed", '""', [
      // Nearly all requests are plain, and this pattern recognizes them in one pass.
      [pattern("^[A-Z]+ /(?:[A-Za-z0-9_-][A-Za-z0-9._-]*+/?+)*+[? ]"), '""'],
      [pattern(`${path}/(?:\\.|%2[Ee]){1,2}(?:[/? ]|$)`), "1"],
      [pattern(`${path}(?:%00|%(?![0-9A-Fa-f]{2}))`), "1"],
      // The id of an earthquake may contain slashes.
      [pattern("^[^ ]+ (?:https?://[^/? ]*)?+/api/v1/earthquakes/[^/ ?]+/?[ ?]"), '""'],
      [pattern(`${path}(?:%2[Ff]|%5[Cc])`), "1"],
      [pattern(`${path}//`), "2"],
    ]),
    // The same for requests that nginx could not parse and reports as GET.
    map('"$quaketree_malformed $request"', "quaketree_unread", '""', [
      [pattern("^[0-9] OPTIONS "), "preflight"],
      [pattern("^[0-9] (?:GET|HEAD) "), "malformed"],
      [pattern("^[0-9] "), "refused"],
    ]),
    map("$request", "quaketree_method", '""', [[pattern("^(?<quaketree_method_text>[A-Z_-]{1,32}) "), "$quaketree_method_text"]]),
    // The order is the same as in the rewrite: method first, then path.
    map('"$request_method$quaketree_malformed"', "quaketree_gate", "refused", [
      ["GET", '""'],
      ["HEAD", '""'],
      [pattern("^OPTIONS"), "preflight"],
      [pattern("^(?:GET|HEAD)[0-9]$"), "malformed"],
    ]),
    map("$request_uri", "quaketree_query", '""', [[pattern("(?<quaketree_query_text>\\?.*)$"), "$quaketree_query_text"]]),
    map("$request_uri", "quaketree_raw_path", "/", [[pattern("^(?<quaketree_raw_path_text>/[^?]*)"), "$quaketree_raw_path_text"]]),
    map("$uri", "quaketree_path", "$quaketree_raw_path", [[pattern("^/[A-Za-z0-9/._~-]*$"), "$uri"]]),
    map("$args", "quaketree_capitals", '""', [[pattern("[A-Z]"), NOWHERE]]),
    map("$args", "quaketree_has_parameters", "1", [
      ['""', '""'],
      [pattern("^&{1,4096}$"), '""'],
    ]),
    map('""', "quaketree_empty", '""', []),
    shown("$args", "quaketree_shown_query", ""),
    shown("$uri", "quaketree_shown_path", "that you asked for"),
    shown("$quaketree_value", "quaketree_shown_value", "that you asked for"),
    map("$uri", "quaketree_value", '""', [
      [pattern("^/api/(?:v1/[^/]+|changes)/(?<quaketree_value_text>[^/]+)/(?:risk/)?$"), "$quaketree_value_text"],
    ]),
  ];
}

/** Finds a country by another code. The keys of maps have no case. */
export function countryMaps(tree: LoadedTree): Piece[] {
  const codes = countryCodes(tree, CODES);
  const named = (variable: string, column: 1 | 2) =>
    map(
      "$quaketree_code",
      variable,
      '""',
      codes.map((row): [string, string] => [row[0] as string, row[column] as string]),
    );
  return [
    map("$uri", "quaketree_code", '""', [
      [pattern("^/(?:api/v1/)?countries/(?<quaketree_code_text>[A-Za-z]{2,3})/(?:risk/)?$"), "$quaketree_code_text"],
    ]),
    named("quaketree_iso2", 1),
    named("quaketree_country", 2),
    // A code that has no file leads nowhere.
    map('"$quaketree_code $quaketree_iso2"', "quaketree_other_code", "$quaketree_iso2", [[pattern("^([A-Z]+) \\1$"), '""']]),
    "",
  ];
}

/** Finds an event by its id, or by any slug that ends in one. */
export function eventMaps(ids: string | undefined): Piece[] {
  if (ids === undefined) return [];
  return [
    map("$quaketree_value", "quaketree_id", '""', [
      [pattern("[^a-z0-9-]"), '""'],
      [pattern("^(?:(?!--).)*--(?<quaketree_escaped>-z[a-z2-7]+|(?:[a-z0-9]|-[0-9a-f][0-9a-f])+)$"), '"--$quaketree_escaped"'],
      [pattern("(?<quaketree_last>[a-z0-9]+)$"), "$quaketree_last"],
    ]),
    map("$quaketree_id", "quaketree_event", '""', [["include", ids]]),
    // An id with other characters, in both forms: percent-encoded in the request, decoded in $uri.
    map('"$request_uri $uri"', "quaketree_raw_id", '""', [
      [
        pattern("^/api/v1/earthquakes/[^/ ?]+/?(?:\\?[^ ]*)? /api/v1/earthquakes/(?<quaketree_raw_id_text>.+?)/?$"),
        "$quaketree_raw_id_text",
      ],
    ]),
    shown("$quaketree_raw_id", "quaketree_shown_raw_id", "that you asked for"),
    map('":$quaketree_raw_id"', "quaketree_raw_event", '""', [["include", ids]]),
    // nginx compares keys without regard to case, but ids are case-sensitive.
    map('"$quaketree_raw_id $quaketree_raw_event"', "quaketree_raw_slug", '""', [
      [pattern("^(.+) (?<quaketree_raw_slug_text>[a-z0-9-]+) \\1$"), "$quaketree_raw_slug_text"],
    ]),
    map('"$quaketree_raw_id $quaketree_raw_event"', "quaketree_raw_withdrawn", '""', [
      [pattern("^(.+) !(?<quaketree_raw_withdrawn_text>[^ ]+) \\1$"), "$quaketree_raw_withdrawn_text"],
    ]),
    // A file of ids that is older than the tree may contain the requested slug itself, although its file no longer exists.
    map('"$quaketree_value $quaketree_event"', "quaketree_slug", '""', [
      [pattern("^([^ ]+) \\1$"), '""'],
      [pattern("^[^ ]+ (?<quaketree_slug_text>[a-z0-9-]+)$"), "$quaketree_slug_text"],
    ]),
    map("$quaketree_event", "quaketree_withdrawn", '""', [[pattern("^!(?<quaketree_withdrawn_text>.+)$"), "$quaketree_withdrawn_text"]]),
    "",
  ];
}

/** Details of 404 answers. */
export async function textMaps({ malformed, unknownEndpoint, unknownFile }: OwnReplies): Promise<Piece[]> {
  const endpoint = quoted(textOf(await unknownEndpoint("$quaketree_shown_path")));
  return [
    map('"$quaketree_malformed$request_uri"', "quaketree_malformed_text", quoted(textOf(unknownFile("that you asked for"))), [
      [pattern("^1/api(?:[/?]|$)"), quoted(textOf(malformed))],
    ]),
    map('"$quaketree_malformed$uri"', "quaketree_not_found", quoted(textOf(unknownFile("$quaketree_shown_path"))), [
      [pattern("^1"), "$quaketree_malformed_text"],
      [pattern("^2?/api(?:/|$)"), endpoint],
    ]),
  ];
}
