import { notableLists } from "../../answers/countries.ts";
import type { Catalogue, CatalogueEvent, RecentEvent } from "../../catalogue/catalogue.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { newestFirst } from "../../platform/lists.ts";
import type { TreeFile } from "../../tree/file.ts";
import { depthClass, markPath } from "../charts/scale.ts";
import { townsIn } from "../data/towns.ts";
import { type EventPageRule, hasPage } from "../files.ts";
import { KNOWN_CHARACTERS, MONTHS } from "../format/dates.ts";
import { type Html, html, trustedHtml } from "../html.ts";
import { PICTURE_SIZE } from "../layout.ts";
import type { BaseMap } from "../map/drawn/base-map.ts";
import { NEAR } from "../map/drawn/cells.ts";
import { boxOf, cellsIn, degreesOf, type View } from "../map/drawn/local-maps.ts";
import { LAST_LATITUDE, mercatorX, mercatorY, unitsOfKm } from "../map/drawn/outlines.ts";
import { townNames } from "../map/drawn/town-labels.ts";
import { agencyShortName } from "../views/impact.ts";
import type { Renderer } from "./renderer.ts";

/** The address of the picture of an earthquake, without a leading slash. */
export function picturePath(slug: string): string {
  return `earthquakes/${slug}/picture.png`;
}

/** Returns a function that gives the file with the picture of an earthquake. The same facts give the same key. */
export function pictureFiles(base: BaseMap, render: Renderer): (event: CatalogueEvent) => TreeFile {
  return (event) => {
    const facts = pictureFacts(event);
    return {
      path: picturePath(event.slug),
      key: hashOfValues([base.key, facts]),
      bytes: () => render(pictureSvg(facts, base)),
      section: "event-pages",
      cache: "minute",
      compress: false,
    };
  };
}

export type PictureFacts = Pick<CatalogueEvent, "magnitude" | "place" | "time" | "precision" | "latitude" | "longitude" | "depthKm"> & {
  /** The short name of the agency; null if the event is only in the embedded table. */
  source: string | null;
};

export function pictureFacts(event: CatalogueEvent): PictureFacts {
  const { magnitude, place, time, precision, latitude, longitude, depthKm, sources } = event;
  const agency = sources.find((one) => one.agency !== "notable")?.agency;
  const source = agency === undefined ? null : agencyShortName(agency);
  return { magnitude, place, time, precision, latitude, longitude, depthKm, source };
}

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;

/** The colours of dark pages (`assets/style.css`), with the ground of the site's mark as the sea. */
const COLOURS = {
  sea: "#12343b",
  panel: "#0b2228",
  land: "#2a545c",
  border: "#4a747b",
  boundary: "#f2b84b",
  ink: "#ffffff",
  soft: "#c3d6d8",
  shallow: "#ff9a6c",
  intermediate: "#f2cf52",
  deep: "#a3c1ff",
} as const;

function colourOf({ depthKm }: PictureFacts): string {
  return COLOURS[depthClass(depthKm ?? 0)];
}

/** Where the epicentre is, pixels from the left and from the top. */
const EPICENTRE = { x: 890, y: 315 };
/** Width of the panel with the text, and the left edge of the text, pixels. */
const PANEL = 580;
const LEFT = 60;
/** Radii of the rings around the epicentre, km. */
const RINGS_KM = [50, 100, 200];
const TOWN_LABELS = [
  { count: 4, size: 23 },
  { count: 6, size: 17 },
] as const;

const [MAJOR, MINOR] = TOWN_LABELS;
const TOWN_BASELINE = ".towns text{dominant-baseline:central}";
const TOWN_STYLE = `.towns{fill:${COLOURS.soft};font-size:${MAJOR.size}px}.minor{font-size:${MINOR.size}px}${TOWN_BASELINE}`;

