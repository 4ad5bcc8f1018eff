import { z } from "zod";
import { FDSN_FORMATS, missingSettings, PRESET_NAMES, sharedPrefix, UNTYPED } from "../agencies/fdsn/service.ts";
import { agencyUrl } from "../contract/resources/common.ts";
import { address, flag, numberWithin, oneOf, page, seconds, section, words } from "./values.ts";

const LICENCE_MISTAKE = "must be true if the agency is enabled: using its data means accepting their licence";

const interval = numberWithin(10, 86_400).optional();

const EVENT_PAGE_MISTAKE = "must be an https: URL with {id} once after the host, without user and password";
const eventPage = z.string(EVENT_PAGE_MISTAKE).refine(isEventPage, EVENT_PAGE_MISTAKE).meta({ format: "URL" }).optional();

const PRIORITY_MISTAKE = "must be a whole number from -100 to 100";
const priority = z.int(PRIORITY_MISTAKE).min(-100, PRIORITY_MISTAKE).max(100, PRIORITY_MISTAKE).optional();

const PREFIX_MISTAKE = 'must be at most 16 of A-Z, a-z, 0-9, ".", "_" and "-"';
const idPrefix = z
  .string(PREFIX_MISTAKE)
  .regex(/^[A-Za-z0-9._-]{0,16}$/, PREFIX_MISTAKE)
  .optional();

/** The EMSC's settings. */
export const emscSchema = section({
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
export function refuseProto(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
    context.addIssue({ code: "custom", message: KEY_MISTAKE, path: ["__proto__"] });
  }
  return given;
}

/** Other agencies by key. */
export const othersSchema = z.record(otherKey, otherSchema, "must be an object").superRefine(needsKnown).superRefine(needsOwnIds);

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
