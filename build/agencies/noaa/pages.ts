import { readdir } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { sha256 } from "../../platform/hash.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { AgencyContext } from "../../store/agency.ts";
import { readScratchFile, removeStateFile, writeStateFile } from "../../store/store.ts";
import { amount, instant } from "../reading.ts";

const FOLDER = "noaa/loading";

export interface TableAddress {
  name: "events" | "tsunamis";
  address: string;
  crawlDelayMs: number;
}

/** Longest pause after failures, ms. */
export const LONGEST_PAUSE_MS = DAY_MS;

const downloadSchema = z.strictObject({
  format: z.literal(1),
  address: z.string(),
  /** ms since 1970 UTC by the local clock. */
  startedAt: instant,
  /** Number of pages that the first page states. The other pages must state the same. */
  totalPages: amount,
  totalItems: amount,
  pages: z.array(z.strictObject({ file: z.string(), bytes: amount })),
  /** Number of restarts because the table changed while it was loaded. */
  restarts: amount,
  /** Number of consecutive failed requests. */
  failures: amount,
  /** No request is sent before this time, ms since 1970 UTC. */
  notBefore: instant,
});

/** The loaded pages of a table, from one or more runs. */
export type Download = z.infer<typeof downloadSchema>;

/** The times of requests for both tables. */
export interface Pace {
  /** When the run began, ms since 1970 UTC. */
  begun: number;
  /** Time of the last request, of this run or an earlier one. */
  askedAt: number;
  /** Whether this run has sent a request. */
  hasAsked: boolean;
}

const paceSchema = z.strictObject({ askedAt: instant });
const PACE_FILE = `${FOLDER}/pace.json`;

/** The pace of a run that begins now: both tables and all runs share one crawl delay. */
export async function startPace({ store, now }: AgencyContext): Promise<Pace> {
  const last = await readScratchFile(store, PACE_FILE, paceSchema);
  return { begun: now(), askedAt: last?.askedAt ?? 0, hasAsked: false };
}

/** Stores the time of the last request of a run. */
export async function savePace({ store }: AgencyContext, { hasAsked, askedAt }: Pace): Promise<void> {
  if (hasAsked) await writeStateFile(store, PACE_FILE, `${JSON.stringify({ askedAt })}\n`);
}

/** The load of a table: the stored one. A new one if there is none, or if the stored one has another address or is too old. */
export async function currentDownload({ store, now }: AgencyContext, table: TableAddress): Promise<Download> {
  const kept = await readScratchFile(store, downloadFile(table.name), downloadSchema);
  const download = kept?.address === table.address ? kept : undefined;
  const oldest = Math.max(DOWNLOAD_MS, 3 * (download?.totalPages ?? 0) * table.crawlDelayMs);
  if (download && (Math.abs(now() - download.startedAt) <= oldest || now() < download.notBefore)) return download;
  await sweep(store, table.name);
  return { ...emptyDownload(table.address, now()), restarts: download?.restarts ?? 0 };
}

/** Pages whose times differ by more than this may belong to different versions of a table, ms. */
const DOWNLOAD_MS = 6 * HOUR_MS;

function emptyDownload(address: string, startedAt: number): Download {
  const counts = { totalPages: 0, totalItems: 0, restarts: 0, failures: 0, notBefore: 0 };
  return { format: 1, address, startedAt, ...counts, pages: [] };
}

export async function removeDownload(store: string, name: TableAddress["name"]): Promise<void> {
  await removeStateFile(store, downloadFile(name));
  await sweep(store, name);
}

/**
 * Pauses after a rejected load, for one hour, two, four, …, at most one day, and then begins again.
 *
 * @param isKept whether the pages stay during the pause, so that the operator can accept them
 */
export async function restartDownload({ store, now }: AgencyContext, table: TableAddress, isKept = false): Promise<void> {
  const download = await readScratchFile(store, downloadFile(table.name), downloadSchema);
  const restarts = (download?.restarts ?? 0) + 1;
  const notBefore = now() + Math.min(LONGEST_PAUSE_MS, 2 ** (restarts - 1) * HOUR_MS);
  // A kept load is too old to be used after the pause.
  const next = isKept && download ? { ...download, startedAt: 0 } : emptyDownload(table.address, now());
  await writeDownload(store, table.name, { ...next, restarts, notBefore });
  if (!isKept) await sweep(store, table.name);
}

/** @throws UserError `store-unwritable` */
export async function writeDownload(store: string, name: TableAddress["name"], download: Download): Promise<void> {
  await writeStateFile(store, downloadFile(name), `${JSON.stringify(download)}\n`);
}

function downloadFile(name: TableAddress["name"]): string {
  return `${FOLDER}/${name}.json`;
}

export function pageFile(name: TableAddress["name"], bytes: Uint8Array): string {
  return `${FOLDER}/${name}-${sha256(bytes).slice(0, 16)}.json`;
}

/** Removes the pages of a table, also those of an interrupted run. */
async function sweep(store: string, name: TableAddress["name"]): Promise<void> {
  const names = await readdir(path.join(store, FOLDER)).catch(() => []);
  for (const file of names) if (file.startsWith(`${name}-`)) await removeStateFile(store, `${FOLDER}/${file}`);
}
