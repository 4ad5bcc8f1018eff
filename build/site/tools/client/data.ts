import type { Earthquake } from "../../../contract/resources/resources.ts";
import { tryToReadJson } from "../../client/page-data.ts";
import { NO_BREAK } from "../../format/numbers.ts";
import { queryOfValues } from "../form.ts";
import type { Field, ValuesOf } from "../tool.ts";
import type { RunningTool } from "./run.ts";

/** So long after the last key the data are asked for, ms. */
const PAUSE = 350;

interface Followed<Values, Data> {
  /** Values with the same key have the same data. */
  keyOf: (values: Values) => string;
  /** Undefined where they cannot be had. */
  read: (values: Values) => Promise<Data | undefined>;
}

/**
 * Reads the data that the values ask for, now and whenever they change, and draws with them. An answer that comes after the
 * question has changed is not shown.
 */
export function followData<Fields extends readonly Field[], Data>(
  running: RunningTool<Fields, Data>,
  { keyOf, read }: Followed<ValuesOf<Fields>, Data>,
): void {
  let asked: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const ask = async (values: ValuesOf<Fields>, key: string) => {
    const data = await read(values);
    if (key !== asked) return;
    if (data !== undefined) running.setData(data);
    // Asked again at the next change.
    else [asked] = [undefined, running.tell(running.context.t("unread"))];
  };
  const follow = (values: ValuesOf<Fields>) => {
    const key = keyOf(values);
    if (key === asked) return;
    asked = key;
    clearTimeout(pause);
    pause = setTimeout(() => void ask(values, key), PAUSE);
  };
  running.onChange(follow);
  follow(running.values());
}

/** As many as an answer of the API has at the most. */
const PAGE = 500;

/** Far more pages than there are earthquakes in a month. */
const MAX_PAGES = 60;

/** What earthquakes are asked for. */
interface EarthquakeQuery {
  hours: string;
  /** Least magnitude. */
  least: number;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/**
 * All earthquakes of the API that a query asks for, page by page; undefined where they cannot be had. The tree may be renewed
 * between two pages, so that one may come twice: it is kept once.
 */
export async function readEarthquakes({ hours, least, country }: EarthquakeQuery): Promise<Earthquake[] | undefined> {
  const found = new Map<string, Earthquake>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      hours,
      min_mag: String(least),
      limit: String(PAGE),
      offset: String(page * PAGE),
    });
    if (country !== undefined) query.set("country", country);
    const answer = await tryToReadJson<{ count: number; earthquakes: Earthquake[] }>(`/api/v1/earthquakes/?${query}`);
    if (!answer) return undefined;
    for (const earthquake of answer.earthquakes) found.set(earthquake.event_id, earthquake);
    if ((page + 1) * PAGE >= answer.count) break;
  }
  return [...found.values()];
}

/** How an earthquake of the data becomes an example of a tool. */
interface ExampleSource<Fields extends readonly Field[]> {
  /** Where the earthquakes are asked for: `/api/v1/earthquakes/?…`. */
  path: string;
  /** Which of them the tool can take; all at first. */
  fits?(event: Earthquake): boolean;
  values(event: Earthquake): Partial<ValuesOf<Fields>>;
}

const SHOWN = 5;

/** Offers the largest earthquakes of the data as values to try: links, so that they can be opened and shared too. */
export async function offerExamples<Fields extends readonly Field[]>(
  fields: Fields,
  running: RunningTool<Fields, never>,
  source: ExampleSource<Fields>,
): Promise<void> {
  const place = document.getElementById("examples");
  const answer = await tryToReadJson<{ earthquakes: Earthquake[] }>(source.path);
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
  event: Earthquake,
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
