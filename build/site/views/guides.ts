import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { codeBlocks } from "../markdown.ts";
import { readPage, readPageData, renderPage } from "../read-page.ts";

/** The guides in the order in which they are listed: `data/pages/guides/{slug}.md`, and `/docs/guides/{slug}/`. */
export const GUIDES = [
  "first-call",
  "paging",
  "windows",
  "errors",
  "mirrors",
  "verifying",
  "caching",
  "client",
] as const;

type GuideSlug = (typeof GUIDES)[number];

type Language = "sh" | "js" | "python";

/** A program that a reader can copy. It uses `http://localhost:8080`, where `quaketree start` serves. */
export interface GuideExample {
  language: Language;
  code: string;
  /** What it prints on any tree, at least; a test runs it and looks. */
  prints: RegExp;
}

/**
 * The examples of a guide, which run one after the other in the same folder. A fence without a language is none.
 *
 * @throws Error for an example that does not say what it prints
 */
export function guideExamples(slug: GuideSlug): GuideExample[] {
  const blocks = codeBlocks(readPage(`guides/${slug}`).body).filter(({ language }) => language !== "");
  return blocks.map(({ language, info, code }) => {
    const [, prints] = /^prints: (.+)$/.exec(info) ?? [];
    if (prints === undefined) throw new Error(`an example of the guide ${slug} does not say what it prints: ${code}`);
    if (language !== "sh" && language !== "js" && language !== "python") throw new Error(`nothing runs ${language}`);
    return { language, code, prints: new RegExp(prints) };
  });
}

/** A link to each guide, with what the reader can do after it. */
export function guideList(): Html {
  return html`<dl class="places">${GUIDES.map((slug) => {
    const { title, description } = readPage(`guides/${slug}`);
    return html`<div><dt><a href="/docs/guides/${slug}/">${title}</a></dt><dd>${description}</dd></div>
`;
  })}</dl>`;
}

/** `/docs/guides/{slug}/` */
export function guidePage(slug: GuideSlug, translations: Translations): string {
  const values = slug === "verifying" ? { attacks: attackTable() } : {};
  const { title, description, main } = renderPage(`guides/${slug}`, values);
  return layout(
    {
      path: `docs/guides/${slug}/`,
      languages: "english",
      title: `${title} · Quaketree`,
      description,
      main: html`<article class="guide"><p><a href="/docs/#guides">Guides</a></p>
<h1>${title}</h1>
<p class="lead">${description}</p>
${main}</article>`,
    },
    translations,
  );
}

/** An attack that The Update Framework lists, and the defence against it. */
export interface Attack {
  /** Its name in the specification of The Update Framework, 1.0, section 1.5.2. */
  name: string;
  /** What it would be for a copy of earthquake data. */
  here: string;
  /** What refuses it. */
  against: string;
  /** Codes of the errors that the mirror ends with; none if nothing is refused. */
  codes: readonly string[];
  /** Where it is tested: a file of tests and the name of the group in it. */
  tests: readonly (readonly [file: string, group: string])[];
}

/** In the order of the specification. */
export function readAttacks(): Attack[] {
  return readPageData("attacks") as Attack[];
}

function attackTable(): Html {
  const headings = ["Attack", "What it would be here", "Defence", "Error of the mirror", "Tests"];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Attacks and the defence against them"><table>
<thead><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>
${readAttacks().map(attackRow)}</tbody></table></div>`;
}

function attackRow({ name, here, against, codes, tests }: Attack): Html {
  const files = [...new Set(tests.map(([file]) => file.replace(/^test\/|\.test\.ts$/g, "")))];
  const errors = codes.length > 0 ? codeList(codes) : "accepted, exit code 3";
  return html`<tr><th scope="row">${name}</th><td>${here}</td><td>${against}</td><td>${errors}</td><td>${codeList(files)}</td></tr>
`;
}

function codeList(names: readonly string[]): Html {
  return html`${names.map((name, at) => html`${at > 0 ? ", " : ""}<code>${name}</code>`)}`;
}
