import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { CountryProfile } from "../../../build/contract/resources/resources.ts";
import type { PageModel } from "../../../build/site/data/page.ts";
import { dataPages } from "../../../build/site/data/pages.ts";
import { drawBaseMap } from "../../../build/site/map/drawn/base-map.ts";
import { smallInput, usgs } from "../../answers/small-catalogue.ts";
import { historicalRecord, liveEvent } from "../../catalogue/make-records.ts";
import { ENGLISH } from "../english.ts";
import { ISLAND, pagesOf, shown } from "./pages-of.ts";

const CATALOGUE = assembleCatalogue(smallInput());
const PAGES = pagesOf(CATALOGUE);

function pageOf(id: string): string {
  const slug = CATALOGUE.events.find((event) => event.id === id)?.slug ?? "";
  return PAGES.get(`earthquakes/${slug}/index.html`)?.text ?? "";
}

function linksOf(page: string): string[] {
  return [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
}

describe("the pages of data", () => {
  it("carry as data which earthquakes they link to", () => {
    for (const [path, { text }] of PAGES) {
      const [, json = "{}"] = /id="model">(.*?)<\/script>/s.exec(text) ?? [];
      const { pages } = JSON.parse(json) as PageModel;
      const linked = linksOf(text.slice(text.indexOf("<main"))).flatMap((href) => /^\/earthquakes\/([^/]+)\/$/.exec(href)?.[1] ?? []);
      expect([path, [...pages].toSorted()]).toEqual([path, [...new Set(linked)].toSorted()]);
    }
  });

  it("stand beside every answer about one thing, and beside the lists of them", () => {
    const paths = [...PAGES.keys()];
    expect(paths.filter((path) => path.startsWith("earthquakes/"))).toHaveLength(CATALOGUE.events.length);
    expect(paths.filter((path) => !path.startsWith("earthquakes/")).toSorted()).toEqual([
      "countries/index.html",
      "countries/north/index.html",
      "countries/south/index.html",
      "glossary/earthquake/index.html",
      "glossary/fault/index.html",
      "glossary/index.html",
      "plates/east/index.html",
      "plates/index.html",
      "plates/west/index.html",
    ]);
  });

  it("link only to pages that there are, and to the answer that they are written from", () => {
    const elsewhere = /^\/(map|tools|docs|methods|api)\/|^\/(earthquakes\/)?(#.*)?$/;
    for (const [path, { text }] of PAGES) {
      const inside = linksOf(text).filter((href) => href.startsWith("/") && !elsewhere.test(href));
      const targets = inside.map((href) => `${href.slice(1).replace(/#.*/, "")}index.html`);
      // The glossary of this small world has two terms; the pages explain theirs by those of the real one.
      const missing = targets.filter((target) => !PAGES.has(target) && !target.startsWith("glossary/"));
      expect([path, missing]).toEqual([path, []]);
      if (!/^(earthquakes|.*[a-z])\/index\.html$/.test(path)) continue;
      expect(text).toContain(`<link rel="alternate" type="application/json" href="/api/v1/${path.replace("index.html", "")}">`);
      expect(text).toMatch(/<title>[^<]+ · Quaketree<\/title>/);
      expect([path, text.includes("/assets/lists.css"), text.includes('class="broad')]).toEqual([
        path,
        !/\/.*\//.test(path),
        !/\/.*\//.test(path),
      ]);
    }
  });

  it("do not ask for the body of an answer that has no page", () => {
    const translations = ENGLISH;
    const baseMap = drawBaseMap(() => ({ coarse: ISLAND, fine: ISLAND }), []);
    const { pageOf: pageOfAnswer } = dataPages(CATALOGUE, { translations, baseMap, hasPage: () => true, pictures: new Set(), key: "" });
    const answer = {
      endpoint: { id: "openapi" as const },
      file: "api/v1/openapi.json",
      get body(): unknown {
        throw new Error("the body was made");
      },
    };
    expect(pageOfAnswer(answer, "hash")).toBeUndefined();
  });

  it("name the towns of today around earthquakes that seismographs located, and not around older ones", () => {
    const input = smallInput({
      live: usgs([liveEvent({ id: "us9", latitude: 24.17, longitude: 121.65 })]),
      historical: [1899, 1920].map((year) =>
        historicalRecord({ id: `qt${year}`, time: { year, month: 6, day: 5, hour: null, minute: null, second: null } }),
      ),
    });
    const towns = [...pagesOf(assembleCatalogue(input))].flatMap(([path, { text }]) =>
      shown(text).includes("Towns nearby") ? [path.replace(/.*-|\/.*$/g, "")] : [],
    );
    expect(towns.toSorted()).toEqual(["qt1920", "us9"]);
  });

  it("give intensities as numbers and as degrees, and name the source of several figures once", () => {
    const live = usgs([liveEvent({ id: "us9", feltReports: 3, maxIntensityReported: 6.46, maxIntensityEstimated: 0.2 })]);
    const [text = ""] = [...pagesOf(assembleCatalogue(smallInput({ live })))].flatMap(([path, { text: one }]) =>
      path.includes("-us9/") ? [one] : [],
    );
    const page = shown(text);
    expect(page).toMatch(/VI Largest reported intensity \(Modified Mercalli\)/);
    expect(page).toMatch(/USGS, Did You Feel It\? Largest reported intensity \(Modified Mercalli\) 6\.5 \(VI\) Largest/);
    expect(page).toMatch(/Largest estimated intensity \(Modified Mercalli\) 0\.2 USGS/);
    expect(text.match(/rowspan="\d+"/g)).toEqual(['rowspan="2"', 'rowspan="1"']);
  });

  it("link to the answers of earthquakes that have no page", () => {
    const some = pagesOf(CATALOGUE, ({ significant }) => significant);
    const none = pagesOf(CATALOGUE, () => false);
    const events = (pages: typeof PAGES) => [...pages.keys()].filter((path) => /^earthquakes\/./.test(path)).length;
    expect(events(some)).toBe(CATALOGUE.events.filter(({ significant }) => significant).length);
    expect(events(none)).toBe(0);
    const us3 = CATALOGUE.events.find(({ id }) => id === "us3")?.slug;
    const country = some.get("countries/north/index.html")?.text ?? "";
    expect(linksOf(country)).toContain(`/api/v1/earthquakes/${us3}/`);
    expect(linksOf(PAGES.get("countries/north/index.html")?.text ?? "")).toContain(`/earthquakes/${us3}/`);
  });

  it("say nothing that depends on when they were made: another minute without news gives the same bytes", () => {
    const { asOf, live } = smallInput();
    // An event that is later than the first moment would be news nearby.
    const known = live.map((one) => ({ ...one, events: one.events.filter(({ time }) => time <= asOf) }));
    const [before, later] = [0, 60_000].map((ms) => pagesOf(assembleCatalogue(smallInput({ live: known, asOf: asOf + ms })))) as [
      typeof PAGES,
      typeof PAGES,
    ];
    const same = [...before].filter(([path, { text }]) => later.get(path)?.text === text).map(([path]) => path);
    for (const { id, slug } of CATALOGUE.events.filter(({ time }) => time < smallInput().asOf - 1))
      expect([id, same.includes(`earthquakes/${slug}/index.html`)]).toEqual([id, id !== "us8"]);
  });
});

describe("the page of an earthquake", () => {
  it("tells magnitude, place, time, depth with its class, country and plate", () => {
    const text = shown(pageOf("us2"));
    expect(text).toContain("Magnitude 7.0");
    expect(text).toMatch(/Time \(UTC\) 2018-02-05 19:49:14/);
    expect(text).toContain("Depth 10.6 km · shallow");
    expect(text).toContain("orange: significant casualties or damage are likely");
    expect(text).toMatch(/East, [<≈] [\d,.]+ km from its nearest boundary/);
    expect(text).toContain("This page is not a warning or a forecast.");
  });

  it("does not tell what is not known, nor a date more finely than it is known", () => {
    const text = shown(pageOf("qt2"));
    expect(text).toContain("Magnitude unknown");
    expect(text).toContain(" 1800-05 ");
    expect(text).not.toContain("1800-05-01");
    expect(text).toContain("Depth unknown");
    expect(text).not.toMatch(/null|undefined|NaN/);
    expect(shown(pageOf("qt1"))).toContain(" 464 BC ");
    expect(pageOf("qt1")).not.toContain("startDate");
  });

  it("has structured data that say what the answer says", () => {
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(pageOf("us1")) ?? [];
    const event = CATALOGUE.events.find(({ id }) => id === "us1");
    expect(JSON.parse(json)).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Event",
      identifier: "us1",
      startDate: new Date(event?.time ?? 0).toISOString(),
      location: { geo: { latitude: event?.latitude, longitude: event?.longitude } },
    });
  });

  it("lets nothing out of an agency's words into the page's own markup", () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror="alert(2)">';
    const live = usgs([liveEvent({ id: "us1", place: hostile, status: hostile })]);
    const historical = [historicalRecord({ id: "qt9", place: hostile, name: hostile })];
    for (const [, { text }] of pagesOf(assembleCatalogue(smallInput({ live, historical })))) {
      expect(text).not.toContain("<script>alert");
      expect(text).not.toContain("<img src=x");
    }
  });
});

