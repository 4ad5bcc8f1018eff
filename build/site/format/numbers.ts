import { memoize } from "../../contract/wire/memoize.ts";
import { thousands } from "../../platform/text.ts";
import { type Html, html, trustedHtml } from "../html.ts";
import { Counted, type Translate } from "../i18n/translations.ts";
import type { NumberStyle, ToolContext } from "../tools/tool.ts";

/** The unit names of `Intl.NumberFormat` and the sign of each unit for text without `Intl`. */
const UNIT_SIGNS = {
  kilometer: " km",
  degree: "°",
  minute: " min",
  hour: " h",
  day: " d",
  percent: " %",
} as const;

type Unit = keyof typeof UNIT_SIGNS;

/** How a number with a unit is written. */
export interface AmountStyle {
  unit?: Unit | undefined;
  /** Digits after the decimal point; all digits of the number if absent. */
  digits?: number | undefined;
}

/**
 * A number in a neutral format. The script of the page converts it to the reader's language. The build does not use `Intl`,
 * whose results differ between versions of Node: the same store must give the same bytes.
 */
export function numberElement(value: number, { unit, digits }: AmountStyle = {}): Html {
  const text = separated(digits === undefined ? String(value) : value.toFixed(digits)).replace("-", MINUS) + (unit ? UNIT_SIGNS[unit] : "");
  // Numbers and signs need no escaping, and a build writes hundreds of thousands.
  const attributes = (unit ? ` data-unit="${unit}"` : "") + (digits === undefined ? "" : ` data-digits="${digits}"`);
  return trustedHtml(`<data value="${value}"${attributes}>${text}</data>`);
}

/** The area of a plate, km². Its outline is good to some kilometres at best, so no more than four digits are known. */
export function plateArea(km2: number): Html {
  return numberElement(Number(km2.toPrecision(4)));
}

/** The degrees of intensity scales with twelve degrees, as they are commonly written; the first is for 0, which has no numeral. */
export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"] as const;

/** The numeral of a degree of intensity; undefined below the first. The degree is that of the value as the agency gives it. */
export function degreeText(value: number): string | undefined {
  return ROMAN[Math.round(value)] || undefined;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Numbers from here on are written with a power of ten. */
const LARGE = 1e7;

/** Numbers below this are written with a power of ten. */
const SMALL = 1e-3;

/** U+00A0: keeps a number and its unit on one line. */
export const NO_BREAK = "\u00A0";

/** U+2212, the typographic minus sign, in place of the hyphen. */
const MINUS = "−";

/** A number in a format that readers of any language understand: `12,345.6 km`, `2.0 × 10¹⁵ J`. */
export function neutralNumber(value: number, style: NumberStyle = {}): string {
  return numberText(value, style, (figure, digits) => separated(figure.toFixed(digits)).replace("-", MINUS));
}

/**
 * The formatting rules that all languages share: number of digits, powers of ten, position of the unit.
 *
 * @param write formats a number with the given digits after the decimal point
 */
function numberText(
  value: number,
  { digits, significant = 3, unit }: NumberStyle,
  write: (value: number, digits: number) => string,
  withUnit: (text: string, unit: string) => string = beforeUnit,
): string {
  const text = digits === undefined ? significantText(value, significant, write) : write(value, digits);
  return unit === undefined ? text : withUnit(text, unit);
}

function beforeUnit(text: string, unit: string): string {
  return `${text}${unit.startsWith("°") ? "" : NO_BREAK}${unit}`;
}

function significantText(value: number, significant: number, write: (value: number, digits: number) => string): string {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(value)) return write(value, 0);
  const [mantissa = "", power = "0"] = value.toExponential(significant - 1).split("e");
  const exponent = Number(power);
  if (size < LARGE && size >= SMALL) return write(Number(`${mantissa}e${power}`), Math.max(0, significant - 1 - exponent));
  return `${write(Number(mantissa), significant - 1)}${NO_BREAK}×${NO_BREAK}10${raised(exponent)}`;
}

/** Tick label of a logarithmic axis: `0.01`, `1`, `1,000`, and `10⁻⁴`. */
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
  const point = text.indexOf(".");
  return point < 0 ? thousands(text) : thousands(text.slice(0, point)) + text.slice(point);
}

/** Number formatting for the reader's language. @param language BCP 47 */
export function localNumber(language: string): ToolContext["number"] {
  const formatOf = memoize(
    String,
    (digits: number) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  const write = (value: number, digits: number) => formatOf(digits).format(value).replace("-", MINUS);
  const units = localUnits(language);
  return (value, style = {}) => numberText(value, style, write, (text, unit) => units(unit)(text));
}

/** The units of the tools that `Intl` can write. */
const NAMED_UNITS: Readonly<Record<string, string>> = {
  "%": "percent",
  km: "kilometer",
  "km/h": "kilometer-per-hour",
  m: "meter",
  s: "second",
  min: "minute",
  h: "hour",
};

/** A number with which Arabic writes the form of a unit that it uses with most numbers. */
const SAMPLE = 100;

/**
 * Puts a unit to a number as the language does: `5%`, `5 %`, `%5`; `5 км`. Languages that write kilometres as `km` keep the signs
 * of all units.
 */
function localUnits(language: string): (unit: string) => (text: string) => string {
  const partsOf = (unit: string) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).formatToParts(SAMPLE);
  const hasOwnSigns = !partsOf("kilometer").some(({ type, value }) => type === "unit" && value === "km");
  return memoize(String, (unit) => {
    const name = NAMED_UNITS[unit];
    if (name === undefined || !(hasOwnSigns || unit === "%")) return (text: string) => beforeUnit(text, unit);
    const parts = partsOf(name).map(({ type, value }) => (type === "integer" ? null : value.replace(" ", NO_BREAK)));
    return (text: string) => parts.map((part) => part ?? text).join("");
  });
}

/** A share in percent; `< 1 %` for one that is not zero and would be rounded to zero. */
export function percent(share: number): Html {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0
    ? html`${`<${NO_BREAK}`}${numberElement(1, { unit: "percent" })}`
    : numberElement(rounded, { unit: "percent" });
}

/** A number for a text with a plural. */
export function countedElement(value: number): Counted {
  return new Counted(value, numberElement(value));
}

/** A distance as exactly as it is known. @param stepKm resolution to which it is rounded @returns a sign, and the distance in km */
export function approximately(km: number, stepKm: number): { sign: "<" | "≈"; km: number } {
  const inSteps = Math.round(km / stepKm) * stepKm;
  return inSteps === 0 ? { sign: "<", km: stepKm } : { sign: "≈", km: inSteps };
}

/** A magnitude to one decimal, as all pages show it: its error is hardly ever smaller. Answers and files have it as published. */
export function magnitudeAmount(magnitude: number): Html {
  return numberElement(magnitude, { digits: 1 });
}

/** The type of a magnitude, small, after its number; a question mark where the source does not state it. */
export function magnitudeKind(type: string | null, t: Translate<"magnitude_type_unknown">): Html {
  const unknown = t("magnitude_type_unknown");
  return type === null
    ? html` <abbr class="kind" title="${unknown}" aria-label="${unknown}">?</abbr>`
    : html` <small class="kind">${type}</small>`;
}

/** The eight compass directions, clockwise from north. */
const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** The nearest of the eight compass directions in words. @param azimuth degrees clockwise from north */
export function compassText(azimuth: number, { t }: Pick<ToolContext, "t">): string {
  const eighth = Math.round((((azimuth % 360) + 360) % 360) / 45) % COMPASS.length;
  return t(`compass.${COMPASS[eighth]}`);
}
