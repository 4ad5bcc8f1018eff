/** The first position at which a text is not valid JSON. */
interface JsonFault {
  /** Number of characters before the error. */
  offset: number;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** Whether the text is valid but incomplete. */
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

function faultAt(text: string, offset: number): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - (before.lastIndexOf("\n") + 1) + 1;
  const found = offset < text.length ? JSON.stringify(text.slice(offset, offset + 20)) : "";
  return { offset, line, column, truncated: offset >= text.length, found };
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NUMBER_BEGUN = /^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*|(?:\.[0-9]+)?[eE][+-]?)?)?$/;
const LITERALS = ["true", "false", "null"];

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ",";

/** A token. `end` is the position after it or, if it is malformed, the position of its error. */
interface Scan {
  end: number;
  whole: boolean;
}

/** A token, and the tokens that may follow it. */
type Step = Scan & { next: Expected };

/** The offset of the first character that is invalid in JSON (RFC 8259). If the text is only incomplete, its length. */
function faultOffset(text: string): number {
  const open: string[] = [];
  let step: Step = { end: 0, whole: true, next: "value" };
  while (step.whole) {
    const at = skip(SPACE, text, step.end);
    if (at >= text.length) return text.length;
    step = nextStep(text, at, step.next, open);
  }
  return step.end;
}

/** @param open the stack of open brackets; the function changes it */
function nextStep(text: string, at: number, expected: Expected, open: string[]): Step {
  const c = text[at] as string;
  if (expected === ":") return sign(at, c === ":", "value");
  if (expected === ",") return afterValue(c, at, open);
  if ((c === "]" && expected === "value or ]") || (c === "}" && expected === "key or }")) return close(at, open);
  if (expected === "key" || expected === "key or }") {
    return c === '"' ? { ...scanString(text, at), next: ":" } : sign(at, false, ":");
  }
  if (c === "{" || c === "[") {
    open.push(c);
    return sign(at, true, c === "{" ? "key or }" : "value or ]");
  }
  return { ...(c === '"' ? scanString(text, at) : scanBare(text, at)), next: "," };
}

function afterValue(c: string, at: number, open: string[]): Step {
  const container = open.at(-1);
  if (c === (container === "{" ? "}" : "]") && container !== undefined) return close(at, open);
  return sign(at, c === "," && container !== undefined, container === "{" ? "key" : "value");
}

function close(at: number, open: string[]): Step {
  open.pop();
  return sign(at, true, ",");
}

/** A token of one character. */
function sign(at: number, whole: boolean, next: Expected): Step {
  return { end: whole ? at + 1 : at, whole, next };
}

function scanString(text: string, start: number): Scan {
  for (let at = start + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x22) return { end: at + 1, whole: true };
    if (c < 0x20) return { end: at, whole: false };
    if (c !== 0x5c) continue;
    at++;
    if (at >= text.length) break;
    if (text[at] !== "u") {
      if (!'"\\/bfnrt'.includes(text[at] as string)) return { end: at, whole: false };
      continue;
    }
    for (let hex = 0; hex < 4; hex++) {
      at++;
      if (at < text.length && !/[0-9a-fA-F]/.test(text[at] as string)) return { end: at, whole: false };
    }
  }
  return { end: text.length, whole: false };
}

function scanBare(text: string, start: number): Scan {
  for (const literal of LITERALS) {
    if (text.startsWith(literal, start)) return { end: start + literal.length, whole: true };
    if (literal.startsWith(text.slice(start, start + literal.length))) return { end: text.length, whole: false };
  }
  const end = skip(NUMBER, text, start);
  const rest = text.slice(start, start + 400);
  if (start + rest.length === text.length && NUMBER_BEGUN.test(rest)) return { end: text.length, whole: end === text.length };
  return { end, whole: end > start };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
