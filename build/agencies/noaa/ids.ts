import type { NoaaEvent } from "./event.ts";

/**
 * Gives an id to every row that has none: `noaad`, the date as far as its hour is known (`noaad1755110109`, `noaadbc0426`). Rows that
 * have all of that in common add `x` and a hash of their place, and where that too is the same their number in the table.
 *
 * What NOAA revises most (magnitude, losses, position, the minute) is not in the id, so that a revised row keeps it also in a
 * store that is made anew: of 6,225 rows of the export of March 2021, 6,122 have the same id in that of March 2026.
 */
export function deriveIds(rows: readonly NoaaEvent[]): NoaaEvent[] {
  const bases = rows.map((row) => (row.id === "" ? `noaad${datePart(row)}` : row.id));
  const placed = qualify(bases, (at) => `x${hash((rows[at] as NoaaEvent).place)}`);
  const met = new Map<string, number>();
  const ids = qualify(placed, (at) => {
    const id = placed[at] as string;
    const number = (met.get(id) ?? 0) + 1;
    met.set(id, number);
    return number === 1 ? "" : `n${number}`;
  });
  return rows.map((row, at) => ({ ...row, id: ids[at] as string }));
}

export function isDerived(id: string): boolean {
  return id.startsWith("noaad");
}

/** Adds to every text that is not alone. */
function qualify(texts: readonly string[], more: (at: number) => string): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.map((text, at) => ((counts.get(text) ?? 0) > 1 ? text + more(at) : text));
}

function datePart({ time: { year, month, day, hour } }: NoaaEvent): string {
  const parts = [month, day, hour].filter((part) => part !== null).map((part) => String(part).padStart(2, "0"));
  return `${year < 0 ? "bc" : ""}${String(Math.abs(year)).padStart(4, "0")}${parts.join("")}`;
}

/** FNV-1a, 32 bits, in base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(36);
}
