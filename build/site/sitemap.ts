import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { eventPageFile, pageFile, SEARCH_PATH } from "./addresses.ts";
import type { PageFile } from "./files.ts";
import { html, trustedHtml } from "./html.ts";
import { LANGUAGES } from "./i18n/languages.ts";
import { MISSING_PAGE } from "./layout.ts";

/** Maximum number of addresses in one sitemap (sitemaps.org). */
const MOST = 50_000;

/** Pages that ask search engines not to index them (`noindex`). */
const UNLISTED = new Set([
  MISSING_PAGE,
  "offline/page/index.html",
  ...LANGUAGES.flatMap(({ tag }) => [pageFile(tag, "offline/"), pageFile(tag, SEARCH_PATH)]),
]);

/** Collects the page addresses of a tree for search engines. */
interface Sitemap {
  /** @param path of any file but the pages of data */
  add: (path: string) => void;
  /** @param publicUrl the origin of the host */
  files: (publicUrl: string) => PageFile[];
}

/**
 * Pages of small recent earthquakes are omitted: there are thousands of them, each is removed after a month, and few people
 * search for them.
 *
 * @param events that have pages
 */
export function createSitemap(
  events: readonly CatalogueEvent[],
  { countries, plates, glossary }: Pick<Catalogue, "countries" | "plates" | "glossary">,
): Sitemap {
  const listed = events.filter(({ significant, historical }) => significant || historical);
  const pagesOf = (kind: string, all: readonly { slug: string }[]) =>
    ["", ...all.map(({ slug }) => `${slug}/`)].map((path) => pageFile("en", `${kind}/${path}`));
  const paths = [
    ...listed.map(({ slug }) => eventPageFile(slug)),
    ...pagesOf("countries", countries),
    ...pagesOf("plates", plates),
    ...pagesOf("glossary", glossary),
  ];
  return {
    add(path) {
      if (path.endsWith(".html") && !UNLISTED.has(path)) paths.push(path);
    },
    files: (publicUrl) => {
      const sitemaps = parts(paths.toSorted()).map((part, at) => ({
        path: at === 0 ? "sitemap.xml" : `sitemap-${at + 1}.xml`,
        text: () => sitemapOf(part, publicUrl),
      }));
      return [{ path: "robots.txt", text: () => robots(sitemaps, publicUrl) }, ...sitemaps];
    },
  };
}

function parts(paths: readonly string[]): string[][] {
  const starts = Array.from({ length: Math.ceil(paths.length / MOST) }, (_, at) => at * MOST);
  return starts.map((start) => paths.slice(start, start + MOST));
}

function robots(sitemaps: readonly PageFile[], publicUrl: string): string {
  return ["User-agent: *", "Disallow:", ...sitemaps.map(({ path }) => `Sitemap: ${publicUrl}/${path}`), ""].join("\n");
}

function sitemapOf(paths: readonly string[], publicUrl: string): string {
  const addresses = paths.map((path) => `${publicUrl}/${encodeURI(path.replace(/(?:^|(?<=\/))index\.html$/, ""))}`);
  return html`${trustedHtml('<?xml version="1.0" encoding="UTF-8"?>')}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => html`<url><loc>${address}</loc></url>\n`)}</urlset>
`.markup;
}
