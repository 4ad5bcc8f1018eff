import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mercatorX, mercatorY } from "../../../../build/site/map/drawn/outlines.ts";
import { type MapTown, placeFor, townNames } from "../../../../build/site/map/drawn/town-labels.ts";

const [X, Y] = [mercatorX(121), mercatorY(24)];
const VIEW = { left: X - 340, top: Y - 190, right: X + 340, bottom: Y + 190 };
const MIDDLE = { left: X - 10, top: Y - 10, right: X + 10, bottom: Y + 10 };

/** The boxes of the names, as wide as the drawing allows for them. */
function boxes(markup: string) {
  const texts = [...markup.matchAll(/<g( class="minor")?>.*?<text x="(-?\d+)" y="(-?\d+)"( text-anchor="end")?>([^<]*)</gs)];
  return texts.map(([, minor, x, y, end, name = ""]) => {
    const size = minor ? 12 : 21;
    const [from, width] = [Number(x), name.length * size * 0.56];
    return {
      left: end ? from - width : from,
      right: end ? from : from + width,
      top: Number(y) - size * 0.5,
      bottom: Number(y) + size * 0.5,
    };
  });
}

function townAt(name: string, latitude: number, longitude: number, population: number): MapTown {
  return { name, population, x: mercatorX(longitude), y: mercatorY(latitude) };
}

const TOWN = fc
  .tuple(
    fc.stringMatching(/^[A-Z][a-z]{1,11}$/),
    fc.double({ min: 19, max: 29, noNaN: true }),
    fc.double({ min: 112, max: 130, noNaN: true }),
    fc.integer({ min: 1000, max: 9_000_000 }),
  )
  .map((town) => townAt(...town));

describe("names of towns on a small map", () => {
  it("overlap neither each other nor the epicentre, and stay on the map", () => {
    fc.assert(
      fc.property(fc.array(TOWN, { maxLength: 40 }), (towns) => {
        const placed = boxes(townNames(VIEW, MIDDLE, towns)?.markup ?? "");
        expect(placed.length).toBeLessThanOrEqual(12);
        for (const [at, one] of placed.entries()) {
          expect(one.left).toBeGreaterThanOrEqual(VIEW.left);
          expect(one.right).toBeLessThanOrEqual(VIEW.right);
          for (const other of [MIDDLE, ...placed.slice(0, at)]) {
            const apart =
              one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [25, "start"],
    [23, undefined],
  ])("need a little more than the height of their letters: %d units apart", (apart, anchor) => {
    const above = { left: X - 300, right: X + 300, top: Y - apart - 12, bottom: Y - apart + 12 };
    expect(placeFor({ name: "Town", x: X, y: Y }, 20, VIEW, [above])?.anchor).toBe(anchor);
  });

  it("are those of large and of near towns, escaped, and across the antimeridian", () => {
    const near = townAt("Near & small", 24.5, 122, 300_000);
    const markup = townNames(VIEW, MIDDLE, [near])?.markup ?? "";
    expect(markup).toContain("Near &amp; small");
    const fiji = { left: mercatorX(175), top: mercatorY(-14), right: mercatorX(190), bottom: mercatorY(-22) };
    const middle = { left: mercatorX(182), top: mercatorY(-17.9), right: mercatorX(182.2), bottom: mercatorY(-18.1) };
    const beyond = townAt("Beyond", -18, -175, 5000);
    expect(townNames(fiji, middle, [beyond])?.markup).toContain("Beyond");
    expect(townNames(VIEW, MIDDLE, [])).toBeNull();
  });
});
