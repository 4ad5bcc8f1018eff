/** A piece of nginx configuration: a line, or a block of lines under a head. */
export type Piece = string | { head: string; body: readonly Piece[] };

/** @param body lines and blocks; what is undefined is left out */
export function block(head: string, body: readonly (Piece | undefined)[]): Piece {
  return { head, body: body.filter((piece) => piece !== undefined) };
}

/** The text of pieces, indented as nginx's own examples are. */
export function write(pieces: readonly Piece[], indent = ""): string {
  return pieces
    .map((piece) =>
      typeof piece === "string"
        ? `${indent}${piece}`.trimEnd() + "\n"
        : `${indent}${piece.head} {\n${write(piece.body, `${indent}    `)}${indent}}\n`,
    )
    .join("");
}

/** A text in quotes. nginx knows no way to write a dollar sign: what follows one is a variable. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** A regular expression as the source of a map. */
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

/** Where nginx looks for a file that is never there, so that it goes on to what `try_files` names last. */
export const NOWHERE = "/quaketree-nowhere";
