import { amount, time } from "../amounts.ts";
import { type Html, html } from "../html.ts";
import type { DataKit } from "./kit.ts";
import type { CountryProfile } from "./resources.ts";

type Law = NonNullable<CountryProfile["frequency_magnitude"]>;

/** The law of Gutenberg and Richter in words. */
export function lawText(law: Law, { say, href, term }: DataKit): Html {
  return html`<p>${say.html("law", {
    factor: amount(10 ** law.b, { digits: 1 }),
    b: amount(law.b, { digits: 2 }),
    error: amount(law.b_error, { digits: 2 }),
    count: amount(law.earthquakes),
    magnitude: amount(law.completeness_magnitude),
    years: amount(Math.round(law.years)),
  })} <a href="${href("glossary/gutenberg-richter-law/")}">${term("gutenberg-richter-law", "Gutenberg–Richter law")}</a></p>`;
}

/** What the totals are sure to count. */
export function totalsText(basis: CountryProfile["totals_basis"], { say }: DataKit): Html | string {
  if (!basis) return say("not_complete");
  return say.html("complete_from", {
    magnitude: amount(basis.magnitude),
    from: time(Date.parse(basis.from)),
    to: time(Date.parse(basis.to)),
  });
}
