import { expect } from "vitest";
import type { Case } from "./cases.ts";
import { unpacked } from "./compare.ts";
import type { ExpectedAnswer } from "./oracle.ts";
import type { RawAnswer } from "./raw-http.ts";

/**
 * What a host that answers from files may never do, whatever it has declared: give another answer than the contract's, or
 * one where there is none. And a refusal is a problem document.
 *
 * @param plain the right answer to a GET of the target
 */
export function neverAnother(answer: RawAnswer, { method }: Case, plain: ExpectedAnswer): void {
  const body = Buffer.from(unpacked(answer));
  if (answer.status === 400 && method !== "HEAD") expectRefusal(answer);
  if (answer.status !== 200 && answer.status !== 206) return;
  expect(plain.status).toBe(200);
  if (answer.status === 206) expect(Buffer.from(plain.body).includes(body)).toBe(true);
  else if (method !== "HEAD") expect(body.equals(plain.body)).toBe(true);
}

function expectRefusal({ body, headers }: RawAnswer): void {
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(JSON.parse(Buffer.from(body).toString("utf8"))).toMatchObject({
    type: expect.stringMatching(/^\/docs\/problems\/(?:not-prebuilt|invalid-parameter)\/$/),
    status: 400,
    errors: [{ parameter: expect.any(String) }],
  });
}
