import { z } from "zod";

/** The forms in which a notice is sent. */
const NOTICE_FORMATS = ["cloudevents", "json", "ntfy", "slack", "discord"] as const;
/** What a notice tells. */
const NOTICE_KINDS = ["new", "revised", "withdrawn"] as const;

const TO_MISTAKE = "must be an https: or http: URL";
const COUNTRY_MISTAKE = "must be two capital letters of ISO 3166-1, such as JP";
const NAME_MISTAKE = "must be 1 to 32 of a-z, 0-9 and -";

function within(low: number, high: number) {
  const bounds = `must be a number from ${low} to ${high}`;
  return z.number(bounds).min(low, bounds).max(high, bounds);
}

const rule = z
  .strictObject(
    {
      to: z
        .string(TO_MISTAKE)
        .refine((value) => URL.canParse(value) && ["https:", "http:"].includes(new URL(value).protocol), TO_MISTAKE)
        .meta({ format: "URL" })
        .optional()
        .describe("Where each notice is posted. Without it the rule only has its feed. The address is secret and is not published."),
      format: z
        .enum(NOTICE_FORMATS, `must be one of ${NOTICE_FORMATS.join(", ")}`)
        .default("cloudevents")
        .describe("Form of the body: CloudEvents 1.0, a plain object with a text, or what ntfy, Slack or Discord expect."),
      secret_variable: z
        .string("must be text")
        .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be the name of an environment variable")
        .optional()
        .describe(
          "Environment variable with the secret that signs each notice (Standard Webhooks: `whsec_` and Base64). Default: unsigned.",
        ),
      kinds: z
        .array(z.enum(NOTICE_KINDS, `must be some of ${NOTICE_KINDS.join(", ")}`), "must be a list")
        .min(1, "must name at least one")
        .optional()
        .describe("What is told: `new`, `revised`, `withdrawn`. Default: all three."),
      min_magnitude: within(-10, 10).optional().describe("Least magnitude."),
      country: z
        .string(COUNTRY_MISTAKE)
        .regex(/^[A-Z]{2}$/, COUNTRY_MISTAKE)
        .optional()
        .describe("Country, with the sea off its coast."),
      place: z
        .string("must be text")
        .min(2, "must be at least 2 characters")
        .max(100, "must be at most 100 characters")
        .optional()
        .describe("Words that the place contains."),
      circle: z
        .strictObject(
          {
            latitude: within(-90, 90).describe("Of the centre, degrees."),
            longitude: within(-180, 180).describe("Of the centre, degrees."),
            radius_km: within(1, 20_016).describe("Great-circle distance, km. 20,016 km are the whole Earth."),
          },
          "must be an object",
        )
        .optional()
        .describe("Circle around a point: `latitude`, `longitude` in degrees, `radius_km`."),
      feed: z
        .boolean("must be true or false")
        .default(false)
        .describe(
          "`true`: the tree has an Atom feed of the recent earthquakes of this rule, `/notices/{name}.atom`. The name becomes public.",
        ),
    },
    "must be an object",
  )
  .refine(({ to, feed }) => to !== undefined || feed, { message: "is required without `feed`", path: ["to"] });

/** Rules by name: the receiver of each rule, and the earthquakes of which it gets notices. */
export const noticesSchema = z
  .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, NAME_MISTAKE), rule, "must be an object")
  .refine((rules) => Object.keys(rules).length <= 100, "must have at most 100 rules");

export type NoticeSettings = z.output<typeof rule>;
