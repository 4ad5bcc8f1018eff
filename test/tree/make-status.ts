import type { StatusDocument } from "../../build/contract/wire/status.ts";
import { statusPage } from "../../build/site/views/status.ts";
import { writeStatusFiles } from "../../build/tree/status-files.ts";
import { ENGLISH } from "../site/english.ts";

/** A status of a run that went well, with what a test wants to have otherwise. */
export function makeStatus(parts: Partial<StatusDocument> = {}): StatusDocument {
  return {
    format: 1,
    run: {
      started_at: "2031-05-04T12:00:00.000Z",
      finished_at: "2031-05-04T12:00:04.000Z",
      outcome: "done",
      exit_code: 0,
      error: null,
      seconds: { ingest: 0.4, build: 3.1 },
    },
    expected_interval_s: 60,
    stale_after_s: 900,
    as_of: "2031-05-04T11:59:30.000Z",
    fresh: true,
    snapshot: { id: "0123456789abcdef", sequence: 12 },
    build: { recent: 1_700, historical: 942, written: 12, unchanged: 3_600, removed: 3, bytes: 8_900_000, left_out: {} },
    sources: [
      {
        agency: "usgs",
        outcome: "applied",
        as_of: "2031-05-04T11:59:30.000Z",
        age_s: 34,
        asked_at: "2031-05-04T12:00:00.000Z",
        answered_at: "2031-05-04T12:00:00.000Z",
        stale_after_s: 900,
        fresh: true,
        records: 1_764,
        changes: { added: 2, revised: 5, merged: 0, withdrawn: 0 },
        rejected: [],
      },
    ],
    ...parts,
  };
}

/** Writes the files of a run's status into a tree, with the page in English. */
export function writeStatus(out: string, run: StatusDocument): Promise<void> {
  return writeStatusFiles(out, { json: JSON.stringify(run), page: statusPage(run, ENGLISH) });
}
