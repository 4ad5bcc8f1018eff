import * as fc from "fast-check";
import type { UsgsEvent } from "../../build/store/records.ts";
import { anyQueryOf } from "./any-query.ts";
import { expectedIds, type Query, shownEvents } from "./oracle.ts";
import { type Answered, idsIn } from "./world.ts";

/** How many random queries the slow tests put to each host, and the seed of the queries. */
export const EXACT = { queries: Number(process.env["EXACT_QUERIES"] ?? 200), seed: Number(process.env["EXACT_SEED"] ?? 20) };

/** Random queries whose values are those of events, or near them. The same seed gives the same queries. */
export function queriesOf(events: readonly UsgsEvent[], count: number, seed: number): Query[] {
  const shown = shownEvents(events);
  const event = fc.integer({ min: 0, max: shown.length - 1 }).map((at) => shown[at] as (typeof shown)[0]);
  const names = (name: (one: (typeof shown)[0]) => string | null) =>
    [...new Set(shown.map(name))].filter((one): one is string => one !== null && one !== "").toSorted();
  const times = event.map(({ time }) => time);
  const types = names(({ type }) => type);
  return fc.sample(
    anyQueryOf({
      time: fc.oneof(
        times,
        fc.tuple(times, fc.integer({ min: -40 * 86_400, max: 40 * 86_400 })).map(([time, by]) => time + by * 1000),
      ),
      latitude: fc.oneof(
        event.map(({ latitude }) => latitude),
        fc.integer({ min: -90, max: 90 }),
      ),
      longitude: fc.oneof(
        event.map(({ longitude }) => longitude),
        fc.integer({ min: -180, max: 180 }),
      ),
      depth: fc.oneof(
        event.map(({ depth }) => depth ?? 10),
        fc.integer({ min: -5, max: 700 }),
      ),
      magnitude: fc.oneof(
        event.map(({ magnitude }) => magnitude ?? 0),
        fc.integer({ min: -1, max: 9 }),
      ),
      eventtype: ["earthquake", "quarry blast,explosion", ...types],
      magnitudetype: names(({ magnitudeType }) => magnitudeType),
      catalog: names(({ net }) => net),
      contributor: names(({ net }) => net),
      country: ["JP", "tr", "US"],
    }),
    { seed, numRuns: count },
  );
}

/** A host of the event service. @param target below `/fdsnws/event/1/` */
export type AskHost = (target: string) => Promise<Pick<Answered, "status" | "text">>;

/** What hosts and brute force disagree in: nothing, if the service is exact. */
export interface Comparison {
  odd: { host: string; query: Query; expected: number; found: string }[];
  /** Requests that a host with a limit refused with 413. */
  tooLarge: number;
}

/**
 * Puts queries to hosts, and compares each answer as text and each count with brute force. A query that begins after the archive
 * must be refused.
 *
 * @param hosts by name
 * @param asOf of the snapshot, ms since 1970 UTC
 */
export async function compareHosts(
  hosts: Readonly<Record<string, AskHost>>,
  events: readonly UsgsEvent[],
  asOf: number,
  queries: readonly Query[],
): Promise<Comparison> {
  const shown = shownEvents(events);
  return comparison(hosts, queries, (query) => {
    const isLater = Date.parse(`${query["starttime"]?.slice(0, 19)}Z`) > asOf;
    const expected = isLater ? undefined : expectedIds(shown, query, asOf);
    return { expected: expected?.length ?? 0, faultsOf: (ask) => faultsOf(ask, query, expected) };
  });
}

/** What a query must find, and the faults of the answer of a host. */
interface Expectation {
  /** Number of events. */
  expected: number;
  faultsOf: (ask: AskHost) => Promise<string[] | "too large">;
}

/** Puts each query to all hosts, and collects what is wrong. */
export async function comparison(
  hosts: Readonly<Record<string, AskHost>>,
  queries: readonly Query[],
  expect: (query: Query) => Expectation,
): Promise<Comparison> {
  const all: Comparison = { odd: [], tooLarge: 0 };
  for (const query of queries) {
    const { expected, faultsOf } = expect(query);
    const found = await Promise.all(Object.entries(hosts).map(async ([host, ask]) => ({ host, faults: await faultsOf(ask) })));
    for (const { host, faults } of found) {
      if (faults === "too large") all.tooLarge++;
      else for (const fault of faults) all.odd.push({ host, query, expected, found: fault });
    }
  }
  return all;
}

/** @param expected undefined: a refusal */
async function faultsOf(ask: AskHost, query: Query, expected: string[] | undefined): Promise<string[] | "too large"> {
  const parameters = String(new URLSearchParams({ ...query, format: "text" }));
  const answer = await ask(`query?${parameters}`);
  if (!expected) return answer.status === 400 ? [] : [`${answer.status} where a refusal is due`];
  const count = await ask(`count?${parameters}`);
  if (answer.status === 413 || count.status === 413) return "too large";
  const faults = count.text.trim() === String(expected.length) ? [] : [`count ${count.text.slice(0, 300)}`];
  return [...faults, ...faultOf(answer, query, expected)];
}

function faultOf(answer: Awaited<ReturnType<AskHost>>, query: Query, expected: readonly string[]): string[] {
  if (expected.length > 20_000) {
    const all = expected.length + Number(query["offset"] ?? 1) - 1;
    const isRefused = answer.status === 400 && answer.text.includes(`\n${all} matching events exceeds`);
    return isRefused ? [] : [`${answer.status} where a refusal is due`];
  }
  if (answer.status !== (expected.length === 0 ? 204 : 200)) return [`${answer.status} ${answer.text.slice(0, 300)}`];
  const ids = answer.status === 204 ? [] : idsIn(answer);
  return ids.join() === expected.join() ? [] : [firstDifference(ids, expected)];
}

function firstDifference(found: readonly string[], expected: readonly string[]): string {
  const at = expected.findIndex((id, row) => found[row] !== id);
  return `${found.length} events; row ${at}: ${found[at]} in place of ${expected[at]}`;
}
