import { z } from "zod";
import { missingSettings, PRESET_NAMES } from "./agencies/fdsn-service.ts";
import { agencyUrl } from "./contract/resources/common.ts";
import { EVENT_PAGES } from "./pages/event-pages.ts";

const ADDRESS_MISTAKE = "must be an https:, http: or file: URL";

const address = z.string(ADDRESS_MISTAKE).refine(isAddress, ADDRESS_MISTAKE).optional();
const PAGE_MISTAKE = "must be an https: or http: URL without user and password, since it is published";
const page = z.string(PAGE_MISTAKE).refine((value) => agencyUrl.safeParse(value).success, PAGE_MISTAKE);
const path = z.string("must be a path").min(1, "must be a path");
const flag = z.boolean("must be true or false");
const words = z.string("must be text").min(1, "must be text").max(500, "must be at most 500 characters").optional();

/** Ten years: a longer interval is a mistake in the unit. */
const LONGEST_S = 315_360_000;
const seconds = numberWithin(1, LONGEST_S).optional();

const usgs = section({
  enabled: flag.default(true),
  feed: address,
  fdsn: address,
  /** Whether the details of events that may have done something are asked for too. */
  details: flag.optional(),
  stale_after_s: seconds,
  /** From where on a capture is not believed, and an event that captures lack counts as withdrawn: see UsgsThresholds. */
  missing_share: numberWithin(0, 1).optional(),
  silent_intervals: numberWithin(1, 10_000).optional(),
  absent_captures: numberWithin(1, 10_000).optional(),
  absent_hours: numberWithin(0, 720).optional(),
});

const noaa = section({
  enabled: flag.default(true),
  events: address,
  tsunamis: address,
  /** Least time between two requests; as NOAA asks for it where it is not said. */
  crawl_delay_s: numberWithin(0, 3_600).optional(),
  stale_after_s: seconds,
});

const plates = section({ enabled: flag.default(true), boundaries: address, plates: address, steps: address });

const LICENCE_MISTAKE = "must be true where the agency is enabled: whoever takes its data accepts their licence";

const emsc = section({
  enabled: flag.optional(),
  fdsn: address,
  accept_licence: flag.default(false),
  stale_after_s: seconds,
}).refine(isAccepted, { message: LICENCE_MISTAKE, path: ["accept_licence"] });

const other = section({
  enabled: flag.optional(),
  fdsn: address,
  /** Names what is known of the agency: whatever is not given here comes from there. */
  preset: z.enum(PRESET_NAMES, `must be one of ${PRESET_NAMES.join(", ")}`).optional(),
  name: words,
  licence: words,
  attribution: words,
  url: page.optional(),
  accept_licence: flag.default(false),
  stale_after_s: seconds,
}).refine(isAccepted, { message: LICENCE_MISTAKE, path: ["accept_licence"] });

/** Other agencies' folders lie in the store beside these, and each build may empty `derived`. */
const RESERVED = new Set(["usgs", "noaa", "emsc", "plates", "journal", "derived", "lock", "others"]);
const KEY_MISTAKE = `must be 1 to 32 of a-z, 0-9 and -, and none of the reserved names ${[...RESERVED].join(", ")}, constructor`;
// Keys of agencies are keys of plain objects, too, all of which have a `constructor`.
const isFree = (key: string) => !RESERVED.has(key) && !(key in {});
const otherKey = z.string().refine((key) => /^[a-z0-9][a-z0-9-]{0,31}$/.test(key) && isFree(key), KEY_MISTAKE);

/** Zod leaves `__proto__` out of records without a word. */
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
  /** By key: agencies that answer FDSN text. */
  others: z.preprocess(refuseProto, z.record(otherKey, other, "must be an object").superRefine(needsKnown)).optional(),
});

/** What a configuration file may say. Units are in the names. */
export const configSchema = section({
  /** An e-mail address or page, sent to agencies in the User-Agent. */
  contact: z
    .string("must be text")
    .regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
    .optional(),
  /** Folder of the store, relative to the configuration file. */
  store: path.optional(),
  /** Folder of the tree, relative to the configuration file. */
  out: path.optional(),
  port: z.int("must be a whole number").min(0, "must be at least 0").max(65_535, "must be at most 65535").optional(),
  /** How often the tree is meant to be rebuilt. */
  expected_interval_s: numberWithin(1, LONGEST_S).default(60),
  /** From this age on the data of a live agency, and with them the tree, count as stale. */
  stale_after_s: seconds,
  tree: section({
    /** Whether common combinations of filters are written as files, for hosts that can only rewrite URLs. */
    grid: flag.default(false),
    /** Details of events below this magnitude, neither significant nor historical, are kept several to a file. */
    pack_events_below: numberWithin(-10, 10).optional(),
    /** How long a snapshot can be asked under /s/ after another has taken its place, days; 0: not at all. */
    keep_snapshots_days: numberWithin(0, 365).default(7),
    /** Which earthquakes have a page of their own: each is a file more. */
    event_pages: z.enum(EVENT_PAGES, `must be one of ${EVENT_PAGES.join(", ")}`).default("all"),
  }).prefault({}),
  agencies: agencies.optional(),
  thresholds: section({
    /** km from the coast to which an event counts for the nearest country. */
    offshore_km: numberWithin(0, 5_000).optional(),
    /** A capture is refused if more than this share of its records cannot be read. */
    unreadable_share: numberWithin(0, 1).default(0.5),
    /** Captures larger than this many MB (10^6 bytes) are refused. */
    capture_mb: numberWithin(0.001, 400).default(100),
    /** For a whole answer of an agency. */
    timeout_s: numberWithin(0.001, 3_600).default(60),
    /** How long the journal is kept, days. */
    journal_days: numberWithin(1, 36_500).default(90),
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

/** Whether a preset is meant may depend on the key, so that an agency by itself cannot tell. */
function needsKnown(others: Record<string, z.output<typeof other>>, context: z.RefinementCtx): void {
  for (const [key, settings] of Object.entries(others)) {
    for (const name of missingSettings(key, settings)) {
      context.addIssue({ code: "custom", message: "must be given, since no preset tells it", path: [key, name] });
    }
  }
}

function isAccepted(given: { enabled?: boolean | undefined; accept_licence: boolean }): boolean {
  return given.enabled !== true || given.accept_licence;
}
