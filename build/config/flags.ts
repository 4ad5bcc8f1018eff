import { UserError } from "../platform/error.ts";
import { type Config, loadConfig } from "./config.ts";
import type { EventPages } from "./schema.ts";

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
