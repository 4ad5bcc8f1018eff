import * as fc from "fast-check";
import type { EarthquakeDetail } from "../../build/contract/resources/resources.ts";
import { event, type TestCatalogue } from "./changing-catalogue.ts";

const HOUR_MS = 3_600_000;
const WINDOW_MS = 720 * HOUR_MS;

const IDS = ["us1", "us2", "ci3", "nn4", "ak5", "x-6"];
const id = fc.constantFrom(...IDS);

/** What may happen to a catalogue between two builds. */
export const happening = fc.oneof(
  fc.record({ what: fc.constant("add" as const), id, ago: fc.integer({ min: 0, max: 719 }) }),
  fc.record({ what: fc.constant("revise" as const), id, magnitude: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ what: fc.constant("felt" as const), id, reports: fc.option(fc.nat(9)) }),
  fc.record({ what: fc.constant("move" as const), id, offshore: fc.boolean() }),
  fc.record({ what: fc.constant("elsewhere" as const), id, zone: fc.constantFrom("low", "high") }),
  fc.record({ what: fc.constant("rename" as const), id, to: id }),
  fc.record({ what: fc.constant("merge" as const), id, into: id }),
  fc.record({ what: fc.constant("split" as const), id }),
  fc.record({ what: fc.constant("withdraw" as const), id }),
  fc.record({ what: fc.constant("lose" as const), id }),
);
export type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** A catalogue after something has happened to it, where it can. @param asOf ms since 1970 UTC */
export function after({ events, withdrawn }: TestCatalogue, one: Happening, asOf: number): TestCatalogue {
  const [now, gone] = [new Map(events), new Map(withdrawn)];
  const known = new Set([...events.values()].flatMap(({ event_id: own, aliases }) => [own, ...aliases]));
  const subject = events.get(one.id);
  const put = (record: EarthquakeDetail) => now.set(record.event_id, event(record.event_id, record));
  if (one.what === "add") {
    if (!known.has(one.id)) put(event(one.id, { occurred_at: new Date(asOf - one.ago * HOUR_MS).toISOString() }));
  } else if (subject) change(subject, one);
  return { events: now, withdrawn: gone };

  function change(record: EarthquakeDetail, how: Exclude<Happening, { what: "add" }>): void {
    const country = record.country ?? event("any").country;
    switch (how.what) {
      case "revise":
        return void put({ ...record, magnitude: how.magnitude });
      case "felt":
        return void put({ ...record, impact: { ...record.impact, felt_reports: how.reports } });
      case "move":
        return void put({ ...record, country: how.offshore ? null : country });
      case "elsewhere":
        return void put({ ...record, country: country && { ...country, seismic_zone: how.zone as "low" } });
      case "rename":
        if (known.has(how.to)) return undefined;
        now.delete(record.event_id);
        return void put({ ...record, event_id: how.to, aliases: [...record.aliases, record.event_id] });
      case "merge": {
        const other = now.get(how.into);
        if (!other || other.event_id === record.event_id) return undefined;
        now.delete(record.event_id);
        return void put({ ...other, aliases: [...other.aliases, record.event_id, ...record.aliases] });
      }
      case "split": {
        const [first, ...rest] = record.aliases;
        if (first === undefined) return undefined;
        put({ ...record, aliases: rest });
        return void put({ ...record, event_id: first, aliases: [] });
      }
      case "withdraw":
        gone.set(record.event_id, asOf);
        return void now.delete(record.event_id);
      default:
        return void now.delete(record.event_id);
    }
  }
}

/** Events go when they are 720 hours old. */
export function windowed({ events, withdrawn }: TestCatalogue, asOf: number): TestCatalogue {
  const young = [...events].filter(([, { occurred_at: at }]) => Date.parse(at) > asOf - WINDOW_MS);
  return { events: new Map(young), withdrawn };
}
