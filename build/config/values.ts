import * as z from "zod";
import { agencyUrl } from "../contract/resources/common.ts";

export const address = url(isAddress, "must be an https:, http: or file: URL").optional();
const PAGE_MISTAKE = "must be an https: or http: URL without user and password, since it is published";
export const page = z.string(PAGE_MISTAKE).refine((value) => agencyUrl.safeParse(value).success, PAGE_MISTAKE);
export const flag = z.boolean("must be true or false");
export const words = z.string("must be text").min(1, "must be text").max(500, "must be at most 500 characters").optional();

/** Ten years: a longer interval is a mistake in the unit. */
export const LONGEST_S = 315_360_000;
export const seconds = numberWithin(1, LONGEST_S).optional();

/** An object without unknown keys. */
export function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, "must be an object");
}

/** One of a closed list. */
export function oneOf<const Choices extends readonly string[]>(choices: Choices) {
  return z.enum(choices, `must be one of ${choices.join(", ")}`);
}

/** A number with inclusive bounds. */
export function numberWithin(low: number, high: number) {
  const bounds = `must be a number from ${low} to ${high}`;
  return z.number(bounds).min(low, bounds).max(high, bounds);
}

/** A whole number with inclusive bounds. */
export function wholeWithin(low: number, high: number) {
  const bounds = `must be a whole number from ${low} to ${high}`;
  return z.int(bounds).min(low, bounds).max(high, bounds);
}

/** A text of a form. */
export function matching(form: RegExp, mistake: string) {
  return z.string(mistake).regex(form, mistake);
}

/** A text that is a URL of a kind. */
export function url(isRight: (value: string) => boolean, mistake: string) {
  return z.string(mistake).refine(isRight, mistake).meta({ format: "URL" });
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && ["https:", "http:", "file:"].includes(new URL(value).protocol);
}

/** The least contrast of text that the guidelines for accessibility (WCAG 2.2, AA) allow. */
const LEAST_CONTRAST = 4.5;

/** The relative luminance of WCAG 2.2, 0 to 1. @param colour `#rrggbb` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [least = 0, most = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (most + 0.05) / (least + 0.05);
}

/** A colour that can be read on a page. @param ground colour of the page @param theme names the page in messages */
export function colourOn(ground: string, theme: "light" | "dark") {
  return z
    .string("must be a colour such as #0b5c6b")
    .regex(/^#[\da-f]{6}$/i, { error: "must be a colour such as #0b5c6b", abort: true })
    .superRefine((colour, context) => {
      const found = contrast(colour, ground);
      if (found >= LEAST_CONTRAST) return;
      const shown = (Math.floor(found * 10) / 10).toFixed(1);
      const message = `has a contrast of ${shown} with a ${theme} page; readable text needs ${LEAST_CONTRAST} or more`;
      context.addIssue({ code: "custom", message });
    });
}
