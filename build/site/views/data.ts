import type { Catalogue, DataSource } from "../../catalogue/catalogue.ts";
import { EVENT_COLUMNS } from "../../data-files/columns.ts";
import { contentType } from "../../hosts/file-answer.ts";
import { UNINDEXED } from "../../tree/unindexed.ts";
import { structuredData, treeFacts } from "../data/page.ts";
import { dayWords } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { renderPage, textPage } from "../read-page.ts";

/**
 * `/data/`: the data files of the catalogue, their columns, and example queries. It names the day of the data only, so that it stays
 * the same from snapshot to snapshot.
 */
export function dataFilesPage(catalogue: Catalogue, translations: Translations): string {
  const text = renderPage("data", {
    day: dayWords(catalogue.asOf),
    columns: columnTable(),
    feeds: hasFeeds(catalogue.sources),
  });
  const facts = treeFacts("Quaketree: earthquakes", text.description, catalogue);
  const distribution = UNINDEXED.data.places.filter((path) => !path.endsWith("/")).map(download);
  return textPage(text, { path: "data/", head: structuredData({ ...facts, distribution }) }, translations);
}

/** The feeds of the USGS are made from data of the USGS alone. */
export function hasFeeds(sources: readonly DataSource[]): boolean {
  return sources.some(({ covers }) => covers !== null);
}

function columnTable(): Html {
  const rows = EVENT_COLUMNS.map(({ name, type, unit, required, description }) => {
    const nulls = required ? "never" : "possible";
    return html`<tr><td><code>${name}</code></td><td>${description}</td><td>${type}</td><td>${unit ?? ""}</td><td>${nulls}</td></tr>
`;
  });
  const headings = ["Column", "What it holds", "Type", "Unit", "Null"].map((text) => html`<th scope="col">${text}</th>`);
  // The table contains no links, so keyboard users could not scroll it without this tab stop.
  return html`<div class="scroll" role="group" aria-label="Columns" tabindex="0"><table class="whole-words">
<thead><tr>${headings}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function download(path: string): object {
  const [encodingFormat] = contentType(path).split(";");
  return { "@type": "DataDownload", encodingFormat, contentUrl: `/${path}` };
}
