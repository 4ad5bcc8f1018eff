import { type Html, html } from "../../html.ts";
import { type Line, mercatorX, mercatorY, WORLD_UNITS } from "./outlines.ts";
import { SEAS } from "./seas.ts";
import { type Box, isFree } from "./town-labels.ts";

/** Height of the rows into which the land is cut, units. */
const ROW = 12;

/** A stretch of a row, units of the world. */
interface Span {
  left: number;
  right: number;
}

/** The land of each row from the top of the world, with the country that it is of. */
export type LandRows = readonly (readonly (Span & { iso2: string })[])[];

/** Cuts the land into rows. @param areasOf the outlines of a country */
export function landRows(countries: readonly string[], areasOf: (iso2: string) => readonly Line[] | undefined): LandRows {
  const rows: (Span & { iso2: string })[][] = Array.from({ length: WORLD_UNITS / ROW }, () => []);
  for (const iso2 of countries) {
    const crossings = new Map<number, number[]>();
    for (const area of areasOf(iso2) ?? []) cross(area, crossings);
    for (const [row, all] of crossings) {
      const sorted = all.toSorted((a, b) => a - b);
      for (let at = 0; at + 1 < sorted.length; at += 2)
        rows[row]?.push({ iso2, left: sorted[at] as number, right: sorted[at + 1] as number });
    }
  }
  return rows;
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

/** Where a name may be: stretches of rows. */
type Room = Map<number, Span[]>;

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
  const land = landIn(view, rows);
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
  const countries = [...land].toSorted(([, a], [, b]) => widthOf(b) - widthOf(a));
  for (const [iso2, room] of countries) {
    const name = nameOf(iso2);
    if (name !== undefined && texts.length < MOST) add(room, name.toUpperCase(), LETTER.country, html` data-country="${iso2}"`);
  }
  const all = seaRows(view, land);
  for (const [name, box] of SEAS) {
    if (!named.has(name) && texts.length < MOST) add(within(box, all), name, LETTER.sea, html` data-sea="${name}"`);
  }
  return texts.length === 0 ? null : html`<g class="names" font-size="${sizes[1]}">${texts}</g>`;
}

function widthOf(room: Room): number {
  return [...room.values()].flat().reduce((width, { left, right }) => width + right - left, 0);
}

/** The land that a view shows, by country, in its turn of the world. */
function landIn({ left, right, top, bottom }: Box, rows: LandRows): Map<string, Room> {
  const found = new Map<string, Room>();
  for (let row = Math.max(0, Math.ceil(top / ROW)); (row + 1) * ROW <= bottom; row++) {
    for (const span of rows[row] ?? []) {
      for (const turn of [-WORLD_UNITS, 0, WORLD_UNITS]) {
        const [from, to] = [Math.max(left, span.left + turn), Math.min(right, span.right + turn)];
        if (from >= to) continue;
        const room = found.get(span.iso2) ?? new Map<number, Span[]>();
        found.set(span.iso2, room.set(row, [...(room.get(row) ?? []), { left: from, right: to }]));
      }
    }
  }
  return found;
}

/** What is between the land in each row of a view. */
function seaRows({ left, right, top, bottom }: Box, land: ReadonlyMap<string, Room>): Room {
  const sea: Room = new Map();
  for (let row = Math.max(0, Math.ceil(top / ROW)); (row + 1) * ROW <= bottom; row++) {
    const spans = [...land.values()].flatMap((room) => room.get(row) ?? []).toSorted((a, b) => a.left - b.left);
    let from = left;
    const gaps: Span[] = [];
    for (const span of [...spans, { left: right, right }]) {
      if (span.left > from) gaps.push({ left: from, right: span.left });
      from = Math.max(from, span.right);
    }
    sea.set(row, gaps);
  }
  return sea;
}

/** The part of some rows that is in a box. */
function within([west, south, east, north]: (typeof SEAS)[number][1], rows: Room): Room {
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  const from = mercatorX(west);
  const to = mercatorX(east) + (east < west ? WORLD_UNITS : 0);
  const found: Room = new Map();
  for (const [row, spans] of rows) {
    if (row * ROW < top || (row + 1) * ROW > bottom) continue;
    const cut = spans.flatMap(({ left, right }) =>
      [-WORLD_UNITS, 0, WORLD_UNITS].map((turn) => ({ left: Math.max(left, from + turn), right: Math.min(right, to + turn) })),
    );
    found.set(
      row,
      cut.filter(({ left, right }) => left < right),
    );
  }
  return found;
}

/** The best place for a name in its room: in the widest stretch, with room above and below. */
function placeIn(room: Room, view: Box, taken: readonly Box[], width: number, size: number): Box | undefined {
  const [half, reach] = [width / 2 + SPACE * size, Math.ceil((0.75 * size) / ROW)];
  const spans = [...room].flatMap(([row, all]) => all.map((span) => ({ row, ...span })));
  const ranked = spans.filter(({ left, right }) => right - left >= 2 * half).toSorted((a, b) => b.right - b.left - (a.right - a.left));
  for (const { row, left, right } of ranked) {
    for (const part of TRIED) {
      const x = left + half + (right - left - 2 * half) * part;
      const covers = (span: Span) => span.left <= x - half && span.right >= x + half;
      const rows = Array.from({ length: 2 * reach + 1 }, (_, at) => room.get(row - reach + at));
      if (!rows.every((near) => near?.some(covers))) continue;
      const y = (row + 0.5) * ROW;
      const box = { left: x - half, right: x + half, top: y - size * 0.75, bottom: y + size * 0.75 };
      if (isFree(box, view, taken)) return box;
    }
  }
  return undefined;
}