/** A picture of an earthquake for link previews, as SVG: a map, magnitude, place, time and source. */
export function pictureSvg(facts: PictureFacts, base: BaseMap): string {
  const { magnitude, place, depthKm, source } = facts;
  const colour = colourOf(facts);
  const [kind, figure] = magnitude === null ? ["Earthquake of", yearOf(facts)] : ["Magnitude", magnitude.toFixed(1)];
  const { lines, size } = wrapped(place.slice(0, 1).toUpperCase() + place.slice(1));
  const step = Math.round(size * 1.18);
  const first = 396 - (lines.length - 1) * 12;
  const after = first + (lines.length - 1) * step;
  const depth = depthKm === null ? [] : [`Depth ${Math.round(depthKm)} km`];
  const details = [...depth, ...(source === null ? [] : [`Source: ${source}`])].join(" · ");
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Commissioner" font-weight="600">
<style>${TOWN_STYLE}</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.sea}"/>${map(facts, base, colour)}
<rect width="${PANEL}" height="${HEIGHT}" fill="${COLOURS.panel}"/>
<g transform="translate(${LEFT} 56)">${MARK}<text x="62" y="33" font-size="30" fill="${COLOURS.ink}">Quaketree</text></g>
${line(170, 24, COLOURS.soft, kind)}${line(306, 156, colour, figure)}
${lines.map((text, at) => line(first + at * step, size, COLOURS.ink, text))}
${line(after + 50, 28, COLOURS.soft, dated(facts))}${line(after + 90, 24, COLOURS.soft, details)}
</svg>
`.markup;
}

function line(y: number, size: number, colour: string, text: string): Html {
  return html`<text x="${LEFT}" y="${y}" font-size="${size}" fill="${colour}">${text}</text>`;
}

/** The mark of the site (`assets/icon.svg`), on a ground that differs from that of the picture. */
const MARK = trustedHtml(
  `<g transform="scale(1.5)"><rect width="32" height="32" rx="7" fill="#12343b"/>` +
    `<path d="M3 17h6l2-5 3 11 4-17 3 14 2-3h6" fill="none" stroke="#f2b84b" stroke-width="2.2" ` +
    `stroke-linejoin="round" stroke-linecap="round"/></g>`,
);

/** Whether the typeface of pictures has all letters of a name. */
function isLatin({ name }: { name: string }): boolean {
  return /^[\x20-\u017f\u01a0-\u01b0\u0218-\u021b\u0259\u1e00-\u1eff\u2018\u2019]+$/.test(name);
}

/** The map around the epicentre; null if there is no position, or near the poles. */
function map({ latitude, longitude, depthKm, magnitude }: PictureFacts, base: BaseMap, colour: string): Html | null {
  if (latitude === null || longitude === null || Math.abs(latitude) > LAST_LATITUDE) return null;
  const [x, y] = [Math.round(mercatorX(longitude)), Math.round(mercatorY(latitude))];
  const view = { left: x - EPICENTRE.x, top: y - EPICENTRE.y, width: WIDTH, height: HEIGHT };
  const rings = RINGS_KM.map((km) => Math.round(unitsOfKm(km, latitude)));
  const radius = 8 + 2.4 * Math.max(0, (magnitude ?? 5) - 4);
  const middle = { left: x - 2 * radius, top: y - 2 * radius, right: x + 2 * radius, bottom: y + 2 * radius };
  const beside = { ...boxOf(view), left: view.left + PANEL };
  const mark = markPath(depthClass(depthKm ?? 0), x, y, radius);
  const names = townNames(beside, middle, townsIn(degreesOf(view)).filter(isLatin), TOWN_LABELS);
  return html`<g transform="translate(${-view.left} ${-view.top})">${landOf(view, base)}
