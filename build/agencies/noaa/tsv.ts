import { parse } from "csv-parse/sync";
import { UserError } from "../../platform/error.ts";
import type { NoaaRow } from "./values.ts";

/** A tab-separated table: its heading, and its rows under the field names of the HazEL API. */
export interface TsvRows {
  rows: { row: NoaaRow | null; where: string }[];
  /** What the second line of an export of HazEL says of the search; null without such a line. */
  search: string | null;
}

interface TsvForm {
  /** Field names of the API by column; columns that are not named here are not read. */
  fields: Readonly<Record<string, string>>;
  /** Whether cells stand in double quotes. */
  quoted: boolean;
  /** Column under which the second line repeats the search. */
  searchColumn?: string;
}

/**
 * Reads a table by the names in its first line, in whatever order they stand. Empty cells are unknown; a row with too few or
 * too many cells is no row.
 *
 * @param where the address, for messages
 * @throws UserError `capture-malformed` if columns are missing or a quote is never closed
 */
export function readTsv(text: string, where: string, form: TsvForm): TsvRows {
  const [head, ...lines] = parseCells(text, where, form.quoted);
  const columns = head?.cells.map((cell) => cell.trim()) ?? [];
  const missing = Object.keys(form.fields).filter((column) => !columns.includes(column));
  if (missing.length > 0) throw malformed(where, `has no column ${missing.slice(0, 3).join(", ")}`);
  const names = columns.map((column) => form.fields[column]);
  const searchAt = form.searchColumn === undefined ? -1 : columns.indexOf(form.searchColumn);
  let search: string | null = null;
  const rows: TsvRows["rows"] = [];
  for (const { cells, line } of lines) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (searchAt !== -1 && cells[searchAt]?.trim()) search ??= cells[searchAt].trim();
    else rows.push({ row: cells.length === columns.length ? rowOf(cells, names) : null, where: `line ${line}` });
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
    throw malformed(where, `is no table: ${error.message.split("\n")[0]}`);
  }
}

function malformed(where: string, reason: string): UserError {
  const hint = "is it an export of HazEL, or one of NOAA's classic tables?";
  return new UserError("capture-malformed", `noaa: ${where} ${reason}`, hint);
}
