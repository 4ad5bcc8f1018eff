import { InvalidArgumentError } from "commander";
import type { Config } from "../config/config.ts";
import { EVENT_PAGES, type EventPages } from "../config/event-pages.ts";
import { UserError } from "../platform/error.ts";

/** Where a tree is looked for and written to unless it is said. */
export const DEFAULT_OUT = "dist";
const DEFAULT_PORT = 8080;
/** This machine alone: opening a service to a network is a decision. */
export const DEFAULT_HOST = "127.0.0.1";

/** What a command's exit code says. */
export const EXIT = {
  done: 0,
  /** It could not be done; what was there is as it was. */
  failed: 1,
  /** A mistake in the command line. */
  usage: 2,
  /** Done, but an agency or an earthquake was set aside, or an agency has had nothing new for too long. */
  stale: 3,
  /** Another run is writing the store or the tree. */
  running: 4,
} as const;

/** What a person may write after `quaketree <command>`. */
export interface CliOptions {
  config?: string;
  store?: string;
  out?: string;
  port?: number;
  host?: string;
  /** Whether to serve files only. */
  static?: boolean;
  json?: boolean;
  grid?: boolean;
  /** Magnitude below which the details of small events are packed. */
  packEventsBelow?: number;
  /** Which earthquakes have pages. */
  eventPages?: EventPages;
  /** How long a snapshot can be asked after another has taken its place, days. */
  keepSnapshots?: number;
  watch?: boolean;
  /** Seconds. */
  every?: number;
  /** ms since 1970 UTC. */
  since?: number;
  agency?: string;
  id?: string;
  limit?: number;
  /** Where to publish what was built: a folder, or `s3://bucket/prefix`. */
  publish?: string;
  /** Of an object store that is not Amazon's. */
  endpoint?: string;
  /** Whether compressed variants are published as keys of their own. */
  variants?: boolean;
  /** File of the key that signs. */
  signKey?: string;
  /** Files of the keys that are trusted. */
  verifyKey?: string[];
}

/** Servers that we write a configuration for. */
export const HOST_KINDS = ["nginx", "nginx-ids", "cloudfront", "netlify"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** The kind of host that is not a configuration to print but a folder to deploy. */
export const WORKER_KIND = "worker";

/** Where such a server listens unless it is said. */
export const DEFAULT_LISTEN = "8080";

/** What a person may write after `quaketree host <kind>`. */
export interface HostOptions {
  tree?: string;
  listen: string;
  proxy?: string;
  ids?: string;
  brotli?: boolean;
  /** Of a Worker. */
  name?: string;
}

/** @throws InvalidArgumentError, which commander tells as a usage error */
export function parsePort(given: string): number {
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) {
    throw new InvalidArgumentError("It has to be a whole number from 0 to 65535.");
  }
  return Number(given);
}

/** A magnitude. @throws InvalidArgumentError */
export function parseMagnitude(given: string): number {
  if (/^-?\d{1,2}(?:\.\d+)?$/.test(given) && Math.abs(Number(given)) <= 10) return Number(given);
  throw new InvalidArgumentError("It has to be a magnitude from -10 to 10.");
}

/** A number of days. @throws InvalidArgumentError */
export function parseDays(given: string): number {
  if (/^\d{1,3}(?:\.\d+)?$/.test(given) && Number(given) <= 365) return Number(given);
  throw new InvalidArgumentError("It has to be a number of days from 0 to 365.");
}

/** @throws InvalidArgumentError */
export function parseEventPages(given: string): EventPages {
  const found = EVENT_PAGES.find((one) => one === given);
  if (found) return found;
  throw new InvalidArgumentError(`It has to be ${EVENT_PAGES.join(", ")}.`);
}

/** A number of seconds. @throws InvalidArgumentError */
export function parseSeconds(given: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : 0;
  if (seconds > 0 && seconds <= LONGEST_S) return seconds;
  throw new InvalidArgumentError(`It has to be a number of seconds, more than 0 and at most ${LONGEST_S}.`);
}

/** A timer holds no more: 2^31 ms, 24.8 days. */
const LONGEST_S = 2_147_483;

/** A date, or date and time, in UTC unless it says otherwise; ms since 1970 UTC. @throws InvalidArgumentError */
export function parseTime(given: string): number {
  const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(given);
  const zoned = date?.[1] === undefined || date[4] !== undefined ? given : `${given}Z`;
  const instant = date ? Date.parse(zoned) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new InvalidArgumentError("It has to be like 2026-11-21 or 2026-11-21T06:30:00Z.");
}

/** @throws InvalidArgumentError */
export function parseCount(given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new InvalidArgumentError("It has to be a whole number from 1.");
}

/**
 * The port: of the command line, else of the environment (PORT, as hosting platforms set it), else of the configuration.
 *
 * @throws UserError `usage` for a PORT that is none
 */
export function portOf({ port }: CliOptions, config: Config, env: NodeJS.ProcessEnv): number {
  if (port !== undefined) return port;
  if (!env.PORT) return config.port ?? DEFAULT_PORT;
  try {
    return parsePort(env.PORT);
  } catch {
    throw new UserError("usage", `PORT is ${JSON.stringify(env.PORT)}`, "it has to be a whole number from 0 to 65535");
  }
}
