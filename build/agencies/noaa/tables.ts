import { parse } from "csv-parse/sync";
import columns from "../../../data/noaa-columns.json" with { type: "json" };
import { UserError } from "../../platform/error.ts";
import { isObject } from "../../platform/json-fault.ts";
import { decode } from "../reading.ts";
import { deriveIds, type NoaaEvent, type NoaaForm, type NoaaPage, type NoaaTable, type NoaaTsunami } from "./event.ts";
import { type NoaaRow, readEarthquakeRow, readRows, readTsunamiRow } from "./row.ts";

/** A document with its recognized form and its unread rows. */
interface Document {
  form: NoaaForm;
  table: "earthquakes" | "tsunamis";
  rows: { row: NoaaRow | null; where: string }[];
  page: NoaaPage | null;
  complete: boolean;
}

/**
 * Reads NOAA's significant earthquakes in any of their forms, recognized by content: answers of the HazEL API, the export of HazEL,
 * the classic table. If the form has no ids, they are derived.
 *
 * @param where the address, for messages
 * @throws UserError `capture-malformed` if it is none of these
 */
export function readNoaa(bytes: Uint8Array, where: string): NoaaTable<NoaaEvent> {
  const document = readDocument(bytes, where, "earthquakes");
  const read = readRows(document.rows, readEarthquakeRow, "noaa");
  return { ...headOf(document), ...read, rows: deriveIds(read.rows) };
}

/** Reads NOAA's tsunamis: answers of the HazEL API or the classic table. @throws UserError `capture-malformed` if it is neither */
export function readNoaaTsunamis(bytes: Uint8Array, where: string): NoaaTable<NoaaTsunami> {
  const document = readDocument(bytes, where, "tsunamis");
  return { ...headOf(document), ...readRows(document.rows, readTsunamiRow, TSUNAMI_PREFIX) };
}

/** Prefix of the number of a tsunami in rejections. */
export const TSUNAMI_PREFIX = "tsunami ";

function headOf({ form, page, complete, rows }: Document) {
  return { form, page, complete, listed: rows.length };
}

function readDocument(bytes: Uint8Array, where: string, expected: Document["table"]): Document {
  const document = recognizeForm(decode(bytes), where, expected);
  if (document.table === expected) return document;
  const hint = `agencies.noaa.${expected === "tsunamis" ? "tsunamis" : "events"} in the configuration names it`;
  throw new UserError("capture-malformed", `noaa: ${where} is a table of ${document.table}, not of ${expected}`, hint);
}

function recognizeForm(text: string, where: string, expected: Document["table"]): Document {
  const start = text.slice(0, 10_000).trimStart();
  if (start.startsWith("{") || start.startsWith("[")) {
    const read = readHazelApi(text, where);
    return { form: "hazel-api", table: tableOf(read.rows) ?? expected, ...read };
  }
  const head = start.split(/[\r\n]/, 1)[0] ?? "";
  if (head.includes(HAZEL_TSV_HEAD)) {
    const { rows, search } = readHazelTsv(text, where);
    // `[]` is a search without conditions, which finds everything.
    return { form: "hazel-tsv", table: "earthquakes", rows, page: null, complete: search === "[]" };
  }
  const columns = head.split("\t").map((column) => column.trim());
  if (columns.includes("I_D")) return classic("earthquakes", readSignifTsv(text, where).rows);
  if (columns.includes("EVENT_VALIDITY")) return classic("tsunamis", readTseventTsv(text, where).rows);
  const what = start === "" ? "is empty" : start.startsWith("<") ? "is a web page" : "is not a table of NOAA's that we know";
  const hint = "it can be an answer of the HazEL API, an export of HazEL, or a classic table";
  throw new UserError("capture-malformed", `noaa: ${where} ${what}`, hint);
}

function classic(table: Document["table"], rows: Document["rows"]): Document {
  return { form: "classic-tsv", table, rows, page: null, complete: true };
}

