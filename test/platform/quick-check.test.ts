import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allAnswers, assertValid } from "../../build/answers/answers.ts";
import { ENDPOINT_TEXTS } from "../../build/answers/openapi/descriptions.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { RESOURCES } from "../../build/contract/resources/resources.ts";
import { isSurelyValid } from "../../build/platform/quick-check.ts";
import { smallInput } from "../answers/small-catalogue.ts";

const BODIES = Array.from(allAnswers(assembleCatalogue(smallInput())), ({ endpoint, body }) => {
  return { resource: ENDPOINT_TEXTS[endpoint.id].resource, body };
});

const HOSTILE = [undefined, null, true, "", "x", 0, -1, 0.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY, [], {}];

const anything = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.anything({ withSparseArray: true, withNullPrototype: true, withDate: true, withBigInt: true }),
);

/** A copy of a body in which one value, found by random steps, is another. */
function changed(body: unknown, steps: readonly number[], other: unknown): unknown {
  if (typeof body !== "object" || body === null || steps.length === 0) return other;
  const [step = 0, ...rest] = steps;
  const entries = Object.entries(body);
  const [name, value] = entries[step % (entries.length + 1)] ?? ["added", undefined];
  const next = changed(value, rest, other);
  return Array.isArray(body) ? body.toSpliced(step % Math.max(1, body.length), 1, next) : { ...body, [name]: next };
}

describe("the quick check of answers", () => {
  it("finds all of them valid, so that none has to be checked again", () => {
    expect(BODIES.length).toBeGreaterThan(50);
    const unsure = BODIES.filter(({ resource, body }) => !isSurelyValid(RESOURCES[resource] as z.ZodType, body));
    expect([...new Set(unsure.map(({ resource }) => resource))]).toEqual([]);
  });

  it("finds nothing valid that the schema refuses", () => {
    const details = BODIES.filter(({ resource }) => resource === "EarthquakeDetail");
    const steps = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 });
    const valid = new Set<boolean>();
    fc.assert(
      fc.property(fc.constantFrom(...BODIES, ...details), steps, anything, ({ resource, body }, at, other) => {
        const schema = RESOURCES[resource] as z.ZodType;
        const wrong = changed(body, at, other);
        const isValid = schema.safeParse(wrong).success;
        valid.add(isValid);
        if (isSurelyValid(schema, wrong)) expect(isValid).toBe(true);
        else if (isValid) expect(() => assertValid(resource, wrong, "")).not.toThrow();
      }),
      { numRuns: 400 },
    );
    expect(valid.size).toBe(2);
  });
});

describe("the quick check of a schema", () => {
  const SCHEMAS: Record<string, z.ZodType> = {
    "a strict object": z.strictObject({ a: z.int().min(2).max(5), b: z.string().min(1).optional() }),
    "an object with further keys": z.object({ a: z.number() }),
    "a refined object": z.strictObject({ a: z.number() }).refine(({ a }) => a > 1),
    "a refined number": z.number().refine((value) => value > 1),
    "a multiple": z.number().multipleOf(2),
    "an open interval": z.number().gt(0).lt(5),
    "a text of a form": z.string().regex(/^b+$/).max(3),
    "a text by a pattern with a state": z.string().regex(/b/g),
    "a time": z.iso.datetime({ precision: 3 }),
    "an address": z.url(),
    "a list": z
      .array(z.union([z.literal(1), z.enum(["a", "b"])]))
      .min(1)
      .max(2),
    "a list of what may be missing": z.array(z.string().optional()),
    "a tuple": z.tuple([z.number(), z.string()]),
    "a table": z.record(z.string(), z.boolean()),
    "anything or nothing": z.strictObject({ a: z.unknown(), b: z.null().nullable() }),
    "a union by a name": z.discriminatedUnion("a", [z.strictObject({ a: z.literal(1) })]),
    "a default": z.string().default("x"),
    "a changed text": z.string().trim().min(1),
  };
  const value = fc.letrec((tie) => ({
    one: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(1, 2, 3, 4, 5, 6, "a", "b", "bb", "bbbb", " ", "2018-02-06T15:50:42.400Z", "https://a.example/"),
      anything,
      fc.array(tie("one"), { maxLength: 3 }),
      fc.record({ a: tie("one"), b: tie("one"), c: tie("one") }, { requiredKeys: [] }),
    ),
  })).one;

  it.each(Object.keys(SCHEMAS))("of %s agrees with it", (name) => {
    const schema = SCHEMAS[name] as z.ZodType;
    const check = (given: unknown) => {
      const isValid = schema.safeParse(given).success;
      // Of an object it may be unsure.
      if (!isValid || typeof given !== "object") expect(isSurelyValid(schema, given)).toBe(isValid);
    };
    fc.assert(fc.property(value, check), { numRuns: 300 });
  });
});
