import { kmOfDegrees } from "../../../geo/sphere.ts";
import { type Arrival, arrivals, readableArrivals, regionalName } from "../../../seismology/travel-times.ts";
import { durationText } from "../../format/dates.ts";
import { type Html, html } from "../../html.ts";
import type { RecordedEarthquake } from "../../map/quake.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { recordSection, travelTimeFigure, travelTimeNumbers } from "./figure.ts";

/** The station ANMO near Albuquerque, of the Global Seismographic Network. */
const ANMO = { latitude: 34.95, longitude: -106.46 };

const FIELDS = [
  { kind: "number", name: "distance", least: 0, most: 180, step: 1, first: 60, unit: "°" },
  { kind: "number", name: "depth", least: 0, most: 700, step: 5, first: 10, unit: "km" },
  { kind: "number", name: "latitude", least: -90, most: 90, step: "any", first: ANMO.latitude, unit: "°" },
  { kind: "number", name: "longitude", least: -180, most: 180, step: "any", first: ANMO.longitude, unit: "°" },
] as const;

export const travelTimesTool = defineTool({
  slug: "travel-times",
  fields: FIELDS,
  draw({ distance, depth, latitude, longitude }, context, events?: readonly RecordedEarthquake[]) {
    const all = earliestOfEach(arrivals(depth, distance));
    return {
      answer: answer(all, distance, depth, context),
      figure: travelTimeFigure(depth, distance, all, context),
      more: html`${table(all, distance, depth, context)}${
        events ? recordSection(events, { latitude, longitude }, context) : html`<p class="quiet">${context.t("record_later")}</p>`
      }`,
      numbers: () => travelTimeNumbers(depth),
    };
  },
});

/** A phase with a triplication arrives several times. Only the first arrival is kept. */
function earliestOfEach(all: readonly Arrival[]): Arrival[] {
  return all.filter(({ phase }, i) => all.findIndex((other) => other.phase === phase) === i);
}

function answer(all: readonly Arrival[], degrees: number, depth: number, context: ToolContext): Html {
  const { t, number } = context;
  const readable = readableArrivals(all, degrees);
  const [first] = readable;
  const s = readable.find(({ phase }) => FIRST_S.has(phase)) ?? readable.find(({ phase }) => phase.startsWith("SK"));
  const weak = all.filter((arrival) => !readable.includes(arrival)).map(({ phase }) => phase);
  if (!first) return html`<p class="headline">${t("here")}</p>`;
  return html`<p class="headline">${t("first", { phase: nameOf(first, depth, degrees), time: durationText(first.seconds, context) })}</p>
<p>${t("where", {
    degrees: number(degrees, { digits: 1, unit: "°" }),
    km: number(kmOfDegrees(degrees), { digits: 0, unit: "km" }),
    depth: number(depth, { digits: 0, unit: "km" }),
  })} ${
    s && first.phase !== s.phase
      ? t("then_s", {
          phase: s.phase,
          time: durationText(s.seconds, context),
          after: durationText(s.seconds - first.seconds, context),
        })
      : t("no_s")
  }${weak.length > 0 ? ` ${t("weak", { phases: weak.join(", ") })}` : ""}</p>`;
}

/** The waves that are called S where they arrive; in the shadow of the core, the first S wave comes through the core. */
const FIRST_S: ReadonlySet<Arrival["phase"]> = new Set(["S", "Sdiff"]);

function table(all: readonly Arrival[], degrees: number, depth: number, context: ToolContext): Html {
  const { t, number } = context;
  return html`<table><thead><tr><th scope="col">${t("table_phase")}</th><th scope="col">${t("table_time")}</th>
<th scope="col">${t("table_seconds")}</th><th scope="col">${t("table_slowness")}</th><th scope="col">${t("table_deepest")}</th>
</tr></thead>
<tbody>${all.map(
    (arrival) => html`<tr><th scope="row">${nameOf(arrival, depth, degrees)}</th><td>${durationText(arrival.seconds, context)}</td>
<td>${number(arrival.seconds, { digits: 1, unit: "s" })}</td><td>${number(arrival.slowness, { digits: 2, unit: "s/°" })}</td>
<td>${arrival.deepestKm === null ? "–" : number(arrival.deepestKm, { digits: 0, unit: "km" })}</td></tr>
`,
  )}</tbody></table>`;
}

function nameOf(arrival: Arrival, depth: number, degrees: number): string {
  if (arrival.phase !== "P" && arrival.phase !== "S") return arrival.phase;
  return regionalName(arrival.phase, arrival, depth, degrees);
}
