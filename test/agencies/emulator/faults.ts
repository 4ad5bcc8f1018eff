import type { Random } from "./random.ts";

/** What can go wrong at an agency, or on the way. */
export type Fault =
  /** The answer begins `ms` of real time late. */
  | { kind: "slow"; ms: number }
  /** No answer ever. */
  | { kind: "silent" }
  /** The connection breaks before a byte of the answer. */
  | { kind: "reset" }
  /** The connection breaks in the body, of which `share` (a half) has come. */
  | { kind: "cut-short"; share?: number }
  /** Of the body only `share` (a half) comes, with a content length that is right for it. */
  | { kind: "truncated"; share?: number }
  /** 429, 503, 403 …; `retryAfter` in seconds or as a date. */
  | { kind: "status"; status: number; retryAfter?: number | string; text?: string }
  /** A page for people, with 200. */
  | { kind: "html" }
  /** Something else altogether. */
  | { kind: "replaced"; body: string | Uint8Array; type?: string; status?: number }
  /** Content encoding gzip, with bytes that are not. */
  | { kind: "broken-gzip" }
  /** An empty list, with 200 (or 204 where the service says nothing that way). */
  | { kind: "empty" }
  /** The USGS's error as an empty collection, under HTTP 200. */
  | { kind: "json-error"; status?: number }
  /** A replica that stopped learning when the fault was set, but whose clock goes on: events age out, none come. */
  | { kind: "stale" }
  /** Every answer lists only `keep` (0-1) of what the one before listed, the last rows missing. */
  | { kind: "shrinking"; keep: number }
  /** These events are not listed, for no reason. */
  | { kind: "omits"; ids: readonly string[] }
  /** The agency's own clock is behind by `ms`. */
  | { kind: "clock-back"; ms: number }
  /** Another network's ids are the preferred ones, the former are still among `ids`. */
  | { kind: "other-ids" }
  /** With every page of a paged list a row comes to its front. */
  | { kind: "paging-drift" };

export type AgencyName = "usgs" | "noaa" | "emsc" | "text";

export interface When {
  /** Only requests whose path and query hold this. */
  path?: string;
  /** Only so many requests; for ever unless said otherwise. */
  times?: number;
  /** Only every n-th request that fits, the first among them. */
  every?: number;
  /** Only with this probability, 0-1. */
  chance?: number;
}

/** A fault that strikes a request, with what it needs to know. */
export interface Strike {
  fault: Fault;
  /** How often it has struck before. */
  before: number;
  /** What the agency knew when the fault was set. */
  frozen: unknown;
}

export interface Faults {
  /** Returns a function that takes this one back. */
  set(agency: AgencyName, fault: Fault, when?: When): () => void;
  /** All, or those of one agency. */
  clear(agency?: AgencyName): void;
  /** Those that strike a request, in the order in which they were set. */
  striking(agency: AgencyName, path: string): Strike[];
}

interface Rule {
  agency: AgencyName;
  fault: Fault;
  when: When;
  met: number;
  struck: number;
  frozen: unknown;
}

/** @param freeze a copy of what an agency knows now */
export function createFaults(random: Random, freeze: (agency: AgencyName) => unknown): Faults {
  let rules: Rule[] = [];
  return {
    set: (agency, fault, when = {}) => {
      const frozen = fault.kind === "stale" ? freeze(agency) : undefined;
      const rule: Rule = { agency, fault, when, met: 0, struck: 0, frozen };
      rules.push(rule);
      return () => {
        rules = rules.filter((other) => other !== rule);
      };
    },
    clear: (agency) => {
      rules = agency === undefined ? [] : rules.filter((rule) => rule.agency !== agency);
    },
    striking: (agency, path) =>
      rules
        .filter((rule) => rule.agency === agency && strikes(rule, path, random))
        .map((rule) => ({ fault: rule.fault, before: rule.struck++, frozen: rule.frozen })),
  };
}

function strikes(rule: Rule, path: string, random: Random): boolean {
  const { times = Number.POSITIVE_INFINITY, every = 1, chance = 1 } = rule.when;
  if (!path.includes(rule.when.path ?? "") || rule.struck >= times) return false;
  const turn = rule.met % every === 0;
  rule.met += 1;
  return turn && random() < chance;
}
