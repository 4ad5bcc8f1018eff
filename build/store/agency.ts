import type { AgencyClient } from "../platform/http/agency-client.ts";
import { CoolingDown } from "../platform/http/retry.ts";
import type { Report } from "../platform/report.ts";
import type { Derive } from "./derive.ts";
import type { LeftOut } from "./records.ts";

/** Reads one agency into its part of the store. */
export interface AgencySource {
  /** Its folder in the store, which is also its key in the configuration and its name in reports: a-z, 0-9 and `-`. */
  agency: string;
  /**
   * Requests the data that the store lacks from the agency and applies them, in one or more steps. Each step leaves the store
   * consistent. Errors of the agency are in the outcome.
   *
   * @throws UserError `store-…` if the store cannot be read or written
   */
  ingest(context: AgencyContext): Promise<SourceOutcome>;
}

/** The outcome without the addresses, which the caller records. */
export type SourceOutcome = Omit<Outcome, "addresses">;

/** The environment of an agency's source. */
export interface AgencyContext {
  /** Folder of the store. The caller holds its lock. */
  store: string;
  ask: AgencyClient;
  /** ms since 1970 UTC. */
  now: () => number;
  report: Report;
  /** A capture is rejected if more than this share of its records cannot be read, 0-1. */
  unreadableShare: number;
  /** Hash of a refused answer whose changes the operator accepts in this run. */
  accepted?: string | undefined;
  /** The cells beside the store. */
  derive: Derive;
}

/** The result of one run for an agency. */
export interface Outcome {
  agency: string;
  /**
   * - `applied`: the data of the agency were applied to the store;
   * - `unchanged`: the store already had them, or it is too early for a request;
   * - `in-progress`: a part was applied and the next run continues (paged or backfilled sources);
   * - `rejected`: the agency could not be reached, or its data were rejected; its part of the store is unchanged.
   */
  outcome: "applied" | "unchanged" | "in-progress" | "rejected";
  /** The requested addresses, in order, without those in a cooldown. */
  addresses: readonly string[];
  /** The time for which the agency states that its data are current, ms since 1970 UTC; null if it states none. */
  asOf: number | null;
  /** Number of events or records of the agency in the store. */
  records: number;
  changes: readonly Change[];
  /** Rejected captures and records, with reasons. */
  rejected: readonly Rejection[];
  /** Counts of records that were read and left out by a rule, by reason. */
  leftOut: LeftOut;
  /** Counts of invalid values that were read as unknown, by kind. */
  doubtful: LeftOut;
  /** Where nothing was requested since it is too early: from when on it is, ms since 1970 UTC. */
  dueAt?: number | undefined;
}

/** A change of one stored event by a run. */
export type Change =
  | { kind: "added"; id: string }
  /** `fields` in the order of the record. `was`: its former preferred id, if that changed. */
  | { kind: "revised"; id: string; was?: string; fields: readonly string[] }
  /** Several stored events proved to be one. */
  | { kind: "merged"; id: string; from: readonly string[] }
  /** `evidence`: such as `status deleted` or `absent from 3 captures since …`. */
  | { kind: "withdrawn"; id: string; evidence: string };

/** A rejected capture or record of an agency. */
export interface Rejection {
  /** The address of a capture, or the id of a record. */
  what: string;
  /** A short token, such as `capture-stale`. */
  code: string;
  /** A sentence for people. */
  reason: string;
  /** A possible action of the operator. */
  hint?: string;
}

/** Runs a source and records the addresses that it requested. */
export async function ingestWithLog(source: AgencySource, context: AgencyContext): Promise<Outcome> {
  const addresses: string[] = [];
  const outcome = await source.ingest({ ...context, ask: logged(context.ask, addresses) });
  return { ...outcome, addresses };
}

/** Adds every requested address to `sent`, whatever the result, except addresses in a cooldown. */
function logged(ask: AgencyClient, sent: string[]): AgencyClient {
  return async (address, options) => {
    const reply = ask(address, options);
    const isSent = await reply.then(
      () => true,
      (error: unknown) => !isInCooldown(error, address),
    );
    if (isSent) sent.push(address);
    return reply;
  };
}

/** Whether no request was sent. If a request was redirected to an origin in a cooldown, it was sent. */
function isInCooldown(error: unknown, address: string): boolean {
  return error instanceof CoolingDown && error.origin === new URL(address).origin;
}
