import { depthClass, markPath } from "../charts/scale.ts";
import { type Html, html } from "../html.ts";
import type { Quake } from "./quake.ts";

/** The fields of an earthquake that a row shows. */
export type Listed = Pick<Quake, "id" | "slug" | "magnitude" | "depthKm" | "place" | "time">;

/** How the cells of the list are formatted: in a neutral format at build time, and in the reader's language in a browser. */
export interface RowStyle {
  magnitude: (magnitude: number) => Html | string;
  depth: (km: number) => Html | string;
  time: (instant: number) => Html | string;
  /** The address that describes an earthquake. */
  href: (quake: Listed) => string;
  /** Label of the button that shows the earthquake on the map; there is no button if it is absent. */
  show?: (quake: Listed) => string;
  /** The label of a new earthquake. */
  mark?: (quake: Listed) => string | undefined;
  /** Id of the selected earthquake. */
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
  const marked = mark === undefined ? null : html` <mark>${mark}</mark>`;
  const current = style.selected === quake.id ? html` aria-current="true"` : null;
  return html`<tr role="row" data-id="${quake.id}"${current}><td role="cell" class="magnitude">${cell}</td>
<td role="cell" class="where"><a lang="en" href="${style.href(quake)}">${quake.place}</a>${marked}</td>
<td role="cell" class="when">${style.time(quake.time)}</td><td role="cell" class="deep">${style.depth(quake.depthKm)}</td></tr>
`;
}

/** The icon of an earthquake's depth class, in the size of the text beside it. */
export function markIcon({ depthKm }: Pick<Quake, "depthKm">): Html {
  const shape = depthClass(depthKm);
  return html`<svg class="icon" viewBox="-8 -8 16 16" aria-hidden="true"><path class="mark ${shape}" d="${markPath(shape, 0, 0, 5)}"/>
</svg>`;
}
