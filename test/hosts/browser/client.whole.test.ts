import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, createClient, QuaketreeProblem } from "../../../build/hosts/browser/client.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { createStaticServer } from "../../../build/hosts/node/static-server.ts";
import { type Listening, listen } from "../../support/listen.ts";

/** A call, so that the same one can be made of several clients. */
type Call = (client: Client) => Promise<unknown>;

const hours = fc.integer({ min: 0, max: 721 });
const magnitude = fc.integer({ min: -10, max: 70 }).map((tenths) => tenths / 10);
const anyText = fc.constantFrom("japan", "Hualien", "km of", "日本", "côte", "moment & magnitude", "x", "100% + ?", "");
const anySlug = fc.constantFrom("japan", "nazca", "moment-magnitude", "us1000chhc", "JP", "no such thing", "..", "");
const optional = { requiredKeys: [] };

const calls = (methods: Exclude<keyof Client, "earthquakePages">[], given: fc.Arbitrary<unknown>): fc.Arbitrary<Call> =>
  fc.tuple(fc.constantFrom(...methods), given).map(
    ([method, value]): Call =>
      (client) =>
        (client[method] as (given: unknown) => Promise<unknown>)(value),
  );

const anyCall = fc.oneof(
  calls(["recent"], fc.record({ limit: fc.integer({ min: 0, max: 201 }), hours, min_magnitude: magnitude }, optional)),
  calls(
    ["earthquakes"],
    fc.record(
      {
        hours,
        min_mag: magnitude,
        max_mag: magnitude,
        country: fc.constantFrom("JP", "us", "XX"),
        limit: fc.integer({ min: 1, max: 500 }),
        page: fc.integer({ min: 1, max: 4 }),
      },
      optional,
    ),
  ),
  calls(["liveFeed"], fc.record({ hours: fc.constantFrom(1, 6, 24, 168) })),
  calls(["search", "combinedSearch"], anyText),
  calls(["countries"], fc.record({ zone: fc.constantFrom("high", "low"), continent: fc.constantFrom("Asia", "North America") }, optional)),
  calls(["glossary"], fc.record({ category: fc.constantFrom("plates", "waves", "none") })),
  calls(["earthquake", "country", "countryRisk", "plate", "term"], anySlug),
  calls(["index", "plateBoundaries", "plates", "stats", "openApi", "countries", "glossary", "recent", "liveFeed"], fc.constant(undefined)),
);

/** What comes of a call, whether an answer or a problem. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => {
    if (!(error instanceof QuaketreeProblem)) throw error;
    const { status, problem, snapshot, message } = error;
    return { status, problem, snapshot, message };
  });
}

describe("the client", () => {
  let api: Client;
  let tree: Client;
  let either: Client[];
  let treeHost: Listening;
  let apiHost: Listening;

  beforeAll(async () => {
    apiHost = await listen(await createNodeHandler(inject("embeddedTree")));
    treeHost = await listen(createStaticServer(inject("embeddedTree")));
    api = createClient({ base: apiHost.base, mode: "api" });
    tree = createClient({ base: `${treeHost.base}/`, mode: "tree" });
    either = [createClient({ base: `${apiHost.base}/` }), createClient({ base: treeHost.base })];
  });

  afterAll(() => Promise.all([apiHost.close(), treeHost.close()]));

  it("gets the same of a host of the API and of a bare tree on a file server, whatever it asks", async () => {
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const expected = await outcome(call(api));
        expect(await outcome(call(tree))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("finds out by itself which of the two it talks to", async () => {
    for (const client of either) {
      expect(await client.stats()).toEqual(await api.stats());
      expect(await client.recent({ limit: 3 })).toEqual(await api.recent({ limit: 3 }));
    }
  });

  it("reads a tree also if the host of it answers the API, and has answers at no other address", async () => {
    const reading = createClient({ base: apiHost.base, mode: "tree" });
    expect(await reading.stats()).toEqual(await api.stats());
    expect(await reading.openApi()).toEqual(await api.openApi());
    expect(await reading.countries({ zone: "high" })).toEqual(await api.countries({ zone: "high" }));
    expect(await reading.earthquake("us1000chhc")).toEqual(await api.earthquake("us1000chhc"));
    expect(await reading.recent({ limit: 3 })).toEqual(await api.recent({ limit: 3 }));
  });

  it.each(["api", "tree"] as const)("goes through all pages of a list (%s)", async (mode) => {
    const client = mode === "api" ? api : tree;
    const ids: string[] = [];
    let pages = 0;
    for await (const { body, snapshot } of client.earthquakePages({ days: 7, min_mag: 1, limit: 300, offset: 50 })) {
      expect(snapshot.as_of).toBe("2018-02-07T01:49:14.000Z");
      ids.push(...body.earthquakes.map(({ event_id: id }) => id));
      pages++;
    }
    const { body } = await api.earthquakes({ days: 7, min_mag: 1, limit: 1 });
    expect([ids.length, new Set(ids).size, pages]).toEqual([body.count - 50, body.count - 50, Math.ceil((body.count - 50) / 300)]);
  });

  it("rejects with the problem document, and says what answered", async () => {
    for (const client of [api, tree]) {
      const error = await client.recent({ limit: 1000 }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(QuaketreeProblem);
      expect(error).toMatchObject({
        status: 400,
        problem: { type: "/docs/problems/invalid-parameter/", errors: [{ parameter: "limit", given: "1000" }] },
        snapshot: { as_of: "2018-02-07T01:49:14.000Z" },
      });
    }
  });

  it("reaches an event by any id that it ever had", async () => {
    for (const client of [api, tree]) {
      const { body } = await client.earthquake("us1000chhc");
      expect(body.aliases.length).toBeGreaterThan(0);
      for (const alias of body.aliases) expect((await client.earthquake(alias)).body).toEqual(body);
    }
  });

  it("ends when its signal does, and goes on working", async () => {
    for (const client of [api, tree, createClient({ base: treeHost.base, mode: "tree" })]) {
      await expect(client.stats({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
      const controller = new AbortController();
      const call = client.recent({ limit: 7 }, { signal: controller.signal });
      controller.abort(new Error("no longer"));
      await expect(call).rejects.toThrow("no longer");
      expect((await client.recent({ limit: 7 })).body.earthquakes).toHaveLength(7);
    }
  });
});
