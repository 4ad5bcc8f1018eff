import { parse } from "csv-parse/sync";
import columns from "../../../data/noaa-columns.json" with { type: "json" };
import { UserError } from "../../platform/error.ts";
import type { NoaaRow } from "./values.ts";

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
 * @throws UserError `capture-malformed` if columns are missing or a quote is never closed
 */
function readTsv(text: string, where: string, form: TsvForm): TsvRows {
  const [head, ...lines] = parseCells(text, where, form.quoted);
  const headings = head?.cells.map((cell) => cell.trim()) ?? [];
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
export const HAZEL_TSV_HEAD = "Search Parameters";

/**
 * Reads the export of earthquakes from HazEL: 39 quoted columns and a second line that repeats the search. It has no ids, no
 * country and no types of magnitudes; `Tsu` and `Vol` are the numbers of linked events.
 *
 * @throws UserError `capture-malformed`
 */
export function readHazelTsv(text: string, where: string): TsvRows {
  return readTsv(text, where, { fields: columns.hazel, quoted: true, searchColumn: HAZEL_TSV_HEAD });
}

/**
 * Reads the classic table of earthquakes (`signif.txt`): 47 columns padded with blanks, with ids, and a flag for a linked tsunami.
 *
 * @throws UserError `capture-malformed`
 */
export function readSignifTsv(text: string, where: string): TsvRows {
  const { rows, search } = readTsv(text, where, { fields: columns.signif, quoted: false });
  return { rows: rows.map(({ row, where }) => ({ row: row && { ...row, ...flagOf(row.flagTsunami) }, where })), search };
}

/** Reads the classic table of tsunamis (`tsevent.txt`): 46 columns, with ids, without a link to an earthquake. */
export function readTseventTsv(text: string, where: string): TsvRows {
  return readTsv(text, where, { fields: columns.tsevent, quoted: false });
}

function flagOf(cell: unknown): { tsunamiFlag: boolean } {
  return { tsunamiFlag: typeof cell === "string" && cell.toLowerCase() === "tsu" };
}
