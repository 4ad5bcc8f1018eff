import { depthClass, markPath } from "../charts/scale.ts";
import type { ListedEarthquake } from "../earthquakes/table.ts";
import { titleOf } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";

/** How the cells of the list are formatted in the reader's language. */
export interface RowStyle {
  magnitude: (magnitude: number | null) => string;
  depth: (km: number | null) => string;
  when: (one: ListedEarthquake) => Html | string;
  /** The address that describes an earthquake. */
  href: (one: ListedEarthquake) => string;
  /** Label of the button that shows the earthquake on the map. */
  show: (one: ListedEarthquake) => string;
  /** The label of a new earthquake. */
  mark: (one: ListedEarthquake) => string | undefined;
  /** Id of the selected earthquake. */
  selected: string | null;
}

/** A row of the list. */
export function listRow(quake: ListedEarthquake, style: RowStyle): Html {
  const magnitude = html`${markIcon(quake)}${style.magnitude(quake.magnitude)}`;
  const label = style.show(quake);
  const mark = style.mark(quake);
  const marked = mark === undefined ? null : html` <mark>${mark}</mark>`;
  const current = style.selected === quake.id ? html` aria-current="true"` : null;
  return html`<tr role="row" data-id="${quake.id}"${current}><td role="cell" class="magnitude"><button
type="button" class="pick" data-id="${quake.id}" aria-label="${label}">${magnitude}</button></td>
<td role="cell" class="where"><a lang="en" href="${style.href(quake)}">${titleOf(quake)}</a>${marked}</td>
<td role="cell" class="when">${style.when(quake)}</td><td role="cell" class="deep">${style.depth(quake.depthKm)}</td></tr>
`;
}

/** The icon of an earthquake's depth class, in the size of the text beside it; an empty circle if the depth is unknown. */
export function markIcon({ depthKm }: { depthKm: number | null }): Html {
  const shape = depthKm === null ? "shallow" : depthClass(depthKm);
  const name = depthKm === null ? "unknown" : shape;
  return html`<svg class="icon" viewBox="-8 -8 16 16" aria-hidden="true"><path class="mark ${name}" d="${markPath(shape, 0, 0, 5)}"/>
</svg>`;
}
