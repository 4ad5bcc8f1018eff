import type { AgencySettings } from "../config/agencies.ts";
import type { Config } from "../config/config.ts";
import { STATUS_DAYS, type StatusDay, type StatusDocument, type StatusSource } from "../contract/wire/status.ts";
import { PROGRAM_AND_VERSION } from "../platform/program.ts";
import { DAY_MS } from "../platform/time.ts";
import { isoTime, isoTimeOrNull } from "../store/civil-time.ts";
import { type AgencyNote, SHRUNK } from "../store/run-notes.ts";
import type { BuildResult } from "./build.ts";
import type { SourceResult } from "./ingest.ts";

/** The facts of a status. Times in ms since 1970 UTC. */
export interface RunFacts {
  startedAt: number;
  finishedAt: number;
  seconds: StatusDocument["run"]["seconds"];
  error: { code: string } | null;
  sources: readonly SourceResult[];
  /** The notes of the store on every agency, this run included. */
  notes: Record<string, AgencyNote>;
  build: BuildResult | null;
  /** The runs by day before this one. */
  days: readonly StatusDay[];
  /** Of the current tree. */
  snapshot: { id: string; sequence: number; as_of: string };
}

/** The content of `status.json` about a run. Pure. */
export function statusDocument(config: Config, facts: RunFacts): StatusDocument {
  const { snapshot, build, seconds, error, finishedAt } = facts;
  const sources = watched(config.agencies).map((agency) => statusSource(agency, facts));
  const outcome = runOutcome(config, facts);
  return {
    format: 1,
    program: PROGRAM_AND_VERSION,
    run: {
      started_at: isoTime(facts.startedAt),
      finished_at: isoTime(finishedAt),
      outcome,
      exit_code: RUN_EXIT[outcome],
      error: error && publicFault(error.code),
      seconds,
    },
    expected_interval_s: config.expected_interval_s,
    stale_after_s: config.stale_after_s,
    as_of: snapshot.as_of,
    fresh: outcome !== "failed" && sources.every(({ fresh }) => fresh),
    snapshot: { id: snapshot.id, sequence: snapshot.sequence },
    build: build && {
      ...build.events,
      written: build.written,
      unchanged: build.unchanged,
      removed: build.removed,
      bytes: build.bytes,
      left_out: build.leftOut,
      ...(build.rejected.length > 0 && { rejected: build.rejected.map(({ what, code }) => ({ what, ...publicFault(code) })) }),
    },
    sources,
    days: nextDays(facts.days, finishedAt, outcome),
  };
}

/** The runs by day, with one more. Pure. @param finishedAt ms since 1970 UTC */
export function nextDays(before: readonly StatusDay[], finishedAt: number, outcome: keyof typeof RUN_EXIT): StatusDay[] {
  const dayOf = (instant: number) => isoTime(instant).slice(0, 10);
  const [first, day] = [dayOf(finishedAt - (STATUS_DAYS - 1) * DAY_MS), dayOf(finishedAt)];
  const { runs, stale, failed } = before.find((one) => one.day === day) ?? { runs: 0, stale: 0, failed: 0 };
  const kept = before.filter((one) => one.day >= first && one.day < day);
  return [...kept, { day, runs: runs + 1, stale: stale + Number(outcome === "stale"), failed: failed + Number(outcome === "failed") }];
}

/** The facts that determine the outcome of a run. */
type OutcomeFacts = Pick<RunFacts, "error" | "notes" | "finishedAt"> & {
  sources: readonly Pick<SourceResult, "outcome">[];
  build: Pick<BuildResult, "rejected"> | null;
};

/**
 * `stale` if an agency or one of its addresses was rejected, an event was left out, or an agency is overdue. `status --check` right
 * after a run finds the same. The age of the newest data does not count here: `fresh` of the source states it, a run cannot change it,
 * and a saved file does not become newer.
 */
export function runOutcome(config: Config, facts: OutcomeFacts): keyof typeof RUN_EXIT {
  const { error, sources, notes, finishedAt, build } = facts;
  if (error) return "failed";
  const isRejected = sources.some(({ outcome }) => outcome === "rejected") || (build?.rejected ?? []).length > 0;
  const troubled = watched(config.agencies).some(({ key, staleAfterS, isRemote }) => {
    const { advancedAt: since = null, rejected = [] } = notes[key] ?? {};
    if (rejected.some(({ what, code }) => hostOf(what) !== undefined || code === SHRUNK)) return true;
    return isRemote && staleAfterS !== null && since !== null && finishedAt - since > staleAfterS * 1000;
  });
  return isRejected || troubled ? "stale" : "done";
}

interface Watched {
  key: string;
  staleAfterS: number | null;
  /** Whether any of its addresses is remote. */
  isRemote: boolean;
}

/** The enabled agencies, in the order of the configuration's documentation. */
function watched({ others, ...known }: AgencySettings): Watched[] {
  return [...Object.entries(known), ...Object.entries(others)]
    .filter(([, settings]) => settings.enabled)
    .map(([key, settings]) => {
      const addresses = Object.values(settings).filter((value) => typeof value === "string");
      const isFile = addresses.length > 0 && addresses.every((value) => !/^https?:/.test(value));
      return { key, staleAfterS: settings.stale_after_s, isRemote: !isFile };
    });
}

