import seas from "../../../../data/base-map/seas.json" with { type: "json" };
import { type Html, html } from "../../html.ts";
import type { SeaBox } from "../land.ts";
import { type Line, mercatorX, mercatorY, WORLD_UNITS } from "./outlines.ts";
import { type Box, isFree } from "./town-labels.ts";

/** Height of the rows into which the land is cut, units. */
const ROW = 12;

/** A stretch of a row, units of the world. */
interface Span {
  row: number;
  left: number;
  right: number;
}

/** Land of a country in a row. */
interface LandSpan extends Span {
  iso2: string;
}

/** The land of each row from the top of the world, from west to east. */
export type LandRows = readonly (readonly LandSpan[])[];

/** Cuts the land into rows. @param areasOf the outlines of a country */
export function landRows(countries: readonly string[], areasOf: (iso2: string) => readonly Line[] | undefined): LandRows {
  const rows: LandSpan[][] = Array.from({ length: WORLD_UNITS / ROW }, () => []);
  for (const iso2 of countries) {
    const crossings = new Map<number, number[]>();
    for (const area of areasOf(iso2) ?? []) cross(area, crossings);
    for (const [row, all] of crossings) {
      const sorted = all.toSorted((a, b) => a - b);
      for (let at = 0; at + 1 < sorted.length; at += 2) {
        const [left, right] = [sorted[at] as number, sorted[at + 1] as number];
        if (left < right) rows[row]?.push({ iso2, row, left, right });
      }
    }
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}

/** Adds where a closed line crosses the middles of rows. */
function cross(area: Line, crossings: Map<number, number[]>): void {
  for (let at = 0; at < area.length; at += 2) {
    const [x, y] = [area[at] as number, area[at + 1] as number];
    const next = (at + 2) % area.length;
    const [toX, toY] = [area[next] as number, area[next + 1] as number];
    const [above, below] = y < toY ? [y, toY] : [toY, y];
    for (let row = Math.ceil(above / ROW - 0.5); (row + 0.5) * ROW < below; row++) {
      const crossing = x + (((row + 0.5) * ROW - y) / (toY - y)) * (toX - x);
      const known = crossings.get(row);
      if (known) known.push(crossing);
      else crossings.set(row, [crossing]);
    }
  }
}

/** Where a name may be: stretches of rows from top to bottom, those of one row without a common part. */
type Room = readonly Span[];

/** Width of a letter, as a fraction of the size of the letters: of capitals with space between them, and of small letters. */
const LETTER = { country: 0.8, sea: 0.7 };
/** Space beside a name, units for each of its size. */
const SPACE = 0.5;
/** At most so many names. */
const MOST = 9;
/** Where in the room of a row a name is tried. */
const TRIED = [0.5, 0.3, 0.7, 0.1, 0.9];

/**
 * The names of the seas and countries in a view, where there is room for them. Names that fit with large letters are shown in narrow
 * windows, too.
 *
 * @param taken what names must not cover; the names are added
 * @param sizes of letters, units: large and small
 * @param nameOf the English name of a country, or undefined to leave it out
 */
export function areaNames(
  view: Box,
  rows: LandRows,
  taken: Box[],
  sizes: readonly [number, number],
  nameOf: (iso2: string) => string | undefined,
): Html | null {
  const { land, sea } = seenIn(view, rows);
  const texts: Html[] = [];
  const named = new Set<string>();
  const add = (room: Room, text: string, letter: number, attribute: Html) => {
    for (const size of sizes) {
      const box = placeIn(room, view, taken, text.length * size * letter, size);
      if (!box) continue;
      taken.push(box);
      named.add(text);
      const [x, y] = [Math.round((box.left + box.right) / 2), Math.round((box.top + box.bottom) / 2)];
      texts.push(html`<text x="${x}" y="${y}"${attribute}${size === sizes[0] ? null : html` class="minor"`}>${text}</text>`);
      return;
    }
  };
  for (const { iso2, room } of roomsOf(land)) {
    const name = nameOf(iso2);
    if (name !== undefined && texts.length < MOST) add(room, name.toUpperCase(), LETTER.country, html` data-country="${iso2}"`);
  }
  for (const { name, box } of seaBoxes()) {
    if (!isSeen(box, view) || named.has(name) || texts.length >= MOST) continue;
    add(within(box, sea), name, LETTER.sea, html` data-sea="${name}"`);
  }
  return texts.length === 0 ? null : html`<g class="names" font-size="${sizes[1]}">${texts}</g>`;
}

/** What a view shows in its turn of the world: the land, and what is between. From left to right in each row. */
function seenIn({ left, right, top, bottom }: Box, rows: LandRows): { land: LandSpan[]; sea: Span[] } {
  const [land, sea]: [LandSpan[], Span[]] = [[], []];
  const turns = TURNS.filter((turn) => left < WORLD_UNITS + turn && right > turn);
  for (let row = Math.max(0, Math.ceil(top / ROW)); (row + 1) * ROW <= bottom; row++) {
    let seen = left;
    for (const turn of turns) {
      for (const span of rows[row] ?? []) {
        const [from, to] = [span.left + turn, span.right + turn];
        if (from >= right) break;
        if (to <= left) continue;
        land.push({ iso2: span.iso2, row, left: Math.max(left, from), right: Math.min(right, to) });
        if (from > seen) sea.push({ row, left: seen, right: from });
        seen = Math.max(seen, to);
      }
    }
    if (right > seen) sea.push({ row, left: seen, right });
  }
  return { land, sea };
}

/** By how much the world is moved, so that a view beyond the antimeridian shows it. */
const TURNS = [-WORLD_UNITS, 0, WORLD_UNITS];

/** The room of each country, the widest one first. */
function roomsOf(land: readonly LandSpan[]): { iso2: string; room: Room; width: number }[] {
  const found = new Map<string, { iso2: string; room: Span[]; width: number }>();
  for (const span of land) {
    const { iso2, left, right } = span;
    let own = found.get(iso2);
    if (!own) found.set(iso2, (own = { iso2, room: [], width: 0 }));
    own.width += right - left;
    own.room.push(span);
  }
  return [...found.values()].toSorted((a, b) => b.width - a.width);
}

/** Boxes that contain no open water of another sea, smaller seas before the oceans. Land in them does not matter. */
export const SEAS = seas as unknown as readonly (readonly [name: string, box: SeaBox])[];

/** In units; the right edge is beyond the world where a box crosses the antimeridian. */
let boxes: { name: string; box: Box }[] | undefined;

/** Made at the first map, since a call at the top of a module is in every script that needs another part of it. */
function seaBoxes() {
  boxes ??= SEAS.map(([name, [west, south, east, north]]) => ({
    name,
    box: {
      left: mercatorX(west),
      right: mercatorX(east) + (east < west ? WORLD_UNITS : 0),
      top: mercatorY(north),
      bottom: mercatorY(south),
    },
  }));
  return boxes;
}

/** Whether a view shows some of a box. */
function isSeen({ left, right, top, bottom }: Box, view: Box): boolean {
  return top < view.bottom && bottom > view.top && TURNS.some((turn) => left + turn < view.right && right + turn > view.left);
}

function within(box: Box, room: Room): Room {
  const found: Span[] = [];
  for (const span of room) {
    const { row } = span;
    if (row * ROW < box.top || (row + 1) * ROW > box.bottom) continue;
    for (const turn of TURNS) {
      const [left, right] = [Math.max(span.left, box.left + turn), Math.min(span.right, box.right + turn)];
      if (left < right) found.push({ row, left, right });
    }
  }
  return found;
}

/** The best place for a name in its room: in the widest stretch, with room above and below. */
function placeIn(room: Room, view: Box, taken: readonly Box[], width: number, size: number): Box | undefined {
  const [half, reach] = [width / 2 + SPACE * size, Math.ceil((0.75 * size) / ROW)];
  const wide = room.filter(({ left, right }) => right - left >= 2 * half);
  for (const { row, left, right } of wide.toSorted((a, b) => b.right - b.left - (a.right - a.left))) {
    for (const part of TRIED) {
      const x = left + half + (right - left - 2 * half) * part;
      if (!isRoomFor(wide, row - reach, row + reach, x - half, x + half)) continue;
      const y = (row + 0.5) * ROW;
      const box = { left: x - half, right: x + half, top: y - size * 0.75, bottom: y + size * 0.75 };
      if (isFree(box, view, taken)) return box;
    }
  }
  return undefined;
}

/** Whether there is room between two edges in each of some rows. */
function isRoomFor(room: Room, first: number, last: number, from: number, to: number): boolean {
  let rows = 0;
  for (const { row, left, right } of room) if (row >= first && row <= last && left <= from && right >= to) rows++;
  return rows > last - first;
}
