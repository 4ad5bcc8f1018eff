import table from "../../../data/event-services.json" with { type: "json" };
import { UserError } from "../../platform/error.ts";
import { MINUTE_MS, SECOND_MS } from "../../platform/time.ts";
import type { FdsnDialect } from "./query.ts";
import type { FdsnTextQuirks } from "./text.ts";

/** Name and terms of an agency, as answers and pages show them. */
interface AgencyAbout {
  name: string;
  licence: string;
  attribution: string;
  url: string;
}

/** An FDSN event service from which recent events are read. */
export interface FdsnService extends FdsnDialect {
  about: AgencyAbout;
  quirks: FdsnTextQuirks;
  /** Whether the service knows `updatedafter` and states when an event was updated. */
  updatedAfter: boolean;
  /** Least time between two requests, ms. */
  intervalMs: number;
  /** Whether the interval applies: to the agency's own address, and wherever it is configured. A mirror may be requested at any time. */
  isPaced: boolean;
}

type Preset = Omit<FdsnService, "agency" | "isPaced">;

/** The defaults: the strictest interpretation of everything that the specification leaves open. */
const PLAIN = {
  format: "text",
  cap: 10_000,
  sendsLimit: true,
  shortNames: false,
  counts: false,
  updatedAfter: false,
  spacingMs: 1000,
  intervalMs: 10 * MINUTE_MS,
} as const;

const EMSC = presetOfTable(table.emsc);

/** Agencies that answer in FDSN text, by their configuration keys. */
const FDSN_PRESETS: Readonly<Record<string, Preset>> = Object.fromEntries(
  Object.entries(table.presets).map(([name, given]) => [name, presetOfTable(given)]),
);

function presetOfTable(given: object): Preset {
  return { ...PLAIN, ...(given as Omit<Preset, keyof typeof PLAIN>) };
}

type PresetName = keyof typeof table.presets;

export const PRESET_NAMES = Object.keys(FDSN_PRESETS) as PresetName[];

/** The formats in which services answer that have no preset: FDSN text and QuakeML. */
export const FDSN_FORMATS = ["text", "xml"] as const;

/** What an event without a type may be taken for. */
export const UNTYPED = ["not reported", "earthquake"] as const;

/** The configuration of an agency. Missing settings come from the preset. */
interface FdsnSettings {
  /** Base of the service, its `query` method, or a `file:` with a saved answer. */
  fdsn?: string | undefined;
  /** Default: the key of the agency. */
  preset?: PresetName | undefined;
  name?: string | undefined;
  licence?: string | undefined;
  attribution?: string | undefined;
  url?: string | undefined;
  /** Least time between two requests to this address, s. */
  interval_s?: number | undefined;
  /** Of the answers of the service. */
  format?: (typeof FDSN_FORMATS)[number] | undefined;
  /** The type of an event without one. */
  untyped?: (typeof UNTYPED)[number] | undefined;
  /** Prefix of the ids; may be empty. */
  id_prefix?: string | undefined;
  /** Address of an event's page, with `{id}` for the agency's own id. */
  event_page?: string | undefined;
}

export function emscService({ fdsn, interval_s }: Pick<FdsnSettings, "fdsn" | "interval_s"> = {}): FdsnService {
  const address = fdsn ?? EMSC.address;
  return { ...EMSC, agency: "emsc", address, ...paceOf(interval_s, EMSC, isSameHost(address, EMSC.address)) };
}

function paceOf(seconds: number | undefined, { intervalMs }: Preset, isOwnAddress: boolean): Pick<FdsnService, "intervalMs" | "isPaced"> {
  return seconds === undefined ? { intervalMs, isPaced: isOwnAddress } : { intervalMs: seconds * SECOND_MS, isPaced: true };
}

/** Required for an agency without a preset: data are not published without their terms. */
const NEEDED = ["fdsn", "licence", "attribution"] as const;

