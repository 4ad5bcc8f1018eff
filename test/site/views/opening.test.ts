import { expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { inSentence } from "../../../build/site/data/elements.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../../build/site/i18n/translations.ts";
import { smallInput, usgs } from "../../answers/small-catalogue.ts";
import { historicalRecord, liveEvent } from "../../catalogue/make-records.ts";
import { pagesOf, shown } from "../data/pages-of.ts";
import { ENGLISH } from "../english.ts";

const { losses } = historicalRecord({ id: "qt1" });
const lost = (deaths: number, injuries: number | null, most = deaths) => ({
  ...losses,
  deaths: { value: deaths, class: null, said: { low: deaths, high: most, by: `${deaths} A; ${most} B` } },
  injuries: { value: injuries, class: null },
});
const OLD = { year: 115, month: 12, day: 13, hour: null, minute: null, second: null };
const CATALOGUE = assembleCatalogue(
  smallInput({
    historical: [
      historicalRecord({ id: "qt1", name: "First", country: "NO", losses: lost(1, 2), time: OLD, magnitude: 8.1 }),
      historicalRecord({ id: "qt2", name: "Second", country: "NO", losses: lost(21, null, 30), time: { ...OLD, year: 1950 } }),
    ],
  }),
);

/** The part of a page before its facts. */
function openingIn(tag: "en" | "ru", file: string): string {
  const translations = translationsIn(tag, readTexts()[tag]);
  const pages = pagesOf(CATALOGUE, () => true, "texts", { translations, pictures: new Set() });
  return shown(pages.get(file)?.text ?? "");
}

it("opens the page of an earthquake with its name and with what it did, and that of a country with the sum and the worst", () => {
  const event = openingIn("en", "earthquakes/m8-1-near-hualien-taiwan-qt1/index.html");
  expect(event).toContain("Magnitude 8.1 First near Hualien, Taiwan 115-12-13 1 person died and 2 were injured in this earthquake.");
  const country = openingIn("en", "countries/north/index.html");
  expect(country).toContain(
    "Earthquakes on record here have killed at least 22 people. The deadliest, Second ( December 13, 1950 ), killed 21 people.",
  );
  expect(country).toContain("The strongest on record, First ( December 13, 115 ), had a magnitude of 8.1.");
});

it("uses the plural forms of the language, and says the range where sources differ", () => {
  expect(openingIn("ru", "countries/north/index.html")).toContain("погибло не менее 22 человек. При самом смертоносном");
  expect(openingIn("ru", "earthquakes/m6-4-near-hualien-taiwan-qt2/index.html")).toContain("погибли 21 – 30 человек.");
  expect(openingIn("en", "earthquakes/m6-4-near-hualien-taiwan-qt2/index.html")).toContain("21 – 30 people died in this earthquake.");
});

it("says once what one earthquake did, and names countries as English does", () => {
  const only = historicalRecord({ id: "qt1", name: "Only", country: "NO", losses: lost(3, null), time: OLD, magnitude: 8.1 });
  const catalogue = assembleCatalogue(smallInput({ historical: [only] }));
  expect(shown(pagesOf(catalogue).get("countries/north/index.html")?.text ?? "")).toContain(
    "have killed at least 3 people. The strongest on record, Only (",
  );
  const names = ["Netherlands", "Heard Island and McDonald Islands", "Cook Islands", "Niger"];
  expect(names.map((name) => inSentence(name, { translations: ENGLISH }))).toEqual([
    "the Netherlands",
    names[1],
    "the Cook Islands",
    "Niger",
  ]);
  expect(inSentence("Bahamas", { translations: translationsIn("de", readTexts().de) })).toBe("Bahamas");
});

it("names no second place below a heading that says how far from a place it was", () => {
  const under = (place: string) => {
    const live = usgs([liveEvent({ id: "us9", latitude: 24.17, longitude: 121.65, place })]);
    const pages = pagesOf(assembleCatalogue(smallInput({ live })));
    return shown([...pages].find(([path]) => path.includes("us9/"))?.[1].text ?? "");
  };
  expect(under("18 km NNE of Hualian, Taiwan")).toContain("It struck at a depth of");
  expect(under("Taiwan region")).toContain("It struck 22 km from Hualien City, at a depth of");
});
