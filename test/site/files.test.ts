import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isSignificant } from "../../build/catalogue/classify.ts";
import { EVENT_PAGES } from "../../build/config/schema.ts";
import { listedEventHref } from "../../build/site/addresses.ts";
import { hasPage, pagesFrom } from "../../build/site/files.ts";

const rules = fc.record({
  eventPages: fc.constantFrom(...EVENT_PAGES),
  packBelow: fc.option(fc.double({ min: -10, max: 10, noNaN: true }), { nil: undefined }),
});
const events = fc.record({
  magnitude: fc.option(fc.double({ min: -3, max: 10, noNaN: true })),
  significance: fc.option(fc.nat(1000)),
  historical: fc.boolean(),
});

it("a script links to a page only where the build makes one, whatever it knows of the earthquake", () => {
  fc.assert(
    fc.property(rules, events, fc.boolean(), (rule, { magnitude, significance, historical }, known) => {
      const event = { magnitude, historical, significant: isSignificant(magnitude, significance, historical) };
      const listed = { slug: "a-us1", magnitude, historical: known && historical };
      const href = listedEventHref("en", listed, pagesFrom(rule));
      if (!hasPage(rule, event)) expect(href).toBe("/api/v1/earthquakes/a-us1/");
      if (rule.eventPages === "all" && rule.packBelow === undefined) expect(href).toBe("/earthquakes/a-us1/");
    }),
  );
});

it.each([
  [{ eventPages: "all", packBelow: 2.5 }, 2.5],
  [{ eventPages: "all", packBelow: 7 }, 6],
  [{ eventPages: "significant", packBelow: undefined }, 6],
] as const)("of %j a script links to pages from magnitude %d, and in the reader's language", (rule, least) => {
  const hrefOf = (magnitude: number) => listedEventHref("de", { slug: "a-us1", magnitude }, pagesFrom(rule));
  expect(hrefOf(least)).toBe("/earthquakes/a-us1/?lang=de");
  expect(hrefOf(least - 0.1)).toBe("/api/v1/earthquakes/a-us1/");
});

it("earthquakes of the historical catalogue have pages unless none has", () => {
  const event = { magnitude: null, significant: true, historical: true };
  for (const eventPages of EVENT_PAGES) {
    const href = listedEventHref("en", { slug: "a-qt1", ...event }, pagesFrom({ eventPages }));
    expect(href.startsWith("/earthquakes/")).toBe(eventPages !== "none");
    expect(hasPage({ eventPages }, event)).toBe(eventPages !== "none");
  }
});
