import { hashOf } from "../contract/wire/etag.ts";
import { escapeId } from "../contract/wire/slug.ts";
import { ShardError } from "./shard-error.ts";
import { readText } from "./utf8.ts";

/**
 * Where the details of small events are, several to a file. A pack has the events whose ids have a hash in its range; one
 * that would have too many is two. So a change of an event touches one pack, one event more or less splits or joins at most
 * a few, and whoever knows an id knows the pack.
 *
 * The table is text: `QTD1`, then a line a pack in the order of their ranges, the hash with which its range begins (8 hex
 * digits, the first 0) and the SHA-256 of the pack (64), which is the name of its file.
 */
export type Packs = string;

const FORMAT = "packs";
const HEADER = "QTD1\n";
const LINE = 8 + 64 + 1;

/**
 * More details than these are never in one pack. Of 12,000 events, with two changed in a minute: 102 KB written and 25 KB
 * compressed, table included; 156 and 19 KB at 64, 113 and 43 KB at 16, 506 and 27 KB with a pack a UTC day.
 */
export const MOST_IN_PACK = 32;

/** An event whose detail is packed. `detail`: its JSON, the bytes of the answer. */
export interface PackedEvent {
  id: string;
  detail: () => string;
}

/** What tells the pack of an event: the low 32 bits of the hash of its id as it stands in slugs, 8 hex digits. */
export function packHash(id: string): string {
  return hex(hashOf(new TextEncoder().encode(escapeId(id))) >>> 0);
}

function hex(hash: number): string {
  return hash.toString(16).padStart(8, "0");
}

/**
 * Packs some events. A pack is JSON: `{"pack":"{first hash}/{bits that its hashes share}","earthquakes":[`, then a line a
 * detail, in the order of the hashes of their ids, then `]}`. The first line says which part of the whole it is, and stays
 * when its events change.
 *
 * @param put keeps a pack, and gives the SHA-256 of its bytes in hex
 * @returns the bytes of the table
 */
export function writePacks(events: Iterable<PackedEvent>, put: (bytes: Uint8Array) => string): Uint8Array {
  const lines: string[] = [];
  const encoder = new TextEncoder();
  const split = (rows: readonly Row[], first: number, bits: number): void => {
    // Ids of one hash cannot be parted.
    if (rows.length > MOST_IN_PACK && bits < 32) {
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

/** @throws ShardError for anything that the writer would not have written */
export function readPacks(bytes: Uint8Array): Packs {
  const table = readText(FORMAT, bytes);
  if (!table.startsWith(`${HEADER}00000000`)) throw new ShardError(FORMAT, "line");
  for (let at = HEADER.length; at < table.length; at += LINE) {
    if (!/^[0-9a-f]{72}\n$/.test(table.slice(at, at + LINE))) throw new ShardError(FORMAT, "line");
  }
  for (let at = HEADER.length + LINE; at < table.length; at += LINE) {
    if (table.slice(at, at + 8) <= table.slice(at - LINE, at - LINE + 8))
      throw new ShardError(FORMAT, "line-order", at);
  }
  return table;
}

/** The file of the pack that has the detail of an event, if it is packed. */
export function packOf(packs: Packs, id: string): string {
  const hash = packHash(id);
  let at = packs.length - LINE;
  while (packs.slice(at, at + 8) > hash) at -= LINE;
  return `shards/${packs.slice(at + 8, at + LINE - 1)}.json`;
}

/**
 * The detail of an event as it lies in a pack, the bytes of the answer.
 *
 * @throws ShardError where the pack has none
 */
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
