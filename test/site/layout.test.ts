import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { structuredData, treeFacts } from "../../build/site/data/page.ts";
import { html } from "../../build/site/html.ts";
import { LANGUAGES } from "../../build/site/i18n/languages.ts";
import { readTexts } from "../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../build/site/i18n/translations.ts";
import {
  LETTERS_SCRIPT,
  LETTERS_SCRIPT_HASH,
  layout,
  MISSING_SCRIPT,
  MISSING_SCRIPT_HASH,
  type Page,
  THEME_SCRIPT,
  THEME_SCRIPT_HASH,
} from "../../build/site/layout.ts";
import { offlinePages } from "../../build/site/views/offline.ts";
import { missingPage } from "../../build/site/views/reference.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { ENGLISH, fromRoot } from "./english.ts";

const PAGE: Page = {
  path: "map/",
  title: "Title & more",
  description: 'What is "here"',
  main: html`<p>Text</p>`,
  languages: "prebuilt",
};

it.each([
  ["en", "ltr"],
  ["ar", "rtl"],
] as const)("a page in %s says so, and that it reads %s", (tag, dir) => {
  expect(layout(PAGE, translationsIn(tag, readTexts()[tag]))).toContain(`<html lang="${tag}" dir="${dir}"`);
});

describe("the note of a sample", () => {
  const sample = { from: Date.UTC(2018, 0, 31, 1), to: Date.UTC(2018, 1, 7, 1) };

  it("has the span and the command, in every language, and stands on pages of samples only", () => {
    for (const { tag } of LANGUAGES) {
      const page = layout(PAGE, translationsIn(tag, readTexts()[tag], { sample, pagesFrom: 0 }));
      const note = /<aside id="sample".*<\/aside>/.exec(page)?.[0] ?? "";
      expect(note).toContain('<time data-day datetime="2018-01-31">2018-01-31</time>');
      expect(note).toContain('<time data-day datetime="2018-02-07">');
      expect(note).toContain("quaketree -- ingest");
    }
    expect(layout(PAGE, ENGLISH)).not.toContain("sample");
  });
});

describe("the site of an operator with a name", () => {
  const brand = {
    name: 'Oxbow <& "Hills"> $1',
    logo: "/assets/logo-0.png",
    warningService: { name: "Warnings <u>", url: "https://warn.example/?a=1&b='" },
  };

  it("has name, logo and warning service on its pages in every language, escaped", () => {
    for (const { tag } of LANGUAGES) {
      const page = fromRoot(
        layout({ ...PAGE, title: "Map · Quaketree" }, translationsIn(tag, readTexts()[tag], { sample: null, pagesFrom: 0, brand })),
      );
      expect(page).toContain("<title>Map · Oxbow &lt;&amp; &quot;Hills&quot;&gt; $1</title>");
      expect(page).toContain('<meta property="og:site_name" content="Oxbow &lt;&amp; &quot;Hills&quot;&gt; $1">');
      expect(page).toContain('<img src="/assets/logo-0.png"\nalt="" width="24" height="24" loading="lazy">Oxbow &lt;&amp;');
      expect(page).toContain('<link rel="icon" href="/assets/logo-0.png" type="image/png">');
      expect(page).toContain('<a href="https://warn.example/?a=1&amp;b=&#39;" rel="noreferrer"><bdi>Warnings &lt;u&gt;</bdi></a>');
      expect(page).not.toMatch(/tsunami\.gov|Quaketree|<u>/);
      const stated = /data-brand="([^"]*)"/.exec(page)?.[1] ?? "";
      expect(stated.replaceAll("&quot;", '"').replaceAll("&amp;", "&")).toContain('"warningService"');
    }
  });

  it.each([
    [Number.NEGATIVE_INFINITY, "all"],
    [4.5, "some"],
  ])("tells a copy without network which earthquakes have pages: from %d", (pagesFrom, which) => {
    const frame = [...offlinePages(readTexts(), { sample: null, pagesFrom, brand })].at(-1);
    expect(frame?.text()).toContain(`data-event-pages="${which}"`);
  });

  it("is Quaketree's where nothing is configured", () => {
    const page = layout({ ...PAGE, title: "Map · Quaketree" }, ENGLISH);
    expect(page).toContain("<title>Map · Quaketree</title>");
    expect(page).toContain("tsunami.gov");
    expect(page).not.toContain("data-brand");
  });
});

