import type { AroundFields } from "../near-me/tool.ts";
import type { RunningTool } from "./run.ts";

/** Hundredths of a degree, about a kilometre: enough for distances, and no address. */
const ROUNDING = 100;

/** A button that asks the device for its position, and only then. */
export function offerPosition({ kit, set }: Pick<RunningTool<AroundFields, never>, "kit" | "set">): void {
  const field = document.getElementById("field-place")?.closest(".field");
  if (!field || !("geolocation" in navigator)) return;
  const [button, note] = [document.createElement("button"), document.createElement("p")];
  button.type = "button";
  button.textContent = kit.say("locate");
  note.className = "quiet";
  note.setAttribute("role", "status");
  button.addEventListener("click", () => {
    note.textContent = kit.say("locating");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set({ place: "typed", latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
        note.textContent = kit.say("located");
      },
      () => {
        note.textContent = kit.say("locate_failed");
      },
      { maximumAge: 600_000, timeout: 30_000 },
    );
  });
  field.append(button, note);
}

function rounded(degrees: number): number {
  return Math.round(degrees * ROUNDING) / ROUNDING;
}
