import { hashOfValues, sha256 } from "../../platform/hash.ts";
import { dataHref, listedEventHref, pageFile, pageHref } from "../addresses.ts";
import { PREBUILT_WIDTH } from "../charts/plot.ts";
import type { PageFile } from "../files.ts";
import { time } from "../format/dates.ts";
import { neutralNumber } from "../format/numbers.ts";
import { placeTexts } from "../format/place-text.ts";
import { type Html, html, trustedHtml } from "../html.ts";
import type { LanguageTag } from "../i18n/languages.ts";
import { dataElement, isolating, type Names, type Texts, type Translations, translateFrom } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { readPageData } from "../read-page.ts";
import { aftershocksTool } from "./aftershocks/tool.ts";
import { energyTool } from "./energy/tool.ts";
import { feltIntensityTool } from "./felt-intensity/tool.ts";
import { firstValues, toolForm } from "./form.ts";
import { sMinusPTool } from "./s-minus-p/tool.ts";
import { scalesTool } from "./scales/tool.ts";
import { TOOL_SLUGS, type Tool, type ToolContext, type ToolSlug } from "./tool.ts";
import { travelTimesTool } from "./travel-times/tool.ts";

/** The tools that need no data from the catalogue. */
const STATIC_TOOLS: readonly Tool[] = [energyTool, aftershocksTool, feltIntensityTool, sMinusPTool, travelTimesTool, scalesTool];

interface ToolNames {
  /** The name of a glossary term; undefined if the slug is unknown. */
  term: (slug: string) => string | undefined;
  /** The names of countries by ISO 3166-1 alpha-2; English names are used if it is empty. */
  countries: Names;
}

/** What the page of a tool says about its method. */
interface Method {
  /** MathML. The text `formula_where` explains its symbols. */
  formula: string;
  /** Keys of the texts about the limits of the method. */
  limits: readonly string[];
  /** Slugs of glossary terms. */
  terms: readonly string[];
  sources: readonly Source[];
}

/** A paper or page that a formula comes from. Citations are not translated. */
interface Source {
  cite: string;
  href?: string;
}

export function methodOf(slug: ToolSlug): Method {
  return (readPageData("tool-methods") as Record<ToolSlug, Method>)[slug];
}

/**
 * The list of the tools and their pages, in one language.
 *
 * @param tools from `keyedTools`
 * @param texts identifies the texts of the language
 */
export function toolPages(translations: Translations, names: ToolNames, tools: readonly KeyedTool[], texts: string): PageFile[] {
  const { tag } = translations.language;
  const countries = sha256(JSON.stringify(names.countries));
  return [
    { path: pageFile(tag, "tools/"), key: texts, text: () => toolsPage(translations) },
    ...tools.map(({ tool, key }) => ({
      path: pageFile(tag, `tools/${tool.slug}/`),
      key: hashOfValues([key, texts, tag, methodOf(tool.slug).terms.map(names.term), countries]),
      text: () => toolPage(tool, translations, names),
    })),
  ];
}

/** A tool and the key of the input that its pages share in all languages. */
export interface KeyedTool {
  tool: Tool;
  /** Identifies the initial data of the tool. */
  key: string;
}

/** All tools. @param seeded the tools that start with data of the catalogue */
export function keyedTools(seeded: readonly Tool[]): KeyedTool[] {
  return [...STATIC_TOOLS, ...seeded].map((tool) => ({ tool, key: hashOfValues([tool.slug, tool.seed]) }));
}

/** `/tools/`: the list of tools, each with its purpose. */
function toolsPage(translations: Translations): string {
  const t = translations.area("tools");
  return layout(
    {
      path: "tools/",
      title: `${t("title")} · Quaketree`,
      description: t("description"),
      languages: "prebuilt",
      head: html`<link rel="stylesheet" href="/assets/tools.css">
`,
      main: html`<h1>${t("title")}</h1>
<p class="lead">${t("lead")}</p>
<ul class="tool-list">${TOOL_SLUGS.map(
        (slug) => html`<li><a href="${pageHref(translations.language.tag, `tools/${slug}/`)}"><h2>${t(`title.${slug}`)}</h2>
<p>${t(`summary.${slug}`)}</p></a></li>
`,
      )}</ul>
<p class="quiet">${t("notice")}</p>`,
    },
    translations,
  );
}

