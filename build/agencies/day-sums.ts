import { z } from "zod";
import { DAY_MS } from "../platform/time.ts";
import type { ReportedEvent } from "../store/records.ts";

/**
 * What accepted answers of the last 24 h have changed. Many small changes make a large one, so that their sum is bounded as well, and
 * an event is compared with what it was before the first of them.
 */
export const acceptedSchema = z.strictObject({
  /** Local clock, ms since 1970 UTC. */
  at: z.number().int(),
  /** Number of stored events that the answer could change: the limits of a day fit the widest answer of that day. */
  known: z.number().int(),
  /** Each as a rule and an id. */
  changes: z.array(z.string()),
  /** Values before the first change of these 24 h, by id. */
  before: z.record(z.string(), z.tuple([z.number(), z.number().nullable(), z.number().nullable(), z.number().nullable()])),
});

export type Accepted = z.infer<typeof acceptedSchema>;

/** The values of an event whose drift is bounded: origin time, ms since 1970 UTC; degrees north and east; magnitude. */
export type Values = Pick<ReportedEvent, "time" | "latitude" | "longitude" | "magnitude">;

/** The answers of the last 24 h together. */
export interface Lately {
  known: number;
  changes: ReadonlySet<string>;
  before: ReadonlyMap<string, Values>;
}

/** Separates what still counts at a time, and adds it up. Pure. @param now ms since 1970 UTC */
export function latelyOf(accepted: readonly Accepted[], now: number): { counting: Accepted[]; lately: Lately } {
  const counting = accepted.filter(({ at }) => Math.abs(now - at) < DAY_MS);
  const before = counting.flatMap((one) => Object.entries(one.before));
  return {
    counting,
    lately: {
      known: counting.reduce((most, { known }) => Math.max(most, known), 0),
      changes: new Set(counting.flatMap(({ changes }) => changes)),
      before: new Map(
        before.map(([id, [time, latitude, longitude, magnitude]]) => [id, { time, latitude, longitude, magnitude }] as const),
      ),
    },
  };
}

export function tupleOf({ time, latitude, longitude, magnitude }: Values): Accepted["before"][string] {
  return [time, latitude, longitude, magnitude];
}