/** The required settings that are missing both in the configuration and in the preset. */
export function missingSettings(key: string, settings: FdsnSettings): readonly string[] {
  return presetOf(settings.preset ?? key) ? [] : NEEDED.filter((name) => settings[name] === undefined);
}

/**
 * The service of any agency that answers in FDSN text.
 *
 * @param key of the agency in the configuration: a-z, 0-9 and `-`
 * @throws UserError `config-invalid` if settings are missing
 */
export function fdsnTextService(key: string, settings: FdsnSettings): FdsnService {
  const { fdsn, preset = key, format, interval_s, untyped, id_prefix, event_page, ...given } = settings;
  const known = presetOf(preset);
  const service = known ?? unknownService(key, settings);
  const address = fdsn ?? service.address;
  const isOwnAddress = known ? isSameHost(address, known.address) : !isLoopback(address);
  const { quirks } = service;
  return {
    ...service,
    agency: key,
    format: format ?? service.format,
    about: { ...service.about, ...withoutAbsent(given) },
    quirks: { idPrefix: id_prefix ?? quirks.idPrefix, untyped: untyped ?? quirks.untyped, page: event_page ?? quirks.page },
    address,
    ...paceOf(interval_s, service, isOwnAddress),
  };
}

/** The beginnings of ids that agencies with own settings use, by agency. */
const OTHER_PREFIXES = { usgs: "us", emsc: "emsc", noaa: "noaa" };

/**
 * The agencies whose configured prefix of ids is that of another agency, or one of the two begins with the other: then two
 * earthquakes may have one id. Prefixes that are not configured follow from different keys, or from one preset at two addresses.
 */
export function sharedPrefix(others: Readonly<Record<string, FdsnSettings>>): { key: string; other: string }[] {
  const chosen = Object.entries(others).flatMap(([key, { id_prefix }]) => (id_prefix === undefined ? [] : [{ key, prefix: id_prefix }]));
  const all = { ...OTHER_PREFIXES, ...Object.fromEntries(Object.entries(others).map(([key, one]) => [key, prefixOf(key, one)])) };
  return chosen.flatMap(({ key, prefix }) => {
    const other = Object.entries(all).find(([name, theirs]) => name !== key && areAlike(prefix, theirs));
    return other ? [{ key, other: other[0] }] : [];
  });
}

function prefixOf(key: string, { preset, id_prefix }: FdsnSettings): string {
  return id_prefix ?? presetOf(preset ?? key)?.quirks.idPrefix ?? key;
}

/** No prefix is compared with another that is empty alone: agencies without one are told apart by the ids themselves. */
function areAlike(a: string, b: string): boolean {
  const [one, two] = [a.toLowerCase(), b.toLowerCase()];
  if (one === "" || two === "") return one === two;
  return one.startsWith(two) || two.startsWith(one);
}

function unknownService(key: string, settings: FdsnSettings): Preset {
  const { fdsn, licence, attribution, name = key, url } = settings;
  if (fdsn === undefined || licence === undefined || attribution === undefined) {
    const missing = missingSettings(key, settings).join(", ");
    throw new UserError("config-invalid", `agencies.others.${key} has no ${missing}`);
  }
  const about = { name, licence, attribution, url: url ?? pageOf(fdsn) };
  return { ...PLAIN, about, address: fdsn, quirks: { idPrefix: key, untyped: "not reported", page: null } };
}

function isSameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host;
}

/** Whether an address is on this machine, and thus not an agency's. */
function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\]|)$/.test(new URL(address).hostname);
}

function presetOf(name: string): Preset | undefined {
  return Object.hasOwn(FDSN_PRESETS, name) ? FDSN_PRESETS[name] : undefined;
}

/** The page of an agency for which no page is configured. */
function pageOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return protocol === "file:" ? "/docs/#sources" : origin;
}

function withoutAbsent(given: Partial<Record<keyof AgencyAbout, string | undefined>>): Partial<AgencyAbout> {
  const known = (["name", "licence", "attribution", "url"] as const).filter((name) => given[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, given[name]]));
}
