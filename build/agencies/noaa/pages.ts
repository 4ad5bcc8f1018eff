import { readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { AgencyContext } from "../../store/agency.ts";
import { readStateFile, removeStateFile, writeStateFile } from "../../store/store.ts";

const FOLDER = "noaa/loading";

/** One table of NOAA's and where it is. */
export interface TableAddress {
  name: "events" | "tsunamis";
  address: string;
  crawlDelayMs: number;
}

/** The longest that is waited after failures, ms. */
export const LONGEST_PAUSE_MS = DAY_MS;

const count = z.number().int().nonnegative();
const loadSchema = z.strictObject({
  format: z.literal(1),
  address: z.string(),
  /** ms since 1970 UTC by our own clock. */
  startedAt: z.number().int(),
  /** Said by the first page, and to be said by all. */
  totalPages: count,
  totalItems: count,
  pages: z.array(z.strictObject({ file: z.string(), bytes: count })),
  /** How often it was begun again because the table shifted under it. */
  restarts: count,
  /** How often in succession a page could not be had. */
  failures: count,
  /** Not to go on before, ms since 1970 UTC. */
  notBefore: z.number().int(),
});

/** Pages of a table that is still being loaded. They were asked one by one, perhaps in many runs. */
export type Load = z.infer<typeof loadSchema>;

/** When things were asked, of all tables. */
export interface Pace {
  /** When the run began, ms since 1970 UTC. */
  begun: number;
  /** When anything was last asked, in this run or before it. */
  askedAt: number;
  /** Whether anything was asked in this run, files apart. */
  hasAsked: boolean;
}

const paceSchema = z.strictObject({ askedAt: z.number().int() });
const PACE_FILE = `${FOLDER}/pace.json`;

/** The pace of a run that begins now: NOAA's two tables share one crawl delay, and so do all runs. */
export async function startPace({ store, now }: AgencyContext): Promise<Pace> {
  const last = await readScratch(store, PACE_FILE, paceSchema);
  return { begun: now(), askedAt: last?.askedAt ?? 0, hasAsked: false };
}

/** Remembers, after a run that asked anything, when it did so last. */
export async function savePace({ store }: AgencyContext, { hasAsked, askedAt }: Pace): Promise<void> {
  if (hasAsked) await writeStateFile(store, PACE_FILE, `${JSON.stringify({ askedAt })}\n`);
}

/** The load of a table that goes on, or a new one: where there is none, of another address, or too old to be of one table. */
export async function currentLoad({ store, now }: AgencyContext, table: TableAddress): Promise<Load> {
  const kept = await readScratch(store, loadFile(table.name), loadSchema);
  const load = kept?.address === table.address ? kept : undefined;
  const oldest = Math.max(LOAD_MS, 3 * (load?.totalPages ?? 0) * table.crawlDelayMs);
  if (load && (Math.abs(now() - load.startedAt) <= oldest || now() < load.notBefore)) return load;
  await sweep(store, table.name);
  return { ...emptyLoad(table.address, now()), restarts: load?.restarts ?? 0 };
}

/** Pages that are further apart than this are hardly of the same table, ms. */
const LOAD_MS = 6 * HOUR_MS;

function emptyLoad(address: string, startedAt: number): Load {
  const counts = { totalPages: 0, totalItems: 0, restarts: 0, failures: 0, notBefore: 0 };
  return { format: 1, address, startedAt, ...counts, pages: [] };
}

/** Forgets what was loaded, once it is taken in. */
export async function forgetLoad(store: string, name: TableAddress["name"]): Promise<void> {
  await removeStateFile(store, loadFile(name));
  await sweep(store, name);
}

/**
 * Forgets the pages of a load that could not be believed, and does not begin again at once: after an hour, then two, …, a
 * day at the most.
 */
export async function restartLoad({ store, now }: AgencyContext, table: TableAddress): Promise<void> {
  const load = await readScratch(store, loadFile(table.name), loadSchema);
  const restarts = (load?.restarts ?? 0) + 1;
  const notBefore = now() + Math.min(LONGEST_PAUSE_MS, 2 ** (restarts - 1) * HOUR_MS);
  await writeLoad(store, table.name, { ...emptyLoad(table.address, now()), restarts, notBefore });
  await sweep(store, table.name);
}

/** @throws UserError `store-unwritable` */
export async function writeLoad(store: string, name: TableAddress["name"], load: Load): Promise<void> {
  await writeStateFile(store, loadFile(name), `${JSON.stringify(load)}\n`);
}

function loadFile(name: TableAddress["name"]): string {
  return `${FOLDER}/${name}.json`;
}

/** Where a page is kept, in the store. */
export function pageFile(name: TableAddress["name"], bytes: Uint8Array): string {
  return `${FOLDER}/${name}-${sha256(bytes).slice(0, 16)}.json`;
}

/** Removes the pages of a table, also those that a run left behind which was ended in the middle. */
async function sweep(store: string, name: TableAddress["name"]): Promise<void> {
  const names = await readdir(path.join(store, FOLDER)).catch(() => []);
  for (const file of names) if (file.startsWith(`${name}-`)) await removeStateFile(store, `${FOLDER}/${file}`);
}

/** What is only on its way can be had again: a file that was damaged is as good as none. */
async function readScratch<S>(store: string, name: string, schema: z.ZodType<S>): Promise<S | undefined> {
  try {
    return await readStateFile(store, name, schema);
  } catch (error) {
    if (error instanceof UserError && error.code === "store-malformed") return undefined;
    throw error;
  }
}
