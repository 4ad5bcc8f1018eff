import { UserError } from "../platform/error.ts";
import { type Config, loadConfig } from "./config.ts";
import type { EventPages } from "./schema.ts";

/** Folder of the tree where neither the command line nor the configuration file names one. */
export const DEFAULT_OUT = "dist";
/** This machine alone: opening a service to a network is a decision. */
export const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 8080;

/** Options of the command line that come before the settings of the configuration file. */
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

/** The configuration after the flags. `store` is absent where neither names one. */
export type Settings = Config & { out: string };

/** @throws UserError as `loadConfig` */
export function settingsOf({ config: file, ...flags }: Flags): Settings {
  const config = loadConfig(file);
  const {
    store = config.store,
    out = config.out ?? DEFAULT_OUT,
    grid,
    packEventsBelow,
    eventPages,
    keepSnapshots,
  } = flags;
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
 * The port to listen on: of the command line, else of the environment (PORT, as hosting platforms set it), else of the
 * configuration.
 *
 * @throws UserError `usage` for an invalid PORT
 */
export function portOf({ port }: Pick<Flags, "port">, config: Pick<Config, "port">, env: NodeJS.ProcessEnv): number {
  if (port !== undefined) return port;
  if (!env["PORT"]) return config.port ?? DEFAULT_PORT;
  if (/^\d{1,5}$/.test(env["PORT"]) && Number(env["PORT"]) <= 65_535) return Number(env["PORT"]);
  throw new UserError("usage", `PORT is ${JSON.stringify(env["PORT"])}`, "it has to be a whole number from 0 to 65535");
}