describe("the lists", () => {
  it("have tables of earthquakes whose parts keep their roles in any layout", () => {
    const tables = [...PAGES.values()].flatMap(({ text }) => text.match(/<table class="quakes.*?<\/table>/gs) ?? []);
    expect(tables.length).toBeGreaterThan(3);
    for (const text of tables) expect(text.match(/<(table|thead|tbody|tr|th|td)(?![^>]* role=)[^>]*>/)).toBeNull();
  });

  it("need no script: their controls are hidden, and all rows are there", () => {
    for (const [path, rows] of [
      ["countries", /<tr data-slug=/g],
      ["plates", /<tr data-slug=/g],
      ["glossary", /<div data-slug=/g],
    ] as const) {
      const { text = "", body } = PAGES.get(`${path}/index.html`) ?? {};
      expect(text.match(rows)).toHaveLength((body as { count: number }).count);
      expect(text).toMatch(/<form class="list-filter" hidden>/);
      expect(text).toMatch(/<p class="list-state" role="status" tabindex="-1" hidden>/);
    }
  });
});

describe("the pages of countries, plates and terms", () => {
  it("tell a country's zone with the figures that it follows from", () => {
    const { text = "", body } = PAGES.get("countries/south/index.html") ?? {};
    const basis = (body as { zone_basis: { points: Record<string, number>; rule: string } }).zone_basis;
    const points = Object.values(basis.points).reduce((sum, one) => sum + one, 0);
    expect(shown(text)).toContain(`Their points add up to ${points}.`);
    expect(shown(text)).toContain(basis.rule);
  });

  it("show a list of a country's earthquakes only if it shows one that the lists above it do not", () => {
    const { body, text = "" } = PAGES.get("countries/north/index.html") ?? {};
    const { strongest, notable_events: notable, most_recent: newest } = body as CountryProfile;
    const lists = [strongest, notable, newest];
    const slugs = (list: readonly { slug: string }[] = []) => list.map(({ slug }) => slug);
    const expected = lists.map((list, at) => {
      const above = new Set(lists.slice(0, at).flatMap(slugs));
      return slugs(list).some((slug) => !above.has(slug));
    });
    const headings = ["Strongest earthquakes", "Notable earthquakes, deadliest first", "Newest significant earthquakes"];
    expect(headings.map((heading) => text.includes(`<h2>${heading}</h2>`))).toEqual(expected);
    expect(expected).toContain(false);
  });

  it("lead from a country to the list of all its earthquakes", () => {
    const text = PAGES.get("countries/south/index.html")?.text ?? "";
    const total = CATALOGUE.countries.find(({ iso2 }) => iso2 === "SO")?.totalEarthquakes;
    expect(text).toContain('<a href="/earthquakes/#hours=&amp;country=SO&amp;min_mag=">');
    expect(shown(text)).toContain(`${total} earthquake`);
  });

  it("name an earthquake once, even if its place contains the name", () => {
    const historical = [
      historicalRecord({ id: "qt9", name: "Lambesc", place: "Lambesc, Provence, France" }),
      historicalRecord({ id: "qt8", name: "Great One", place: "Somewhere" }),
    ];
    const pages = pagesOf(assembleCatalogue(smallInput({ historical })));
    const text = [...pages.values()].map((page) => page.text).join("");
    expect(text).toContain(">Lambesc, Provence, France</span></a>");
    expect(text).toContain('>Great One</span></a><small><span lang="en">Somewhere</span></small>');
  });

  it("tell that the plate of reference has no pole", () => {
    const input = smallInput();
    const plates = input.plates.map((plate) => ({
      ...plate,
      rotationPole: { latitude: 0, longitude: 0, degreesPerMyr: 0 },
    }));
    const page = pagesOf(assembleCatalogue({ ...input, plates })).get("plates/east/index.html")?.text ?? "";
    expect(shown(page)).toContain("none: this plate is the reference");
    expect(shown(page)).not.toContain("per million years");
  });

  it("tell a plate's pole, boundaries and years", () => {
    const text = shown(PAGES.get("plates/east/index.html")?.text ?? "");
    expect(text).toContain("10.0°, 20.0°; 0.50° per million years");
    expect(text).toContain("West divergent");
    expect(text).toContain("464 BC");
  });

  it("tell a term's definition, and which terms refer to it that it does not name itself", () => {
    const input = smallInput();
    const [first, second] = input.glossary;
    if (!first || !second) throw new Error("the small world has two terms");
    const glossary = [{ ...first, related: [] }, second];
    const page = pagesOf(assembleCatalogue({ ...input, glossary })).get("glossary/earthquake/index.html")?.text ?? "";
    expect(shown(page)).toContain(first.definition);
    expect(page).toContain('<ul class="terms" id="used"><li><a href="/glossary/fault/">Fault</a></li></ul>');
    expect(PAGES.get("glossary/earthquake/index.html")?.text).not.toContain('id="used"');
  });
});