function statusSource({ key, staleAfterS }: Watched, { sources, notes, finishedAt }: RunFacts): StatusSource {
  const report = sources.find(({ agency }) => agency === key);
  const note = notes[key];
  const current = note?.asOf ?? note?.answeredAt ?? null;
  const ageS = current === null ? null : Math.max(0, Math.round((finishedAt - current) / 1000));
  return {
    agency: key,
    outcome: report?.outcome ?? null,
    as_of: isoTimeOrNull(note?.asOf),
    age_s: ageS,
    asked_at: isoTimeOrNull(note?.askedAt),
    answered_at: isoTimeOrNull(note?.answeredAt),
    stale_after_s: staleAfterS,
    fresh: ageS !== null && (staleAfterS === null || ageS <= staleAfterS),
    records: note?.records ?? 0,
    changes: report?.changes ?? null,
    rejected: publicRejections(key, note),
  };
}

/** The rejections, by request and code, without duplicates. Ids and lines of records are texts of the agency, and not published. */
function publicRejections(agency: string, note: AgencyNote | undefined): StatusSource["rejected"] {
  const all = (note?.rejected ?? []).map(({ what, code }) => ({ what: hostOf(what) ?? agency, ...publicFault(code) }));
  return [...new Map(all.map((one) => [`${one.what} ${one.code}`, one])).values()];
}

function hostOf(address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname;
}

/** Exit codes of a run that builds. */
export const RUN_EXIT = {
  done: 0,
  /** It failed; the tree is as it was. */
  failed: 1,
  /** Done, but an agency was rejected, an earthquake was left out, or an agency is overdue. */
  stale: 3,
} as const;

/** The public description of a fault. */
interface PublicFault {
  code: string;
  message: string;
}

/**
 * The public description of a fault. Messages of errors are only for the operator: they quote addresses with keys, paths and texts
 * of agencies. A code that is not in the table is published as `unknown`.
 */
export function publicFault(code: string): PublicFault {
  if (RECORD_FAULTS.has(code)) return { code, message: `A record cannot be read: ${code.replaceAll("-", " ")}.` };
  const message = FAULTS.get(code);
  return message === undefined ? { code: "unknown", message: "The operator's log has the details." } : { code, message };
}

const FAULTS = new Map([
  ["answer-invalid", "No answer of the API can hold this earthquake."],
  ["capture-behind", "The answer is older than what the store has."],
  ["capture-empty", "The answer is empty."],
  ["capture-error", "The answer is an error message of the agency."],
  ["capture-from-the-future", "The answer is dated in the future."],
  ["capture-frozen", "The agency repeats an old answer."],
  ["capture-implausible", "The answer would change more than a credible answer does."],
  ["capture-incomplete", "The answer lacks parts that the agency publishes."],
  ["capture-malformed", "The answer is not in the expected format."],
  ["capture-refused", "The agency refused the request."],
  ["capture-shifted", "The table changed while it was read."],
  ["capture-shrunk", "The answer lacks many records that were published before."],
  ["capture-stale", "The answer is older than one received before."],
  ["capture-thinned", "The answer lacks many values that were published before."],
  ["capture-too-large", "The answer is too large."],
  ["capture-truncated", "The answer is incomplete."],
  ["capture-unreachable", "The agency cannot be reached."],
  ["capture-unreadable", "The answer cannot be read."],
  ["data-invalid", "The data that come with the program are damaged."],
  ["detail-contours", "The contours of a ShakeMap cannot be read."],
  ["detail-malformed", "The detail of an event is not in the expected format."],
  ["folder-unwritable", "The tree cannot be written."],
  ["gap", "Events of a period are missing."],
  ["internal-error", "The program has a fault."],
  ["key-unreadable", "The signing key cannot be read."],
  ["out-not-a-tree", "The folder of the tree holds other files."],
  ["records-shrunk", "Many records were lost within a week."],
  ["store-empty", "The store holds no earthquakes."],
  ["store-in-use", "Another run uses the store."],
  ["store-malformed", "The store is damaged."],
  ["store-missing", "The store is missing."],
  ["store-unreadable", "The store cannot be read."],
  ["store-unwritable", "The store cannot be written."],
  ["tree-damaged", "The tree is damaged."],
  ["tree-missing", "The tree is missing."],
]);

const RECORD_FAULTS = new Set(
  (
    "date-impossible depth-invalid depth-out-of-range evaluation-rejected geojson-invalid geometry-missing geometry-not-a-point " +
    "id-impossible id-invalid id-missing id-repeated id-unknown magnitude-invalid magnitude-out-of-range not-a-feature " +
    "origin-missing place-unknown position-contradictory position-impossible position-invalid position-out-of-range " +
    "properties-missing row-malformed status-invalid time-in-the-future time-invalid too-few-columns too-many-columns " +
    "type-invalid updated-in-the-future updated-invalid value-impossible year-unknown"
  ).split(" "),
);
