import { describe, expect, test } from "vitest";
import { PROBLEM_TEXTS } from "../../../build/answers/openapi/descriptions.ts";
import { invalidParameters, problemPage } from "../../../build/contract/wire/problem.ts";
import { PROBLEM_TYPES, problem } from "../../../build/contract/wire/problem-types.ts";

describe("a problem document", () => {
  test("has the members of RFC 9457 in their order", () => {
    const document = problem("not-found", "There is no plate nasca.");
    expect(JSON.stringify(document)).toBe(
      '{"type":"/docs/problems/not-found/","title":"There is nothing at this address","status":404,"detail":"There is no plate nasca."}',
    );
  });

  test("lists every error and tells the first in words", () => {
    const errors = [
      { parameter: "limt", given: "5", allowed: "the parameters limit, hours", hint: "limit" },
      { parameter: "q", given: "", allowed: "text of 2 to 200 characters, required" },
    ];
    const document = invalidParameters(errors);
    expect(document.status).toBe(400);
    expect(document.errors).toEqual(errors);
    expect(document.detail).toBe('limt was given as "5"; allowed: the parameters limit, hours. Did you mean limit? (1 more in errors.)');
    expect(invalidParameters(errors.slice(1)).detail).toBe("q is missing or empty; allowed: text of 2 to 200 characters, required.");
  });

  test("of invalid parameters needs an error", () => expect(() => invalidParameters([])).toThrow("at least one"));
});

describe("the kinds of problems", () => {
  const kinds = Object.keys(PROBLEM_TYPES) as (keyof typeof PROBLEM_TYPES)[];

  test.each(kinds)("%s is explained, and its page has a plain name", (kind) => {
    expect(PROBLEM_TEXTS[kind].explanation.join(" ").length).toBeGreaterThan(80);
    expect(problemPage(kind)).toMatch(/^\/docs\/problems\/[a-z-]+\/$/);
    expect(PROBLEM_TYPES[kind].status).toBeGreaterThanOrEqual(400);
  });

  test("are all explained and nothing else is", () => expect(Object.keys(PROBLEM_TEXTS).toSorted()).toEqual(kinds.toSorted()));
});
