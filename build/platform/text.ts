import { DAY_MS, HOUR_MS } from "./time.ts";

/** Untrusted text as one line: each run of spaces, control and format characters becomes one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
}

/** Whether an argument begins like an address: `http:`, `s3:`. A letter and a colon are a drive of Windows. */
export function hasScheme(given: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(given);
}

/** Signs with which a spreadsheet begins a formula. Numbers, dates and years before 1 begin so too, and remain. */
const FORMULA = /^(?:[=@\t\r\n\uff1d\uff0b\uff0d\uff20]|[+-](?!\d[\d.:TZ-]*(?:e[+-]?\d+)?$))/;

/** A text as a field of CSV that a spreadsheet does not execute: with an apostrophe before it, as OWASP advises (CSV Injection). */
export function inertField(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The form is `-1,234,567` on every machine, which `Intl` does not guarantee. @param count an integer below 1e21, or its digits */
export function thousands(count: number | string): string {
  const digits = String(count);
  if (digits.length < 4) return digits;
  const sign = digits.startsWith("-") ? 1 : 0;
  const groups: string[] = [];
  for (let end = digits.length; end > sign; end -= 3) groups.unshift(digits.slice(Math.max(end - 3, sign), end));
  return digits.slice(0, sign) + groups.join(",");
}

/** A size in readable form, in units of 1,000. */
export function size(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** An age in readable form. @param ms negative if a clock is wrong */
export function age(ms: number): string {
  if (ms < 0) return "from the future";
  const [unit, length] = AGES.find(([, least]) => ms >= least) ?? (["second", 1_000] as const);
  const count = Math.floor(ms / length);
  return `${thousands(count)} ${unit}${count === 1 ? "" : "s"} old`;
}

const AGES = [
  ["year", 365.25 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A position for people, in English: `35.70° N, 139.70° E`. @param latitude degrees @param longitude degrees */
export function positionInWords(latitude: number, longitude: number): string {
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? "S" : "N"}`;
  return `${north}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? "W" : "E"}`;
}

/**
 * Text of an element or an attribute. Characters that XML 1.0 does not allow (section 2.2: control characters, lone surrogates)
 * become U+FFFD.
 */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"\r\n\t]/g, (letter) => ESCAPES[letter] ?? letter);
}

/** Line ends are escaped too: a parser replaces them with a space in an attribute, and a carriage return with a line feed elsewhere. */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of an element or an attribute; other entities than those of XML stay as they are. */
export function xmlUnescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
