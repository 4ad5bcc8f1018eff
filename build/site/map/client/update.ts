import type { Quake } from "../quake.ts";
import { strongEnough } from "../shown.ts";
import { saveInAddress } from "./controls.ts";
import { draw } from "./draw.ts";
import type { MapState } from "./map-state.ts";
import { showStatus } from "./show-status.ts";

/** Asks for the news of the chosen period, draws them, and says how old they are. Never rejects. */
export async function update(live: MapState): Promise<void> {
  const { feed, reading, news, parts, t } = live;
  const { hours } = live.choice;
  reading.online = navigator.onLine;
  try {
    const received = await feed.ask(hours);
    if (hours !== live.choice.hours) return;
    reading.failure = undefined;
    reading.asOf = received.asOf;
    announce(live, news.note(hours, received.quakes));
    const changed = live.received?.quakes !== received.quakes || live.received?.asOf !== received.asOf;
    live.received = received;
    if (changed) draw(live);
    reading.staleAfter ??= await feed.staleAfter();
  } catch (error) {
    reading.failure = error instanceof Error ? error.message : String(error);
    stayWith(live);
  } finally {
    showStatus(reading, parts, t);
  }
}

/** Where another period cannot be had, the one that is shown is the one that is chosen. */
function stayWith(live: MapState): void {
  if (!live.received || live.received.hours === live.choice.hours) return;
  live.choice = { ...live.choice, hours: live.received.hours };
  draw(live);
  saveInAddress(live.choice);
}

/** Says what is new, once, to those who do not see the rings. */
function announce({ choice, parts, written, t }: MapState, fresh: readonly Quake[]): void {
  const told = strongEnough(fresh, choice).toSorted((a, b) => b.magnitude - a.magnitude);
  const [strongest] = told;
  if (!strongest) return;
  const { magnitude, place } = strongest;
  const values = { count: written.number(told.length), magnitude: written.number(magnitude, 1), place };
  parts.news.textContent = t("new_ones", values);
}
