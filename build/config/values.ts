import { z } from "zod";
import { agencyUrl } from "../contract/resources/common.ts";

const ADDRESS_MISTAKE = "must be an https:, http: or file: URL";

export const address = z.string(ADDRESS_MISTAKE).refine(isAddress, ADDRESS_MISTAKE).meta({ format: "URL" }).optional();
const PAGE_MISTAKE = "must be an https: or http: URL without user and password, since it is published";
export const page = z.string(PAGE_MISTAKE).refine((value) => agencyUrl.safeParse(value).success, PAGE_MISTAKE);
export const flag = z.boolean("must be true or false");
export const words = z.string("must be text").min(1, "must be text").max(500, "must be at most 500 characters").optional();

/** Ten years: a longer interval is a mistake in the unit. */
export const LONGEST_S = 315_360_000;
export const seconds = numberWithin(1, LONGEST_S).optional();

export const ENABLED = "`false` leaves the agency out: it is not asked, and builds use nothing of it, even if the store has its data.";
export const ENABLED_BY_LICENCE = "`false` leaves the agency out, as of `usgs`. Without it, `accept_licence` decides.";
export const ACCEPT_LICENCE = "`true` says that you accept the agency's terms. Without it the agency is not asked.";
export const STALE_AFTER = "The same for this agency. Default: that of the top level.";

/** An object without unknown keys. */
export function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, "must be an object");
}

/** A number with inclusive bounds. */
export function numberWithin(low: number, high: number) {
  const bounds = `must be a number from ${low} to ${high}`;
  return z.number(bounds).min(low, bounds).max(high, bounds);
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && ["https:", "http:", "file:"].includes(new URL(value).protocol);
}
