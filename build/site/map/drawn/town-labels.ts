import { type Html, html } from "../../html.ts";
import { WORLD_UNITS } from "./outlines.ts";

export interface MapTown {
  name: string;
  population: number;
  /** Position in units of the world: `mercatorX` of its longitude, `mercatorY` of its latitude. */
  x: number;
  y: number;
}

/** A rectangle in units of the world. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * A narrow window shows the drawing at half its size, so letters are twice as large there, and only the first labels are shown
 * (`svg.map` in style.css). Sizes in units.
 */
const SIZES: LabelSizes = [
  { count: 4, size: 21 },
  { count: 8, size: 12 },
];

/** How many labels of the most important towns, and then of others, there are at most, and the sizes of their letters, units. */
type LabelSizes = readonly [{ count: number; size: number }, { count: number; size: number }];

/** Width of a letter, as a fraction of the size of the letters. */
const LETTER = 0.56;
const GAP = 5;
const MARGIN = 6;

/** A town at this distance counts an eighth of what it counts in the middle, units. */
const NEAR = 20;

/**
 * The names of the towns in a view, with dots. The most important come first: large ones, and those near the middle. A name
 * that would overlap another, the middle, or the edge of the map is left out.
 *
 * @param middle the part of the view that stays free
 * @param taken other parts that stay free; those of the names are added
 */
export function townNames(view: Box, middle: Box, towns: readonly MapTown[], sizes: LabelSizes = SIZES, taken: Box[] = []): Html | null {
  const ranked = ranking((middle.left + middle.right) / 2, (middle.top + middle.bottom) / 2, towns);
  taken.push(middle);
  const texts: Html[] = [];
  const shown = new Set<MapTown>();
  for (const { count, size } of sizes) {
    const last = shown.size + count;
    for (let rank = 0; shown.size < last; rank++) {
      const town = ranked(rank);
      if (!town) break;
      if (shown.has(town)) continue;
      const place = placeFor(town, size, view, taken);
      if (!place) continue;
      taken.push(place.box);
      shown.add(town);
      texts.push(textOf(town, place.anchor, size === sizes[1].size));
    }
  }
  return texts.length === 0 ? null : html`<g class="towns">${texts}</g>`;
}

/** The most important of this number of towns is known, so that few have to be compared for the next rank. */
const IN_GROUP = 24;

/**
 * The towns by their importance around a point, in its turn of the world. A rank is found when it is asked for: of the hundreds of
 * towns on each of tens of thousands of maps, a dozen are named.
 *
 * @returns gives the town of a rank, the most important one being 0. Each rank must be asked for after those before it.
 */
function ranking(x: number, y: number, towns: readonly MapTown[]): (rank: number) => MapTown | undefined {
  const ranked: MapTown[] = [];
  const weights = new Float64Array(towns.length);
  for (let at = 0; at < towns.length; at++) {
    const { population, x: across, y: down } = towns[at] as MapTown;
    const reach = NEAR + Math.sqrt((turned(across, x) - x) ** 2 + (down - y) ** 2);
    weights[at] = population / (reach * reach * reach);
  }
  const firsts = new Int32Array(Math.ceil(towns.length / IN_GROUP));
  for (let group = 0; group < firsts.length; group++) firsts[group] = firstOf(weights, group);
  return (rank) => {
    if (rank < ranked.length || rank >= towns.length) return ranked[rank];
    let best = firsts[0] as number;
    for (const first of firsts) if ((weights[first] as number) > (weights[best] as number)) best = first;
    weights[best] = -1;
    const group = Math.floor(best / IN_GROUP);
    firsts[group] = firstOf(weights, group);
    const { name, population, x: across, y: down } = towns[best] as MapTown;
    return (ranked[rank] = { name, population, x: turned(across, x), y: down });
  };
}

/** The place of the largest weight of a group, the first of equal ones. */
function firstOf(weights: Float64Array, group: number): number {
  let best = group * IN_GROUP;
  const end = Math.min(weights.length, best + IN_GROUP);
  for (let at = best + 1; at < end; at++) if ((weights[at] as number) > (weights[best] as number)) best = at;
  return best;
}

/** The same longitude in the turn of the world around another. */
function turned(across: number, x: number): number {
  return across + Math.round((x - across) / WORLD_UNITS) * WORLD_UNITS;
}

type Anchor = "start" | "end";

/**
 * A place for a name beside its dot; undefined if there is none.
 *
 * @param gap between the middle of the dot and the name, units
 * @param over how far the place of the name reaches beyond the middle of the dot, units; negative: it begins beside it
 */
export function placeFor(
  { name, x, y }: { name: string; x: number; y: number },
  size: number,
  view: Box,
  taken: readonly Box[],
  gap = GAP,
  over = gap,
): { box: Box; anchor: Anchor } | undefined {
  const width = gap + name.length * size * LETTER;
  const [top, bottom] = [y - size * 0.6, y + size * 0.6];
  if (top <= view.top + MARGIN || bottom >= view.bottom - MARGIN) return undefined;
  const right = placeBetween(x - over, x + width, top, bottom, view, taken);
  if (right) return { box: right, anchor: "start" };
  const left = placeBetween(x - width, x + over, top, bottom, view, taken);
  return left && { box: left, anchor: "end" };
}

/** Whether a box is on the map and overlaps no other. */
export function isFree({ left, right, top, bottom }: Box, view: Box, taken: readonly Box[]): boolean {
  const isInside = top > view.top + MARGIN && bottom < view.bottom - MARGIN;
  return isInside && placeBetween(left, right, top, bottom, view, taken) !== undefined;
}

/** A build asks this for hundreds of thousands of names, so there is a box only for a place that is free. */
function placeBetween(left: number, right: number, top: number, bottom: number, view: Box, taken: readonly Box[]): Box | undefined {
  if (left <= view.left + MARGIN || right >= view.right - MARGIN) return undefined;
  for (const other of taken) {
    if (left < other.right && other.left < right && top < other.bottom && other.top < bottom) return undefined;
  }
  return { left, right, top, bottom };
}

function textOf({ name, x, y }: { name: string; x: number; y: number }, anchor: Anchor, isMinor: boolean): Html {
  const [across, down] = [Math.round(x), Math.round(y)];
  const at = anchor === "start" ? across + GAP : across - GAP;
  return html`<g${isMinor ? html` class="minor"` : null}><circle cx="${across}" cy="${down}" r="2"/><text x="${at}" y="${down}"${
    anchor === "end" ? html` text-anchor="end"` : null
  }>${name}</text></g>`;
}
