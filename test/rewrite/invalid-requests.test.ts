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

  it("with a parameter that is unknown, repeated, empty, malformed or out of bounds is a 400 that names it", async () => {
    const wrong = fc.constantFrom(
      ["limit", "limit=5&limit=5"],
      ["limit", "limit="],
      ["limit", "limit"],
      ["limit", "limit=0"],
      ["limit", "limit=-1"],
      ["limit", "limit=501"],
      ["limit", "limit=1.0"],
      ["limit", "limit=1e2"],
      ["limit", "limit=%zz"],
      ["hours", "hours=721"],
      ["hours", "hours=+1"],
      ["days", "days=31"],
      ["days", "days=1&hours=24"],
      ["page", "page=1&offset=0"],
      ["page", "page=0"],
      ["min_mag", "min_mag=NaN"],
      ["min_mag", "min_mag=5&max_mag=4"],
      ["country", "country=XX"],
      ["country", "country=JPN"],
      ["limt", "limt=5"],
      ["Limit", "Limit=5"],
      ["min_magnitude", "min_magnitude=5"],
      ["", "=5"],
    );
    const right = fc.constantFrom("", "country=JP&", "min_mag=1&");
    await fc.assert(
      fc.asyncProperty(wrong, right, async ([name = "", query = ""], before) => {
        const others = before.split("=")[0] ?? "";
        fc.pre(others === "" || !query.includes(others));
        const { status, body } = await ask.body(`/api/v1/earthquakes/?${before}${query}`);
        expect(status).toBe(400);
        const { errors, type } = JSON.parse(textOf({ body }));
        expect(type).toBe("/docs/problems/invalid-parameter/");
        expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toContain(name);
      }),
      { numRuns: 300 },
    );
  });

  it.each(paths.filter((path) => !path.includes("search")))("%s takes no unknown parameter", async (path) => {
    expect((await ask.body(`${path}?colour=red`)).status).toBe(400);
  });

  it.each(["/api/search/", "/api/search/?q=", "/api/search/?q=a", "/api/search/?q=+a+", "/api/v1/search/?q=%20", "/api/search/?q=%00"])(
    "%s asks for too little",
    async (target) => {
      expect((await ask.body(target)).status).toBe(400);
    },
  );
});
