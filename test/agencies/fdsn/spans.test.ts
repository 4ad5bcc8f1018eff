import * as fc from "fast-check";
import { expect, it } from "vitest";
import { gapsBetween } from "../../../build/agencies/fdsn/query.ts";
import { joinSpans, type Span } from "../../../build/platform/time.ts";

const spans = fc.array(fc.tuple(fc.nat(40), fc.nat(6)).map(([from, length]): Span => ({ from, to: from + length })));

/** Twice each instant of a span, and each instant between, so that spans that touch have none between them. */
const halves = (list: readonly Span[]) =>
  [...new Set(list.flatMap(({ from, to }) => Array.from({ length: 2 * (to - from) + 1 }, (_, at) => 2 * from + at)))].toSorted(
    (a, b) => a - b,
  );

it("spans that touch or overlap are one, and the others are apart", () =>
  fc.assert(
    fc.property(spans, (list) => {
      const joined = joinSpans(list);
      expect(halves(joined)).toEqual(halves(list));
      for (const { from, to } of gapsBetween(joined)) expect(to).toBeGreaterThan(from);
    }),
  ));