/** The name of the table, from fields that only one table has; null if none of them occurs. */
function tableOf(rows: Document["rows"]): Document["table"] | null {
  const has = (field: string) => rows.some(({ row }) => row !== null && field in row);
  if (has("eventValidity") || has("causeCode") || has("earthquakeEventId")) return "tsunamis";
  return has("eqMagMs") || has("eqMagMw") || has("tsunamiEventId") || has("intensity") ? "earthquakes" : null;
}

/** Rows of one or several answers of the HazEL API. */
interface ApiRows {
  rows: { row: NoaaRow | null; where: string }[];
  /** The page of a single answer that states it. */
  page: NoaaPage | null;
  /** Whether the answers state that these are all rows. */
  complete: boolean;
}

/**
 * Reads a saved or fetched answer of the HazEL API: a page `{items, page, itemsPerPage, totalPages, totalItems}`, a list of such
 * pages, a bare list of records, or records by the name of their table (`{earthquakes: […]}`, as in
 * collections of samples). An absent field is unknown. A bare list does not state whether it is complete.
 *
 * @param where the address, for messages
 * @throws UserError `capture-malformed` if it is something else, or an error message
 */
export function readHazelApi(text: string, where: string): ApiRows {
  const malformed = (reason: string) => new UserError("capture-malformed", `noaa: ${where} ${reason}`, HINT);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw malformed("is not JSON, or was cut short");
  }
  if (isObject(document) && Array.isArray(document["earthquakes"])) {
    return { rows: rowsOf(document["earthquakes"], 0), page: null, complete: false };
  }
  if (!Array.isArray(document)) {
    const page = asPage(document);
    if (!page) throw malformed("is not a page of records: it has no list of items");
    return { rows: rowsOf(page.items, 0), page: page.place, complete: isWhole([page]) };
  }
  if (!document.some((part) => isObject(part) && "items" in part)) {
    return { rows: rowsOf(document, 0), page: null, complete: false };
  }
  const pages = document.map(asPage);
  if (!pages.every((page) => page !== null)) throw malformed("is a list of pages and of something else");
  const rows = pages.flatMap((page, at) =>
    rowsOf(
      page.items,
      pages.slice(0, at).reduce((n, p) => n + p.items.length, 0),
    ),
  );
  return { rows, page: null, complete: isWhole(pages) };
}

const HINT = "is agencies.noaa.events in the configuration the address of the HazEL API, or of a table saved from it?";

interface Page {
  items: unknown[];
  place: NoaaPage | null;
}

function asPage(value: unknown): Page | null {
  if (!isObject(value) || !Array.isArray(value.items)) return null;
  const { items, page, totalPages, totalItems } = value;
  const place = { page, totalPages, totalItems };
  const counts = Object.values(place).every((count) => Number.isSafeInteger(count) && (count as number) >= 0);
  return { items, place: counts ? (place as NoaaPage) : null };
}

/** Whether every page is there exactly once, with the number of items that it states. */
function isWhole(pages: readonly Page[]): boolean {
  const [first] = pages;
  if (!first?.place) return false;
  const { totalPages, totalItems } = first.place;
  const numbers = new Set(pages.map(({ place }) => place?.page));
  return (
    pages.every(({ place }) => place?.totalItems === totalItems && place.page >= 1 && place.page <= totalPages) &&
    numbers.size === pages.length &&
    pages.length === totalPages &&
    pages.reduce((sum, { items }) => sum + items.length, 0) === totalItems
  );
}

function rowsOf(items: readonly unknown[], before: number): ApiRows["rows"] {
  return items.map((item, at) => ({ row: isObject(item) ? item : null, where: `item ${before + at + 1}` }));
}

/** A tab-separated table. Its rows have the field names of the HazEL API. */
interface TsvRows {
  rows: { row: NoaaRow | null; where: string }[];
  /** The search in the second line of an export of HazEL; null without such a line. */
  search: string | null;
}

interface TsvForm {
  /** Field names of the API by column name; other columns are not read. */
  fields: Readonly<Record<string, string>>;
  /** Whether double quotes enclose the cells. */
  quoted: boolean;
  /** Column of the search in the second line. */
  searchColumn?: string;
}

