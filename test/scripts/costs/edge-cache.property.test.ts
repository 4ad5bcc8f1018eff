import { array, assert, constantFrom, integer, nat, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { createEdgeCache, type Lifetime, lifetimeOf, type Outcome } from "../../../scripts/costs/edge-cache.ts";

interface Request {
  time: number;
  location: number;
  key: string;
}

/** Looks through everything that was ever asked of the origin for each request. */
function bruteForce(requests: readonly Request[], lifetimes: Record<string, Lifetime>, latency: number): Outcome[] {
  const fetched: Request[] = [];
  return requests.map((request) => {
    const { time, location, key } = request;
    const { fresh, stale } = lifetimes[key] as Lifetime;
    const here = fetched.filter((one) => one.location === location && one.key === key && one.time + latency <= time);
    const age = time - Math.max(Number.NEGATIVE_INFINITY, ...here.map((one) => one.time));
    if (age < fresh) return "hit";
    fetched.push(request);
    return age < fresh + stale ? "renewed" : "miss";
  });
}

describe("the cache of an edge", () => {
  it("does with any requests what a search through all answers so far does", () => {
    const lifetime = record({ fresh: nat(50), stale: nat(50) });
    const request = record({ wait: nat(12), location: nat(2), key: constantFrom("a", "b", "c") });
    assert(
      property(
        array(request, { maxLength: 120 }),
        record({ a: lifetime, b: lifetime, c: lifetime }),
        integer({ min: 1, max: 30 }),
        (given, lifetimes, latency) => {
          let time = 0;
          const requests = given.map(({ wait, location, key }) => ({ time: (time += wait), location, key }));
          const cache = createEdgeCache(latency);
          const found = requests.map((one) => cache.ask(one.time, one.location, one.key, lifetimes[one.key]));
          expect(found).toEqual(bruteForce(requests, lifetimes, latency));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("asks the origin again while an answer is on its way, and once it is stale", () => {
    const cache = createEdgeCache(100);
    const ask = (time: number) => cache.ask(time, 0, "/", { fresh: 30_000, stale: 60_000 });
    expect([0, 99, 100, 29_999, 30_100].map(ask)).toEqual(["miss", "miss", "hit", "hit", "renewed"]);
    expect([30_150, 30_200, 60_200, 200_000].map(ask)).toEqual(["renewed", "hit", "renewed", "miss"]);
  });

  it("keeps what the headers of our hosts allow, and nothing of what they forbid", () => {
    expect(lifetimeOf("public, max-age=30, stale-while-revalidate=60, stale-if-error=86400")).toEqual({
      fresh: 30_000,
      stale: 60_000,
    });
    expect(lifetimeOf("public, max-age=31536000, immutable")).toEqual({ fresh: 31_536_000_000, stale: 0 });
    expect(lifetimeOf("public, max-age=5, s-maxage=7")).toMatchObject({ fresh: 7_000 });
    expect(lifetimeOf("no-store")).toEqual({ fresh: 0, stale: 0 });
    expect(lifetimeOf("")).toEqual({ fresh: 0, stale: 0 });
  });
});