describe("the addresses of a page", () => {
  const main = html`<a href="/docs/#x">${' href="/text"'}</a> <a href="//other.example/">o</a> <a href="?q=1" title=" src=/a">q</a>`;

  it.each([
    ["map/", "prebuilt", "en", "../"],
    ["map/", "prebuilt", "de", "../../"],
    ["", "prebuilt", "en", "./"],
    ["", "prebuilt", "zh", "../"],
    ["countries/japan/", "script", "en", "../../"],
    ["docs/problems/no-tree/", "english", "en", "../../../"],
  ] as const)("are relative: %s (%s, %s)", (path, languages, tag, up) => {
    const page = layout({ ...PAGE, path, languages, main }, translationsIn(tag, readTexts()[tag]));
    expect(page).toContain(
      `<main id="main">\n<a href="${up}docs/#x"> href=&quot;/text&quot;</a> <a href="//other.example/">o</a> <a href="?q=1" title=" src=/a">q</a>`,
    );
    expect(page).toContain(`<link rel="stylesheet" href="${up}assets/style.css">`);
    expect(page).not.toMatch(/(?:href|src|action)="\/(?!\/)/);
  });

  it("begin with the path of the tree on the page for missing addresses, which is shown at any address", () => {
    const site = { sample: null, pagesFrom: 0, publicUrl: "https://name.github.io/re$&po" };
    expect(missingPage(translationsIn("en", readTexts().en, site))).toContain('href="/re$&po/assets/style.css"');
    expect(missingPage(ENGLISH)).toContain('href="/assets/style.css"');
  });
});

describe("the head of a page", () => {
  it("names the page in every language, itself, and the one for all others", () => {
    const page = fromRoot(layout(PAGE, ENGLISH));
    expect(page).toContain('<link rel="canonical" href="/map/">');
    for (const { tag } of LANGUAGES)
      expect(page).toContain(`<link rel="alternate" hreflang="${tag}" href="${tag === "en" ? "/map/" : `/${tag}/map/`}">`);
    expect(page).toContain('<link rel="alternate" hreflang="x-default" href="/map/">');
  });

  it("names no other language where there is none", () => {
    for (const languages of ["english", "script"] as const) expect(layout({ ...PAGE, languages }, ENGLISH)).not.toContain("hreflang=");
  });

  it("has whole addresses where the host is known", () => {
    const site = { sample: null, pagesFrom: 0, publicUrl: "https://quakes.example" };
    const known = translationsIn("ja", readTexts().ja, site);
    const page = layout(PAGE, known);
    expect(page).toContain('<link rel="canonical" href="https://quakes.example/ja/map/">');
    expect(page).toContain('<meta property="og:url" content="https://quakes.example/ja/map/">');
    expect(page).toContain('hreflang="de" href="https://quakes.example/de/map/"');
    const script = layout({ ...PAGE, languages: "script" }, known);
    expect(script).toContain('<link rel="canonical" href="https://quakes.example/map/">');
    expect(layout({ ...PAGE, languages: "script" }, ENGLISH)).toContain('<link rel="canonical" href="../map/">');
  });

  it("tells messages what a link leads to, escaped", () => {
    const page = layout({ ...PAGE, card: "Short" }, ENGLISH);
    expect(page).toContain('<meta property="og:title" content="Short">');
    expect(page).toContain('<meta property="og:description" content="What is &quot;here&quot;">');
    expect(page).toContain("<title>Title &amp; more</title>");
  });

  it("names a picture only where the host is known, with its whole address and what it shows", () => {
    const picture = { path: "earthquakes/m7/picture.png", alt: 'Magnitude 7: "Here" & there' };
    const site = { sample: null, pagesFrom: 0, publicUrl: "https://quakes.example" };
    const page = layout({ ...PAGE, picture }, translationsIn("en", readTexts().en, site));
    expect(page).toContain('<meta property="og:image" content="https://quakes.example/earthquakes/m7/picture.png">');
    expect(page).toContain('<meta property="og:image:alt" content="Magnitude 7: &quot;Here&quot; &amp; there">');
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    const unknown = layout({ ...PAGE, picture }, ENGLISH);
    expect(unknown).not.toContain("og:image");
    expect(unknown).toContain('<meta name="twitter:card" content="summary">');
  });

  it("holds facts as JSON that no text can end", () => {
    const { markup } = structuredData(treeFacts("</script><b>", "D", { ...assembleCatalogue(smallInput()), asOf: Date.UTC(2026, 10, 21) }));
    expect(markup.match(/<\/script>/g)).toHaveLength(1);
    const facts = JSON.parse(markup.replace(/<[^>]*>/g, "")) as Record<string, unknown>;
    expect(facts).toMatchObject({ "@context": "https://schema.org", "@type": "Dataset", name: "</script><b>", dateModified: "2026-11-21" });
    expect(facts["isBasedOn"]).toContainEqual(expect.objectContaining({ name: "USGS", license: "Public domain" }));
    expect(facts["temporalCoverage"]).toBe("-0463/2026-11-21");
    expect(facts["spatialCoverage"]).toMatchObject({ geo: { box: "-90 -180 90 180" } });
  });
});

describe.each([
  ["of each page", THEME_SCRIPT, THEME_SCRIPT_HASH],
  ["of pages that a script translates", LETTERS_SCRIPT, LETTERS_SCRIPT_HASH],
  ["of the page for missing addresses", MISSING_SCRIPT, MISSING_SCRIPT_HASH],
])("the script in the head %s", (_, script, hash) => {
  it("is the one that the content security policy lets run", () => {
    expect(`sha256-${createHash("sha256").update(script).digest("base64")}`).toBe(hash);
  });

  it("can stand in a page as it is", () => {
    expect(script).not.toMatch(/<\/?script|<!--|\n/i);
  });
});