/**
 * Reads a table by the names in its first line; columns may have any order. Empty cells are unknown. A row with too few or too many
 * cells is unreadable.
 *
 * @param where the address, for messages
 * @throws UserError `capture-malformed` if columns are missing or a quote is never closed; `capture-truncated`
 */
function readTsv(text: string, where: string, form: TsvForm): TsvRows {
  const [head, ...lines] = parseCells(text, where, form.quoted);
  const headings = head?.cells.map((cell) => cell.trim()) ?? [];
  const isCut = !/[\r\n]$/.test(text) && (lines.at(-1)?.cells.length ?? headings.length) < headings.length;
  if (isCut) throw new UserError("capture-truncated", `noaa: ${where} ends in the middle of a row`);
  const missing = Object.keys(form.fields).filter((column) => !headings.includes(column));
  if (missing.length > 0) throw malformed(where, `has no column ${missing.slice(0, 3).join(", ")}`);
  const names = headings.map((column) => form.fields[column]);
  const searchAt = form.searchColumn === undefined ? -1 : headings.indexOf(form.searchColumn);
  let search: string | null = null;
  const rows: TsvRows["rows"] = [];
  for (const { cells, line } of lines) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (searchAt !== -1 && cells[searchAt]?.trim()) search ??= cells[searchAt].trim();
    else rows.push({ row: cells.length === headings.length ? rowOf(cells, names) : null, where: `line ${line}` });
  }
  return { rows, search };
}

function rowOf(cells: readonly string[], names: readonly (string | undefined)[]): NoaaRow {
  const row: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const cell = cells[at]?.trim();
    if (name !== undefined && cell) row[name] = cell;
  }
  return row;
}

interface Line {
  cells: string[];
  line: number;
}

function parseCells(text: string, where: string, quoted: boolean): Line[] {
  try {
    const options = { delimiter: "\t", quote: quoted ? '"' : null, relax_quotes: true, relax_column_count: true };
    const records = parse(text, { ...options, bom: true, info: true, record_delimiter: ["\r\n", "\n", "\r"] });
    return (records as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      cells: record,
      line: info.lines,
    }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw malformed(where, `is not a table: ${error.message.split("\n")[0]}`);
  }
}

function malformed(where: string, reason: string): UserError {
  const hint = "is it an export of HazEL, or one of NOAA's classic tables?";
  return new UserError("capture-malformed", `noaa: ${where} ${reason}`, hint);
}

/** First heading of an export from the search page of HazEL. */
const HAZEL_TSV_HEAD = "Search Parameters";

/**
 * Reads the export of earthquakes from HazEL: 39 quoted columns and a second line that repeats the search. It has no ids, no
 * country and no types of magnitudes; `Tsu` and `Vol` are the numbers of linked events.
 *
 * @throws UserError `capture-malformed`
 */
function readHazelTsv(text: string, where: string): TsvRows {
  return readTsv(text, where, { fields: columns.hazel, quoted: true, searchColumn: HAZEL_TSV_HEAD });
}

/**
 * Reads the classic table of earthquakes (`signif.txt`): 47 columns padded with blanks, with ids, and a flag for a linked tsunami.
 *
 * @throws UserError `capture-malformed`
 */
function readSignifTsv(text: string, where: string): TsvRows {
  const { rows, search } = readTsv(text, where, { fields: columns.signif, quoted: false });
  return { rows: rows.map(({ row, where }) => ({ row: row && { ...row, ...flagOf(row.flagTsunami) }, where })), search };
}

/** Reads the classic table of tsunamis (`tsevent.txt`): 46 columns, with ids, without a link to an earthquake. */
function readTseventTsv(text: string, where: string): TsvRows {
  return readTsv(text, where, { fields: columns.tsevent, quoted: false });
}

function flagOf(cell: unknown): { tsunamiFlag: boolean } {
  return { tsunamiFlag: typeof cell === "string" && cell.toLowerCase() === "tsu" };
}