${rings.map((r) => html`<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" fill-opacity=".09" stroke="${colour}" stroke-opacity=".5"/>`)}
${names}<path d="${mark}" fill="${colour}" stroke="${COLOURS.sea}" stroke-width="3"/></g>
<text x="${WIDTH - 16}" y="${HEIGHT - 14}" text-anchor="end" font-size="14" fill="${COLOURS.soft}">Towns: GeoNames</text>`;
}

/**
 * The cells of the base map, with colours instead of the variables of style sheets, which the renderer does not know. The renderer
 * panics if what a clipped part draws is far from the picture, so that each has a rectangle which nobody sees.
 */
function landOf(view: View, { cells, cell: fileOf }: BaseMap): Html[] {
  const shown = cellsIn(view, NEAR).filter(({ cell }) => cells.has(cell));
  return shown.map(({ cell, shift }) => {
    const [, drawn = ""] = fileOf(cell).split('<g id="c">');
    const content = drawn.slice(0, Math.max(0, drawn.lastIndexOf("</g>")));
    const coloured = content
      .replace(/var\(--(\w+)\)/g, (_, name: keyof typeof COLOURS) => COLOURS[name])
      .replace(/<svg ([^>]*) viewBox=[^>]*>/g, '$&<rect $1 fill-opacity="0"/>');
    return html`<g transform="translate(${shift} 0)">${trustedHtml(coloured)}</g>`;
  });
}

/** `6 February 2018, 15:50 UTC`, as precisely as the time is known. */
function dated({ time, precision }: PictureFacts): string {
  const date = new Date(time);
  const known = KNOWN_CHARACTERS[precision];
  const parts = [
    ...(known >= KNOWN_CHARACTERS.day ? [date.getUTCDate()] : []),
    ...(known >= KNOWN_CHARACTERS.month ? [MONTHS[date.getUTCMonth()]] : []),
    yearOf({ time }),
  ];
  const clock = known >= KNOWN_CHARACTERS.minute ? `, ${date.toISOString().slice(-13, -8)} UTC` : "";
  return parts.join(" ") + clock;
}

function yearOf({ time }: Pick<PictureFacts, "time">): string {
  const year = new Date(time).getUTCFullYear();
  return year > 0 ? String(year) : `${1 - year} BC`;
}

/** Sizes of the letters of a place, pixels, and the number of lines of that size that fit. */
const SIZES = [
  { size: 44, most: 3 },
  { size: 34, most: 4 },
] as const;
/** Average width of a letter, as a fraction of the size; wide letters seldom meet in a line. */
const LETTER = 0.52;

/** The words in lines of the width of the panel. Text that does not fit ends in an ellipsis. */
function wrapped(text: string): { lines: string[]; size: number } {
  const fits = SIZES.find(({ size, most }) => linesOf(text, lettersIn(size)).length <= most);
  if (fits) return { lines: linesOf(text, lettersIn(fits.size)), size: fits.size };
  const { size, most } = SIZES[1];
  const lines = linesOf(text, lettersIn(size)).slice(0, most);
  return { lines: [...lines.slice(0, -1), `${lines.at(-1)}…`], size };
}

/** How many letters of a size fit into a line. */
function lettersIn(size: number): number {
  return Math.floor((PANEL - LEFT - 24) / (size * LETTER));
}

/** @param most letters in a line */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length <= most ? word : `${word.slice(0, most - 1)}…`);
  }
  return lines;
}

/** The period of the start page, hours. */
export const WEEK_HOURS = 168;

/** The recent earthquakes of the last seven days. The start pages in all languages show them. */
export const weekOf = memoizeByKey(({ events, asOf }: Catalogue): readonly RecentEvent[] =>
  events.filter((event): event is RecentEvent => event.recent && isInWindow(event.time, asOf, WEEK_HOURS)),
);

/** The largest earthquake; if several are equal, the newest. It is the headline of the start page. */
export function largestOf(events: readonly RecentEvent[]): RecentEvent | undefined {
  let largest = events[0];
  for (const event of events) {
    if (!largest || event.magnitude > largest.magnitude) largest = event;
    else if (event.magnitude === largest.magnitude && newestFirst(event, largest) < 0) largest = event;
  }
  return largest;
}

/**
 * The slugs of the earthquakes whose pages have a picture for link previews: recent ones that are significant or have a magnitude,
 * the headline of the start page, and those that the page of earthquakes lists as the strongest and the deadliest.
 *
 * @param from the magnitude from which a recent earthquake has a picture
 */
export function picturedEvents(catalogue: Catalogue, rule: EventPageRule, from: number): ReadonlySet<string> {
  const { events } = catalogue;
  const withPage = new Map(events.filter((event) => hasPage(rule, event)).map((event) => [event.slug, event]));
  const shared = [...withPage.values()].filter(
    ({ recent, significant, magnitude }) => recent && (significant || (magnitude ?? Number.NEGATIVE_INFINITY) >= from),
  );
  const { strongest, deadliest } = notableLists(events.filter(({ historical }) => historical));
  const headline = largestOf(weekOf(catalogue));
  const slugs = [...shared, ...strongest, ...deadliest, ...(headline ? [headline] : [])].map(({ slug }) => slug);
  return new Set(slugs.filter((slug) => withPage.has(slug)));
}
