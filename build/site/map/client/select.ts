import { saveInAddress } from "./controls.ts";
import { drawPoints } from "./draw.ts";
import { type MapState, quakesOf } from "./map-state.ts";

interface How {
  /** Whether the map goes there. */
  fly: boolean;
  /** Whether the keyboard goes to the card. */
  focus: boolean;
}

/** Shows an earthquake's card and mark; null closes the card. */
export async function select(live: MapState, id: string | null, { fly, focus }: How): Promise<void> {
  live.apart = undefined;
  live.choice = { ...live.choice, selected: id };
  saveInAddress(live.choice);
  live.list.mark(id);
  drawPoints(live);
  if (id === null) return live.card.hide();
  const known = quakesOf(live).find((quake) => quake.id === id);
  if (known && fly) live.stage?.flyTo(known);
  const found = await live.card.show(id, known, focus);
  if (known || !found || live.choice.selected !== id) return;
  live.apart = found;
  drawPoints(live);
  if (fly) live.stage?.flyTo(found);
}

/** Closes the card; the keyboard goes back to where it came from. */
export function closeCard(live: MapState): void {
  const id = live.choice.selected;
  void select(live, null, { fly: false, focus: false });
  const { rows, container } = live.parts;
  const row = id === null ? null : rows.querySelector<HTMLElement>(`.pick[data-id="${CSS.escape(id)}"]`);
  (row ?? container.querySelector("canvas"))?.focus();
}
