import { numberElement, time } from "../format/amounts.ts";
import { type Html, html } from "../html.ts";
import type { RenderContext } from "./render-context.ts";
import type { CountryProfile } from "./resources.ts";

type Law = NonNullable<CountryProfile["frequency_magnitude"]>;

/** The law of Gutenberg and Richter in words. */
export function lawText(law: Law, { t, href, term }: RenderContext): Html {
  return html`<p>${t.html("law", {
    factor: numberElement(10 ** law.b, { digits: 1 }),
    b: numberElement(law.b, { digits: 2 }),
    error: numberElement(law.b_error, { digits: 2 }),
    count: numberElement(law.earthquakes),
    magnitude: numberElement(law.completeness_magnitude),
    years: numberElement(Math.round(law.years)),
  })} <a href="${href("glossary/gutenberg-richter-law/")}">${term("gutenberg-richter-law", "Gutenberg–Richter law")}</a></p>`;
}

/** What the totals are sure to count. */
export function totalsText(basis: CountryProfile["totals_basis"], { t }: RenderContext): Html | string {
  if (!basis) return t("not_complete");
  return t.html("complete_from", {
    magnitude: numberElement(basis.magnitude),
    from: time(Date.parse(basis.from)),
    to: time(Date.parse(basis.to)),
  });
}
