import * as z from "zod";
import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import type { HistoricalRecord, LeftOut, Withdrawal } from "../../store/records.ts";
import { jsonLines, readStateFile, readStoreFile, removeStateFile, writeStateFile } from "../../store/store.ts";
import { amount, counts, received } from "../reading.ts";
import type { NoaaEvent, NoaaTsunami } from "./event.ts";
import { historicalRecords } from "./record.ts";

const capture = z.strictObject({
  /** The configured address. */
  address: z.string(),
  form: z.enum(["hazel-api", "hazel-tsv", "classic-tsv"]),
  ...received,
  /** Number of rows, unreadable ones included. */
  listed: amount,
  /** Whether this is the whole table. */
  complete: z.boolean(),
  unreadable: z.array(z.strictObject({ what: z.string(), code: z.string(), reason: z.string() })),
  leftOut: counts,
  doubtful: counts,
});

/** The provenance of a table, and the parts of it that could not be read. */
export type NoaaCapture = z.infer<typeof capture>;

/** The last valid state of NOAA's tables. */
export interface NoaaState {
  events: { capture: NoaaCapture | null; rows: NoaaEvent[] };
  tsunamis: { capture: NoaaCapture | null; rows: NoaaTsunami[] };
  /** Sorted by first id. No id is in both a withdrawal and an event. */
  withdrawn: Withdrawal[];
}

export const EMPTY_NOAA: NoaaState = { events: { capture: null, rows: [] }, tsunamis: { capture: null, rows: [] }, withdrawn: [] };

/** The name of the file of the rows, which contains its hash. */
const file = z.string().regex(/^noaa\/rows-[0-9a-f]{64}\.json$/);

const headSchema = z.strictObject({
  format: z.literal(1),
  agency: z.literal("noaa"),
  events: capture.nullable(),
  tsunamis: capture.nullable(),
  /** Number of earthquakes in the rows. */
  records: amount,
  rows: file,
  /** The file of the previous rows, for readers that have read the previous head. */
  former: file.nullable(),
});

/** The small part of the state, which is enough to decide whether a run has work to do. */
export type NoaaHead = z.infer<typeof headSchema>;

const FILE = "noaa/state.json";

/** @throws UserError `store-unreadable`, `store-malformed` */
export function readNoaaHead(dir: string): Promise<NoaaHead | undefined> {
  return readStateFile(dir, FILE, headSchema);
}

/** @throws UserError `store-unreadable`, `store-malformed` */
export async function readNoaaState(dir: string): Promise<NoaaState | undefined> {
  const head = await readNoaaHead(dir);
  if (!head) return undefined;
  const bytes = await readStoreFile(dir, head.rows);
  if (bytes === undefined || rowsFile(bytes) !== head.rows) {
    const hint = "restore it from a backup, or remove the folder noaa from the store and ingest again";
    const what = bytes === undefined ? "is not there" : "was changed";
    throw new UserError("store-malformed", `the store's ${dir}/${head.rows} ${what}`, hint);
  }
  const rows = JSON.parse(new TextDecoder().decode(bytes)) as NoaaRows;
  return {
    events: { capture: head.events, rows: rows.events },
    tsunamis: { capture: head.tsunamis, rows: rows.tsunamis },
    withdrawn: rows.withdrawn,
  };
}

interface NoaaRows {
  withdrawn: Withdrawal[];
  events: NoaaEvent[];
  tsunamis: NoaaTsunami[];
}

/**
 * Writes the rows, one line each so that common tools can compare and search them, then the head that names the file. Files of rows
 * that no head names are removed.
 *
 * @throws UserError `store-unwritable`
 */
export async function writeNoaaState(dir: string, { events, tsunamis, withdrawn }: NoaaState): Promise<void> {
  const before = await readNoaaHead(dir);
  const tables = Object.entries({ withdrawn, events: events.rows, tsunamis: tsunamis.rows } satisfies NoaaRows);
  const text = tables.map(([name, rows]) => `"${name}":${jsonLines(rows)}`);
  const bytes = new TextEncoder().encode(`{${text.join(",\n")}}\n`);
  const rows = rowsFile(bytes);
  const same = before?.rows === rows;
  if (!same) await writeStateFile(dir, rows, bytes);
  const former = same ? before.former : (before?.rows ?? null);
  const head: NoaaHead = {
    format: 1,
    agency: "noaa",
    events: events.capture,
    tsunamis: tsunamis.capture,
    records: events.rows.length,
    rows,
    former,
  };
  await writeStateFile(dir, FILE, `${JSON.stringify(head, null, 1)}\n`);
  if (before?.former && before.former !== former && before.former !== rows) await removeStateFile(dir, before.former);
}

function rowsFile(bytes: Uint8Array): string {
  return `noaa/rows-${sha256(bytes)}.json`;
}

/** NOAA's part of a build: the records of the historical catalogue, the withdrawals, and the omissions with their reasons. */
export function noaaCatalogue(state: NoaaState): {
  historical: HistoricalRecord[];
  withdrawn: readonly Withdrawal[];
  leftOut: LeftOut;
} {
  const { capture, rows } = state.events;
  const leftOut: LeftOut = { ...capture?.leftOut };
  for (const { code } of capture?.unreadable ?? []) leftOut[code] = (leftOut[code] ?? 0) + 1;
  return { historical: historicalRecords(rows, state.tsunamis.rows).records, withdrawn: state.withdrawn, leftOut };
}
