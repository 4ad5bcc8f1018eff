import * as fc from "fast-check";
import type { UsgsEvent } from "../../build/store/records.ts";
import { anyQueryOf } from "./any-query.ts";
import { expectedIds, type Query, shownEvents } from "./oracle.ts";
import { type ArchiveWorld, ask, idsIn } from "./world.ts";

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
    }),
    { seed, numRuns: count },
  );
}

/** What queries of a world and its events disagree in: nothing, if the service is exact. One that begins after it is refused. */
export async function disagreements(
  world: ArchiveWorld,
  events: readonly UsgsEvent[],
  queries: readonly Query[],
): Promise<{ query: Query; expected: number; found: string }[]> {
  const shown = shownEvents(events);
  const odd: { query: Query; expected: number; found: string }[] = [];
  for (const query of queries) {
    if (Date.parse(`${query["starttime"]?.slice(0, 19)}Z`) > world.asOf) {
      const refused = await askFor(world, "query", query);
      if (refused.status !== 400) odd.push({ query, expected: 0, found: `${refused.status} where a refusal is due` });
      continue;
    }
    const expected = expectedIds(shown, query, world.asOf);
    const [answer, count] = [await askFor(world, "query", query), await askFor(world, "count", query)];
    const differs = (found: string) => odd.push({ query, expected: expected.length, found });
    if (count.text.trim() !== String(expected.length)) differs(`count ${count.text}`);
    if (expected.length > 20_000) {
      const all = expected.length + Number(query["offset"] ?? 1) - 1;
      const isRefused = answer.status === 400 && answer.text.includes(`\n${all} matching events exceeds`);
      if (!isRefused) differs(`${answer.status} where a refusal is due`);
      continue;
    }
    const ids = answer.status === 204 ? [] : idsIn(answer);
    if (answer.status !== (expected.length === 0 ? 204 : 200)) differs(`${answer.status} ${answer.text.slice(0, 300)}`);
    else if (ids.join() !== expected.join()) differs(firstDifference(ids, expected));
  }
  return odd;
}

function askFor(world: ArchiveWorld, method: "query" | "count", query: Query) {
  return ask(world, `${method}?${String(new URLSearchParams({ ...query, format: "text" }))}`);
}

function firstDifference(found: readonly string[], expected: readonly string[]): string {
  const at = expected.findIndex((id, row) => found[row] !== id);
  return `${found.length} events; row ${at}: ${found[at]} in place of ${expected[at]}`;
}
