import { UserError } from "../../platform/error.ts";
import type { AskOptions } from "../../platform/http/ask.ts";
import { CoolingDown } from "../../platform/http/rate-limit.ts";
import type { AgencyContext } from "../../store/agency.ts";
import { readStoreFile, writeStateFile } from "../../store/store.ts";
import type { NoaaPage } from "./event.ts";
import { readHazelApi } from "./hazel.ts";
import {
  currentLoad,
  LONGEST_PAUSE_MS,
  type Load,
  type Pace,
  pageFile,
  restartLoad,
  type TableAddress,
  writeLoad,
} from "./pages.ts";

/** The most rows that the HazEL API gives at a time. */
const ITEMS_PER_PAGE = 200;

/** A run that has taken longer than this leaves the rest to the next one, ms. */
const RUN_MS = 20_000;

/** Cron is not punctual: this share of the crawl delay may be wanting between two runs. */
const SLACK = 0.05;

const SHIFTED = "capture-shifted";

/** A table; its pages are made one JSON list. */
export interface Loaded {
  bytes: Uint8Array;
  /** ms since 1970 UTC by our own clock. */
  retrievedAt: number;
}

/**
 * Goes on with loading a table, as far as the crawl delay and the length of a run allow. The pages of the API are kept in the
 * store until they are all there; anything else is a table by itself.
 *
 * @param pace of the run; which learns when something is asked
 * @returns the whole table, or null where there is more to come in later runs
 * @throws UserError `capture-shifted` if the table changed while it was read (it is then begun again), and as `ask` does
 */
export async function loadTable(context: AgencyContext, table: TableAddress, pace: Pace): Promise<Loaded | null> {
  const { address } = table;
  if (new URL(address).protocol === "file:") return askOnce(context, address, {}, pace);
  let load = await currentLoad(context, table);
  while (load.pages.length === 0 || load.pages.length < load.totalPages) {
    if (!mayAsk(context.now(), table, load, pace)) return null;
    try {
      const answer = await askPart(context, table, load, pace);
      if (answer.page === null && load.pages.length === 0) return answer;
      load = await addPage(context, table, load, answer);
    } catch (error) {
      if (error instanceof UserError && error.code !== SHIFTED) await noteFailure(context, table, load);
      throw error;
    }
  }
  return wholeOf(context, table, load, pace);
}

/** An answer: the next page of the table, or all of it. */
interface Part extends Loaded {
  address: string;
  page: NoaaPage | null;
}

async function askPart(context: AgencyContext, table: TableAddress, load: Load, pace: Pace): Promise<Part> {
  const spacingMs = table.crawlDelayMs;
  if (!isPaged(table.address)) {
    return { ...(await askOnce(context, table.address, { spacingMs }, pace)), address: table.address, page: null };
  }
  const address = pageAddress(table.address, load.pages.length + 1);
  const loaded = await askOnce(context, address, { spacingMs, isWhole: endsWhole }, pace);
  return { ...loaded, address, page: pageOf(loaded.bytes, address) };
}

async function askOnce({ ask, now }: AgencyContext, address: string, options: AskOptions, pace: Pace): Promise<Loaded> {
  const reply = await ask(address, { types: TYPES, ...options }).catch((error: unknown) => {
    if (!(error instanceof CoolingDown)) noteAsked(pace, address, now());
    throw error;
  });
  // Until the answer came `ask` may have waited for its turn.
  noteAsked(pace, address, now());
  if (reply.kind === "content") return { bytes: reply.capture.bytes, retrievedAt: reply.capture.retrievedAt };
  throw new UserError("capture-empty", `noaa: ${address} gave nothing`, "try again later");
}

function noteAsked(pace: Pace, address: string, now: number): void {
  pace.askedAt = now;
  if (new URL(address).protocol !== "file:") pace.hasAsked = true;
}

/** Within a run `ask` keeps the delay, if it is not too long to wait for; between runs this does. */
function mayAsk(now: number, { crawlDelayMs }: TableAddress, load: Load, pace: Pace): boolean {
  if (load.notBefore > now && load.notBefore <= now + LONGEST_PAUSE_MS) return false;
  // A clock that was put back must not stop us for ever.
  const waitMs = Math.max(0, Math.min(pace.askedAt, now) + crawlDelayMs - now);
  if (!pace.hasAsked) return waitMs <= SLACK * crawlDelayMs;
  return now - pace.begun + waitMs < RUN_MS;
}

/** After a failure it is left alone for a minute, then two, …, an hour at the most. */
async function noteFailure({ store, now }: AgencyContext, { name }: TableAddress, load: Load): Promise<void> {
  const failures = load.failures + 1;
  const notBefore = now() + Math.min(60, 2 ** (failures - 1)) * 60_000 * (1 - SLACK);
  await writeLoad(store, name, { ...load, failures, notBefore: Math.round(notBefore) });
}

/** A path that names a file is a file, wherever it lies. */
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

/** JSON that was cut short does not end in a bracket. */
function endsWhole(bytes: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 100)).trimStart();
  if (!/^[{[]/.test(start)) return true;
  return /[}\]]\s*$/.test(new TextDecoder("latin1").decode(bytes.subarray(-100)));
}

/** Null for what is not a page of the API. */
function pageOf(bytes: Uint8Array, address: string): NoaaPage | null {
  const text = new TextDecoder().decode(bytes);
  return /^\s*[{[]/.test(text) ? readHazelApi(text, address).page : null;
}

async function addPage(context: AgencyContext, table: TableAddress, load: Load, answer: Part): Promise<Load> {
  const { bytes, page, address } = answer;
  const { totalPages, totalItems } = load.pages.length === 0 ? (page as NoaaPage) : load;
  const isNext =
    page?.page === load.pages.length + 1 && page.totalPages === totalPages && page.totalItems === totalItems;
  if (page !== null && page.totalItems === 0) {
    throw new UserError("capture-empty", `noaa: ${address} says that the table is empty`, "try again later");
  }
  if (!isNext) throw await shifted(context, table, `${address} is not the page that the others announced`);
  const file = pageFile(table.name, bytes);
  await writeStateFile(context.store, file, bytes);
  const pages = [...load.pages, { file, bytes: bytes.length }];
  const next = { ...load, totalPages, totalItems, pages, failures: 0 };
  await writeLoad(context.store, table.name, next);
  return next;
}

async function shifted(context: AgencyContext, table: TableAddress, reason: string): Promise<UserError> {
  await restartLoad(context, table);
  return new UserError(SHIFTED, `noaa: ${reason}`, "it is loaded again later, from the beginning");
}

async function wholeOf(context: AgencyContext, table: TableAddress, load: Load, pace: Pace): Promise<Loaded> {
  const pages: Uint8Array[] = [];
  for (const { file } of load.pages) pages.push((await readStoreFile(context.store, file)) ?? new Uint8Array());
  const text = `[${pages.map((bytes) => new TextDecoder().decode(bytes)).join(",")}]`;
  if (!isConsistent(text, table.address))
    throw await shifted(context, table, `${table.address} changed while it was read`);
  return { bytes: new TextEncoder().encode(text), retrievedAt: pace.askedAt };
}

/** All rows are there, and none twice: rows that came or went meanwhile shift the others from page to page. */
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
