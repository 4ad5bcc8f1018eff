import type { Earthquake } from "../../../contract/resources/resources.ts";
import { isInFrame, tryToReadJson } from "../../client/page-data.ts";
import { NO_BREAK } from "../../format/numbers.ts";
import { placeWords } from "../../format/place-text.ts";
import { queryOfValues } from "../form.ts";
import type { Field, ValuesOf } from "../tool.ts";
import type { Filled } from "./place.ts";
import type { RunningTool } from "./run.ts";

/** Time from the last change of a value to the request, ms. */
const PAUSE = 350;

interface Followed<Values, Data> {
  /** Values with the same key use the same data. */
  keyOf: (values: Values) => string;
  /** Whether the page contains the data for the values. */
  isInPage: (values: Values) => boolean;
  /** Undefined if the request fails. */
  read: (values: Values) => Promise<Data | undefined>;
}

/**
 * Requests the data for the current values when they first need more than the page contains, and after each further change, and draws
 * the result. An answer is dropped if the values have changed since the request.
 */
export function followData<Fields extends readonly Field[], Data>(
  running: RunningTool<Fields, Data>,
  { keyOf, isInPage, read }: Followed<ValuesOf<Fields>, Data>,
): void {
  let requested: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const ask = async (values: ValuesOf<Fields>, key: string) => {
    const data = await read(values);
    if (key !== requested) return;
    if (data !== undefined) running.setData(data);
    // After a failure, the next change of a value requests the data again.
    else [requested] = [undefined, running.tell(running.context.t("unread"))];
  };
  const follow = (values: ValuesOf<Fields>) => {
    const key = keyOf(values);
    if (key === requested || (requested === undefined && isInPage(values))) return;
    requested = key;
    clearTimeout(pause);
    pause = setTimeout(() => void ask(values, key), PAUSE);
  };
  running.onChange(follow);
  follow(running.values());
}

/** Whether the page is in a frame and shows what the build has drawn: the data for other values are several times as large as all else. */
export function isFrameAsBuilt(): boolean {
  return isInFrame() && [...new URLSearchParams(location.search).keys()].every((name) => name === "embed" || name === "lang");
}

/** Offers the search box and the small map of `place.ts`, which a frame shows nothing of. */
export async function offerPlaces<Fields extends readonly Field[]>(
  running: RunningTool<Fields, never>,
  filled: Filled<ValuesOf<Fields>> = {},
): Promise<void> {
  if (!isInFrame()) (await import("./place.ts")).offerPicker(running, filled);
}

/** The largest recent earthquakes. More than are shown, because a tool may not support all. */
export const LARGEST = "/api/v1/earthquakes/?hours=720&order=magnitude&limit=20";

/** How earthquakes become examples of a tool. */
interface ExampleSource<Fields extends readonly Field[]> {
  /** Address of the list of earthquakes, the largest first. */
  path: string;
  /** Whether the tool supports an earthquake; if absent, all are supported. */
  fits?(event: Earthquake): boolean;
  values(event: Earthquake): Partial<ValuesOf<Fields>>;
}

const SHOWN = 5;

/**
 * Offers the largest recent earthquakes as example values. The examples are links, so that the reader can open them in a tab
 * and share them.
 */
export async function offerExamples<Fields extends readonly Field[]>(
  fields: Fields,
  running: RunningTool<Fields, never>,
  source: ExampleSource<Fields>,
): Promise<void> {
  const place = document.getElementById("examples");
  if (isInFrame()) return;
  const answer = await tryToReadJson<{ earthquakes: Earthquake[] }>(source.path);
  if (!place) return;
  place.hidden = false;
  const note = place.querySelector("p");
  const fitting = (answer?.earthquakes ?? []).filter((event) => source.fits?.(event) ?? true);
  if (note) {
    note.hidden = fitting.length > 0;
    note.textContent = running.context.t(answer === undefined ? "no_data" : "no_example");
  }
  place.querySelector("ul")?.append(...fitting.slice(0, SHOWN).map((event) => exampleItem(fields, running, event, source.values(event))));
}

function exampleItem<Fields extends readonly Field[]>(
  fields: Fields,
  running: RunningTool<Fields, never>,
  event: Earthquake,
  values: Partial<ValuesOf<Fields>>,
): HTMLLIElement {
  const link = document.createElement("a");
  link.href = queryOfValues(fields, { ...running.values(), ...values }) || location.pathname;
  const magnitude = running.context.number(event.magnitude, { digits: 1 });
  link.textContent = `M${NO_BREAK}${magnitude} · ${placeWords(event.place_description, running.context)}`;
  link.addEventListener("click", (click) => {
    if (click.metaKey || click.ctrlKey || click.shiftKey) return;
    click.preventDefault();
    running.set(values);
  });
  const item = document.createElement("li");
  item.append(link);
  return item;
}
