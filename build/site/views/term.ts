import type { RenderContext } from "../data/render-context.ts";
import type { GlossaryTerm } from "../data/resources.ts";
import { type Html, html } from "../html.ts";

/** A term that refers to another one. */
export type RelatedTerm = GlossaryTerm["related_terms"][number];

/**
 * `/glossary/{slug}/`, its main part. Definitions are in English in every language, and say so.
 *
 * @param usedIn terms that refer to this one
 */
export function termMain(term: GlossaryTerm, usedIn: readonly RelatedTerm[], kit: RenderContext): Html {
  const { say, words } = kit;
  const name = kit.term(term.slug, term.term);
  const english = words.language.tag === "en" ? null : html` <small>(${say("in_english")})</small>`;
  return html`<article class="term">
<p class="above"><a href="${kit.href("glossary/")}">${say("all_terms")}</a> · <a
href="${kit.href("glossary/")}#${term.category}">${say(`category_${term.category}`)}</a></p>
<h1>${name}</h1>
${
  name === term.term
    ? null
    : html`<p class="names">${say.html("term_in_english", { term: html`<span lang="en">${term.term}</span>` })}</p>`
}
<section><h2>${say("definition")}${english}</h2><p class="definition" lang="en">${term.definition}</p></section>
<section><h2>${say("example")}${english}</h2><p lang="en">${term.example}</p></section>
${links(say("related"), "related", term.related_terms, kit)}${links(say("used_in"), "used", usedIn, kit)}
<p class="note"><a href="/api/v1/glossary/${term.slug}/">${say("as_json")}</a></p>
</article>`;
}

export function termTitle({ slug, term }: GlossaryTerm, kit: RenderContext): { title: string; description: string } {
  const name = kit.term(slug, term);
  return { title: name, description: kit.say("term_description", { term: name }) };
}

function links(heading: string, id: string, terms: readonly RelatedTerm[], kit: RenderContext): Html | null {
  if (terms.length === 0) return null;
  return html`<section><h2>${heading}</h2><ul class="terms" id="${id}">${terms.map(
    ({ term, slug }) =>
      html`<li><a data-term="${term}" href="${kit.href(`glossary/${slug}/`)}">${kit.term(slug, term)}</a></li>`,
  )}</ul></section>
`;
}
