import type { Content, ContentKind } from "../../data/page.ts";
import type { ListedEarthquakes } from "../../views/lists.ts";
import type { RelatedTerm } from "../../views/term.ts";
import { dataOfPage } from "../texts.ts";
import { readJson } from "./read-json.ts";

/** By the first part of the address: what a page with a second part shows, and one without. */
const KINDS: Readonly<Record<string, readonly [one: ContentKind, list: ContentKind]>> = {
  earthquakes: ["event", "earthquakes"],
  countries: ["country", "countries"],
  plates: ["plate", "plates"],
  glossary: ["term", "glossary"],
};

/** What this page is written from, asked of the API; undefined where it is none of ours. @throws Error where it cannot be had */
export async function readContent(): Promise<Content | undefined> {
  const [, first = "", second = ""] = location.pathname.split("/");
  const [one, list] = KINDS[first] ?? [];
  const kind = second === "" ? list : one;
  if (kind === undefined) return undefined;
  if (kind === "earthquakes") return { kind, body: dataOfPage("listed") as ListedEarthquakes };
  const address = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/json"]');
  // The same frame stands at many addresses.
  const body = await readJson(address ? address.href : `/api/v1${location.pathname}`);
  const rest = kind === "term" ? { usedIn: termsThatReferHere() } : {};
  return { kind, body, ...rest } as Content;
}

/** The answer does not know them; the prebuilt page does. */
function termsThatReferHere(): RelatedTerm[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#used a")];
  return links.map((link) => ({
    term: link.dataset["term"] ?? "",
    slug: link.getAttribute("href")?.split("/")[2] ?? "",
  }));
}
