import { UserError } from "../../platform/error.ts";
import type { AgencyRequest } from "../../platform/http/agency-client.ts";
import { CoolingDown } from "../../platform/http/retry.ts";
import { MINUTE_MS } from "../../platform/time.ts";
import type { AgencyContext } from "../../store/agency.ts";
import { readStoreFile, writeStateFile } from "../../store/store.ts";
import type { NoaaPage } from "./event.ts";
import {
  currentDownload,
  type Download,
  LONGEST_PAUSE_MS,
  type Pace,
  pageFile,
  restartDownload,
  type TableAddress,
  writeDownload,
} from "./pages.ts";
import { readHazelApi } from "./tables.ts";

/** Largest page of the HazEL API. */
const ITEMS_PER_PAGE = 200;

/** After this time a run stops, and the next run loads the remaining pages; ms. */
const RUN_MS = 20_000;

/** Cron is not punctual: two runs may follow each other faster than the crawl delay, by at most this share of it. */
const SLACK = 0.05;

const SHIFTED = "capture-shifted";

/** A table, with all its pages joined into one JSON list. */
export interface Downloaded {
  bytes: Uint8Array;
  /** ms since 1970 UTC by the local clock. */
  retrievedAt: number;
}

/**
 * Continues to load a table, as far as the crawl delay and the time limit of a run allow. The store keeps the pages of the API
 * until all are loaded. Any other document is a whole table.
 *
 * @param pace of the run; the times of requests are recorded in it
 * @returns the whole table, or null if later runs will load the rest
 * @throws UserError `capture-shifted` if the table changed while it was read (loading then restarts), and as `ask` does
 */
export async function downloadTable(context: AgencyContext, table: TableAddress, pace: Pace): Promise<Downloaded | null> {
  const { address } = table;
  if (new URL(address).protocol === "file:") return askOnce(context, address, {}, pace);
  let download = await currentDownload(context, table);
  if (isPaused(context.now(), download) && context.accepted === undefined) return null;
  while (download.pages.length === 0 || download.pages.length < download.totalPages) {
    if (!mayAsk(context.now(), table, download, pace)) return null;
    try {
      const answer = await askPart(context, table, download, pace);
      if (answer.page === null && download.pages.length === 0) return answer;
      download = await addPage(context, table, download, answer);
      context.report.step(progressOf(table, download));
    } catch (error) {
      if (error instanceof UserError && error.code !== SHIFTED) await noteFailure(context, table, download);
      throw error;
    }
  }
  return wholeOf(context, table, download, pace);
}

function progressOf({ name, crawlDelayMs }: TableAddress, { pages, totalPages }: Download): string {
  const minutes = Math.ceil(((totalPages - pages.length) * crawlDelayMs) / MINUTE_MS);
  const left = minutes > 0 ? `, at the pace that the agency asks for ${minutes} min left` : "";
  return `noaa: ${pages.length} of ${totalPages} pages of ${name}${left}`;
}

/** An answer: the next page of the table, or the whole table. */
interface Part extends Downloaded {
  address: string;
  page: NoaaPage | null;
}

async function askPart(context: AgencyContext, table: TableAddress, download: Download, pace: Pace): Promise<Part> {
  const spacingMs = table.crawlDelayMs;
  if (!isPaged(table.address)) {
    return { ...(await askOnce(context, table.address, { spacingMs }, pace)), address: table.address, page: null };
  }
  const address = pageAddress(table.address, download.pages.length + 1);
  const downloaded = await askOnce(context, address, { spacingMs, isWhole: endsWhole }, pace);
  return { ...downloaded, address, page: pageOf(downloaded.bytes, address) };
}

async function askOnce({ ask, now }: AgencyContext, address: string, options: AgencyRequest, pace: Pace): Promise<Downloaded> {
  const reply = await ask(address, { types: TYPES, ...options }).catch((error: unknown) => {
    if (!(error instanceof CoolingDown)) noteAsked(pace, address, now());
    throw error;
  });
  // `ask` may have waited before it sent the request.
  noteAsked(pace, address, now());
  if (reply.kind === "content") return { bytes: reply.capture.bytes, retrievedAt: reply.capture.retrievedAt };
  throw new UserError("capture-empty", `noaa: ${address} gave nothing`, "try again later");
}

function noteAsked(pace: Pace, address: string, now: number): void {
  pace.askedAt = now;
  if (new URL(address).protocol !== "file:") pace.hasAsked = true;
}

