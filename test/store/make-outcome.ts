import type { Outcome } from "../../build/store/agency.ts";

/** What a run of an agency that went well came to, with what a test wants to have otherwise. */
export function makeOutcome(parts: Partial<Outcome> = {}): Outcome {
  return {
    agency: "usgs",
    outcome: "applied",
    addresses: ["https://example.org/feed.geojson"],
    asOf: null,
    records: 7,
    changes: [],
    rejected: [],
    leftOut: {},
    doubtful: {},
    ...parts,
  };
}
