import { thousands } from "../../platform/text.ts";
import { type Html, html } from "../html.ts";
import type { NumberStyle, ToolContext } from "../tools/tool.ts";

/** What `Intl.NumberFormat` calls the units that pages use, and how each is written without it. */
const UNIT_SIGNS = {
  kilometer: " km",
  degree: "°",
  second: " s",
  minute: " min",
  hour: " h",
  day: " d",
  percent: " %",
} as const;

type Unit = keyof typeof UNIT_SIGNS;

/** How a number is written: enough for a reader, no more than is known. */
export interface AmountStyle {
  unit?: Unit | undefined;
  /** Digits after the point; as the number has them where it is not said. */
  digits?: number | undefined;
}

/**
 * A number that reads well as it is; a script of the page writes it as the reader's language does. Nothing here asks `Intl`,
 * whose answers differ from one version of Node to the next: the same store gives the same bytes.
 */
export function numberElement(value: number, { unit, digits }: AmountStyle = {}): Html {
  const text = separated(digits === undefined ? String(value) : value.toFixed(digits)) + (unit ? UNIT_SIGNS[unit] : "");
  return html`<data value="${value}"${attribute("data-unit", unit)}${attribute("data-digits", digits)}>${text}</data>`;
}

function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${name}="${value}"`;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** From here on a number is written as a power of ten. */
const LARGE = 1e7;

/** Below this one too. */
const SMALL = 1e-3;

/** U+00A0: a number and its unit stay on one line. */
export const NO_BREAK = "\u00A0";

/** A hyphen is no sign of arithmetic. */
const MINUS = "−";

/** A number as it reads in any language where nothing is known of the reader's: `12,345.6 km`, `2.0 × 10¹⁵ J`. */
export function neutralNumber(value: number, style: NumberStyle = {}): string {
  return numberText(value, style, (figure, digits) => separated(figure.toFixed(digits)).replace("-", MINUS));
}

/**
 * The rules that all languages share: how many digits, when a power of ten, the unit's place.
 *
 * @param write a number with so many digits after the point, as the language writes it
 */
function numberText(
  value: number,
  { digits, significant = 3, unit }: NumberStyle,
  write: (value: number, digits: number) => string,
): string {
  const text = digits === undefined ? significantText(value, significant, write) : write(value, digits);
  return unit === undefined ? text : `${text}${unit.startsWith("°") ? "" : NO_BREAK}${unit}`;
}

function significantText(value: number, significant: number, write: (value: number, digits: number) => string): string {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(value)) return write(value, 0);
  const [mantissa = "", power = "0"] = value.toExponential(significant - 1).split("e");
  const exponent = Number(power);
  if (size < LARGE && size >= SMALL)
    return write(Number(`${mantissa}e${power}`), Math.max(0, significant - 1 - exponent));
  return `${write(Number(mantissa), significant - 1)}${NO_BREAK}×${NO_BREAK}10${raised(exponent)}`;
}

/** `0.01`, `1`, `1,000`, and `10⁻⁴`: how an axis of decades is marked. */
export function decadeText(value: number, { number }: Pick<ToolContext, "number">): string {
  if (value >= LARGE || value < SMALL) return powerOfTen(value);
  return number(value, { significant: 1 });
}

/** `10⁻⁴`. */
export function powerOfTen(value: number): string {
  return `10${raised(Math.round(Math.log10(value)))}`;
}

function raised(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** `1234.5` → `1,234.5`. */
function separated(text: string): string {
  const [whole = "", fraction] = text.split(".");
  return thousands(whole) + (fraction === undefined ? "" : `.${fraction}`);
}

/** Numbers as the reader's language writes them. @param language BCP 47 */
export function localNumber(language: string): ToolContext["number"] {
  const formats = new Map<number, Intl.NumberFormat>();
  const write = (value: number, digits: number) => {
    let format = formats.get(digits);
    if (!format) {
      format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      formats.set(digits, format);
    }
    return format.format(value).replace("-", MINUS);
  };
  return (value, style = {}) => numberText(value, style, write);
}

/** A magnitude to a tenth, or to a hundredth where it was published as finely. */
export function magnitudeAmount(magnitude: number): Html {
  return numberElement(magnitude, { digits: Math.round(magnitude * 10) / 10 === magnitude ? 1 : 2 });
}

/** Eight directions, clockwise from north. */
const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** The nearest of eight directions in words. @param azimuth degrees clockwise from north */
export function compassText(azimuth: number, { t }: Pick<ToolContext, "t">): string {
  const eighth = Math.round((((azimuth % 360) + 360) % 360) / 45) % COMPASS.length;
  return t(`compass.${COMPASS[eighth]}`);
}
