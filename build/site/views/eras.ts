import type { Catalogue } from "../../catalogue/catalogue.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { countEras, type EraCount, eraIn, eraPath, eraText } from "../earthquakes/eras.ts";
import type { ListedEarthquake } from "../earthquakes/table.ts";
import type { PageFile } from "../files.ts";
import { countedElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { earthquakesTable } from "./earthquakes.ts";

/**
 * A page for each decade, and before 1900 for each century, of the historical catalogue: all earthquakes for readers without a script,
 * and for search engines. They are in English; the list has the same earthquakes in every language.
 *
 * @param history the historical catalogue, oldest first
 * @param key identifies the texts
 */
export function* eraPages(
  history: readonly ListedEarthquake[],
  { countries }: Pick<Catalogue, "countries">,
  translations: Translations,
  key: string,
): Iterable<PageFile> {
  const of = eraIn(false);
  const eras = [...countEras(history, of).values()];
  const names = new Map(countries.map(({ iso2, name }) => [iso2, name]));
  for (const [at, count] of eras.entries()) {
    const rows = history.filter((one) => of(one).start === count.era.start).toReversed();
    yield {
      path: `${eraPath(count.era)}index.html`,
      key: hashOfValues([key, rows, rows.map(({ country }) => names.get(country ?? "")), eras[at - 1]?.era, eras[at + 1]?.era]),
      text: () => eraPage(rows, { count, before: eras[at - 1], after: eras[at + 1] }, names, translations),
    };
  }
}

interface Place {
  count: EraCount;
  before: EraCount | undefined;
  after: EraCount | undefined;
}

function eraPage(
  rows: readonly ListedEarthquake[],
  { count, before, after }: Place,
  names: ReadonlyMap<string, string>,
  translations: Translations,
): string {
  const data = translations.area("data");
  const t = translations.area("selection");
  const title = `${t("title")} ${eraText(count.era, data)}`;
  const { start, end } = count.era;
  return layout(
    {
      path: eraPath(count.era),
      languages: "english",
      title: `${title} · Quaketree`,
      description: `${title}: ${t("description")}`,
      head: html`<link rel="stylesheet" href="/assets/earthquakes.css">
`,
      main: html`<p class="above"><a href="/earthquakes/#start=${start}&amp;end=${end}&amp;min_mag=">${data("all_earthquakes")}</a></p>
<h1>${title}</h1>
<p class="found"><b>${t.html("found", { count: countedElement(count.earthquakes) })}</b> · ${t.html("found_deaths", {
        count: countedElement(count.deaths),
      })}</p>
${earthquakesTable(rows, { country: (iso2) => names.get(iso2) }, translations)}
<p class="take">${link(before, "prev", data)} ${link(after, "next", data)}</p>
<p class="note">${data("history_note")}</p>`,
    },
    translations,
  );
}

function link(count: EraCount | undefined, to: "prev" | "next", t: Parameters<typeof eraText>[1]): Html | null {
  if (!count) return null;
  const [arrow, text] = [html`<span aria-hidden="true">${to === "prev" ? "←" : "→"}</span>`, eraText(count.era, t)];
  return html`<a rel="${to}" href="/${eraPath(count.era)}">${to === "prev" ? html`${arrow} ${text}` : html`${text} ${arrow}`}</a>`;
}
