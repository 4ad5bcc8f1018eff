import type { Catalogue, DataSource } from "../../catalogue/catalogue.ts";
import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { MAX_LINES } from "../../contract/wire/index-part.ts";
import { EVENT_COLUMNS } from "../../data-files/columns.ts";
import { BLOCK_FORMAT } from "../../fdsn/archive/block.ts";
import { FENCE_FORMAT } from "../../fdsn/archive/fence.ts";
import { IDS_FORMAT } from "../../fdsn/archive/ids.ts";
import { contentType } from "../../hosts/media-types.ts";
import { type BinaryFormat, headerBytes } from "../../rewrite/shards/binary.ts";
import { COLUMNS_FORMAT, type ColumnRow, NO_COUNTRY, writeColumns } from "../../rewrite/shards/columns.ts";
import { NAMES_FORMAT } from "../../rewrite/shards/names.ts";
import { MAX_PER_PACK } from "../../rewrite/shards/packs.ts";
import { PLACES_FORMAT } from "../../rewrite/shards/places.ts";
import { DELTA_KINDS, deltaFolder, replacedFile, UNINDEXED } from "../../tree/unindexed.ts";
import { structuredData, treeFacts } from "../data/page.ts";
import { dayWords } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { readPageData, renderPage, textPage } from "../read-page.ts";

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

const TYPES = {
  f64: "IEEE 754 double, 8 bytes",
  f32: "IEEE 754 single, 4 bytes",
  u32: "unsigned, 4 bytes",
  i32: "signed (two's complement), 4 bytes",
  u16: "unsigned, 2 bytes",
  u8: "unsigned, 1 byte",
};

/** The rows of the worked example: two events of one day, and one event of the previous day. */
export const EXAMPLE_ROWS: readonly ColumnRow[] = [
  { time: Date.parse("2018-02-06T15:50:43.300Z"), magnitude: 6.4, latitude: 24.13, longitude: 121.66, country: "TW" },
  { time: Date.parse("2018-02-06T00:00:00.001Z"), magnitude: 2.45, latitude: -60, longitude: -180, country: null },
  { time: Date.parse("2018-02-05T23:59:59.999Z"), magnitude: 6.4, latitude: 38.3, longitude: 142.37, country: "JP" },
];
/** Lengths of the records of these rows, bytes. */
export const EXAMPLE_LENGTHS: readonly number[] = [210, 190, 200];

/** `/docs/formats/`: the shard formats byte by byte, for authors of clients in other languages. */
export function formatsPage(translations: Translations): string {
  const text = renderPage("formats", {
    columns: formatSection(COLUMNS_FORMAT),
    places: formatSection(PLACES_FORMAT),
    names: formatSection(NAMES_FORMAT),
    archive_fence: formatSection(FENCE_FORMAT),
    archive_block: formatSection(BLOCK_FORMAT),
    archive_ids: formatSection(IDS_FORMAT),
    country_codes: COUNTRY_CODES.join(" "),
    no_country: NO_COUNTRY,
    taiwan: COUNTRY_CODES.indexOf("TW"),
    japan: COUNTRY_CODES.indexOf("JP"),
    most_in_pack: MAX_PER_PACK,
    most_lines: MAX_LINES,
    example_rows: exampleRows(),
    example_bytes: exampleBytes(),
    delta_folders: html`${DELTA_KINDS.map((kind, at) => html`${at === 0 ? "" : ", "}<code>${deltaFolder(kind)}</code>`)}`,
    step_deltas: deltaFolder("step"),
    replaced: replacedFile(""),
  });
  return textPage(text, { path: "docs/formats/" }, translations);
}

/** The descriptions of the sections, by format and section. */
type SectionTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

function formatSection(format: BinaryFormat): Html {
  const { name, magic, version, counts, sections } = format;
  const texts = (readPageData("shard-sections") as SectionTexts)[name] ?? {};
  const rows = sections.map(([type, count, section]) => {
    const text = texts[section];
    if (text === undefined) throw new Error(`data/pages/shard-sections.json lacks ${name}, ${section}`);
    return html`<tr><td>${section}</td><td><code>${type}</code> (${TYPES[type]})</td><td><code>${count}</code></td><td>${text}</td></tr>
`;
  });
  return html`<section id="${name}"><h3>${name}: <code>${magic}</code>, version ${version}</h3>
<p>The counts, at offsets 8, 12, …: ${counts.map((count, at) => html`${at === 0 ? "" : ", "}<code>${count}</code>`)}.
The header has ${headerBytes(format)} bytes.</p>
<table><thead><tr><th scope="col">Section</th><th scope="col">Type</th><th scope="col">Count</th><th scope="col">What it holds</th></tr>
</thead>
<tbody>${rows}</tbody></table></section>`;
}

function exampleRows(): Html {
  return html`<ol>${EXAMPLE_ROWS.map(({ time, magnitude, latitude, longitude, country }, at) => {
    const place = country ?? "no country";
    const position = `${latitude}, ${longitude}`;
    const what = `magnitude ${magnitude}, at ${position}, ${place}`;
    return html`<li>${new Date(time).toISOString()}, ${what}, a record of ${EXAMPLE_LENGTHS[at]} bytes</li>`;
  })}</ol>`;
}

function exampleBytes(): Html {
  const bytes = writeColumns(EXAMPLE_ROWS, Uint32Array.from(EXAMPLE_LENGTHS), new Uint32Array(EXAMPLE_ROWS.length));
  const lines = Array.from({ length: Math.ceil(bytes.length / 8) }, (_, at) => {
    const row = Array.from(bytes.subarray(at * 8, at * 8 + 8), (byte) => byte.toString(16).padStart(2, "0"));
    return `${(at * 8).toString(16).padStart(4, "0")}  ${row.join(" ")}\n`;
  });
  return html`<pre id="example-bytes">${lines}</pre>`;
}
