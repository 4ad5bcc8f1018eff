import { dataOfPage } from "../../client/page-data.ts";
import { quakeOfRecord } from "../../map/quake.ts";
import { followData, offerPlaces } from "../client/data.ts";
import { type RunningTool, runTool } from "../client/run.ts";
import { type AroundData, type AroundFields, centreOf, covers, nearMeTool, TYPED } from "./tool.ts";

/** Positions are rounded to hundredths of a degree, about a kilometre: precise enough for distances, and too coarse for an address. */
const ROUNDING = 100;

const seed = dataOfPage("seed") as AroundData;
const running = runTool(nearMeTool(seed));
followEachOther();
offerPosition(running);
void offerPlaces(running, { also: { place: TYPED } });
followData(running, {
  // The position is not part of the request: the host learns nothing about it, and all readers share the same list.
  keyOf: ({ hours, least }) => `${hours} ${queriedMagnitude(least)}`,
  isInPage: (values) => covers(seed, values, centreOf(values, seed.countries)),
  read: async ({ hours, least }) => {
    const { readEarthquakes } = await import("../../client/earthquakes.ts");
    const found = await readEarthquakes({ hours, least: queriedMagnitude(least) });
    if (!found) return undefined;
    const earthquakes = found.earthquakes.map(quakeOfRecord);
    return { ...seed, hours, least: queriedMagnitude(least), circle: null, earthquakes, coveredFrom: found.coveredFrom };
  },
});

/** Rounds the magnitude down to multiples of 0.5, so that all readers share a few lists. */
function queriedMagnitude(least: number): number {
  return Math.floor(least * 2) / 2;
}

/** Entered coordinates take precedence over the selected country. The selection of a country fills in its coordinates. */
function followEachOther(): void {
  for (const name of ["latitude", "longitude"] as const) {
    document.getElementById(`field-${name}`)?.addEventListener("input", () => {
      const place = document.getElementById("field-place") as HTMLSelectElement;
      place.value = TYPED;
    });
  }
  document.getElementById("field-place")?.addEventListener("change", () => {
    const { latitude, longitude } = centreOf(running.values(), seed.countries);
    running.set({ latitude: rounded(latitude), longitude: rounded(longitude) });
  });
}

/** A button that requests the position of the device. The position is never requested without a click. */
function offerPosition({ context, set }: Pick<RunningTool<AroundFields, never>, "context" | "set">): void {
  const field = document.getElementById("field-place")?.closest(".field");
  if (!field || !("geolocation" in navigator)) return;
  const [button, note] = [document.createElement("button"), document.createElement("p")];
  button.type = "button";
  button.textContent = context.t("locate");
  note.className = "quiet";
  note.setAttribute("role", "status");
  button.addEventListener("click", () => {
    note.textContent = context.t("locating");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set({ place: TYPED, latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
        note.textContent = context.t("located");
      },
      () => {
        note.textContent = context.t("locate_failed");
      },
      { maximumAge: 600_000, timeout: 30_000 },
    );
  });
  field.append(button, note);
}

function rounded(degrees: number): number {
  return Math.round(degrees * ROUNDING) / ROUNDING;
}
