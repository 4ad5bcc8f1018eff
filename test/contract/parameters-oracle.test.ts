import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENDPOINTS, type Endpoint } from "../../build/contract/table/endpoints.ts";
import type { Parameter } from "../../build/contract/table/parameter.ts";
import { canonicalQuery, parseQuery } from "../../build/contract/table/parameters.ts";

/** Whether one value is right, told another way than the parser does it: by URLSearchParams and arithmetic on the text. */
function isRight(parameter: Parameter, given: string): boolean {
  const { type, choices, minimum = -1e15, maximum = 1e15, minLength = 0, maxLength = 1e9 } = parameter;
  if (given === "") return false;
  if (type === "text") return inside(Array.from(given.trim()).length, minLength, maxLength);
  if (type === "choice") {
    const forms = (choices ?? []).flatMap((choice) => spellings(parameter, String(choice)));
    return forms.includes(parameter.fold === undefined ? given : asciiLower(given));
  }
  const allowed = type === "integer" ? "0123456789" : "0123456789.+-";
  if (given.length > 32 || [...given].some((character) => !allowed.includes(character))) return false;
  if (type === "number" && !/^[+-]?[0-9]+([.][0-9]+)?$/.test(given)) return false;
  return choices ? choices.includes(Number(given)) : inside(Number(given), minimum, maximum);
}

function spellings(parameter: Parameter, choice: string): string[] {
  if (parameter.fold === undefined) return [choice];
  const lower = asciiLower(choice);
  return parameter.fold === "upper" ? [lower] : [lower, lower.replace(" ", "-")];
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
const inside = (value: number, from: number, to: number) => from <= value && value <= to;

function isRightQuery(row: Endpoint, pairs: readonly (readonly [string, string])[]): boolean {
  const table = row.parameters.filter((parameter) => parameter.in === "query");
  const names = pairs.map(([name]) => name);
  if (new Set(names).size < names.length) return false;
  for (const parameter of table) {
    if (parameter.required && !names.includes(parameter.name)) return false;
    if (parameter.aliasOf !== undefined && names.includes(parameter.name) && names.includes(parameter.aliasOf)) return false;
  }
  const wrong = pairs.some(([name, value]) => {
    const parameter = table.find((each) => each.name === name);
    return !parameter || !isRight(parameter, value);
  });
  if (wrong) return false;
  const { ordered = [], together = [] } = row;
  if (![0, together.length].includes(together.filter((name) => names.includes(name)).length)) return false;
  const bound = (name: string) => Number(pairs.find(([each]) => each === name)?.[1] ?? table.find((each) => each.name === name)?.default);
  // A bound that is neither given nor a default excludes nothing.
  return ordered.every(([lower, upper]) => !(bound(lower) > bound(upper)));
}

const anyEndpoint = fc.constantFrom(...ENDPOINTS);

function goodValue(parameter: Parameter): fc.Arbitrary<string> {
  const { type, choices, minimum = 0, maximum = 1000 } = parameter;
  if (choices) return fc.constantFrom(...choices.map(String)).chain((choice) => fc.constantFrom(choice, ...spellings(parameter, choice)));
  if (type === "text") return fc.string({ unit: "grapheme", minLength: 2, maxLength: 12 });
  if (type === "integer")
    return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, 1000) }), fc.constantFrom(minimum, maximum)).map(String);
  return fc.integer({ min: minimum * 100, max: maximum * 100 }).map((hundredths) => (hundredths / 100).toFixed(2));
}

const anyValue = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.integer({ min: -5, max: 1000 }).map(String),
  fc.double({ noNaN: true, min: -12, max: 12 }).map(String),
  fc.constantFrom("", " ", "NaN", "1e3", "Infinity", "0x10", "null", "%", "+1", "-0", "1.", "jp", "ASIA", "south america"),
);

