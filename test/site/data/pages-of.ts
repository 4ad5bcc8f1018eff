import type { Catalogue } from "../../../build/catalogue/catalogue.ts";
import { sha256 } from "../../../build/platform/hash.ts";
import { type DataPagesOptions, dataPages } from "../../../build/site/data/pages.ts";
import { drawBaseMap } from "../../../build/site/map/drawn/base-map.ts";
import type { LandFile } from "../../../build/site/map/land.ts";
import { allAnswers } from "../../answers/all-answers.ts";
import { ENGLISH, fromRoot } from "../english.ts";

/** A square island around the crossing of equator and Greenwich, for tests of maps. */
export const ISLAND: LandFile = {
  units: 10,
  arcs: [[-50, -50, 100, 0, 0, 100, -100, 0, 0, -100]],
  countries: { NO: [[[0]]] },
  borders: [],
};

const NO_PICTURES = { translations: ENGLISH, pictures: new Set<string>() };

/**
 * Every page of data of a catalogue by its path, with addresses from the root, and the answer that it was written from.
 *
 * @param key identifies the texts
 */
export function pagesOf(
  catalogue: Catalogue,
  hasPage: DataPagesOptions["hasPage"] = () => true,
  key = "texts",
  { translations, pictures }: Pick<DataPagesOptions, "translations" | "pictures"> = NO_PICTURES,
): Map<string, { text: string; key: string | undefined; body: unknown }> {
  const baseMap = drawBaseMap(() => ({ coarse: ISLAND, fine: ISLAND }), catalogue.boundaries);
  const options = { translations, baseMap, hasPage, pictures, key };
  const { pageOf } = dataPages(catalogue, options);
  const pages: ReturnType<typeof pagesOf> = new Map();
  for (const answer of allAnswers(catalogue)) {
    const page = pageOf(answer, sha256(JSON.stringify(answer.body)));
    if (page) pages.set(page.path, { text: fromRoot(page.text()), key: page.key, body: answer.body });
  }
  return pages;
}

/** What a reader sees, tags and blanks aside. */
export function shown(page: string): string {
  return page
    .slice(page.indexOf("<main"), page.indexOf("</main>"))
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .replace(/ ([.,;])/g, "$1");
}
