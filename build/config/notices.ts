import { z } from "zod";
import { flag, numberWithin, oneOf, section } from "./values.ts";

/** The forms in which a notice is sent. */
const NOTICE_FORMATS = ["cloudevents", "json", "ntfy", "slack", "discord"] as const;
/** What a notice tells. */
const NOTICE_KINDS = ["new", "revised", "withdrawn"] as const;

const TO_MISTAKE = "must be an https: or http: URL";
const COUNTRY_MISTAKE = "must be two capital letters of ISO 3166-1, such as JP";
const NAME_MISTAKE = "must be 1 to 32 of a-z, 0-9 and -";

const rule = section({
  to: z
    .string(TO_MISTAKE)
    .refine((value) => URL.canParse(value) && ["https:", "http:"].includes(new URL(value).protocol), TO_MISTAKE)
    .meta({ format: "URL" })
    .optional(),
  format: oneOf(NOTICE_FORMATS).default("cloudevents"),
  secret_variable: z
    .string("must be text")
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be the name of an environment variable")
    .optional(),
  kinds: z
    .array(z.enum(NOTICE_KINDS, `must be some of ${NOTICE_KINDS.join(", ")}`), "must be a list")
    .min(1, "must name at least one")
    .optional(),
  min_magnitude: numberWithin(-10, 10).optional(),
  country: z
    .string(COUNTRY_MISTAKE)
    .regex(/^[A-Z]{2}$/, COUNTRY_MISTAKE)
    .optional(),
  place: z.string("must be text").min(2, "must be at least 2 characters").max(100, "must be at most 100 characters").optional(),
  circle: section({
    latitude: numberWithin(-90, 90),
    longitude: numberWithin(-180, 180),
    radius_km: numberWithin(1, 20_016),
  }).optional(),
  feed: flag.default(false),
}).refine(({ to, feed }) => to !== undefined || feed, { message: "is required without `feed`", path: ["to"] });

/** Rules by name: the receiver of each rule, and the earthquakes of which it gets notices. */
export const noticesSchema = z
  .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, NAME_MISTAKE), rule, "must be an object")
  .refine((rules) => Object.keys(rules).length <= 100, "must have at most 100 rules");

export type NoticeSettings = z.output<typeof rule>;
