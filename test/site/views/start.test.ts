import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { LANGUAGES } from "../../../build/site/i18n/languages.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../../build/site/i18n/translations.ts";
import { startMarks, startPage } from "../../../build/site/views/start.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { shown } from "../data/pages-of.ts";
import { ENGLISH } from "../english.ts";

const RULE = { eventPages: "all" } as const;
const NO_PICTURES: ReadonlySet<string> = new Set();
const HOUR = 3_600_000;

function pageOf(...events: Parameters<typeof liveEvent>[0][]): string {
  return startPage(assembleCatalogue(smallInput({ live: usgs(events.map(liveEvent)) })), ENGLISH, RULE, NO_PICTURES);
}

describe("the start page", () => {
  it("has the largest earthquake of the week as its headline, and what is known of its effects", () => {
    const page = pageOf(
      { id: "us1", time: AS_OF - HOUR, magnitude: 4 },
      {
        id: "us2",
        time: AS_OF - 100 * HOUR,
        magnitude: 6.4,
        place: "22 km NNE of Hualien & Co",
        latitude: 24.17,
        longitude: 121.65,
        feltReports: 261,
        alert: "orange",
      },
      { id: "us3", time: AS_OF - 200 * HOUR, magnitude: 8 },
    );
    const latest = shown(page).split("Data as of")[0];
    expect(latest).toContain("Largest earthquake of the last seven days 6.4 22 km NNE of Hualien & Co");
    expect(latest).toContain("Felt reports 261");
    expect(latest).toContain("orange: significant");
    expect(latest).not.toContain("Deaths");
    expect(page).toContain('data-zone="Asia/Taipei"');
    expect(page).toMatch(/<h1 id="latest"><a href="\.\/earthquakes\/[^"]*us2\/">/);
  });

  it("says from which age on its script calls the data stale, but not of the sample", () => {
    const catalogue = assembleCatalogue(smallInput({}));
    const afterOf = (sample: typeof catalogue.sample) => {
      const site = { sample, pagesFrom: Number.NEGATIVE_INFINITY, staleAfterS: 1_800 };
      const page = startPage(catalogue, translationsIn("en", readTexts().en, site), RULE, NO_PICTURES);
      return /class="stale"[^>]*? data-after="(\d+)"/.exec(page)?.[1];
    };
    expect(afterOf(null)).toBe("1800");
    expect(afterOf({ from: AS_OF - HOUR, to: AS_OF })).toBeUndefined();
  });

  it("names a nautical zone so", () => {
    const page = pageOf({ id: "us1", time: AS_OF - HOUR, magnitude: 5, latitude: 0, longitude: -30 });
    expect(page).toContain('data-zone="Etc/GMT+2"');
    expect(shown(page)).toContain("Time at the epicentre (nautical zone)");
  });

  it("lists the newest earthquakes of magnitude 4.5 and more, the newest first", () => {
    const hours = [5, 1, 6, 4, 3, 2];
    const page = pageOf(...hours.map((ago) => ({ id: `us${ago}`, time: AS_OF - ago * HOUR, magnitude: 4.5, place: `Place ${ago}` })), {
      id: "us9",
      time: AS_OF - HOUR / 2,
      magnitude: 4.4,
      place: "Small",
    });
    const list = shown(page).split("Newest earthquakes")[1]?.split("Most significant")[0] ?? "";
    expect(list.match(/Place \d|Small/g)).toEqual([1, 2, 3, 4, 5].map((ago) => `Place ${ago}`));
    expect(shown(pageOf({ id: "us1", time: AS_OF - HOUR, magnitude: 4.4 }))).not.toContain("Newest earthquakes");
  });

  it("lists first what is most significant, then what is largest", () => {
    const page = pageOf(
      { id: "us1", time: AS_OF - HOUR, magnitude: 5, significance: 300, place: "Felt" },
      { id: "us2", time: AS_OF - 2 * HOUR, magnitude: 6, significance: 100, place: "Remote" },
      { id: "us3", time: AS_OF - 3 * HOUR, magnitude: 4, significance: null, place: "Unknown small" },
      { id: "us4", time: AS_OF - 4 * HOUR, magnitude: 4.5, significance: null, place: "Unknown large" },
    );
    const list = shown(page).split("Most significant this week")[1] ?? "";
    const places = ["Felt", "Remote", "Unknown large", "Unknown small"].map((place) => list.indexOf(` ${place} `));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it("draws the earthquakes that its caption counts, each with a link that no key stops at, in a file of all languages", () => {
    const events = [
      { id: "us1", time: AS_OF - HOUR, magnitude: 5, place: "Cape <A & B>" },
      { id: "us2", time: AS_OF - HOUR, magnitude: 2.4 },
      { id: "us3", time: AS_OF - HOUR, magnitude: 2.5 },
      { id: "us4", time: AS_OF - 169 * HOUR, magnitude: 6 },
    ];
    const catalogue = assembleCatalogue(smallInput({ live: usgs(events.map(liveEvent)) }));
    const { path, text } = startMarks(catalogue, RULE);
    const links = [...text().matchAll(/<a href="\.\.\/earthquakes\/[^"]*-(us\d)\/" tabindex="-1"><path/g)];
    // The strongest is on top.
    expect(links.map(([, id]) => id)).toEqual(["us3", "us1"]);
    expect(text()).toContain("<title>M 5, Cape &lt;A &amp; B&gt;</title>");
    expect(text().startsWith('<svg xmlns="http://www.w3.org/2000/svg"><g id="c" ')).toBe(true);
    for (const tag of ["en", "de"] as const) {
      const page = startPage(catalogue, translationsIn(tag, readTexts()[tag]), RULE, NO_PICTURES);
      expect(page).toContain(`<use class="marks" href="${tag === "en" ? "./" : "../"}${path}#c"/></svg>`);
      expect(shown(`<main${page.slice(page.indexOf('<svg class="world"'))}`)).toContain(
        tag === "en" ? ": 2 earthquakes." : ": 2 Erdbeben.",
      );
    }
    const linked = startMarks(catalogue, { eventPages: "none" }).text();
    expect([...linked.matchAll(/<a href="\.\.\/api\/v1\/earthquakes\/[^"]+\/"/g)]).toHaveLength(2);
  });

  it("can be written in every language, also where nothing happened", () => {
    const catalogue = assembleCatalogue(smallInput({ live: usgs([]) }));
    for (const { tag } of LANGUAGES) {
      const page = startPage(catalogue, translationsIn(tag, readTexts()[tag]), RULE, NO_PICTURES);
      expect(page).toContain('<h1 id="latest">');
      expect(page).not.toMatch(/undefined|NaN|Infinity/);
    }
  });

  it("has a place for the age of the data, but not of a sample", () => {
    const catalogue = assembleCatalogue(smallInput());
    const sample = { from: AS_OF - 168 * HOUR, to: AS_OF };
    for (const { tag } of LANGUAGES) {
      const [live, sampled] = [null, sample].map((of) =>
        startPage(catalogue, translationsIn(tag, readTexts()[tag], { sample: of, pagesFrom: 0 }), RULE, NO_PICTURES),
      );
      expect(live).toContain("<time data-age");
      expect(sampled).not.toContain("data-age");
      for (const page of [live, sampled]) {
        expect(page).toMatch(/class="asof">[^(（]*<time data-day datetime="2018-02-07">[^(（]*<\/p>/);
      }
    }
  });

  it("stays the same from minute to minute in every language, while small earthquakes are added", () => {
    const events = Array.from({ length: 31 }, (_, at) => ({
      id: `us${at}`,
      time: AS_OF - at * HOUR - 1,
      magnitude: 3,
    }));
    const later = Array.from({ length: 3 }, (_, at) => ({ id: `us9${at}`, time: AS_OF + at, magnitude: 2.6 }));
    const pageAt = (asOf: number, some: typeof events, tag: (typeof LANGUAGES)[number]["tag"]) => {
      const live = usgs(some.map(liveEvent));
      const [source] = smallInput().sources;
      const sources = source ? [{ ...source, asOf, records: some.length }] : [];
      return startPage(assembleCatalogue(smallInput({ asOf, live, sources })), translationsIn(tag, readTexts()[tag]), RULE, NO_PICTURES);
    };
    for (const { tag } of LANGUAGES) {
      const [before, after] = [pageAt(AS_OF, events, tag), pageAt(AS_OF + 60_000, [...events, ...later], tag)];
      expect(after).toBe(before);
    }
    expect(shown(pageAt(AS_OF, events, "en"))).toContain("Last 24 hours ≥ 20 earthquakes");
    expect(shown(pageAt(AS_OF, events, "en"))).toContain(": ≥ 30 earthquakes.");
  });

  it("has the picture of its headline for link previews where there is one", () => {
    const site = { sample: null, pagesFrom: 0, publicUrl: "https://quakes.example" };
    const live = usgs([liveEvent({ id: "us1", time: AS_OF - HOUR, magnitude: 6.4 })]);
    const catalogue = assembleCatalogue(smallInput({ live }));
    const slug = catalogue.events.find(({ id }) => id === "us1")?.slug ?? "";
    const german = translationsIn("de", readTexts().de, site);
    const page = startPage(catalogue, german, RULE, new Set([slug]));
    expect(page).toContain(`<meta property="og:image" content="https://quakes.example/earthquakes/${slug}/picture.png">`);
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(startPage(catalogue, german, RULE, NO_PICTURES)).not.toContain("og:image");
  });
});
