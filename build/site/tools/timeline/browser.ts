import { tryToReadJson } from "../../client/page-data.ts";
import { type RunningTool, runTool } from "../client/run.ts";
import { HISTORY_FILE, type HistoricalEarthquake, type HistoryFile, readHistory } from "../history.ts";
import { WIDTHS, yearAt } from "./figure.ts";
import { timelineTool } from "./tool.ts";
import { historical, movedView, type Span, spanOf, type TimelineFields, viewOf } from "./view.ts";

type Running = Pick<RunningTool<TimelineFields, never>, "context" | "set" | "values">;

const phone = window.matchMedia("(width < 40rem)");

/** The width of the drawing, in its units. */
function width(): number {
  return phone.matches ? WIDTHS.narrow : WIDTHS.wide;
}

/** A shorter drag counts as a click, units of the drawing. */
const MIN_DRAG = 8;

/** Zoom buttons and dragging across the figure, which change the years of the view. */
function offerZoom(running: Running, earthquakes: readonly HistoricalEarthquake[]): void {
  const whole = spanOf(earthquakes);
  const figure = document.getElementById("figure");
  if (!figure) return;
  const show = ([from, to]: Span) => running.set({ from: historical(from), to: historical(to) });
  figure.before(toolbar(running, whole, show));
  drag(figure, (start, end) => {
    const [from, to] = [start, end].map((x) => yearAt(x, running.values(), whole, width())) as [number, number];
    show([Math.floor(Math.min(from, to)), Math.ceil(Math.max(from, to))]);
  });
}

function toolbar({ context, values }: Running, whole: Span, show: (view: Span) => void): HTMLElement {
  const bar = document.createElement("div");
  bar.className = "zoom";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", context.t("zoom"));
  const button = (key: string, change: { factor?: number; shift?: number } | null) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = context.t(key);
    element.addEventListener("click", () => {
      const { spacing } = values();
      show(change ? movedView(viewOf(values(), whole), whole, { spacing, ...change }) : whole);
    });
    return element;
  };
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent = context.t("drag");
  bar.append(
    button("earlier", { shift: -0.5 }),
    button("zoom_in", { factor: 0.5 }),
    button("zoom_out", { factor: 2 }),
    button("later", { shift: 0.5 }),
    button("all_years", null),
    note,
  );
  return bar;
}

/** @param dragged called with both ends, in units of the drawing */
function drag(figure: HTMLElement, dragged: (start: number, end: number) => void): void {
  let start: number | undefined;
  const place = (event: PointerEvent) => {
    const box = figure.querySelector("svg")?.getBoundingClientRect();
    return box ? ((event.clientX - box.left) / box.width) * width() : undefined;
  };
  figure.addEventListener("pointerdown", (event) => {
    // Only the mouse can drag: a moving finger scrolls the page.
    start = event.pointerType === "mouse" && event.button === 0 ? place(event) : undefined;
    if (start !== undefined) event.preventDefault();
  });
  figure.addEventListener("pointerup", (event) => {
    const end = place(event);
    if (start !== undefined && end !== undefined && Math.abs(end - start) >= MIN_DRAG) dragged(start, end);
    start = undefined;
  });
}

// Before the file is loaded, and if the request fails, the page shows the figure of the build.
const file = await tryToReadJson<HistoryFile>(HISTORY_FILE);
if (file) {
  const earthquakes = readHistory(file);
  const running = runTool(timelineTool(earthquakes, () => ({ width: width(), names: true })));
  phone.addEventListener("change", () => running.setData(earthquakes));
  offerZoom(running, earthquakes);
}
