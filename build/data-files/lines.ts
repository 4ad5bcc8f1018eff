import { type Cell, type Column, EVENT_COLUMNS, type EventRow } from "./columns.ts";
import { csvRow } from "./text.ts";

/** The cells of an earthquake in the order of `EVENT_COLUMNS`, and their encoded forms by format. */
export interface EventLine {
  id: string;
  /** Origin time, ms since 1970 UTC. */
  time: number;
  historical: boolean;
  latitude: number | null;
  longitude: number | null;
  cells: readonly Cell[];
  texts: Map<string, string>;
}

/** `EVENT_COLUMNS` for lines. */
export const LINE_COLUMNS: readonly Column<EventLine>[] = EVENT_COLUMNS.map((column, at) => ({
  ...column,
  of: ({ cells }) => cells[at] ?? null,
}));

/** The lines of the previous build in this process, by id. */
let before: ReadonlyMap<string, EventLine> = new Map();

/**
 * The lines of earthquakes, by id. An earthquake with unchanged cells keeps the line object of the previous build, so that
 * the texts made from it are reused.
 */
export function eventLines(events: Iterable<EventRow>): ReadonlyMap<string, EventLine> {
  const lines = new Map<string, EventLine>();
  for (const event of events) lines.set(event.id, lineOf(event));
  before = lines;
  return lines;
}

function lineOf(event: EventRow): EventLine {
  const known = before.get(event.id);
  if (known && EVENT_COLUMNS.every(({ of }, at) => Object.is(of(event), known.cells[at]))) return known;
  const cells = EVENT_COLUMNS.map(({ of }) => of(event));
  const { id, time, historical, latitude, longitude } = event;
  return { id, time, historical, latitude, longitude, cells, texts: new Map() };
}

/** The text of a line in a format, computed once. @param form identifies the result of `write` */
export function lineText(line: EventLine, form: string, write: (line: EventLine) => string): string {
  const known = line.texts.get(form);
  if (known !== undefined) return known;
  const text = write(line);
  line.texts.set(form, text);
  return text;
}

/** A line as CSV. */
export function csvLine(line: EventLine): string {
  return lineText(line, "csv", () => csvRow(LINE_COLUMNS, line));
}
