import { depthClass, markPath } from "../charts/scale.ts";
import { type Html, html } from "../html.ts";
import type { Quake } from "./quake.ts";

/** What a row tells of an earthquake. */
export type Listed = Pick<Quake, "id" | "slug" | "magnitude" | "depthKm" | "place" | "time">;

/** How the cells of the list are written: neutrally at build time, in the reader's way in a browser. */
export interface RowStyle {
  magnitude: (magnitude: number) => Html | string;
  depth: (km: number) => Html | string;
  time: (instant: number) => Html | string;
  /** Where to read about an earthquake. */
  href: (quake: Listed) => string;
  /** Label of the button that shows it on the map; without it there is no button. */
  show?: (quake: Listed) => string;
  /** The word beside what is new. */
  mark?: (quake: Listed) => string | undefined;
  /** Id of the one that is looked at. */
  selected?: string | null;
}

/** A row of the list. */
export function listRow(quake: Listed, style: RowStyle): Html {
  const magnitude = html`${markIcon(quake)}${style.magnitude(quake.magnitude)}`;
  const label = style.show?.(quake);
  const cell =
    label === undefined
      ? magnitude
      : html`<button type="button" class="pick" data-id="${quake.id}" aria-label="${label}">${magnitude}</button>`;
  const mark = style.mark?.(quake);
  const current = style.selected === quake.id ? html` aria-current="true"` : null;
  return html`<tr data-id="${quake.id}"${current}><td class="magnitude">${cell}</td>
<td class="where"><a lang="en" href="${style.href(quake)}">${quake.place}</a>${mark === undefined ? null : html` <mark>${mark}</mark>`}</td>
<td class="when">${style.time(quake.time)}</td><td class="deep">${style.depth(quake.depthKm)}</td></tr>
`;
}

/** The mark of an earthquake's depth, as large as the letters beside it. */
export function markIcon({ depthKm }: Pick<Quake, "depthKm">): Html {
  const shape = depthClass(depthKm);
  return html`<svg class="icon" viewBox="-8 -8 16 16" aria-hidden="true"><path class="mark ${shape}" d="${markPath(shape, 0, 0, 5)}"/>
</svg>`;
}
