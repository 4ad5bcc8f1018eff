import { sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { codeKey } from "../platform/program-hash.ts";
import { DAY_MS } from "../platform/time.ts";
import { type Cell, type Column, EVENT_COLUMNS, type EventRow } from "./columns.ts";

/** The cells of an earthquake in the order of `EVENT_COLUMNS`. */
export interface EventLine {
  id: string;
  /** Origin time, ms since 1970 UTC. */
  time: number;
  historical: boolean;
  latitude: number | null;
  longitude: number | null;
  cells: readonly Cell[];
  /** The same for the same cells only. */
  text: string;
}

/** `EVENT_COLUMNS` for lines. */
export const LINE_COLUMNS: readonly Column<EventLine>[] = EVENT_COLUMNS.map((column, at) => ({
  ...column,
  of: ({ cells }) => cells[at] ?? null,
}));

/** The lines of earthquakes, by id. */
export function eventLines(events: Iterable<EventRow>): ReadonlyMap<string, EventLine> {
  const lines = new Map<string, EventLine>();
  for (const event of events) lines.set(event.id, lineOf(event));
  return lines;
}

function lineOf(event: EventRow): EventLine {
  const cells = EVENT_COLUMNS.map(({ of }) => of(event));
  const { id, time, historical, latitude, longitude } = event;
  return { id, time, historical, latitude, longitude, cells, text: exactText(cells) };
}

/** JSON does not distinguish -0 from 0, and writes numbers that are not finite as `null`. */
function exactText(cells: readonly Cell[]): string {
  const isInexact = (cell: Cell) => Object.is(cell, -0) || (typeof cell === "number" && !Number.isFinite(cell));
  const text = JSON.stringify(cells);
  if (!cells.some(isInexact)) return text;
  return text + cells.map((cell) => (isInexact(cell) ? (cell === 0 ? "-0" : String(cell)) : "")).join();
}

/** Consecutive lines from which a part of a file is made. */
export interface Lines {
  /** Identifies the lines and the code that writes them; undefined if the code has no key. */
  key: string | undefined;
  lines: readonly EventLine[];
}

/**
 * Groups lines by UTC day. All days up to the end of the year before last share one part, because they have few earthquakes each.
 *
 * @param asOf of the catalogue, ms since 1970 UTC; embedded events may be later, and belong to its day
 */
export function linesByDay(lines: readonly EventLine[], asOf: number): Lines[] {
  return grouped(lines, asOf, DAY_MS);
}

/** Groups lines by week, as `linesByDay` does by day. */
export function linesByWeek(lines: readonly EventLine[], asOf: number): Lines[] {
  return grouped(lines, asOf, 7 * DAY_MS);
}

function grouped(lines: readonly EventLine[], asOf: number, length: number): Lines[] {
  const code = codeKey(["data-files/gzip", "data-files/lines", "data-files/parquet"]);
  const since = Date.UTC(new Date(asOf).getUTCFullYear() - 1, 0, 1);
  const spans = groupBy(lines, ({ time }) => (time < since ? "earlier" : Math.floor(Math.min(time, asOf) / length)));
  return [...spans.values()].map((own) => {
    const texts = own.map(({ text }) => text).join("\n");
    return { key: code && sha256(`${code}\n${texts}`).slice(0, 32), lines: own };
  });
}
