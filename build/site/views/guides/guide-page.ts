import { type Html, html } from "../../html.ts";
import type { Translations } from "../../i18n/translations.ts";
import { layout } from "../../layout.ts";
import type { Guide, GuideExample } from "./guide.ts";

export function guidePage(guide: Guide, words: Translations): string {
  return layout(
    {
      path: `docs/guides/${guide.slug}/`,
      languages: "english",
      title: `${guide.title} · Quaketree`,
      description: guide.description,
      main: html`<article class="guide"><p><a href="/docs/#guides">Guides</a></p>
<h1>${guide.title}</h1>
<p class="lead">${guide.description}</p>
${guide.body.map((part) => ("code" in part ? example(part) : part))}</article>`,
    },
    words,
  );
}

const NAMES = { sh: "Shell", js: "JavaScript", python: "Python" } as const;

function example({ language, code }: GuideExample): Html {
  return html`<figure><figcaption>${NAMES[language]}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>
`;
}
