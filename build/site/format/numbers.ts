import { thousands } from "../../platform/text.ts";
import type { NumberStyle, ToolContext } from "../tools/tool.ts";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** From here on a number is written as a power of ten. */
const LARGE = 1e7;

/** Below this one too. */
const SMALL = 1e-3;

/** U+00A0: a number and its unit stay on one line. */
export const NO_BREAK = "\u00A0";

/** A number as it reads in any language where nothing is known of the reader's: `12,345.6 km`, `2.0 × 10¹⁵ J`. */
export function neutralNumber(value: number, style: NumberStyle = {}): string {
  return numberText(value, style, (figure, digits) => grouped(figure.toFixed(digits)));
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
  if (value >= LARGE || value < SMALL) return `10${raised(Math.round(Math.log10(value)))}`;
  return number(value, { significant: 1 });
}

function raised(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${exponent < 0 ? "⁻" : ""}${digits}`;
}

function grouped(text: string): string {
  const [whole = "", fraction] = text.split(".");
  const groups = thousands(whole).replace("-", "−");
  return fraction === undefined ? groups : `${groups}.${fraction}`;
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
    // A hyphen is no sign of arithmetic.
    return format.format(value).replace("-", "−");
  };
  return (value, style = {}) => numberText(value, style, write);
}
