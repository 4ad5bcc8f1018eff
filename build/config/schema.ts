import { z } from "zod";
import { colourOn } from "./colour.ts";
import { emscSchema, othersSchema, refuseProto } from "./fdsn-agencies.ts";
import { noticesSchema } from "./notices.ts";
import { address, ENABLED, flag, LONGEST_S, numberWithin, page, STALE_AFTER, seconds, section, words } from "./values.ts";

/** The earthquakes that have a page of their own. */
export const EVENT_PAGES = ["all", "significant", "none"] as const;
export type EventPages = (typeof EVENT_PAGES)[number];

const PLACE_MISTAKE =
  "must be the https: or http: URL of a host, or of a folder of one, such as https://quakes.example/live, without ? and #";
const place = z
  .string(PLACE_MISTAKE)
  .refine((value) => URL.canParse(value) && /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/.test(value), PLACE_MISTAKE)
  .transform((value) => new URL(value).href.replace(/\/+$/, ""))
  .meta({ format: "URL" });
const path = z.string("must be a path").min(1, "must be a path").meta({ format: "path" });

const MARKED = "Colour of links, of buttons and of what is chosen";
const READABLE = "Its contrast with the page must be 4.5 or more.";

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

const agencies = section({
  usgs: usgs.optional(),
  noaa: noaa.optional(),
  emsc: emscSchema.optional(),
  plates: plates.optional(),
  others: z.preprocess(refuseProto, othersSchema).optional(),
});

/** The schema of a configuration file. Names contain the units. */
export const configSchema = section({
  contact: z
    .string("must be text")
    .regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
    .optional()
    .describe("An e-mail address or a page. Agencies see it in the User-Agent and can write before they block."),
  store: path.optional().meta({
    description: "Folder of the store, relative to the configuration file. Default: `data/store` where the command runs.",
    default: "data/store",
  }),
  out: path.optional().meta({
    description: "Folder of the tree, relative to the configuration file. Default: `dist` where the command runs.",
    default: "dist",
  }),
  port: z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(65_535, "must be at most 65535")
    .optional()
    .describe("Port of `serve` and `start`. The option `--port` and the environment variable `PORT` come first. Default: 8080."),
  public_url: place
    .optional()
    .describe(
      "Where the tree is served, such as `https://quakes.example` or `https://name.github.io/repository`. Pages then name " +
        "their full addresses, and there are `sitemap.xml` and `robots.txt`.",
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
  site: section({
    name: words.describe("Name of the site, in the header and in titles. Default: Quaketree."),
    logo: path
      .optional()
      .describe("SVG or PNG file of at most 256 KB, relative to the configuration file, in place of Quaketree's mark in the header."),
    colours: section({
      light: colourOn("#fbfaf7", "light").describe(`${MARKED}, on light pages, such as \`#0b5c6b\`. ${READABLE}`),
      dark: colourOn("#0f171a", "dark").describe(`The same on dark pages, such as \`#7cc4d2\`. ${READABLE}`),
    }).optional(),
    warning_service: section({
      name: z.string("must be text").min(1, "must be text").max(100, "must be at most 100 characters").describe("Its name."),
      url: page.describe("Its web page."),
    })
      .optional()
      .describe("The national service that warns of earthquakes or tsunamis, to which the foot of every page links. Default: tsunami.gov."),
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
