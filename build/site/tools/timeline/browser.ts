import { addCountries } from "../../client/lists/country-options.ts";
import { readJson } from "../../client/page-data.ts";
import { HISTORY_FILE, readTable } from "../../earthquakes/table.ts";
import { followData, isFrameAsBuilt } from "../client/data.ts";
import { type RunningTool, runTool } from "../client/run.ts";
import { firstValues } from "../form.ts";
import { type TimelineData, timelineTool } from "./tool.ts";
import {
  archiveKey,
  archiveQuery,
  historical,
  historicalOf,
  movedView,
  type Span,
  spanOf,
  TIMELINE_FIELDS,
  type TimelineFields,
  type TimelineValues,
  timelineArchive,
  viewOf,
} from "./view.ts";

type Running = RunningTool<TimelineFields, TimelineData>;

/** The least magnitude of the archive at first: nobody asks for all of its earthquakes, which are too many to be read. */
const FIRST_OF_ARCHIVE = 6;

/** The first year of the form when the archive is chosen: what it has of older earthquakes, the first list of the tool has, too. */
const FIRST_YEAR_OF_ARCHIVE = 1900;

/** Reads the archive when it is chosen. @param keep receives what was read */
function offerArchive(running: Running, history: TimelineData["history"], keep: (data: TimelineData) => void): void {
  const initial = firstValues(TIMELINE_FIELDS) as TimelineValues;
  const fitting = ({ hours, magnitude, from }: TimelineValues) => {
    if (hours === "history") return { magnitude, from };
    return {
      magnitude: magnitude === 0 ? FIRST_OF_ARCHIVE : magnitude,
      from: from === initial.from ? FIRST_YEAR_OF_ARCHIVE : from,
    };
  };
  const first = running.values();
  let { hours: before } = first;
  showFields(first);
  const { magnitude, from } = fitting(first);
  if (magnitude !== first.magnitude || from !== first.from) running.set({ magnitude, from });
  followData(running, {
    keyOf: (values) => (values.hours === "archive" ? archiveKey(values) : values.hours),
    isInPage: ({ hours }) => hours === "history",
    read: async (values) => {
      if (values.hours === "history") return { history };
      const { readArchive } = await import("../../client/archive.ts");
      const found = await readArchive(archiveQuery(values));
      const data = found && { history, archive: timelineArchive(values, found) };
      if (data) keep(data);
      return data;
    },
  });
  running.onChange((values) => {
    if (values.hours === before) return;
    before = values.hours;
    showFields(values);
    running.set({ to: initial.to, ...fitting({ ...values, from: initial.from }) });
  });
}

const magnitudeHint = document.getElementById("hint-magnitude");
const textOfHint = magnitudeHint?.textContent ?? "";

/** Shows the fields that count for the chosen earthquakes. */
function showFields({ hours }: TimelineValues): void {
  const isArchive = hours === "archive";
  // The archive is read by magnitude, so that it gives none of unknown magnitude.
  if (magnitudeHint) magnitudeHint.textContent = isArchive ? "" : textOfHint;
  for (const [name, counts] of Object.entries({ country: isArchive, by: !isArchive, deaths: !isArchive })) {
    const field = document.getElementById(`field-${name}`)?.closest<HTMLElement>(".field");
    if (field) field.hidden = !counts;
  }
}

/** Buttons that change the years of the view. @param wholeOf all years of the figure */
function offerZoom(running: Running, wholeOf: () => Span): void {
  const { context } = running;
  const bar = document.createElement("div");
  bar.className = "zoom";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", context.t("zoom"));
  const button = (key: string, change: { factor?: number; shift?: number } | null) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = context.t(key);
    element.addEventListener("click", () => {
      const [values, whole] = [running.values(), wholeOf()];
      const [from, to] = change ? movedView(viewOf(values, whole), whole, { spacing: values.spacing, ...change }) : whole;
      running.set({ from: historical(from), to: historical(to) });
    });
    return element;
  };
  bar.append(
    button("earlier", { shift: -0.5 }),
    button("zoom_in", { factor: 0.5 }),
    button("zoom_out", { factor: 2 }),
    button("later", { shift: 0.5 }),
    button("all_years", null),
  );
  document.getElementById("figure")?.before(bar);
}

// Before the file is loaded, if the request fails, and while a cache still has a file of another format, the page shows the figure
// of the build.
const history = isFrameAsBuilt()
  ? undefined
  : await readJson(HISTORY_FILE)
      .then((file) => readTable(file).map(historicalOf))
      .catch(() => undefined);
if (history) {
  const countries = document.getElementById("field-country");
  if (countries instanceof HTMLSelectElement) addCountries(countries);
  let data: TimelineData = { history };
  const running = runTool(timelineTool(history));
  offerZoom(running, () => {
    const { archive } = data;
    const isShown = archive && !("absent" in archive) && running.values().hours === "archive";
    return isShown ? archive.whole : spanOf(history);
  });
  offerArchive(running, history, (read) => {
    data = read;
  });
}
