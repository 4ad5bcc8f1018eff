import { tryToReadJson } from "../../client/read-json.ts";
import { NO_BREAK } from "../../format/numbers.ts";
import { queryOfValues } from "../form-values.ts";
import type { Field, ValuesOf } from "../tool.ts";
import type { RunningTool } from "./run.ts";

/** An earthquake of the API, as far as tools use it. */
export interface ListedEarthquake {
  event_id: string;
  magnitude: number;
  depth_km: number;
  latitude: number;
  longitude: number;
  place_description: string;
  /** ISO 8601, UTC. */
  occurred_at: string;
}

/** How an earthquake of the data becomes an example of a tool. */
export interface ExampleSource<Fields extends readonly Field[]> {
  /** Where the earthquakes are asked for: `/api/v1/earthquakes/?…`. */
  path: string;
  /** Which of them the tool can take; all at first. */
  fits?(event: ListedEarthquake): boolean;
  values(event: ListedEarthquake): Partial<ValuesOf<Fields>>;
}

const SHOWN = 5;

/** Offers the largest earthquakes of the data as values to try: links, so that they can be opened and shared too. */
export async function offerExamples<Fields extends readonly Field[]>(
  fields: Fields,
  running: RunningTool<Fields, never>,
  source: ExampleSource<Fields>,
): Promise<void> {
  const place = document.getElementById("examples");
  const answer = await tryToReadJson<{ earthquakes: ListedEarthquake[] }>(source.path);
  if (!place) return;
  place.hidden = false;
  const note = place.querySelector("p");
  const fitting = (answer?.earthquakes ?? []).filter((event) => source.fits?.(event) ?? true);
  if (note) {
    note.hidden = fitting.length > 0;
    note.textContent = running.context.t(answer === undefined ? "no_data" : "no_example");
  }
  const largest = fitting.toSorted((a, b) => b.magnitude - a.magnitude).slice(0, SHOWN);
  place
    .querySelector("ul")
    ?.append(...largest.map((event) => exampleItem(fields, running, event, source.values(event))));
}

function exampleItem<Fields extends readonly Field[]>(
  fields: Fields,
  running: RunningTool<Fields, never>,
  event: ListedEarthquake,
  values: Partial<ValuesOf<Fields>>,
): HTMLLIElement {
  const link = document.createElement("a");
  link.href = queryOfValues(fields, { ...running.values(), ...values }) || location.pathname;
  link.textContent = `M${NO_BREAK}${running.context.number(event.magnitude, { digits: 1 })} · ${event.place_description}`;
  link.addEventListener("click", (click) => {
    if (click.metaKey || click.ctrlKey || click.shiftKey) return;
    click.preventDefault();
    running.set(values);
  });
  const item = document.createElement("li");
  item.append(link);
  return item;
}
