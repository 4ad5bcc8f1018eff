import { DEFAULT_CONFIG } from "../config/config.ts";
import { type CliContext, processContext } from "./context.ts";
import { type CliOptions, DEFAULT_OUT, parseDays, parseEventPages, parseMagnitude } from "./options.ts";

/** Options that several commands have. */
export const CONFIG = [
  "--config <file>",
  `configuration file (default: ${DEFAULT_CONFIG} where there is one)`,
] as const;
export const STORE = ["--store <dir>", "folder of the store (default: data/store)"] as const;
export const OUT = ["--out <dir>", `folder of the tree (default: ${DEFAULT_OUT})`] as const;
export const JSON_OUT = ["--json", "print the result as JSON"] as const;
export const GRID = ["--grid", "also write the answers that hosts which can only rewrite URLs need"] as const;
export const PACK_BELOW = [
  "--pack-events-below <magnitude>",
  "keep the details of smaller events, neither significant nor historical, several to a file: for hosts that take few files and run the rewrite",
  parseMagnitude,
] as const;

export const EVENT_PAGES = [
  "--event-pages <which>",
  "earthquakes that have a page of their own: all, significant, none (default: all)",
  parseEventPages,
] as const;

export const KEEP_SNAPSHOTS = [
  "--keep-snapshots <days>",
  "for so long a snapshot can be asked under /s/ after another has taken its place; 0: not at all (default: 7)",
  parseDays,
] as const;

export const ENDPOINT = ["--endpoint <url>", "s3://: address of the object store, where it is not Amazon's"] as const;
export const VARIANTS = ["--variants", "s3://: send .br and .gz files too, as keys of their own"] as const;

/** What the help of a command ends with. */
export function example(command: string, what = ""): string {
  return `\nExample:\n  $ quaketree ${command}${what && `   # ${what}`}`;
}

export function contextOf({ json = false }: CliOptions): CliContext {
  return processContext(json);
}
