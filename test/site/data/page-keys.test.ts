import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../../build/site/i18n/translations.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { historicalRecord } from "../../catalogue/make-records.ts";
import { catalogueOf, series } from "../../hosts/catalogue-series.ts";
import { pagesOf } from "./pages-of.ts";

type Pages = ReturnType<typeof pagesOf>;

/** Pages of both whose keys are the same, each of them checked, and those whose keys differ. */
function compare(before: Pages, after: Pages): { same: string[]; changed: string[] } {
  const both = [...after].filter(([path]) => before.has(path));
  const same = both.filter(([path, { key }]) => before.get(path)?.key === key).map(([path]) => path);
  for (const path of same) expect(after.get(path)?.text).toBe(before.get(path)?.text);
  return { same, changed: both.map(([path]) => path).filter((path) => !same.includes(path)) };
}

describe("the key of a page", () => {
  const near = ["qt7", "qt8", "qt9"].map((id, later) =>
    historicalRecord({ id, time: { year: 1951 + later, month: 2, day: 6, hour: 15, minute: 50, second: null } }),
  );
  const CATALOGUE = assembleCatalogue(smallInput({ historical: near }));
  const PAGES = pagesOf(CATALOGUE);

  it("is that of its text: the same key, the same text, whatever happens", () => {
    let same = 0;
    fc.assert(
      fc.property(series, fc.boolean(), (worlds, all) => {
        let before: Pages | undefined;
        for (const world of worlds) {
          const pages = pagesOf(catalogueOf(world), ({ significant }) => all || significant);
          if (before) same += compare(before, pages).same.length;
          before = pages;
        }
      }),
      { numRuns: 30 },
    );
    expect(same).toBeGreaterThan(100);
  });

  it("is another where a page that it links to is there no more, and only then", () => {
    const slug = CATALOGUE.events.find(({ id }) => id === "qt7")?.slug;
    const { same, changed } = compare(
      PAGES,
      pagesOf(CATALOGUE, (event) => event.slug !== slug),
    );
    for (const path of changed) expect(PAGES.get(path)?.text).toContain(slug);
    expect(changed.length).toBeGreaterThan(1);
    expect(same.length).toBeGreaterThan(1);
  });

  it("is another where a plate has another name or the templates are others", () => {
    const plates = CATALOGUE.plates.map((plate) => ({ ...plate, name: `${plate.name}!` }));
    expect(compare(PAGES, pagesOf({ ...CATALOGUE, plates })).same).toEqual([]);
    expect(compare(PAGES, pagesOf(CATALOGUE, undefined, "another program")).same).toEqual([]);
  });

  it("is another where a country has another name: pages name the countries of towns abroad", () => {
    const countries = CATALOGUE.countries.map((country) => ({ ...country, name: `${country.name}!` }));
    expect(compare(PAGES, pagesOf({ ...CATALOGUE, countries })).same).toEqual([]);
  });

  it("is another where an earthquake has a picture, and only then", () => {
    const site = { sample: null, pagesFrom: 0, publicUrl: "https://quakes.example" };
    const translations = translationsIn("en", readTexts().en, site);
    const slug = CATALOGUE.events.find(({ id }) => id === "qt7")?.slug ?? "";
    const pages = (pictures: string[]) => pagesOf(CATALOGUE, undefined, undefined, { translations, pictures: new Set(pictures) });
    const { changed } = compare(pages([]), pages([slug]));
    expect(changed).toEqual([`earthquakes/${slug}/index.html`]);
    expect(pages([slug]).get(changed[0] ?? "")?.text).toContain(
      `<meta property="og:image" content="https://quakes.example/earthquakes/${slug}/picture.png">`,
    );
  });
});
