import type { Html } from "../html.ts";
import { numberElement } from "./amounts.ts";

/** A magnitude to a tenth, or to a hundredth where it was published as finely. */
export function magnitudeAmount(magnitude: number): Html {
  return numberElement(magnitude, { digits: Math.round(magnitude * 10) / 10 === magnitude ? 1 : 2 });
}
