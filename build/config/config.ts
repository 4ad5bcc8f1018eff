import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { nearest } from "../contract/table/nearest.ts";
import { UserError } from "../platform/error.ts";
import { readJson, repeatedName } from "../platform/json-fault.ts";
import { hasScheme } from "../platform/text.ts";
import { type AgencySettings, agencySettings, awaitingLicence, staleAfter } from "./agencies.ts";
import { configSchema, type EventPages, type GivenConfig } from "./schema.ts";

/** The default configuration file, in the working folder. */
export const DEFAULT_CONFIG = "quaketree.config.json";

/** The configuration with defaults and absolute paths. Names contain the units. */
export type Config = Omit<GivenConfig, "agencies" | "stale_after_s"> & {
  agencies: AgencySettings;
  /** Named agencies that are not read because their licence is not accepted. */
  awaiting_licence: readonly string[];
  stale_after_s: number;
};

/**
 * Reads a configuration file, strictly: an unknown key is an error, because a setting must not be ignored silently.
 *
 * @param named the file; without one `quaketree.config.json` in the working folder if it exists, otherwise the defaults
 * @throws UserError `config-missing`, `config-unreadable`, `config-invalid` (every error with its key)
 */
export function loadConfig(named?: string): Config {
  const file = named ?? (existsSync(DEFAULT_CONFIG) ? DEFAULT_CONFIG : undefined);
  if (file === undefined) return filledIn(configSchema.parse({}));
  return parseConfig(readText(file), file);
}

/** @param file its path, for messages and as the base of relative paths */
export function parseConfig(text: string, file: string): Config {
  const json = text.replace(/^\uFEFF/, "");
  const reading = readJson(json);
  if (!reading.ok) {
    const { line, column, found, truncated } = reading.fault;
    const what = truncated ? "the file ends in the middle" : `unexpected ${found}`;
    throw new UserError("config-invalid", `${file} is not JSON: line ${line}, column ${column}: ${what}`);
  }
  const repeated = repeatedName(json);
  if (repeated) throw new UserError("config-invalid", `${file}: ${repeated.path} is given a second time in line ${repeated.line}`);
  const checked = configSchema.safeParse(reading.value);
  if (!checked.success) {
    const mistakes = checked.error.issues.flatMap((issue) => describe(issue, reading.value));
    throw new UserError("config-invalid", `${file}: ${mistakes.join("; ")}`);
  }
  return withAbsolutePaths(filledIn(checked.data), path.dirname(path.resolve(file)));
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw new UserError("config-missing", `there is no configuration file ${file}`);
    throw new UserError("config-unreadable", `the configuration file ${file} cannot be read: ${String(code ?? error)}`);
  }
}

function filledIn(given: GivenConfig): Config {
  return { ...given, agencies: agencySettings(given), awaiting_licence: awaitingLicence(given), stale_after_s: staleAfter(given) };
}

function withAbsolutePaths(config: Config, folder: string): Config {
  const { store, out, sign_key: signKey, publish, site } = config;
  return {
    ...config,
    ...(store === undefined ? {} : { store: path.resolve(folder, store) }),
    ...(out === undefined ? {} : { out: path.resolve(folder, out) }),
    ...(signKey === undefined ? {} : { sign_key: path.resolve(folder, signKey) }),
    ...(site?.logo !== undefined && { site: { ...site, logo: path.resolve(folder, site.logo) } }),
    ...(publish && {
      publish: {
        ...publish,
        target: hasScheme(publish.target) ? publish.target : path.resolve(folder, publish.target),
      },
    }),
  };
}

function describe(issue: z.core.$ZodIssue, given: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(configSchema, issue.path);
    return issue.keys.map((key) => unknownKey([...issue.path, key].join("."), key, known));
  }
  const key = issue.path.join(".");
  // For an invalid key, the message is that of the rule for keys.
  if (issue.code === "invalid_key") return [`${key} ${issue.issues[0]?.message}`];
  const value = issue.path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)[part], given);
  return [`${key === "" ? "the configuration" : key} ${issue.message}, not ${printed(value)}`];
}

function unknownKey(key: string, last: string, known: readonly string[]): string {
  const meant = nearest(last, known);
  return `${key} is unknown (${meant ? `did you mean ${meant}?` : `known: ${known.join(", ")}`})`;
}

/** The valid keys at a place in the schema. */
function keysAt(at: z.core.$ZodType, parts: readonly PropertyKey[]): string[] {
  if (at instanceof z.ZodPrefault || at instanceof z.ZodOptional) return keysAt(at.unwrap(), parts);
  if (at instanceof z.ZodPipe) return keysAt(at.out, parts);
  const [first, ...rest] = parts;
  if (at instanceof z.ZodRecord) return keysAt(at.valueType, rest);
  if (!(at instanceof z.ZodObject)) return [];
  return first === undefined ? Object.keys(at.shape) : keysAt(at.shape[String(first)], rest);
}

function printed(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Default folder of the tree. */
export const DEFAULT_OUT = "dist";
/** Only this machine, because the operator must decide whether to open a service to a network. */
export const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 8080;

/** Options of the command line that override the configuration file. */
export interface Flags {
  /** The configuration file. */
  config?: string;
  store?: string;
  out?: string;
  port?: number;
  grid?: boolean;
  packEventsBelow?: number;
  eventPages?: EventPages;
  keepSnapshots?: number;
}

/** The configuration after the flags are applied. `store` is absent if neither of them names one. */
export type Settings = Config & { out: string };

/** @throws UserError as `loadConfig` */
export function settingsOf({ config: file, ...flags }: Flags): Settings {
  const config = loadConfig(file);
  const { store = config.store, out = config.out ?? DEFAULT_OUT, grid, packEventsBelow, eventPages, keepSnapshots } = flags;
  return {
    ...config,
    ...(store !== undefined && { store }),
    out,
    tree: {
      ...config.tree,
      ...(grid !== undefined && { grid }),
      ...(packEventsBelow !== undefined && { pack_events_below: packEventsBelow }),
      ...(eventPages !== undefined && { event_pages: eventPages }),
      ...(keepSnapshots !== undefined && { keep_snapshots_days: keepSnapshots }),
    },
  };
}

/**
 * The port to listen on: from the command line, otherwise from the environment (PORT, as hosting platforms set it), otherwise from
 * the configuration.
 *
 * @throws UserError `usage` for an invalid PORT
 */
export function portOf({ port }: Pick<Flags, "port">, config: Pick<Config, "port">, env: NodeJS.ProcessEnv): number {
  if (port !== undefined) return port;
  if (!env["PORT"]) return config.port ?? DEFAULT_PORT;
  if (/^\d{1,5}$/.test(env["PORT"]) && Number(env["PORT"]) <= 65_535) return Number(env["PORT"]);
  throw new UserError("usage", `PORT is ${JSON.stringify(env["PORT"])}`, "use a whole number from 0 to 65535");
}
