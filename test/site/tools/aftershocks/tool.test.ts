import { describe, expect, it } from "vitest";
import { aftershocksTool } from "../../../../build/site/tools/aftershocks/tool.ts";
import type { AnyValues } from "../../../../build/site/tools/tool.ts";
import { drawnBy, wordsOf } from "../seeded-tools.ts";

const drawn = (changed: AnyValues = {}) => drawnBy(aftershocksTool, changed);

describe("the forecast of aftershocks in words", () => {
  it("says the chance of the generic parameters of California as its network did: about an hour after it, 54 %", () => {
    const translations = wordsOf(drawn({ regime: "california-1989", from: 1 / 24 }));
    expect(translations).toContain("magnitude 5.0 or more is 54 %");
    expect(translations).toContain("is 9.1 %");
    expect(translations).toContain("no variation between sequences is published");
  });

  it("tells a range and the parameters with their spread", () => {
    const translations = wordsOf(drawn());
    expect(translations).toMatch(/the number of such aftershocks is between 0 and \d+\./);
    expect(translations).toContain("a = −2.42 ± 0.75, b = 1.00, p = 0.98, c = 0.018 d");
  });

  it("never says that something is certain or impossible", () => {
    expect(wordsOf(drawn({ mainshock: 9, least: 3 }))).toContain("more than 99 %");
    expect(wordsOf(drawn({ mainshock: 4, least: 9, from: 300, window: "1" }))).toContain("less than 0.01 %");
  });
});
