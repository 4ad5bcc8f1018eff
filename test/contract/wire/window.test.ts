import { describe, expect, it } from "vitest";
import { countryProfile } from "../../../build/answers/countries.ts";
import { listAnswers } from "../../../build/answers/earthquakes.ts";
import { serviceAnswers } from "../../../build/answers/service.ts";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { Query } from "../../../build/contract/table/parameters.ts";
import { coveredFrom } from "../../../build/contract/wire/window.ts";
import { earthquakesBody, liveFeedBody } from "../../../build/rewrite/lists.ts";
import { joinColumns } from "../../../build/rewrite/shards/columns.ts";
import type { Snapshot } from "../../../build/rewrite/snapshot.ts";
import { AS_OF, HOUR, smallInput } from "../../answers/small-catalogue.ts";

const record = { covered_from: new Date(AS_OF - 168 * HOUR).toISOString() };

describe("since when data cover a window", () => {
  it.each([
    { since: AS_OF - 24 * HOUR, from: null },
    { since: AS_OF - 24 * HOUR + 1, from: new Date(AS_OF - 24 * HOUR + 1).toISOString() },
    { since: null, from: null },
  ])("of 24 hours with data since $since: $from", ({ since, from }) => {
    expect(coveredFrom(AS_OF, 24, since)).toBe(from);
  });

  it.each([
    { hours: 168, end: '],"covered_from":null}' },
    { hours: 169, end: `],"covered_from":"${record.covered_from}"}` },
  ])("ends a list of $hours hours, of a record that covers 168", ({ hours, end }) => {
    const query = { values: { hours } } as unknown as Query;
    const snapshot = { asOf: AS_OF, record, columns: joinColumns([]) } as unknown as Snapshot;
    expect(earthquakesBody(snapshot, { count: 0, rows: [] }, query).at(-1)).toBe(end);
    expect(liveFeedBody(snapshot, query).at(-1)).toBe(end);
  });

  it("is in each answer about a window", () => {
    const recentSince = AS_OF - 168 * HOUR;
    const from = new Date(recentSince).toISOString();
    const catalogue = assembleCatalogue(smallInput({ recentSince }));
    const bodies = [...serviceAnswers(catalogue), ...listAnswers(catalogue, false)].map(({ request, body }) => [request, body] as const);
    expect(Object.fromEntries(bodies)).toMatchObject({
      "/api/recent/": { covered_from: from },
      "/api/v1/earthquakes/": { covered_from: null },
      "/api/live-feed/": { covered_from: null },
      "/api/v1/stats/": { last_24h: { covered_from: null }, last_7d: { covered_from: null } },
    });
    const [country] = catalogue.countries;
    expect(country && countryProfile(country, [], catalogue)).toMatchObject({ recent_30d_covered_from: from });
  });
});
