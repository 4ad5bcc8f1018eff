import { cyrb53 } from "../../contract/wire/etag.ts";
import { escapeId } from "../../contract/wire/slug.ts";
import { readText, ShardError } from "./binary.ts";

/**
 * The table of packed details. Small events share files: a pack has the events whose hashed ids are in its range, and a pack with
 * too many events is split. A changed event affects one pack, a new or removed event at most a few. The id determines the pack.
 *
 * The table is text: `QTD1`, then a line for each pack in the order of their ranges: the first hash of its range (8 hex digits, the
 * first is 0) and the SHA-256 of the pack (64 hex digits), which is its file name.
 */
export type Packs = string;

const FORMAT = "packs";
const HEADER = "QTD1\n";
const LINE = 8 + 64 + 1;

/**
 * Maximum number of details in a pack. With 12,000 events of which two change in a minute: 102 KB written and 25 KB compressed,
 * including the table. Other values: 156 and 19 KB at 64, 113 and 43 KB at 16, 506 and 27 KB with one pack for each UTC day.
 */
export const MAX_PER_PACK = 32;

/** An event with a packed detail. `detail`: its JSON, the bytes of the answer. */
export interface PackedEvent {
  id: string;
  detail: () => string;
}

/** Determines the pack of an event: the low 32 bits of the hash of its escaped id, 8 hex digits. */
export function packHash(id: string): string {
  return hex(cyrb53(new TextEncoder().encode(escapeId(id))) >>> 0);
}

function hex(hash: number): string {
  return hash.toString(16).padStart(8, "0");
}

/**
 * Packs events. A pack is JSON: `{"pack":"{first hash}/{number of shared bits}","earthquakes":[`, then a line for each
 * detail, in the order of the hashes of their ids, then `]}`. The first line identifies the range and does not change
 * with its events.
 *
 * @param put stores a pack and returns the SHA-256 of its bytes in hex
 * @returns the bytes of the table
 */
export function writePacks(events: Iterable<PackedEvent>, put: (bytes: Uint8Array) => string): Uint8Array {
  const lines: string[] = [];
  const encoder = new TextEncoder();
  const split = (rows: readonly Row[], first: number, bits: number): void => {
    // Ids with equal hashes cannot be separated.
    if (rows.length > MAX_PER_PACK && bits < 32) {
      const middle = first + 2 ** (31 - bits);
      split(
        rows.filter(({ hash }) => hash < hex(middle)),
        first,
        bits + 1,
      );
      return split(
        rows.filter(({ hash }) => hash >= hex(middle)),
        middle,
        bits + 1,
      );
    }
    const details = rows.map(({ detail }) => detail()).join(",\n");
    const pack = `{"pack":"${hex(first)}/${bits}","earthquakes":[\n${details}\n]}\n`;
    lines.push(`${hex(first)}${put(encoder.encode(pack))}\n`);
  };
  split(Array.from(events, (event) => ({ ...event, hash: packHash(event.id) })).toSorted(byHash), 0, 0);
  return encoder.encode(HEADER + lines.join(""));
}

interface Row extends PackedEvent {
  hash: string;
}

function byHash(a: Row, b: Row): number {
  if (a.hash !== b.hash) return a.hash < b.hash ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** @throws ShardError for any bytes that the writer cannot have written */
export function readPacks(bytes: Uint8Array): Packs {
  const table = readText(FORMAT, bytes);
  if (!table.startsWith(`${HEADER}00000000`)) throw new ShardError(FORMAT, "line");
  for (let at = HEADER.length; at < table.length; at += LINE) {
    if (!/^[0-9a-f]{72}\n$/.test(table.slice(at, at + LINE))) throw new ShardError(FORMAT, "line");
  }
  for (let at = HEADER.length + LINE; at < table.length; at += LINE) {
    if (table.slice(at, at + 8) <= table.slice(at - LINE, at - LINE + 8)) throw new ShardError(FORMAT, "line-order", at);
  }
  return table;
}

/** The file of the pack for an event. The pack has the detail if the detail is packed. */
export function packOf(packs: Packs, id: string): string {
  const hash = packHash(id);
  let at = packs.length - LINE;
  while (packs.slice(at, at + 8) > hash) at -= LINE;
  return `shards/${packs.slice(at + 8, at + LINE - 1)}.json`;
}

/** The detail of an event in a pack, the bytes of the answer. @throws ShardError if the pack does not have it */
export function detailIn(pack: Uint8Array, id: string): Uint8Array {
  const text = readText(FORMAT, pack);
  const start = text.indexOf(`\n{"event_id":${JSON.stringify(id)},`) + 1;
  if (start === 0) throw new ShardError(FORMAT, "detail");
  return new TextEncoder().encode(text.slice(start, text.indexOf("\n", start)).replace(/,$/, ""));
}

/** The files of all packs, in the order of their ranges. */
export function packFiles(packs: Packs): string[] {
  const lines = packs.slice(HEADER.length).match(/[0-9a-f]+/g) ?? [];
  return lines.map((line) => `shards/${line.slice(8)}.json`);
}
