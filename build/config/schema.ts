import * as z from "zod";
import { FDSN_FORMATS, missingSettings, PRESET_NAMES, sharedPrefix, UNTYPED } from "../agencies/fdsn/service.ts";
import { agencyUrl } from "../contract/resources/common.ts";

const address = url(isAddress, "must be an https:, http: or file: URL").optional();
const PAGE_MISTAKE = "must be an https: or http: URL without user and password, since it is published";
const page = z.string(PAGE_MISTAKE).refine((value) => agencyUrl.safeParse(value).success, PAGE_MISTAKE);
const flag = z.boolean("must be true or false");
const words = z.string("must be text").min(1, "must be text").max(500, "must be at most 500 characters").optional();

/** Ten years: a longer interval is a mistake in the unit. */
const LONGEST_S = 315_360_000;
const seconds = numberWithin(1, LONGEST_S).optional();

/** An object without unknown keys. */
function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, "must be an object");
}

/** One of a closed list. */
function oneOf<const Choices extends readonly string[]>(choices: Choices) {
  return z.enum(choices, `must be one of ${choices.join(", ")}`);
}

/** A number with inclusive bounds. */
function numberWithin(low: number, high: number) {
  const bounds = `must be a number from ${low} to ${high}`;
  return z.number(bounds).min(low, bounds).max(high, bounds);
}

/** A whole number with inclusive bounds. */
function wholeWithin(low: number, high: number) {
  const bounds = `must be a whole number from ${low} to ${high}`;
  return z.int(bounds).min(low, bounds).max(high, bounds);
}

/** A text of a form. */
function matching(form: RegExp, mistake: string) {
  return z.string(mistake).regex(form, mistake);
}

/** A text that is a URL of a kind. */
function url(isRight: (value: string) => boolean, mistake: string) {
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
function colourOn(ground: string, theme: "light" | "dark") {
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

/** The forms in which a notice is sent. */
const NOTICE_FORMATS = ["cloudevents", "json", "ntfy", "slack", "discord"] as const;
/** What a notice tells. */
const NOTICE_KINDS = ["new", "revised", "withdrawn"] as const;

const rule = section({
  to: url((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "must be an https: or http: URL").optional(),
  format: oneOf(NOTICE_FORMATS).default("cloudevents"),
  secret_variable: matching(/^[A-Z][A-Z0-9_]{0,63}$/, "must be the name of an environment variable").optional(),
  kinds: z
    .array(z.enum(NOTICE_KINDS, `must be some of ${NOTICE_KINDS.join(", ")}`), "must be a list")
    .min(1, "must name at least one")
    .optional(),
  min_magnitude: numberWithin(-10, 10).optional(),
  country: matching(/^[A-Z]{2}$/, "must be two capital letters of ISO 3166-1, such as JP").optional(),
  place: z.string("must be text").min(2, "must be at least 2 characters").max(100, "must be at most 100 characters").optional(),
  circle: section({
    latitude: numberWithin(-90, 90),
    longitude: numberWithin(-180, 180),
    radius_km: numberWithin(1, 20_016),
  }).optional(),
  feed: flag.default(false),
}).refine(({ to, feed }) => to !== undefined || feed, { message: "is required without `feed`", path: ["to"] });

/** Rules by name: the receiver of each rule, and the earthquakes of which it gets notices. */
const noticesSchema = z
  .record(matching(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 of a-z, 0-9 and -"), rule, "must be an object")
  .refine((rules) => Object.keys(rules).length <= 100, "must have at most 100 rules");

export type NoticeSettings = z.output<typeof rule>;

const LICENCE_MISTAKE = "must be true if the agency is enabled: using its data means accepting their licence";

const interval = numberWithin(10, 86_400).optional();

const eventPage = url(isEventPage, "must be an https: URL with {id} once after the host, without user and password").optional();
const priority = wholeWithin(-100, 100).optional();
const idPrefix = matching(/^[A-Za-z0-9._-]{0,16}$/, 'must be at most 16 of A-Z, a-z, 0-9, ".", "_" and "-"').optional();

/** The EMSC's settings. */
const emscSchema = section({
  enabled: flag.optional(),
  fdsn: address,
  interval_s: interval,
  priority,
  accept_licence: flag.default(false),
  stale_after_s: seconds,
}).refine(isAccepted, { message: LICENCE_MISTAKE, path: ["accept_licence"] });

const otherSchema = section({
  enabled: flag.optional(),
  fdsn: address,
  preset: oneOf(PRESET_NAMES).optional(),
  format: oneOf(FDSN_FORMATS).optional(),
  untyped: oneOf(UNTYPED).optional(),
  name: words,
  licence: words,
  attribution: words,
  url: page.optional(),
  interval_s: interval,
  id_prefix: idPrefix,
  event_page: eventPage,
  priority,
  accept_licence: flag.default(false),
  stale_after_s: seconds,
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

/** Other agencies by key. */
const othersSchema = z.record(otherKey, otherSchema, "must be an object").superRefine(needsKnown).superRefine(needsOwnIds);

type Others = Record<string, z.output<typeof otherSchema>>;

/** Checks the whole record, because the preset may be derived from the key. */
function needsKnown(others: Others, context: z.RefinementCtx): void {
  for (const [key, settings] of Object.entries(others)) {
    for (const name of missingSettings(key, settings)) {
      context.addIssue({ code: "custom", message: "is required without a preset", path: [key, name] });
    }
  }
}

function isAccepted(given: { enabled?: boolean | undefined; accept_licence: boolean }): boolean {
  return given.enabled !== true || given.accept_licence;
}

/** Two agencies whose ids begin alike could give two earthquakes one id. */
function needsOwnIds(others: Others, context: z.RefinementCtx): void {
  const enabled = Object.entries(others).filter(([, { enabled, accept_licence }]) => enabled ?? accept_licence);
  for (const { key, other } of sharedPrefix(Object.fromEntries(enabled))) {
    const message = `leads to the same ids as agency ${other}: choose another, such as "${key}-"`;
    context.addIssue({ code: "custom", message, path: [key, "id_prefix"] });
  }
}

function isEventPage(value: string): boolean {
  const [one, two] = ["1", "2"].map((id) => value.replace("{id}", id)) as [string, string];
  const isPage = /^https:/i.test(value) && value.split("{id}").length === 2 && agencyUrl.safeParse(one).success;
  return isPage && new URL(one).host === new URL(two).host;
}

/** The earthquakes that have a page of their own. */
export const EVENT_PAGES = ["all", "significant", "none"] as const;
export type EventPages = (typeof EVENT_PAGES)[number];

const PLACE_MISTAKE =
  "must be the https: or http: URL of a host, or of a folder of one, such as https://quakes.example/live, without ? and #";
const place = url((value) => URL.canParse(value) && /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/.test(value), PLACE_MISTAKE)
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
  contact: matching(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters").optional(),
  store: path.optional(),
  out: path.optional(),
  port: wholeWithin(0, 65_535).optional(),
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
