import { type ReportedEvent, UNREPORTED } from "../../store/records.ts";
import { decode, Unreadable } from "../reading.ts";
import { describeText, type FdsnCapture, type FdsnReading, type Refuse, readRecords, refusalOf } from "./capture.ts";
import { depth, eventType, identifier, magnitude, originTime, plainText, position } from "./values.ts";

/** The differences between agencies that answer in FDSN text. */
export interface FdsnTextQuirks {
  /** Prefix of the ids, because some agencies use plain numbers; ids that already begin with it stay unchanged. */
  idPrefix: string;
  /** The prefix that the stored ids have, if it is another. The events get their former ids as well. */
  formerPrefix?: string | undefined;
  /** The type of an event with an empty EventType, if the agency documents it; otherwise `not reported`. */
  untyped: string;
  /** Address of an event's page, with `{id}` for the agency's own id; null if there is none. */
  page: string | null;
}

const REQUIRED = ["eventid", "time", "latitude", "longitude"];

/** Columns that may be missing at the end of a row: EventType came with version 1.2 of the specification. */
const OPTIONAL_COLUMNS = 1;

/**
 * Reads an answer in the text format of the FDSN event service (versions 1.1 and 1.2): 13 or 14 named columns in any order. Spaces
 * around values and `#` comments are allowed. Times are UTC, with or without a zone.
 *
 * @param bytes not compressed
 * @throws UserError `capture-empty`, `capture-malformed`, `capture-truncated` (the last row is incomplete)
 */
export function readFdsnText(bytes: Uint8Array, reading: FdsnReading, quirks: FdsnTextQuirks): FdsnCapture {
  const text = decode(bytes).replace(/^\uFEFF/, "");
  const { columns, rows } = readTable(text, reading);
  return readRecords(
    rows,
    reading,
    (row) => readRow(row, columns, reading, quirks),
    ({ line }) => `line ${line}`,
  );
}

/** Whether the text ends with a complete row. An incomplete text is requested again. */
export function isWholeText(bytes: Uint8Array): boolean {
  const lines = linesOf(decode(bytes));
  const header = lines.find(({ text }) => isHeader(text));
  return header === undefined || !isCutShort(lines, cellsOf(header.text).length);
}

/** Version 1.1 of the specification has no column for the type. It describes the results as "event (earthquake) information". */
const TYPE_BEFORE_TYPES = "earthquake";

interface Row {
  /** Line number, from 1. */
  line: number;
  cells: string[];
}

function readTable(text: string, reading: FdsnReading): { columns: string[]; rows: Row[] } {
  const refuse: Refuse = refusalOf(reading);
  if (text.trim() === "") refuse("capture-empty", "is empty: no content at all");
  const lines = linesOf(text);
  const header = lines.find((line) => isHeader(line.text));
  if (!header) return refuse("capture-malformed", `has no header of the FDSN text format: it is ${describeText(text)}`);
  const columns = cellsOf(header.text).map(nameOfColumn);
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length > 0) refuse("capture-malformed", `has no column ${missing.join(", ")}`);
  if (isCutShort(lines, columns.length)) refuse("capture-truncated", "ends in the middle of a row");
  const data = lines.filter((line) => line !== header && line.text.trim() !== "" && !line.text.trimStart().startsWith("#"));
  return { columns, rows: data.map(({ line, text: row }) => ({ line, cells: cellsOf(row) })) };
}

function linesOf(text: string): { line: number; text: string }[] {
  return text.split(/\r\n|\n|\r/).map((content, at) => ({ line: at + 1, text: content }));
}

/** `#EventID|Time|…`; some agencies omit the `#`. */
function isHeader(line: string): boolean {
  const [first = "", ...others] = line.split("|").map((cell) => cell.trim().toLowerCase());
  if (first.startsWith("#") && others.includes("eventid")) return true;
  return others.length > 0 && first.replace(/^#/, "").trimStart() === "eventid";
}

function cellsOf(line: string): string[] {
  return line.split("|").map((cell) => cell.trim());
}

/** `Depth/km`, `Depth/Km` and `Depth` are the same column. */
function nameOfColumn(heading: string): string {
  return heading
    .replace(/^#/, "")
    .replaceAll(/\s+/g, "")
    .toLowerCase()
    .replace(/^depth(?:\/km)?$/, "depth");
}

/** Whether the last row has too few cells and no line end. Then the text was cut off. */
function isCutShort(lines: readonly { text: string }[], columns: number): boolean {
  const last = lines.at(-1)?.text ?? "";
  if (last.trim() === "" || last.trimStart().startsWith("#")) return false;
  return cellsOf(last).length < columns - OPTIONAL_COLUMNS;
}

function readRow({ cells }: Row, columns: readonly string[], { agency, retrievedAt }: FdsnReading, quirks: FdsnTextQuirks): ReportedEvent {
  if (cells.length > columns.length) throw new Unreadable("too-many-columns");
  if (cells.length < columns.length - OPTIONAL_COLUMNS) throw new Unreadable("too-few-columns");
  const cell = (name: string): string | undefined => cells[columns.indexOf(name)];
  const own = identifier(cell("eventid"));
  const type = columns.includes("eventtype") ? eventType(cell("eventtype")) : TYPE_BEFORE_TYPES;
  return {
    agency,
    ...identityOf(own, quirks),
    time: originTime(cell("time"), retrievedAt),
    updated: null,
    ...position(cell("latitude"), cell("longitude")),
    depthKm: depth(cell("depth")),
    magnitude: magnitude(cell("magnitude")),
    magnitudeType: plainText(cell("magtype")),
    place: plainText(cell("eventlocationname")),
    type: type === "not reported" ? quirks.untyped : type,
    ...UNREPORTED,
  };
}

/** The ids and the page of an event by the agency's own id. */
export function identityOf(own: string, { idPrefix, formerPrefix, page }: FdsnTextQuirks): Pick<ReportedEvent, "id" | "ids" | "url"> {
  const under = (prefix: string) => (own.startsWith(prefix) ? own : prefix + own);
  const id = under(idPrefix);
  const ids = [...new Set([id, ...(formerPrefix === undefined ? [] : [under(formerPrefix)])])].toSorted();
  return { id, ids, url: page === null ? null : page.replace("{id}", () => encodeURIComponent(own)) };
}
