import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_CONFIG, DEFAULT_HOST, DEFAULT_OUT } from "../config/config.ts";
import { EVENT_PAGES, type EventPages } from "../config/schema.ts";
import { UserError } from "../platform/error.ts";

/** Options that several commands have. */
export const CONFIG = ["--config <file>", `configuration file (default: ${DEFAULT_CONFIG} if it exists)`] as const;
export const STORE = ["--store <dir>", "folder of the store (default: data/store)"] as const;
export const OUT = ["--out <dir>", `folder of the tree (default: ${DEFAULT_OUT})`] as const;
export const JSON_OUT = ["--json", "print the result as JSON"] as const;

export function addBuildOptions(command: Command): Command {
  return command
    .option(...STORE)
    .option(...OUT)
    .option("--grid", "also write answers for hosts that can only rewrite URLs")
    .option(...PACK_BELOW)
    .option(...EVENT_PAGES_OPTION)
    .option(...KEEP_SNAPSHOTS);
}

export const parseMagnitude = numberParser(/^-?\d{1,2}(?:\.\d+)?$/, -10, 10, "Use a magnitude from -10 to 10.");
const parseDays = numberParser(/^\d{1,3}(?:\.\d+)?$/, 0, 365, "Use a number of days from 0 to 365.");
const parsePort = numberParser(/^\d{1,5}$/, 0, 65_535, "Use a whole number from 0 to 65535.");
export const parseCount = numberParser(/^[1-9]\d{0,8}$/, 1, 999_999_999, "Use a whole number from 1.");

/** The limit of a timer: 2^31 ms, 24.8 days. */
const LONGEST_S = 2_147_483;
const SECONDS = `Use a number of seconds, more than 0 and at most ${LONGEST_S}.`;
export const parseSeconds = numberParser(/^\d+(?:\.\d+)?$/, Number.MIN_VALUE, LONGEST_S, SECONDS);

const PACK_BELOW = [
  "--pack-events-below <magnitude>",
  "pack the details of smaller events that are neither significant nor historical, several in a file: " +
    "for hosts with a file limit that run the rewrite",
  parseMagnitude,
] as const;

const EVENT_PAGES_OPTION = [
  "--event-pages <which>",
  "earthquakes with a page: all, significant, none (default: all)",
  parseEventPages,
] as const;

export const KEEP_SNAPSHOTS = [
  "--keep-snapshots <days>",
  "how long a snapshot stays available under /s/ after it was replaced; 0: not at all (default: 7)",
  parseDays,
] as const;

export const ENDPOINT = ["--endpoint <url>", "s3://: address of the object store, if it is not Amazon's"] as const;
export const VARIANTS = ["--variants", "s3://: send .br and .gz files too, under their own keys"] as const;

export const PORT = ["--port <number>", "port to listen on, 0 for any free one (default: PORT, or 8080)", parsePort] as const;
export const HOST = ["--host <host>", "address to listen on; 0.0.0.0 for all networks", DEFAULT_HOST] as const;

export function logOption(): Option {
  return new Option("--log <format>", "log on stderr: lines for people, or one JSON object per run or request")
    .choices(["text", "json"])
    .default("text");
}

/** @throws UserError `usage` for an interval without the loop that it is for */
export function assertEveryOfWatch({ every, watch }: { every?: number | undefined; watch?: boolean | undefined }): void {
  if (every === undefined || watch) return;
  throw new UserError("usage", "--every is given without --watch", "it is the interval of --watch");
}

/** The option for the signing key; the environment may hold the key itself. */
export const SIGN_KEY_OPTION = ["--sign-key <file>", "sign the snapshot with this private key (or the PEM in QUAKETREE_SIGN_KEY)"] as const;

/** Collects every value of an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The option for trusted keys; used with `several`. */
export const VERIFY_KEY_OPTION = ["--verify-key <file>", "public key of an accepted signer of the snapshot; may be repeated"] as const;

/** The example at the end of the help of a command. */
export function example(command: string, what = ""): string {
  return `\nExample:\n  $ quaketree ${command}${what && `   # ${what}`}`;
}

/** A parser of numbers of a form and a range. It throws InvalidArgumentError, which commander reports as a usage error. */
export function numberParser(form: RegExp, least: number, most: number, advice: string): (given: string) => number {
  return (given) => {
    const number = form.test(given) ? Number(given) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(advice);
  };
}

/** @throws InvalidArgumentError */
function parseEventPages(given: string): EventPages {
  const found = EVENT_PAGES.find((one) => one === given);
  if (found) return found;
  throw new InvalidArgumentError(`Use one of: ${EVENT_PAGES.join(", ")}.`);
}

/**
 * The URL of a monitoring service. An empty text, as from a compose file with an unset variable, means none. @throws
 * InvalidArgumentError
 */
export function parsePing(given: string): string {
  if (given === "") return given;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  throw new InvalidArgumentError("Use an https: or http: URL.");
}

/** A date, or date and time, UTC unless it has an offset; ms since 1970 UTC. @throws InvalidArgumentError */
export function parseTime(given: string): number {
  const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(given);
  const zoned = date?.[1] === undefined || date[4] !== undefined ? given : `${given}Z`;
  const instant = date ? Date.parse(zoned) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new InvalidArgumentError("Use a time such as 2026-11-21 or 2026-11-21T06:30:00Z.");
}
