import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REQUEST_LANGUAGES, requestCode, requestTarget } from "../../../build/site/format/request-code.ts";

describe("the code of a request", () => {
  it("has the path filled, and a query of the values that are given", () => {
    expect(requestTarget("/api/recent/", { limit: "7", hours: "" })).toBe("/api/recent/?limit=7");
    expect(requestTarget("/api/v1/stats/", {})).toBe("/api/v1/stats/");
    expect(requestTarget("/api/v1/countries/{iso2}/risk/", { iso2: "JP" })).toBe("/api/v1/countries/JP/risk/");
    expect(requestTarget("/api/search/", { q: "café & 'bar'" })).toBe("/api/search/?q=caf%C3%A9+%26+%27bar%27");
  });

  it("cannot be left by a value, whatever it is, and names the address unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (slug, q) => {
        const target = requestTarget("/api/v1/plates/{slug}/", { slug, q });
        expect(target).not.toMatch(/["'`\\$\s<>]/);
        expect(new URL(target, "http://x").searchParams.get("q") ?? "").toBe(q);
        for (const language of REQUEST_LANGUAGES) expect(requestCode(language, `http://x${target}`)).toContain(`http://x${target}`);
      }),
    );
  });
});
