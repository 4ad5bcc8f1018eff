import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../build/contract/table/endpoints.ts";
import { type Asker, askerOf, textOf } from "./ask.ts";
import { shardInputOf } from "./plain-catalogue.ts";
import { WORLD } from "./world.ts";

let ask: Asker;
beforeAll(async () => {
  ask = await askerOf(shardInputOf(WORLD));
});

const PROBLEMS_ONLY = [400, 404, 405, 410];
const paths = ENDPOINTS.map(({ path }) => path.replace("{slug}", "us1").replace("{iso2}", "JP"));
const anyName = fc.oneof(
  fc.constantFrom("limit", "hours", "days", "page", "offset", "min_mag", "max_mag", "min_magnitude", "country", "q", "zone"),
  fc.string({ maxLength: 8 }),
);
const anyValue = fc.oneof(
  fc.constantFrom("", "0", "-1", "1", "201", "501", "721", "1e3", "NaN", "Infinity", "0x10", " 1", "1.5", "%", "%zz", "%00"),
  fc.constantFrom("+1", "--1", "１", "a", "ab", "%20%20", "%ff", "very_high", "XX", "9".repeat(40), "null"),
  fc.string({ unit: "binary", maxLength: 10 }).map((text) => encodeURIComponent(text)),
  fc.string({ unit: "binary", maxLength: 10 }),
);
const anyTarget = fc
  .tuple(fc.constantFrom(...paths), fc.array(fc.tuple(anyName, anyValue), { maxLength: 5 }))
  .map(([path, pairs]) => `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`);

describe("any request at all", () => {
  it("gets an answer, a file, a redirect or a problem document, and never an exception or a 500", async () => {
    const rawTarget = fc.oneof(
      anyTarget,
      fc.string({ unit: "binary", maxLength: 40 }).map((text) => `/api/${text}`),
    );
    await fc.assert(
      fc.asyncProperty(rawTarget, async (target) => {
        const reply = await ask.reply(target);
        if (reply.kind !== "body" || [200, 308].includes(reply.status)) return;
        expect(PROBLEMS_ONLY).toContain(reply.status);
        expect(reply.headers["content-type"]).toBe("application/problem+json");
        const problem = JSON.parse(textOf(reply));
        expect(problem.status).toBe(reply.status);
        for (const value of Object.values(reply.headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
        if (reply.status === 400) expect(problem.errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 3000 },
    );
  });
});
