import { assertValidAnswer } from "../answers/answers.ts";
import type { Answer } from "../answers/records.ts";
import type { EndpointId } from "../contract/table/endpoints.ts";
import { sha256 } from "../platform/hash.ts";
import { once } from "../platform/lists.ts";
import type { DataPages } from "../site/data/pages.ts";
import type { PageFile, ReadyFile } from "../site/files.ts";
import { LANGUAGES } from "../site/i18n/languages.ts";
import type { TreeFile } from "../tree/file.ts";

const SECTIONS: Partial<Record<EndpointId, TreeFile["section"]>> = { earthquake: "earthquakes" };

/** The file of an answer, which is checked only if the tree does not have it yet. @param hash SHA-256 of the JSON */
function answerFile(answer: Answer, json: () => string, hash: string): TreeFile {
  const { endpoint, file: path } = answer;
  const section = SECTIONS[endpoint.id] ?? (path.startsWith("q/") ? "q" : "api");
  const bytes = () => {
    assertValidAnswer(answer);
    return encoder.encode(json());
  };
  // There are thousands of details, each too small for compression to be worth two more files.
  const compress = section !== "earthquakes";
  return { path, key: keyOfHash(hash), bytes, section, cache: endpoint.cache, compress };
}

export function writtenFile({ path, key, text }: PageFile, cache: TreeFile["cache"]): TreeFile {
  const section = sectionOfPage(path);
  return { path, key, bytes: () => encoder.encode(text()), section, cache, compress: section !== "event-pages" };
}

/** The files of answers, and of the pages that are made of them. */
export function* answersWithPages(
  answers: Iterable<Answer>,
  pageOf: DataPages["pageOf"],
  hashOf: (answer: Answer, json: () => string) => string = (_, json) => sha256(json()),
): Iterable<TreeFile> {
  for (const answer of answers) {
    const json = once(() => JSON.stringify(answer.body));
    const hash = hashOf(answer, json);
    yield answerFile(answer, json, hash);
    const page = pageOf(answer, hash);
    if (page) yield writtenFile(page, "minute");
  }
}

export function readyFile({ path, bytes, variants }: ReadyFile, cache: TreeFile["cache"]): TreeFile {
  const key = keyOfHash(sha256(bytes));
  return { path, key, bytes: () => bytes, section: sectionOfPage(path), cache, compress: true, variants };
}

/** The key of existing bytes. */
function keyOfHash(hash: string): string {
  return hash.slice(0, 32);
}

const encoder = new TextEncoder();

const TAGS = LANGUAGES.map(({ tag }): string => tag).filter((tag) => tag !== "en");

/** Matches translated pages, such as `ar/map/index.html`, and files for rendering in the browser, such as `assets/names/terms/ar.json`. */
const TRANSLATION = new RegExp(`^(?:(?:${TAGS.join("|")})/|assets/(?:texts|names)/(?:[a-z]+/)?(?:${TAGS.join("|")})[.]json$)`);

/** Matches the page of one country, plate or term (not the list pages), and the land outlines of the maps, and the towns for searching. */
const DATA_PAGE = /^(?:(?:countries|plates|glossary)\/[^/]+\/index\.html$|assets\/(?:land|towns)\/)/;

/** The section of the index that a page or asset belongs to. Files that a browser copy can do without are in separate sections. */
function sectionOfPage(path: string): TreeFile["section"] {
  if (TRANSLATION.test(path)) return "translations";
  if (DATA_PAGE.test(path)) return "data-pages";
  return /^earthquakes\/[^/]+\//.test(path) ? "event-pages" : "pages";
}
