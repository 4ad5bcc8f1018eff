import { type ReportedEvent, UNREPORTED } from "../../store/records.ts";
import { decode, lineOfText, positionOf, refuseFuture, Unreadable, withinLimits } from "../reading.ts";
import { describeText, type FdsnCapture, type FdsnReading, type Refuse, readRecords, refusalOf } from "./capture.ts";

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

const REQUIRED = ["eventid", "time", "latitude", "longitude", "depth", "magnitude"];

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

/** Version 1.1 of the specification has 13 columns, none for the type. It describes the results as "event (earthquake) information". */
const BEFORE_TYPES = { columns: 13, type: "earthquake" };

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

/** Whether the last row has no line end and too few cells, or fewer than the first row. Then the text was cut off. */
function isCutShort(lines: readonly { text: string }[], columns: number): boolean {
  const rows = lines.filter(({ text }) => text.trim() !== "" && !text.trimStart().startsWith("#") && !isHeader(text));
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || last !== lines.at(-1)) return false;
  return cellsOf(last.text).length < Math.max(cellsOf(first.text).length, columns - OPTIONAL_COLUMNS);
}

function readRow({ cells }: Row, columns: readonly string[], { agency, retrievedAt }: FdsnReading, quirks: FdsnTextQuirks): ReportedEvent {
  if (cells.length > columns.length) throw new Unreadable("too-many-columns");
  if (cells.length < columns.length - OPTIONAL_COLUMNS) throw new Unreadable("too-few-columns");
  const cell = (name: string): string | undefined => cells[columns.indexOf(name)];
  const own = identifier(cell("eventid"));
  const hasType = columns.includes("eventtype") || columns.length > BEFORE_TYPES.columns;
  const type = hasType ? eventType(cell("eventtype")) : BEFORE_TYPES.type;
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

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{0,12}))?)?)?\s*(Z|UTC|[+-]00(?::?00)?)?$/i;

/**
 * Parses the time format of FDSN services: `YYYY-MM-DDThh:mm:ss` with any number of decimals, in UTC with or without a zone. Other
 * zones are refused. Fractions are cut to whole ms. Second 60 becomes the next minute.
 *
 * @returns ms since 1970 UTC; undefined if the text is not a time
 */
function instantOfText(text: string): number | undefined {
  const match = INSTANT.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  // Date.UTC would take the years 0-99 for 1900-1999.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second, Number((match[7] ?? "").padEnd(3, "0").slice(0, 3)));
  return date.getTime();
}

/** @throws Unreadable `time-invalid`, `time-in-the-future` */
export function originTime(text: unknown, retrievedAt: number): number {
  const time = typeof text === "string" ? instantOfText(text) : undefined;
  if (time === undefined) throw new Unreadable("time-invalid");
  refuseFuture(time, retrievedAt, "time");
  return time;
}

/** The time of the last change; null if the agency states none. @throws Unreadable `updated-invalid`, `updated-in-the-future` */
export function updateTime(text: unknown, retrievedAt: number): number | null {
  if (isUnknown(text)) return null;
  const time = typeof text === "string" ? instantOfText(text) : undefined;
  if (time === undefined) throw new Unreadable("updated-invalid");
  refuseFuture(time, retrievedAt, "updated");
  return time;
}

/** Degrees, longitude in [-180, 180); both null if both are unknown. @throws Unreadable `position-invalid`, `position-out-of-range` */
export function position(north: unknown, east: unknown): { latitude: number | null; longitude: number | null } {
  const latitude = numberOrNull(north, "position-invalid");
  const longitude = numberOrNull(east, "position-invalid");
  if (latitude === null && longitude === null) return { latitude, longitude };
  if (latitude === null || longitude === null) throw new Unreadable("position-invalid");
  return positionOf(latitude, longitude);
}

/** @throws Unreadable `depth-invalid`, `depth-out-of-range` */
export function depth(value: unknown): number | null {
  return withinLimits(numberOrNull(value, "depth-invalid"), "depth");
}

/**
 * Returns null for an unknown magnitude. Zero and negative magnitudes are valid. @throws Unreadable `magnitude-invalid`,
 * `magnitude-out-of-range`
 */
export function magnitude(value: unknown): number | null {
  return withinLimits(numberOrNull(value, "magnitude-invalid"), "magnitude");
}

/** Reads a number, or its decimal digits. Adding zero turns -0 into 0. */
function numberOrNull(value: unknown, reason: string): number | null {
  if (isUnknown(value)) return null;
  const number = typeof value === "string" && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw new Unreadable(reason);
  return number + 0;
}

/** Returns one line of text, or null if there is none. */
export function plainText(value: unknown): string | null {
  return isUnknown(value) ? null : lineOfText(value);
}

/** Returns the type in lower case with spaces between words, or `not reported` if there is none. */
export function eventType(value: unknown): string {
  return plainText(value)?.toLowerCase().replaceAll("_", " ") ?? "not reported";
}

/** @throws Unreadable `id-missing`, `id-invalid` (spaces, control characters, or more than 100 characters) */
export function identifier(value: unknown): string {
  const id = typeof value === "number" ? String(value) : value;
  if (isUnknown(id)) throw new Unreadable("id-missing");
  if (typeof id !== "string" || !/^[!-~]{1,100}$/.test(id.trim())) throw new Unreadable("id-invalid");
  return id.trim();
}

/** INGV prints `--` for unknown values; other agencies leave them empty. */
function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && ["", "--"].includes(value.trim()));
}
