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

/** A map from one string to a variable. */
export function map(source: string, variable: string, entries: readonly (readonly [string, string])[]): Piece {
  return block(
    `map ${source} $${variable}`,
    entries.map(([from, to]) => `${from} ${to};`),
  );
}

/** A file that never exists, so that nginx uses the last argument of `try_files`. */
export const NOWHERE = "/quaketree-nowhere";
