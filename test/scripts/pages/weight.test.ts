import { describe, expect, it } from "vitest";
import { weightOf } from "../../../scripts/measure/pages/weight.ts";

describe("the weight of a page", () => {
  it("counts a library apart from the page", () => {
    const loaded = [
      { path: "/", bytes: 1000 },
      { path: "/assets/style.css", bytes: 500 },
      { path: "/assets/maplibre/maplibre-gl.js", bytes: 9000 },
    ];
    expect(weightOf(loaded, /^\/assets\/maplibre/)).toEqual({ requests: 3, own: 1500, apart: 9000 });
    expect(weightOf([], /x/)).toEqual({ requests: 0, own: 0, apart: 0 });
  });
});
