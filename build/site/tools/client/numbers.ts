import { numberText } from "../../format/numbers.ts";
import type { ToolContext } from "../tool.ts";

/** Numbers as the reader's language writes them. @param language BCP 47 */
export function readersNumber(language: string): ToolContext["number"] {
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
