import type { CompleteSpan } from "../catalogue/tally/tally.ts";
import type { FrequencyMagnitude, TotalsBasis } from "../contract/resources/resources.ts";
import type { FrequencyMagnitude as Law } from "../seismology/frequency-magnitude.ts";
import { isoTime } from "../store/civil-time.ts";

/** The law of Gutenberg and Richter as answers give it: hundredths, which is finer than its error. */
export function frequencyMagnitude(law: Law | null): FrequencyMagnitude | null {
  if (!law) return null;
  return {
    a: hundredth(law.a),
    b: hundredth(law.b),
    b_error: hundredth(law.bError),
    completeness_magnitude: law.completenessMagnitude,
    earthquakes: law.events,
    years: hundredth(law.years),
  };
}

/** What totals are sure to count; null where that is only what is listed. */
export function totalsBasis(complete: CompleteSpan | null): TotalsBasis | null {
  return complete && { from: isoTime(complete.from), to: isoTime(complete.to), magnitude: complete.magnitude };
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
