import { type ParseError, parse, visit } from "jsonc-parser";

/** The first position at which a text is not valid JSON. */
interface JsonFault {
  /** Number of characters before the token with the error. */
  offset: number;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** Whether the text is valid but incomplete, as far as its last token tells. */
  truncated: boolean;
  /** The text at the error, in quotation marks, at most 20 characters; empty at the end of the text. */
  found: string;
}

type JsonReading = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/** Like JSON.parse, but returns the position of an error: V8 states it only in a message whose wording differs between versions. */
export function readJson(text: string): JsonReading {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, fault: faultAt(text, faultOffset(text)) };
  }
}

/** The first name that an object of a valid JSON text has twice, of which JSON.parse keeps the last only; with its line, from 1. */
export function repeatedName(text: string): { path: string; line: number } | undefined {
  const seen = new Set<string>();
  let found: { path: string; line: number } | undefined;
  visit(text, {
    onObjectProperty(name, _offset, _length, line, _column, pathOf) {
      const path = JSON.stringify([...pathOf(), name]);
      if (seen.has(path)) found ??= { path: [...pathOf(), name].join("."), line: line + 1 };
      seen.add(path);
    },
  });
  return found;
}

function faultAt(text: string, offset: number): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - (before.lastIndexOf("\n") + 1) + 1;
  const truncated = offset >= text.length || isBegun(text.slice(offset));
  const found = offset < text.length ? JSON.stringify(text.slice(offset, offset + 20)) : "";
  return { offset, line, column, truncated, found };
}

/** Whether the rest of a text begins a string, a number or a word of JSON and ends within it. */
function isBegun(rest: string): boolean {
  return (
    /^"(\\.|[^"\\])*\\?$/s.test(rest) ||
    /^-?\d*[.]?\d*[eE]?[+-]?$/.test(rest) ||
    ["true", "false", "null"].some((word) => word.startsWith(rest))
  );
}

/** The offset of the first token that is invalid in JSON (RFC 8259). If a token is missing at the end, the length of the text. */
function faultOffset(text: string): number {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // The parser is recursive: of a text that is nested more deeply than the stack, the beginning is named.
    return 0;
  }
  return errors[0]?.offset ?? text.length;
}

/** Whether a value of JSON is an object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
