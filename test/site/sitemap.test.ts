import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { createSitemap } from "../../build/site/sitemap.ts";
import { smallInput } from "../answers/small-catalogue.ts";

const HOST = "https://quakes.example";
const catalogue = assembleCatalogue(smallInput());

/** Addresses as a crawler reads them. */
function addressesIn(xml: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  let within = "";
  parser.on("opentag", ({ name }) => {
    within = name;
  });
  parser.on("text", (text) => {
    if (within === "loc" && text.trim() !== "") found.push(text);
  });
  parser.write(xml).close();
  return found;
}

function sitemapOf(paths: readonly string[], events: Catalogue["events"] = []) {
  const countries = catalogue.countries.slice(0, 1);
  const sitemap = createSitemap(events, { countries, plates: [], glossary: [] });
  for (const path of paths) sitemap.add(path);
  return new Map(sitemap.files(HOST).map(({ path, text }) => [path, text()]));
}

it("lists the pages that people search for", () => {
  const { events } = catalogue;
  const recent = events.find(({ significant, historical }) => !significant && !historical);
  const old = events.find(({ historical }) => historical);
  const paths = ["index.html", "ja/map/index.html"];
  const unlisted = ["404.html", "de/offline/index.html", "assets/style.css"];
  const files = sitemapOf(
    [...paths, ...unlisted],
    [recent, old].flatMap((event) => event ?? []),
  );
  expect(addressesIn(files.get("sitemap.xml") ?? "")).toEqual([
    `${HOST}/countries/`,
    `${HOST}/countries/north/`,
    `${HOST}/earthquakes/${old?.slug}/`,
    `${HOST}/glossary/`,
    `${HOST}/`,
    `${HOST}/ja/map/`,
    `${HOST}/plates/`,
  ]);
  expect(files.get("robots.txt")).toBe(`User-agent: *\nDisallow:\nSitemap: ${HOST}/sitemap.xml\n`);
});

it("has at most 50,000 addresses in a file, and names every file", () => {
  const files = sitemapOf(Array.from({ length: 99_997 }, (_, at) => `docs/${at}/index.html`));
  const sitemaps = [...files.keys()].filter((path) => path !== "robots.txt");
  expect(sitemaps).toEqual(["sitemap.xml", "sitemap-2.xml", "sitemap-3.xml"]);
  for (const path of sitemaps) expect(files.get("robots.txt")).toContain(`Sitemap: ${HOST}/${path}\n`);
  const counts = sitemaps.map((path) => files.get(path)?.match(/<loc>/g)?.length);
  expect(counts).toEqual([50_000, 50_000, 1]);
});
