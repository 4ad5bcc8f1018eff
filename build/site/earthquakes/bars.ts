import { yearText } from "../format/dates.ts";
import { numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import type { Translate } from "../i18n/translations.ts";
import type { Era, EraCount } from "./eras.ts";

interface BarContext {
  href: (era: Era) => string;
  t: Translate<"year_bc">;
}

/** A bar for each era, as high as the square root of its number, so that one swarm does not hide all others. */
export function eraBars(counts: readonly EraCount[], { href, t }: BarContext): Html {
  const most = Math.sqrt(Math.max(1, ...counts.map(({ earthquakes }) => earthquakes)));
  return html`${counts.map(({ era, earthquakes }) => {
    const height = ((100 * Math.sqrt(earthquakes)) / most).toFixed(1);
    return html`<a href="${href(era)}"><svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true"><rect
y="${(100 - Number(height)).toFixed(1)}" width="10" height="${height}"/></svg><span>${eraText(era, t)}</span>
<b>${numberElement(earthquakes)}</b></a>
`;
  })}`;
}

/** `1990–1999`, `499 BC – 400 BC`, `2024-05-01`. */
export function eraText({ years: [from, to], day }: Era, t: Translate<"year_bc">): string {
  if (day !== undefined) return day;
  return from > 0 ? `${from}–${to}` : `${yearText(from, { t })} – ${yearText(to, { t })}`;
}
