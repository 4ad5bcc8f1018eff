import type { Ask } from "../platform/http/ask.ts";
import type { Report } from "../platform/report.ts";
import type { LeftOut } from "./records.ts";

/** A way from one agency into its part of the store. */
export interface AgencySource {
  /** Its folder in the store, its key in the configuration and its name in reports: a-z, 0-9 and `-`. */
  agency: string;
  /**
   * Asks the agency for what the store has not got and takes it in, as often as it takes. Every step leaves the store
   * whole. What the agency does wrong is told in the outcome.
   *
   * @throws UserError `store-…` if the store cannot be read or written
   */
  ingest(context: AgencyContext): Promise<SourceOutcome>;
}

/** What a source says itself of a run: who hands it an `ask` knows what was asked. */
export type SourceOutcome = Omit<Outcome, "addresses">;

/** What an agency's source may use of the world. */
export interface AgencyContext {
  /** Folder of the store. The caller holds its lock. */
  store: string;
  ask: Ask;
  /** ms since 1970 UTC. */
  now: () => number;
  report: Report;
  /** A capture of which more than this share cannot be read is set aside whole. */
  unreadableShare: number;
}

/** What became of an agency in one run. */
export interface Outcome {
  agency: string;
  /**
   * - `taken-in`: the store has what the agency says now;
   * - `unchanged`: it had already, or it is too early to ask again;
   * - `in-progress`: a part was taken in and the next run goes on (paged or backfilled sources);
   * - `set-aside`: the agency could not be reached or believed; its part of the store is as it was, or as far as it got.
   */
  outcome: "taken-in" | "unchanged" | "in-progress" | "set-aside";
  /** What was really asked, in order: nobody who had told us to wait. */
  addresses: readonly string[];
  /** The agency's own statement of when its data were current, ms since 1970 UTC; null where it makes none. */
  asOf: number | null;
  /** Events or records that the store holds of the agency now. */
  records: number;
  changes: readonly Change[];
  /** Captures and records that were not believed, and why. */
  setAside: readonly Rejection[];
  /** Records that were read and left out by rule, by reason. */
  leftOut: LeftOut;
  /** Single values that made no sense and were taken as unknown, by kind. */
  doubtful: LeftOut;
}

/** A difference that a run made to what the store says of one event. */
export type Change =
  | { kind: "added"; id: string }
  /** `fields` in the order of the record; `was`: its preferred id before, where that is another. */
  | { kind: "revised"; id: string; was?: string; fields: readonly string[] }
  /** Two events of ours turned out to be one. */
  | { kind: "merged"; id: string; from: readonly string[] }
  /** `evidence`: what showed it, such as `status deleted` or `absent from 3 captures since …`. */
  | { kind: "withdrawn"; id: string; evidence: string };

/** Something that an agency sent and that we did not believe. */
export interface Rejection {
  /** The address of a capture, or the id of a record. */
  what: string;
  /** A short token, such as `capture-stale`. */
  code: string;
  /** A sentence for people. */
  reason: string;
  /** What the operator can do. */
  hint?: string;
}