/** `/tools/{slug}/`: the form, the result for the initial values, and the description of the method. It is readable without a script. */
function toolPage(tool: Tool, translations: Translations, names: ToolNames): string {
  const texts = toolTexts(translations, tool.slug);
  const context = prebuiltContext(texts, translations.language.tag, translations.site.pagesFrom, {
    countries: names.countries,
    plates: translations.texts("plates"),
  });
  const title = context.t(`title.${tool.slug}`);
  const summary = context.t(`summary.${tool.slug}`);
  const { answer, figure, more } = tool.draw(firstValues(tool.fields), context, tool.seed);
  const seed = tool.seed === undefined || tool.seedInPage === false ? null : dataElement("seed", withoutNames(tool.seed));
  return layout(
    {
      path: `tools/${tool.slug}/`,
      title: `${title} · Quaketree`,
      description: summary,
      languages: "prebuilt",
      head: html`<link rel="stylesheet" href="/assets/tools.css">
`,
      end: html`${dataElement("texts", textsOfScript(texts, tool.slug))}${seed}<script
type="module" src="/assets/pages/tool-${tool.slug}.js"></script>
`,
      main: html`<p class="above"><a href="${pageHref(translations.language.tag, "tools/")}">${context.t("all")}</a></p>
<h1>${title}</h1>
<p class="lead">${summary}</p>
<div class="tool" id="tool-${tool.slug}">
<section class="tool-answer" aria-labelledby="result-heading"><h2 id="result-heading">${context.t("result")}</h2>
<div id="answer" role="status">${answer}</div></section>
<section class="tool-input" aria-labelledby="input-heading"><h2 id="input-heading">${context.t("input")}</h2>
${toolForm(tool.fields, context, (key) => key in texts)}<noscript><p class="quiet">${context.t("no_script")}</p></noscript>
<div id="examples" hidden><h3>${context.t("from_data")}</h3><ul></ul><p class="quiet" hidden></p></div>
<p class="quiet share">${context.t("share")}</p>
</section>
<div class="tool-result"><div id="figure" class="figure">${figure}</div>
<div id="more" role="group" aria-labelledby="result-heading" tabindex="0">${more}</div></div>
</div>
${about(tool.slug, translations, context, names)}`,
    },
    translations,
  );
}

/** The form of the page has the names of countries and plates, in its language (`client/run.ts`). */
function withoutNames(seed: unknown): unknown {
  return JSON.parse(JSON.stringify(seed, (key, value: unknown) => (key === "name" ? undefined : value))) as unknown;
}

/** Texts of hints, which the script reads from the page, of the list of tools and of the head. */
const OF_THE_BUILD = /^(?:(?:title|summary|hint)\.|(?:title|description|lead|notice|formula|formula_where|source|limits|terms|no_script)$)/;

/** The texts that the script of a tool draws with. */
function textsOfScript(texts: Texts, slug: ToolSlug): Texts {
  const { limits } = methodOf(slug);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !OF_THE_BUILD.test(key) && !limits.includes(key)));
}

function about(slug: ToolSlug, translations: Translations, { t }: ToolContext, names: ToolNames): Html {
  const { formula, limits, terms, sources } = methodOf(slug);
  return html`<div class="tool-about">
<section><h2 id="formula-heading">${t("formula")}</h2>
<div class="formula" role="group" aria-labelledby="formula-heading" tabindex="0">${trustedHtml(formula)}</div>
<p>${t("formula_where")}</p>
<h3>${t("source")}</h3>
<ul class="sources" lang="en" dir="ltr">${sources.map(sourceItem)}</ul></section>
<section><h2>${t("limits")}</h2>
<ul>${limits.map((key) => html`<li>${t(key)}</li>`)}<li>${t("notice")}</li></ul>
<h3>${t("terms")}</h3>
<ul class="terms">${terms.map((term) => termItem(term, translations, names.term(term)))}</ul></section>
</div>`;
}

function sourceItem({ cite, href }: Source): Html {
  return html`<li>${href === undefined ? cite : html`<a href="${href}">${cite}</a>`}</li>`;
}

/** Null for a term that the glossary of this tree lacks, because its link would be broken. */
function termItem(slug: string, translations: Translations, name: string | undefined): Html | null {
  if (name === undefined) return null;
  return html`<li><a href="${dataHref(translations.language.tag, `glossary/${slug}/`)}">${name}</a></li>`;
}

/** The area of a tool's texts. */
function areaOf<Slug extends ToolSlug>(slug: Slug): `tool-${Slug}` {
  return `tool-${slug}`;
}

/** The texts of a tool. Its own texts take precedence over the shared ones. */
function toolTexts(translations: Translations, slug: ToolSlug): Texts {
  return { ...placeTexts(translations.texts("data")), ...translations.texts("tools"), ...translations.texts(areaOf(slug)) };
}

/** The environment in which a tool draws at build time. @param pagesFrom magnitude from which every earthquake has a page */
export function prebuiltContext(
  texts: Texts,
  language: LanguageTag,
  pagesFrom = Number.NEGATIVE_INFINITY,
  { countries, plates }: { countries: Names; plates: Names } = { countries: {}, plates: {} },
): ToolContext {
  return {
    t: isolating(translateFrom(texts, language), language),
    language,
    number: neutralNumber,
    time,
    country: (iso2, english) => countries[iso2] ?? english,
    plate: (_, english) => plates[english] ?? english,
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
    width: PREBUILT_WIDTH,
    card: () => null,
  };
}