function isPaused(now: number, { notBefore }: Download): boolean {
  return notBefore > now && notBefore <= now + LONGEST_PAUSE_MS;
}

/** Applies the crawl delay between runs. Within a run `ask` applies it, unless the delay is too long to wait. */
function mayAsk(now: number, { crawlDelayMs }: TableAddress, download: Download, pace: Pace): boolean {
  if (isPaused(now, download)) return false;
  // Requests must not stop forever after the local clock was set back.
  const waitMs = Math.max(0, Math.min(pace.askedAt, now) + crawlDelayMs - now);
  if (!pace.hasAsked) return waitMs <= SLACK * crawlDelayMs;
  return now - pace.begun + waitMs < RUN_MS;
}

/** After consecutive failures there is a pause of one minute, two, four, …, at most one hour. */
async function noteFailure({ store, now }: AgencyContext, { name }: TableAddress, download: Download): Promise<void> {
  const failures = download.failures + 1;
  const notBefore = now() + Math.min(60, 2 ** (failures - 1)) * 60_000 * (1 - SLACK);
  await writeDownload(store, name, { ...download, failures, notBefore: Math.round(notBefore) });
}

/** Whether the address is the API: a path with a file extension is a file. */
function isPaged(address: string): boolean {
  return !/\.[a-z]{2,5}$/i.test(new URL(address).pathname);
}

const TYPES = /^(?:application|text)\/(?:json|[\w.-]+\+json|plain|tab-separated-values|csv|octet-stream|gzip|x-gzip)$/i;

function pageAddress(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set("page", String(page));
  url.searchParams.set("itemsPerPage", String(ITEMS_PER_PAGE));
  return url.href;
}

/** Complete JSON ends in a bracket. */
function endsWhole(bytes: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 100)).trimStart();
  if (!/^[{[]/.test(start)) return true;
  return /[}\]]\s*$/.test(new TextDecoder("latin1").decode(bytes.subarray(-100)));
}

/** Returns null if it is not a page of the API. */
function pageOf(bytes: Uint8Array, address: string): NoaaPage | null {
  const text = new TextDecoder().decode(bytes);
  return /^\s*[{[]/.test(text) ? readHazelApi(text, address).page : null;
}

async function addPage(context: AgencyContext, table: TableAddress, download: Download, answer: Part): Promise<Download> {
  const { bytes, page, address } = answer;
  const { totalPages, totalItems } = download.pages.length === 0 ? (page as NoaaPage) : download;
  const isNext = page?.page === download.pages.length + 1 && page.totalPages === totalPages && page.totalItems === totalItems;
  if (page !== null && page.totalItems === 0) {
    throw new UserError("capture-empty", `noaa: ${address} says that the table is empty`, "try again later");
  }
  if (!isNext) throw await shifted(context, table, `${address} is not the page that the others announced`);
  const file = pageFile(table.name, bytes);
  await writeStateFile(context.store, file, bytes);
  const pages = [...download.pages, { file, bytes: bytes.length }];
  const next = { ...download, totalPages, totalItems, pages, failures: 0 };
  await writeDownload(context.store, table.name, next);
  return next;
}

async function shifted(context: AgencyContext, table: TableAddress, reason: string): Promise<UserError> {
  await restartDownload(context, table);
  return new UserError(SHIFTED, `noaa: ${reason}`, "it is loaded again later, from the beginning");
}

async function wholeOf(context: AgencyContext, table: TableAddress, download: Download, pace: Pace): Promise<Downloaded> {
  const pages: Uint8Array[] = [];
  for (const { file } of download.pages) pages.push((await readStoreFile(context.store, file)) ?? new Uint8Array());
  const text = `[${pages.map((bytes) => new TextDecoder().decode(bytes)).join(",")}]`;
  if (!isConsistent(text, table.address)) throw await shifted(context, table, `${table.address} changed while it was read`);
  return { bytes: new TextEncoder().encode(text), retrievedAt: pace.askedAt };
}

/** Whether every row is there exactly once. Rows that were added or removed during the load shift the others between pages. */
function isConsistent(text: string, where: string): boolean {
  try {
    const { rows, complete } = readHazelApi(text, where);
    const ids = rows.flatMap(({ row }) => (row?.id === undefined ? [] : [row.id]));
    return complete && new Set(ids).size === ids.length;
  } catch (error) {
    // A page is missing from the store.
    if (error instanceof UserError) return false;
    throw error;
  }
}
