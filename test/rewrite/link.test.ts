import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askerOf, textOf } from "./ask.ts";
import { anyCatalogue, shardInputOf } from "./plain-catalogue.ts";
import { WORLD } from "./world.ts";

const LIST = "/api/v1/earthquakes/";

/** The targets of a Link header by relation, resolved against the request. */
function linksOf(header: string | undefined): Record<string, string> {
  const links = (header ?? "").matchAll(/<([^>]*)>; rel="([a-z]+)"/g);
  return Object.fromEntries(Array.from(links, ([, target, relation]) => [relation, `${LIST}${target}`]));
}

describe("the Link header", () => {
  it("has the canonical query without what is default, and always limit and offset", async () => {
    const ask = await askerOf(shardInputOf(WORLD));
    const { headers } = await ask.body(`${LIST}?page=2&limit=1&days=30&max_mag=8.50&min_mag=-0.0000001`);
    const query = "hours=720&min_mag=-0.0000001&max_mag=8.5&limit=1";
    expect(headers.link).toBe(
      [
        `<?${query}&offset=0>; rel="first"`,
        `<?${query}&offset=0>; rel="prev"`,
        `<?${query}&offset=2>; rel="next"`,
        `<?${query}&offset=3>; rel="last"`,
      ].join(", "),
    );
  });

  it("is sent with the default answer, which is a file, and with an empty one", async () => {
    const ask = await askerOf(shardInputOf(WORLD));
    const only = '<?limit=100&offset=0>; rel="first", <?limit=100&offset=0>; rel="last"';
    expect((await ask.file(LIST)).headers.link).toBe(only);
    const { headers } = await ask.body(`${LIST}?country=ad`);
    expect(headers.link).toBe(only.replaceAll("?limit", "?country=ad&limit"));
  });

  it("leads from the first page through every event once to the last", async () => {
    const pages = fc.record({ limit: fc.integer({ min: 1, max: 40 }), minimum: fc.constantFrom(-10, 0, 2.5) });
    await fc.assert(
      fc.asyncProperty(anyCatalogue(120), pages, async (catalogue, { limit, minimum }) => {
        const ask = await askerOf(shardInputOf(catalogue));
        const query = `min_mag=${minimum}&hours=720`;
        const whole = JSON.parse(textOf(await ask.body(`${LIST}?${query}&limit=500`)));
        let target: string | undefined = `${LIST}?${query}&limit=${limit}`;
        const seen: unknown[] = [];
        let last: string | undefined;
        for (let before: string | undefined; target !== undefined; ) {
          const reply = await ask.body(target);
          const links = linksOf(reply.headers.link);
          seen.push(...JSON.parse(textOf(reply)).earthquakes);
          if (before !== undefined) expect(await sameBody(ask.body(links.prev ?? ""), ask.body(before))).toBe(true);
          else expect(links.prev).toBeUndefined();
          last = links.last;
          before = target;
          target = links.next;
          if (target === undefined) expect(await sameBody(ask.body(last ?? ""), ask.body(before))).toBe(true);
        }
        expect(seen).toEqual(whole.earthquakes);
      }),
      { numRuns: 30, interruptAfterTimeLimit: 20_000 },
    );
  });

  it("leads back from beyond the end to the last page", async () => {
    const ask = await askerOf(shardInputOf(WORLD));
    const { headers } = await ask.body(`${LIST}?days=30&limit=3&offset=1000000000000`);
    const links = linksOf(headers.link);
    expect(links.next).toBeUndefined();
    expect(links.prev).toBe(links.last);
    expect(links.prev).toBe(`${LIST}?hours=720&limit=3&offset=1`);
  });
});

async function sameBody(one: Promise<{ body: Uint8Array }>, other: Promise<{ body: Uint8Array }>): Promise<boolean> {
  return textOf(await one) === textOf(await other);
}
