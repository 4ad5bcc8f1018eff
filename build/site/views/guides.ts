import { readFileSync } from "node:fs";
import { VERSION } from "../../platform/program.ts";
import { RECENT_WORLDWIDE_MAGNITUDE } from "../../seismology/completeness.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import type { MarkdownValues } from "../markdown.ts";
import { readPage, readPageData, renderPage, textPage } from "../read-page.ts";

/** The guides in display order: the source is `data/pages/guides/{slug}.md`, and the page `/docs/guides/{slug}/`. */
export const GUIDES = [
  "first-call",
  "paging",
  "windows",
  "archive",
  "errors",
  "mirrors",
  "verifying",
  "caching",
  "client",
  "policy",
  "citing",
] as const;

type GuideSlug = (typeof GUIDES)[number];

/** A link to each guide, with its description. */
export function guideList(): Html {
  return html`<dl class="places">${GUIDES.map((slug) => {
    const { title, description } = readPage(`guides/${slug}`);
    return html`<div><dt><a href="/docs/guides/${slug}/">${title}</a></dt><dd>${description}</dd></div>
`;
  })}</dl>`;
}

/** `/docs/guides/{slug}/` */
export function guidePage(slug: GuideSlug, translations: Translations): string {
  const text = renderPage(`guides/${slug}`, valuesOf(slug));
  const main = html`<article class="guide"><p><a href="/docs/#guides">Guides</a></p>
<h1>${text.title}</h1>
<p class="lead">${text.description}</p>
${text.main}</article>`;
  return textPage(text, { path: `docs/guides/${slug}/`, title: `${text.title} · Quaketree`, main }, translations);
}

/** `/docs/guides/{slug}.md`: a guide as plain text, for programs that read it. */
export function guideText(slug: GuideSlug): string {
  const { title, description, body } = readPage(`guides/${slug}`);
  const values = valuesOf(slug);
  const filled = body.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "object" ? `The page has a table here: ./${slug}/` : String(value);
  });
  return `# ${title}\n\n${description}\n${filled.replace(/ \{#[\w-]+\}$/gm, "").replaceAll("](/", "](../../")}`;
}

/** `/llms.txt`: what a language model needs in order to use the API (https://llmstxt.org). Every address is relative to the tree. */
export function llmsText(): string {
  const guides = GUIDES.map((slug) => ({ slug, ...readPage(`guides/${slug}`) }));
  const links = guides.map(({ slug, title, description }) => `- [${title}](docs/guides/${slug}.md): ${description}`);
  return readFileSync(new URL("../../../data/pages/llms.txt", import.meta.url), "utf8").replace("{{guides}}", () => links.join("\n"));
}

function valuesOf(slug: GuideSlug): MarkdownValues {
  if (slug === "verifying") return { attacks: attackTable() };
  if (slug === "citing") return { version: VERSION };
  return slug === "windows" ? { recent_worldwide: RECENT_WORLDWIDE_MAGNITUDE.toFixed(1) } : {};
}

/** An attack from the list of The Update Framework, and the defence against it. */
interface Attack {
  /** Its name in the specification of The Update Framework, 1.0, section 1.5.2. */
  name: string;
  /** The form of the attack on a copy of earthquake data. */
  here: string;
  /** The defence. */
  against: string;
  /** Error codes with which the mirror fails; empty if it need not refuse anything. */
  codes: readonly string[];
  /** The tests of the defence: a test file and the name of a group in it. */
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
