import { describe, expect, it } from "vitest";
import { typeOfMotion } from "../../../build/catalogue/boundaries/motion.ts";

describe("the type that a motion makes", () => {
  it.each([
    [{ opening: 10, rightLateral: 0 }, "divergent"],
    [{ opening: -10, rightLateral: 0 }, "convergent"],
    [{ opening: 3.6, rightLateral: -10 }, "transform"],
    [{ opening: 3.7, rightLateral: -10 }, "divergent"],
    [{ opening: -3.7, rightLateral: 10 }, "convergent"],
    [{ opening: 0, rightLateral: 0 }, "transform"],
  ])("of %j is %s: slip within 20 degrees of the strike is a transform fault", (motion, type) => {
    expect(typeOfMotion(motion)).toBe(type);
  });
});
