import { readFileSync } from "node:fs";
import { memoize } from "../contract/wire/memoize.ts";
import { type Html, html } from "./html.ts";
import type { Translations } from "./i18n/translations.ts";
import { layout, type Page } from "./layout.ts";
import { contentsOf, type MarkdownPage, type MarkdownValues, renderMarkdown, splitPage } from "./markdown.ts";

const FOLDER = new URL("../../data/pages/", import.meta.url);

/** Reads a page of `data/pages/`. @param name its path without `.md` @throws Error that names the file, if its front matter is malformed */
export function readPage(name: string): MarkdownPage {
  return naming(name, () => splitPage(readFileSync(new URL(`${name}.md`, FOLDER), "utf8")));
}

/**
 * Reads a page and renders its body, after the links to its sections if it has many.
 *
 * @throws Error that names the file, if `renderMarkdown` refuses it
 */
export function renderPage(name: string, values?: MarkdownValues): { title: string; description: string; main: Html } {
  const { title, description, body } = readPage(name);
  const main = naming(name, () => html`${contentsOf(body, values)}${renderMarkdown(body, values)}`);
  return { title, description, main };
}

/** Reads a data file of `data/pages/`, once: the pages of tools in all languages need one. @param name its path without `.json` */
export const readPageData = memoize(
  String,
  (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as unknown,
);

function naming<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`data/pages/${name}.md: ${(error as Error).message}`, { cause: error });
  }
}

/** A page in English with a text of `data/pages/`. @param page its path, and what differs from the usual frame */
export function textPage(
  { title, description, main }: ReturnType<typeof renderPage>,
  page: Pick<Page, "path"> & Partial<Page>,
  translations: Translations,
): string {
  const frame: Page = {
    languages: "english",
    title: `Quaketree: ${title.toLowerCase()}`,
    description,
    main: html`<h1>${title}</h1>
${main}`,
    ...page,
  };
  return layout(frame, translations);
}

/** A difference between a host and the contract that the platform makes unavoidable. */
export interface HostException {
  /** Conformance cases of the exception: a regular expression for their names. */
  cases: string;
  /** The parts of the answers that differ: `status`, `body`, or names of headers in lower case; `*` for everything except the status. */
  differs: readonly string[];
  /** The exception covers only answers with this status, which differs from the contract. */
  status?: number;
  /** The suite cannot test these cases, because the component that answers them runs only on its platform. */
  untested?: true;
  /** The reason, as a sentence for people who choose a host. */
  reason: string;
}

/** A platform that runs the rewrite layer or a translation of it. */
interface Host {
  id: string;
  name: string;
  /** A short description. */
  what: string;
  /** Several exceptions may cover one case. */
  exceptions: readonly HostException[];
}

/** All hosts that pass the conformance suite, with their declared exceptions. */
export function readHosts(): readonly Host[] {
  return readPageData("hosts") as Host[];
}

export function host(id: string): Host {
  const found = readHosts().find((row) => row.id === id);
  if (!found) throw new Error(`no host ${id}`);
  return found;
}
