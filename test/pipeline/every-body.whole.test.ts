import { describe, expect, inject, it } from "vitest";
import { ENDPOINTS } from "../../build/contract/table/endpoints.ts";
import { brokenBodies, entriesOf, jsonOf } from "./broken-bodies.ts";

const out = inject("embeddedTree");
const entries = await entriesOf(out);

/** How many files of the tree have such a path. */
function count(pattern: RegExp): number {
  return entries.filter(({ path }) => pattern.test(path)).length;
}

describe("every body of a build from the embedded data", () => {
  it("keeps the promise of the OpenAPI document, formats included", async () => {
    const { broken, endpoints } = await brokenBodies(out);
    expect(broken).toEqual([]);
    const withoutFile = new Set(["search", "combined-search", "changes", "changes-hour"]);
    expect([...endpoints].toSorted()).toEqual(
      ENDPOINTS.map(({ id }) => id)
        .filter((id) => !withoutFile.has(id))
        .toSorted(),
    );
  });

  it("answers for all 250 countries and their risk, 52 plates, every term, every zone of every continent", () => {
    expect(count(/^api\/v1\/countries\/[a-z0-9-]+\.json$/)).toBe(250);
    expect(count(/^api\/v1\/countries\/[A-Z]{2}\/risk\.json$/)).toBe(250);
    expect(count(/^api\/v1\/plates\/[a-z0-9-]+\.json$/)).toBe(52);
    expect(count(/^api\/v1\/glossary\/[a-z0-9-]+\.json$/)).toBeGreaterThanOrEqual(150);
    expect(count(/^q\/countries\//)).toBe(5 * 7 + 5 + 7);
    expect(count(/^q\/live-feed\//)).toBe(3);
  });

  it("has the agencies' figures of the Hualien earthquake of 6 February 2018", () => {
    const hualien = entries.find(({ path }) => /^api\/v1\/earthquakes\/.*us1000chhc\.json$/.test(path));
    const detail = jsonOf(out, hualien?.path ?? "") as Record<string, unknown>;
    expect(detail).toMatchObject({
      event_id: "us1000chhc",
      magnitude: 6.4,
      occurred_at: "2018-02-06T15:50:42.400Z",
      alert_level: "green",
      country: { iso2: "TW" },
    });
    expect(detail["impact"]).toMatchObject({ deaths: 17 });
  });
});
