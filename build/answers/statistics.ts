import type { ArchivedSpan } from "../catalogue/tally/tally.ts";
import type { Completeness, FrequencyMagnitude, TotalsBasis } from "../contract/resources/resources.ts";
import type { Completeness as Estimate } from "../seismology/completeness.ts";
import { isoTime } from "../store/civil-time.ts";

/** The law of Gutenberg and Richter in the form of answers: rounded to hundredths, which is finer than its error. */
export function frequencyMagnitude(of: Estimate | null): FrequencyMagnitude | null {
  const law = of?.law;
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

const NO_LAW = { "too-few": "too-few-earthquakes", "poor-fit": "poor-fit" } as const;

/** The magnitude from which counts are complete: its error in hundredths, its fit in whole percent. */
export function completenessRecord({ magnitude, error, assumed, fit, events, absent }: Estimate): Completeness {
  return {
    magnitude,
    error: error === null ? null : hundredth(error),
    assumed,
    fit_percent: fit === null ? null : Math.floor(fit),
    earthquakes: events,
    no_law_because: absent && NO_LAW[absent],
  };
}

/** The events that totals count completely; null if totals count only the listed events. */
export function totalsBasis(complete: ArchivedSpan | null): TotalsBasis | null {
  return complete && { from: isoTime(complete.from), to: isoTime(complete.to), magnitude: complete.magnitude };
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
