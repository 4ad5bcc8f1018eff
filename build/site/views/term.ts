import type { GlossaryTerm } from "../../contract/resources/resources.ts";
import type { RelatedTerm, View } from "../data/page.ts";
import type { RenderContext } from "../data/render-context.ts";
import { type Html, html } from "../html.ts";

/** `/glossary/{slug}/`. The definition is in English and is marked as English; sixty terms have a short one in each language above it. */
export const termView: View<"term"> = {
  parts({ body, usedIn }, context) {
    const { slug, term: english, definition: description } = body;
    const term = context.term(slug, english);
    const inDefinedTermSet = { "@type": "DefinedTermSet", name: "Glossary of seismology" };
    return {
      path: `glossary/${slug}/`,
      title: term,
      description: context.t("term_description", { term }),
      main: mainOf(body, usedIn, context),
      facts: { "@type": "DefinedTerm", name: english, termCode: slug, description, inDefinedTermSet },
    };
  },
};

/** @param usedIn terms that refer to this term */
function mainOf(term: GlossaryTerm, usedIn: readonly RelatedTerm[], context: RenderContext): Html {
  const { t, translations } = context;
  const name = context.term(term.slug, term.term);
  const own = context.definition(term.slug);
  const english = translations.language.tag === "en" ? null : html` <small>(${t("in_english")})</small>`;
  return html`<article class="term">
<p class="above"><a href="${context.href("glossary/")}">${t("all_terms")}</a> · <a
href="${context.href("glossary/")}#${term.category}">${t(`category_${term.category}`)}</a></p>
<h1>${name}</h1>
${name === term.term ? null : html`<p class="names">${t.html("term_in_english", { term: html`<span lang="en">${term.term}</span>` })}</p>`}
${own === undefined ? null : html`<section><h2>${t("definition")}</h2><p class="definition">${own}</p></section>`}
<section><h2>${t("definition")}${english}</h2><p class="definition" lang="en">${term.definition}</p></section>
<section><h2>${t("example")}${english}</h2><p lang="en">${term.example}</p></section>
${links(t("related"), "related", term.related_terms, context)}${links(t("used_in"), "used", usedIn, context)}
<p class="note">${t("who_says_so")}: <span lang="en">${term.source}</span></p>
<p class="note"><a href="/api/v1/glossary/${term.slug}/">${t("as_json")}</a></p>
</article>`;
}

function links(heading: string, id: string, terms: readonly RelatedTerm[], context: RenderContext): Html | null {
  if (terms.length === 0) return null;
  return html`<section><h2>${heading}</h2><ul class="terms" id="${id}">${terms.map(
    ({ term, slug }) => html`<li><a href="${context.href(`glossary/${slug}/`)}">${context.term(slug, term)}</a></li>`,
  )}</ul></section>
`;
}
