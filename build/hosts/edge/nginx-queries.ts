import { ENDPOINTS } from "../../contract/table/endpoints.ts";
import { fileOf } from "../../contract/table/paths.ts";
import { WITHDRAWN_FOR_MS } from "../../contract/texts/vocabulary.ts";
import { idOfSlug } from "../../contract/wire/slug.ts";
import { findId } from "../../rewrite/shards/ids.ts";
import type { Snapshot } from "../../rewrite/snapshot.ts";
import { exactQueries, type Prebuilt, takesQuery } from "./prebuilt.ts";

/** A piece of nginx configuration: a line, or a block of lines under a head. */
export type Piece = string | { head: string; body: readonly Piece[] };

/** @param body lines and blocks; undefined ones are omitted */
export function block(head: string, body: readonly (Piece | undefined)[]): Piece {
  return { head, body: body.filter((piece) => piece !== undefined) };
}

/** The text of the pieces, indented in the style of nginx's examples. */
export function write(pieces: readonly Piece[], indent = ""): string {
  return pieces
    .map((piece) =>
      typeof piece === "string"
        ? `${indent}${piece}`.trimEnd() + "\n"
        : `${indent}${piece.head} {\n${write(piece.body, `${indent}    `)}${indent}}\n`,
    )
    .join("");
}

/** A quoted string. nginx cannot escape a dollar sign, so it starts a variable. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** A regular expression as a key of a map. */
export function pattern(expression: string): string {
  return `"~${expression}"`;
}

/** A map from one string to a variable. @param otherwise the value for any other string */
export function map(source: string, variable: string, otherwise: string, entries: readonly (readonly [string, string])[]): Piece {
  return block(
    `map ${source} $${variable}`,
    [["default", otherwise] as const, ...entries].map(([from, to]) => `${from} ${to};`),
  );
}

/** A file that never exists, so that nginx uses the last argument of `try_files`. */
export const NOWHERE = "/quaketree-nowhere";

/** Variable with the file for a request in canonical form. */
export const COMMON_FILE = "$quaketree_common";

/** Variable with the file of an endpoint for any other request without parameters. */
export const DEFAULT_FILE = "$quaketree_default";

/**
 * From path and query as received to the file, in one look-up. A query has one spelling of each value; with any other it gets a 400, or
 * goes to the host behind. Paths that need normalisation, and queries without parameters such as `?&`, are left to `DEFAULT_FILE`.
 */
export function queryMaps(queries: readonly Prebuilt[]): Piece[] {
  const plain = ENDPOINTS.filter((row) => !takesQuery(row) && !row.path.includes("{"));
  const answered = queries.flatMap((query) =>
    [...exactQueries(query)].map(([text, file]) =>
      text === ""
        ? ([query.endpoint.path, `/${file}`] as const)
        : // nginx compares the strings of a map without regard to case; parameters are exact.
          ([quoted(`${query.endpoint.path}?${text}`), `$quaketree_capitals/${file}`] as const),
    ),
  );
  const defaults = queries.filter(({ answers }) => answers.length > 0).map(({ endpoint: { path } }) => [path, `/${fileOf(path)}`] as const);
  return [
    map("$request_uri", COMMON_FILE.slice(1), NOWHERE, [...plain.map(({ path }) => [path, `/${fileOf(path)}`] as const), ...answered]),
    map('"$quaketree_has_parameters$uri"', DEFAULT_FILE.slice(1), NOWHERE, defaults),
  ];
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
