import { z } from "zod";
import { missingSettings, PRESET_NAMES } from "../agencies/fdsn/service.ts";
import { agencyUrl } from "../contract/resources/common.ts";
import { noticesSchema } from "./notices.ts";

/** The earthquakes that have a page of their own. */
export const EVENT_PAGES = ["all", "significant", "none"] as const;
export type EventPages = (typeof EVENT_PAGES)[number];

const ADDRESS_MISTAKE = "must be an https:, http: or file: URL";

const address = z.string(ADDRESS_MISTAKE).refine(isAddress, ADDRESS_MISTAKE).meta({ format: "URL" }).optional();
const PAGE_MISTAKE = "must be an https: or http: URL without user and password, since it is published";
const page = z.string(PAGE_MISTAKE).refine((value) => agencyUrl.safeParse(value).success, PAGE_MISTAKE);
const ORIGIN_MISTAKE = "must be the https: or http: URL of a host alone, such as https://quakes.example";
const origin = z
  .string(ORIGIN_MISTAKE)
  .refine((value) => URL.canParse(value) && /^https?:\/\/[^/?#@\\\s]+\/?$/.test(value), ORIGIN_MISTAKE)
  .transform((value) => new URL(value).origin)
  .meta({ format: "URL" });
const path = z.string("must be a path").min(1, "must be a path").meta({ format: "path" });
const flag = z.boolean("must be true or false");
const words = z.string("must be text").min(1, "must be text").max(500, "must be at most 500 characters").optional();

/** Ten years: a longer interval is a mistake in the unit. */
const LONGEST_S = 315_360_000;
const seconds = numberWithin(1, LONGEST_S).optional();

const ENABLED = "`false` leaves the agency out.";
const ENABLED_BY_LICENCE = "`false` leaves the agency out. Without it, `accept_licence` decides.";
const ACCEPT_LICENCE = "`true` says that you accept the agency's terms. Without it the agency is not asked.";
const STALE_AFTER = "The same for this agency. Default: that of the top level.";

const usgs = section({
  enabled: flag.default(true).describe(ENABLED),
  feed: address.describe("A GeoJSON feed, or a saved one (also gzipped)."),
  fdsn: address.describe("Base of the event service, or a saved GeoJSON answer of it."),
  details: flag.optional().meta({ description: "Whether the details of significant events are requested.", default: true }),
  stale_after_s: seconds.describe(STALE_AFTER),
  missing_share: numberWithin(0, 1).optional().meta({
    description: "A feed is rejected if it lacks more than this share of the stored events that belong in it, and at least three.",
    default: 0.2,
  }),
  silent_intervals: numberWithin(1, 10_000).optional().meta({
    description:
      "A feed without a change for this many times the mean time between its events, and at least three hours, is rejected as frozen.",
    default: 24,
  }),
  absent_captures: numberWithin(1, 10_000).optional().meta({
    description: "An event counts as withdrawn if this many good captures in a row lack it. The event service is asked first.",
    default: 6,
  }),
  absent_hours: numberWithin(0, 720).optional().meta({
    description: "These captures must span at least this many hours.",
    default: 12,
  }),
});

const noaa = section({
  enabled: flag.default(true).describe(ENABLED),
  events: address.describe("The table of significant earthquakes."),
  tsunamis: address.describe("The table of tsunamis."),
  crawl_delay_s: numberWithin(0, 3_600)
    .optional()
    .describe("Least time between two requests, seconds. Default: 60 at NOAA, as its robots.txt asks; otherwise 0."),
  stale_after_s: seconds.describe("The same for this agency. Default: 35 days."),
});

const plates = section({
  enabled: flag.default(true).describe(ENABLED),
  boundaries: address.describe("Bird's boundary lines, in the original form or as GeoJSON."),
  plates: address.describe("His plate outlines, in the original form or as GeoJSON."),
  steps: address.describe("His table of boundary steps with their classes."),
});

const LICENCE_MISTAKE = "must be true where the agency is enabled: whoever takes its data accepts their licence";

const emsc = section({
  enabled: flag.optional().describe(ENABLED_BY_LICENCE),
  fdsn: address.describe("Base of the event service."),
  accept_licence: flag.default(false).describe(ACCEPT_LICENCE),
  stale_after_s: seconds.describe(STALE_AFTER),
}).refine(isAccepted, { message: LICENCE_MISTAKE, path: ["accept_licence"] });

const other = section({
  enabled: flag.optional().describe(ENABLED_BY_LICENCE),
  fdsn: address.describe("Base of the agency's event service. Required without a preset."),
  preset: z
    .enum(PRESET_NAMES, `must be one of ${PRESET_NAMES.join(", ")}`)
    .optional()
    .describe("Supplies every setting that is not given. Default: the key, if it is one of these."),
  name: words.describe("Name of the agency. Default: that of the preset, or the key."),
  licence: words.describe("Terms of the data. Required without a preset."),
  attribution: words.describe("How to credit the agency. Required without a preset."),
  url: page.optional().describe("Its web page, shown beside its name."),
  accept_licence: flag.default(false).describe(ACCEPT_LICENCE),
  stale_after_s: seconds.describe(STALE_AFTER),
}).refine(isAccepted, { message: LICENCE_MISTAKE, path: ["accept_licence"] });

/** The keys of other agencies become names of folders next to these, and builds may empty `derived`. */
const RESERVED = new Set(["usgs", "noaa", "emsc", "plates", "journal", "kept", "derived", "lock", "others"]);
const KEY_MISTAKE = `must be 1 to 32 of a-z, 0-9 and -, and none of the reserved names ${[...RESERVED].join(", ")}, constructor`;
// Keys of agencies are keys of plain objects, which all have a `constructor`.
const isFree = (key: string) => !RESERVED.has(key) && !(key in {});
const otherKey = z.string().refine((key) => /^[a-z0-9][a-z0-9-]{0,31}$/.test(key) && isFree(key), KEY_MISTAKE);

/** Zod drops `__proto__` from records silently. */
function refuseProto(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
    context.addIssue({ code: "custom", message: KEY_MISTAKE, path: ["__proto__"] });
  }
  return given;
}

const agencies = section({
  usgs: usgs.optional(),
  noaa: noaa.optional(),
  emsc: emsc.optional(),
  plates: plates.optional(),
  others: z.preprocess(refuseProto, z.record(otherKey, other, "must be an object").superRefine(needsKnown)).optional(),
});

/** The schema of a configuration file. Names contain the units. */
export const configSchema = section({
  contact: z
    .string("must be text")
    .regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
    .optional()
    .describe("An e-mail address or a page. Agencies see it in the User-Agent and can write before they block."),
  store: path.optional().meta({ description: "Folder of the store, relative to the configuration file.", default: "data/store" }),
  out: path.optional().meta({ description: "Folder of the tree, relative to the configuration file.", default: "dist" }),
  port: z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(65_535, "must be at most 65535")
    .optional()
    .describe("Port of `serve` and `start`. The option `--port` and the environment variable `PORT` come first. Default: 8080."),
  public_url: origin
    .optional()
    .describe(
      "Where the tree is served, such as `https://quakes.example`. Pages then name their full addresses, and there are " +
        "`sitemap.xml` and `robots.txt`.",
    ),
  expected_interval_s: numberWithin(1, LONGEST_S)
    .default(60)
    .describe("How often `rebuild` is meant to run, seconds. `--watch` runs at this interval; clients poll at it."),
  stale_after_s: seconds.describe(
    "Age from which live data, and with them the tree, count as stale, seconds. At least `expected_interval_s`. " +
      "Default: three intervals, at least 900.",
  ),
  sign_key: path
    .optional()
    .describe(
      "File of the private key that signs every snapshot, relative to the configuration file (`quaketree keygen`). " +
        "`--sign-key` and the environment variable `QUAKETREE_SIGN_KEY` override it.",
    ),
  publish: section({
    target: path.describe("A folder, relative to the configuration file, or `s3://bucket/prefix`. `rebuild` publishes each tree to it."),
    endpoint: z.url("must be a URL").optional().meta({ format: "URL", description: "Address of the object store, if it is not Amazon's." }),
    variants: flag.default(false).describe("Object stores: also sends `.br` and `.gz` files under their own keys."),
  }).optional(),
  notices: z.preprocess(refuseProto, noticesSchema).optional(),
  tree: section({
    grid: flag.default(false).describe("Also writes common combinations of filters as files, for hosts that can only rewrite URLs."),
    pack_events_below: numberWithin(-10, 10)
      .optional()
      .describe("Stores the details of smaller events, neither significant nor historical, several to a file. Default: no packs."),
    keep_snapshots_days: numberWithin(0, 365)
      .default(7)
      .describe("How many days a replaced snapshot stays available under `/s/{id}/api/…`. 0: not at all."),
    event_pages: z
      .enum(EVENT_PAGES, `must be one of ${EVENT_PAGES.join(", ")}`)
      .default("all")
      .describe("Which earthquakes have a page. The answers of the API do not depend on it."),
    pictures_from: numberWithin(-10, 10)
      .default(5)
      .describe(
        "Magnitude from which the page of a recent earthquake has a picture for link previews, if `public_url` is given and the " +
          "optional library `@resvg/resvg-wasm` is installed. Significant earthquakes, the headline of the start page and the " +
          "strongest and deadliest on record always have one.",
      ),
  }).prefault({}),
  agencies: agencies.optional(),
  thresholds: section({
    offshore_km: numberWithin(0, 5_000).optional().meta({
      description: "An event up to this far from a coast counts for the nearest country, km. 370.4 km are 200 nautical miles.",
      default: 370.4,
    }),
    unreadable_share: numberWithin(0, 1)
      .default(0.5)
      .describe("A capture is rejected if more than this share of its records cannot be read."),
    capture_mb: numberWithin(0.001, 400).default(100).describe("Largest answer of an agency, MB (10^6 bytes)."),
    timeout_s: numberWithin(0.001, 3_600).default(60).describe("Time limit for a whole answer of an agency, seconds."),
    journal_days: numberWithin(1, 36_500).default(90).describe("How long the journal is kept, days."),
  }).prefault({}),
}).refine((given) => given.stale_after_s === undefined || given.stale_after_s >= given.expected_interval_s, {
  message: "must be at least expected_interval_s",
  path: ["stale_after_s"],
});

export type GivenConfig = z.output<typeof configSchema>;
export type GivenAgencies = z.output<typeof agencies>;

function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, "must be an object");
}

function numberWithin(low: number, high: number) {
  const bounds = `must be a number from ${low} to ${high}`;
  return z.number(bounds).min(low, bounds).max(high, bounds);
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && ["https:", "http:", "file:"].includes(new URL(value).protocol);
}

/** Checks the whole record, because the preset may be derived from the key. */
function needsKnown(others: Record<string, z.output<typeof other>>, context: z.RefinementCtx): void {
  for (const [key, settings] of Object.entries(others)) {
    for (const name of missingSettings(key, settings)) {
      context.addIssue({ code: "custom", message: "is required without a preset", path: [key, name] });
    }
  }
}

function isAccepted(given: { enabled?: boolean | undefined; accept_licence: boolean }): boolean {
  return given.enabled !== true || given.accept_licence;
}
