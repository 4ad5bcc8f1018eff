import type { Change, Outcome } from "../store/agency.ts";

/** What became of an agency, as reports and `--json` say it. */
export interface SourceReport {
  agency: string;
  outcome: Outcome["outcome"];
  addresses: readonly string[];
  as_of: string | null;
  records: number;
  changes: Record<Change["kind"], number>;
  set_aside: Outcome["setAside"];
  left_out: Outcome["leftOut"];
  doubtful: Outcome["doubtful"];
}

export function sourceReport(outcome: Outcome): SourceReport {
  const { agency, addresses, asOf, records, changes, setAside, leftOut, doubtful } = outcome;
  const counts = { added: 0, revised: 0, merged: 0, withdrawn: 0 };
  for (const { kind } of changes) counts[kind]++;
  return {
    agency,
    outcome: outcome.outcome,
    addresses,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    records,
    changes: counts,
    set_aside: setAside,
    left_out: leftOut,
    doubtful,
  };
}