function anyPairs(row: Endpoint): fc.Arbitrary<[string, string][]> {
  const named = row.parameters.map((parameter) =>
    fc.tuple(fc.constant(parameter.name), fc.oneof({ weight: 4, arbitrary: goodValue(parameter) }, { weight: 1, arbitrary: anyValue })),
  );
  const stray = fc.tuple(fc.oneof(fc.string(), fc.constantFrom("Limit", "q", "hours", "page", "__proto__")), anyValue);
  const weighted = [...named.map((arbitrary) => ({ weight: 5, arbitrary })), { weight: 1, arbitrary: stray }];
  return fc.array(fc.oneof(...weighted), { maxLength: 5 });
}

const request = anyEndpoint.chain((row) => fc.record({ row: fc.constant(row), pairs: anyPairs(row) }));
const encode = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
const isEncodable = (pairs: readonly (readonly string[])[]) => pairs.flat().every(isWellFormed);

describe("the parser against a simple oracle", () => {
  test("accepts exactly the queries that are right", () => {
    let accepted = 0;
    fc.assert(
      fc.property(request, ({ row, pairs }) => {
        fc.pre(isEncodable(pairs));
        const parsed = parseQuery(row, encode(pairs));
        if (parsed.ok) accepted++;
        expect(parsed.ok, encode(pairs)).toBe(isRightQuery(row, pairs));
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });

  test("names every parameter that is wrong, says what is allowed, and invents none", () => {
    fc.assert(
      fc.property(request, ({ row, pairs }) => {
        fc.pre(isEncodable(pairs));
        const parsed = parseQuery(row, encode(pairs));
        fc.pre(!parsed.ok);
        if (parsed.ok) return;
        const known = [...pairs.map(([name]) => name), ...row.parameters.map((parameter) => parameter.name)];
        for (const error of parsed.errors) {
          expect(known).toContain(error.parameter);
          expect(error.allowed).not.toMatch(/^$|undefined/);
        }
        for (const [name, value] of pairs) {
          const parameter = row.parameters.find((each) => each.in === "query" && each.name === name);
          if (!parameter || !isRight(parameter, value)) expect(parsed.errors.map((error) => error.parameter)).toContain(name);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("gives one canonical query in any order of the parameters, which means the same", () => {
    fc.assert(
      fc.property(request, ({ row, pairs }) => {
        fc.pre(isEncodable(pairs));
        const parsed = parseQuery(row, encode(pairs));
        fc.pre(parsed.ok);
        if (!parsed.ok) return;
        const canonical = canonicalQuery(row.parameters, parsed.values);
        expect(parseQuery(row, canonical)).toEqual(parsed);
        const turned = parseQuery(row, encode(pairs.toReversed()));
        expect(turned.ok && canonicalQuery(row.parameters, turned.values)).toBe(canonical);
      }),
      { numRuns: 2000 },
    );
  });

  test("reads what URLSearchParams reads", () => {
    const row = ENDPOINTS.find((each) => each.id === "search") as Endpoint;
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 2, maxLength: 50 }), (q) => {
        fc.pre(isWellFormed(q) && q.trim().length > 5);
        const query = new URLSearchParams({ q }).toString();
        expect(parseQuery(row, query)).toMatchObject({ ok: true, values: { q: q.trim() } });
      }),
    );
  });

  test("survives any string", () => {
    fc.assert(
      fc.property(anyEndpoint, fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.stringMatching(/^[&=%+a-f0-9]*$/)), (row, raw) => {
        const parsed = parseQuery(row, raw);
        if (!parsed.ok) expect(parsed.errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  test("does little work for a hostile query", () => {
    const row = ENDPOINTS.find((each) => each.id === "earthquakes") as Endpoint;
    const names = Array.from({ length: 64 }, (_, at) => `country${at}x`.padEnd(60, "y"));
    const start = process.cpuUsage();
    for (let round = 0; round < 20; round++) parseQuery(row, names.join("&"));
    for (let round = 0; round < 20; round++) parseQuery(row, `country=${"J".repeat(4000)}`);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });
});
