import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../../../build/contract/wire/fold.ts";
import { type Choice, choiceOf, fragmentOf, type Row, select } from "../../../../build/site/client/lists/select.ts";
import { nextSort } from "../../../../build/site/client/lists/sorting.ts";

const INITIAL: Choice = { q: "", filters: { zone: "", min: "4.5" }, sort: "name", page: 1 };
const OFFER = { columns: ["name", "zone", "count"], options: { zone: ["", "high", "low"], min: ["", "4.5", "6"] } };
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function row(name: string, zone: string, count: number | null): Row {
  return { values: { name, zone, count }, order: { zone: zone === "high" ? 2 : 1 }, text: fold(`${name} ${zone}`) };
}

const ROWS = [row("Åland", "low", 0), row("Chile", "high", 12), row("Japan", "high", null), row("New Zealand", "low", 3)];
const namesOf = (rows: readonly Row[]) => rows.map(({ values }) => values["name"]);
const chosen = (part: Partial<Choice>) => select(ROWS, { ...INITIAL, ...part }, ["zone"], compare);

describe("a list", () => {
  it("keeps the rows that contain every word, whatever their case and accents", () => {
    expect(namesOf(chosen({ q: "aland low" }).rows)).toEqual(["New Zealand", "Åland"]);
    expect(namesOf(chosen({ q: "zea NEW" }).rows)).toEqual(["New Zealand"]);
    expect(chosen({ q: "new japan" }).matching).toEqual([]);
    expect(chosen({ q: " ,. " }).matching).toHaveLength(4);
  });

  it("keeps the rows with the value of a filter, and leaves filters alone that are not columns", () => {
    expect(namesOf(chosen({ filters: { zone: "high", min: "6" } }).rows)).toEqual(["Chile", "Japan"]);
  });

  it("sorts by the order of a column, with unknown values last in both directions", () => {
    expect(namesOf(chosen({ sort: "count" }).rows)).toEqual(["Åland", "New Zealand", "Chile", "Japan"]);
    expect(namesOf(chosen({ sort: "-count" }).rows)).toEqual(["Chile", "New Zealand", "Åland", "Japan"]);
    expect(namesOf(chosen({ sort: "-zone" }).rows)).toEqual(["Chile", "Japan", "Åland", "New Zealand"]);
    expect(namesOf(chosen({ sort: "" }).rows)).toEqual(namesOf(ROWS));
  });

  it("needs no second page for a few rows more", () => {
    const pagesOf = (length: number) => {
      const rows = Array.from({ length }, (_, at) => row(`${at}`, "low", at));
      return Array.from({ length: select(rows, INITIAL, [], compare).pages }, (_, at) => {
        return select(rows, { ...INITIAL, page: at + 1 }, [], compare).rows.length;
      });
    };
    expect([0, 50, 52, 60].map(pagesOf)).toEqual([[0], [50], [52], [60]]);
    expect([61, 100, 101].map(pagesOf)).toEqual([
      [50, 11],
      [50, 50],
      [50, 50, 1],
    ]);
  });

  it("shows every matching row on exactly one page", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 240 }), fc.boolean(), (counts, down) => {
        const rows = counts.map((count, at) => row(`${at}`, "low", count));
        const sort = down ? "-count" : "count";
        const at = (page: number) => select(rows, { ...INITIAL, sort, page }, [], compare);
        const { pages, matching } = at(1);
        const all = Array.from({ length: pages }, (_, page) => at(page + 1).rows).flat();
        expect(all).toEqual(matching);
        expect(new Set(all).size).toBe(rows.length);
        const sorted = counts.toSorted((a, b) => (down ? b - a : a - b));
        expect(all.map(({ values }) => values["count"])).toEqual(sorted);
        // A page that is not there is the last one.
        expect(at(pages + 7).rows).toEqual(at(pages).rows);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the choice of a reader in the address", () => {
  it("comes back as it was written", () => {
    const choice = fc.record({
      q: fc.string({ maxLength: 30 }).map((text) => text.trim()),
      filters: fc.record({ zone: fc.constantFrom(...OFFER.options.zone), min: fc.constantFrom(...OFFER.options.min) }),
      sort: fc.constantFrom("name", "-name", "-count"),
      page: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(choice, (one) => {
        expect(choiceOf(fragmentOf(one, INITIAL), INITIAL, OFFER)).toEqual(one);
      }),
    );
  });

  it("is empty at first, and says what differs", () => {
    expect(fragmentOf(INITIAL, INITIAL)).toBe("");
    expect(fragmentOf({ ...INITIAL, filters: { zone: "high", min: "" }, page: 2 }, INITIAL)).toBe("#zone=high&min=&page=2");
  });

  it("ignores what no list offers", () => {
    for (const fragment of ["#zone=<b>&min=7&sort=-deaths&page=-1", "#page=1e99x&sort=", "#%", "#main"])
      expect(choiceOf(fragment, INITIAL, OFFER)).toEqual(INITIAL);
    fc.assert(
      fc.property(fc.string(), (fragment) => {
        const { filters, page } = choiceOf(fragment, INITIAL, OFFER);
        expect(OFFER.options.zone).toContain(filters["zone"]);
        expect(Number.isInteger(page) && page > 0).toBe(true);
      }),
    );
  });

  it("changes its order with each click on a heading", () => {
    expect(nextSort("name", "count", true)).toBe("-count");
    expect(nextSort("-count", "count", true)).toBe("count");
    expect(nextSort("count", "count", true)).toBe("-count");
    expect(nextSort("-count", "name", false)).toBe("name");
    expect(nextSort("name", "name", false)).toBe("-name");
  });
});
