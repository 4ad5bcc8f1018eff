import { z } from "zod";
import { emscSchema, othersSchema, refuseProto } from "./fdsn-agencies.ts";
import { noticesSchema } from "./notices.ts";
import { address, colourOn, flag, LONGEST_S, numberWithin, oneOf, page, seconds, section, words } from "./values.ts";

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

const usgs = section({
  enabled: flag.default(true),
  feed: address,
  fdsn: address,
  details: flag.optional(),
  stale_after_s: seconds,
  missing_share: numberWithin(0, 1).optional(),
  silent_intervals: numberWithin(1, 10_000).optional(),
  absent_captures: numberWithin(1, 10_000).optional(),
  absent_hours: numberWithin(0, 720).optional(),
});

const noaa = section({
  enabled: flag.default(true),
  events: address,
  tsunamis: address,
  crawl_delay_s: numberWithin(0, 3_600).optional(),
  stale_after_s: seconds,
});

const plates = section({
  enabled: flag.default(true),
  boundaries: address,
  plates: address,
  steps: address,
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
    .optional(),
  store: path.optional(),
  out: path.optional(),
  port: z.int("must be a whole number").min(0, "must be at least 0").max(65_535, "must be at most 65535").optional(),
  public_url: place.optional(),
  expected_interval_s: numberWithin(1, LONGEST_S).default(60),
  stale_after_s: seconds,
  sign_key: path.optional(),
  publish: section({
    target: path,
    endpoint: z.url("must be a URL").optional(),
    variants: flag.default(false),
  }).optional(),
  site: section({
    name: words,
    logo: path.optional(),
    colours: section({
      light: colourOn("#fbfaf7", "light"),
      dark: colourOn("#0f171a", "dark"),
    }).optional(),
    warning_service: section({
      name: z.string("must be text").min(1, "must be text").max(100, "must be at most 100 characters"),
      url: page,
    }).optional(),
  }).optional(),
  notices: z.preprocess(refuseProto, noticesSchema).optional(),
  tree: section({
    grid: flag.default(false),
    pack_events_below: numberWithin(-10, 10).optional(),
    keep_snapshots_days: numberWithin(0, 365).default(7),
    event_pages: oneOf(EVENT_PAGES).default("all"),
    pictures_from: numberWithin(-10, 10).default(5),
  }).prefault({}),
  agencies: agencies.optional(),
  thresholds: section({
    offshore_km: numberWithin(0, 5_000).optional(),
    unreadable_share: numberWithin(0, 1).default(0.5),
    capture_mb: numberWithin(0.001, 400).default(100),
    timeout_s: numberWithin(0.001, 3_600).default(60),
    journal_days: numberWithin(1, 36_500).default(90),
  }).prefault({}),
}).refine((given) => given.stale_after_s === undefined || given.stale_after_s >= given.expected_interval_s, {
  message: "must be at least expected_interval_s",
  path: ["stale_after_s"],
});

export type GivenConfig = z.output<typeof configSchema>;
export type GivenAgencies = z.output<typeof agencies>;
