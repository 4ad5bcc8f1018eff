import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { USGS_FEED } from "./agencies/usgs.ts";
import { nearest } from "./contract/nearest.ts";
import { UserError } from "./error.ts";
import { readJson } from "./json-text.ts";

/** Read from the working folder when no other is named. */
export const DEFAULT_CONFIG = "quaketree.config.json";

const ADDRESS_MISTAKE = "must be an https:, http: or file: URL";

const address = z.string(ADDRESS_MISTAKE).refine(isAddress, ADDRESS_MISTAKE);
const file = z.string("must be a path").min(1, "must be a path");

const schema = z.strictObject(
  {
    /** An e-mail address or page, sent to agencies in the User-Agent. */
    contact: z
      .string("must be text")
      .regex(/^[\x20-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters")
      .optional(),
    /** Folder of the store, relative to the configuration file. */
    store: file.optional(),
    /** Folder of the tree, relative to the configuration file. */
    out: file.optional(),
    port: z.int("must be a whole number").min(0, "must be at least 0").max(65_535, "must be at most 65535").optional(),
    tree: z
      .strictObject(
        {
          /** Whether common combinations of filters are written as files, for hosts that can only rewrite URLs. */
          grid: z.boolean("must be true or false").default(false),
        },
        "must be an object",
      )
      .prefault({}),
    agencies: z
      .strictObject(
        {
          usgs: z
            .strictObject(
              { enabled: z.boolean("must be true or false").default(true), feed: address.default(USGS_FEED) },
              "must be an object",
            )
            .prefault({}),
        },
        "must be an object",
      )
      .prefault({}),
    thresholds: z
      .strictObject(
        {
          /** km from the coast to which an event counts for the nearest country. */
          offshore_km: numberWithin(0, 5_000).optional(),
          /** A capture is refused if more than this share of its records cannot be read. */
          unreadable_share: numberWithin(0, 1).default(0.5),
          /** Captures larger than this many MB (10^6 bytes) are refused. */
          capture_mb: numberWithin(0.001, 400).default(100),
          /** For a whole answer of an agency. */
          timeout_s: numberWithin(0.001, 3_600).default(60),
        },
        "must be an object",
      )
      .prefault({}),
  },
  "must be an object",
);

/** The configuration with its defaults filled in and its paths made absolute. Units are in the names. */
export type Config = z.output<typeof schema>;

/**
 * Reads a configuration file, strictly: an unknown key is a mistake, since a setting that silently does not apply is the
 * worst kind.
 *
 * @param named the file; without one `quaketree.config.json` in the working folder if it is there, otherwise the defaults
 * @throws UserError `config-missing`, `config-unreadable`, `config-invalid` (every mistake with its key)
 */
export function loadConfig(named?: string): Config {
  const file = named ?? (existsSync(DEFAULT_CONFIG) ? DEFAULT_CONFIG : undefined);
  if (file === undefined) return schema.parse({});
  return parseConfig(readText(file), file);
}

/** @param file its path: for messages, and the folder that relative paths in it start from */
export function parseConfig(text: string, file: string): Config {
  const reading = readJson(text.replace(/^\uFEFF/, ""));
  if (!reading.ok) {
    const { line, column, found, truncated } = reading.fault;
    const what = truncated ? "the file ends in the middle" : `unexpected ${found}`;
    throw new UserError("config-invalid", `${file} is not JSON: line ${line}, column ${column}: ${what}`);
  }
  const checked = schema.safeParse(reading.value);
  if (!checked.success) {
    const mistakes = checked.error.issues.flatMap((issue) => describe(issue, reading.value));
    throw new UserError("config-invalid", `${file}: ${mistakes.join("; ")}`);
  }
  return withAbsolutePaths(checked.data, path.dirname(path.resolve(file)));
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

function withAbsolutePaths(config: Config, folder: string): Config {
  const { store, out } = config;
  return {
    ...config,
    ...(store === undefined ? {} : { store: path.resolve(folder, store) }),
    ...(out === undefined ? {} : { out: path.resolve(folder, out) }),
  };
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && ["https:", "http:", "file:"].includes(new URL(value).protocol);
}

function numberWithin(low: number, high: number) {
  const bounds = `must be a number from ${low} to ${high}`;
  return z.number(bounds).min(low, bounds).max(high, bounds);
}

function describe(issue: z.core.$ZodIssue, given: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => unknownKey([...issue.path, key].join("."), key, known));
  }
  const key = issue.path.join(".");
  const value = issue.path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)[part], given);
  return [`${key === "" ? "the configuration" : key} ${issue.message}, not ${printed(value)}`];
}

function unknownKey(key: string, last: string, known: readonly string[]): string {
  const meant = nearest(last, known);
  return `${key} is unknown (${meant ? `did you mean ${meant}?` : `known: ${known.join(", ")}`})`;
}

/** The keys that the schema knows at that place. */
function keysAt(at: z.core.$ZodType, parts: readonly PropertyKey[]): string[] {
  if (at instanceof z.ZodPrefault) return keysAt(at.unwrap(), parts);
  if (!(at instanceof z.ZodObject)) return [];
  const [first, ...rest] = parts;
  return first === undefined ? Object.keys(at.shape) : keysAt(at.shape[String(first)], rest);
}

function printed(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
