import { COUNTRY_CODES } from "../../../contract/texts/vocabulary.ts";
import { type BinaryFormat, headerBytes } from "../../../shards/binary.ts";
import { COLUMNS_FORMAT, type ColumnRow, NO_COUNTRY, writeColumns } from "../../../shards/columns.ts";
import { NAMES_FORMAT } from "../../../shards/names.ts";
import { PLACES_FORMAT } from "../../../shards/places.ts";
import { type Html, html } from "../../html.ts";
import type { Translations } from "../../i18n/translations.ts";
import { layout } from "../../layout.ts";
import { aboutDeltas } from "./deltas.ts";
import { FAULTS } from "./faults.ts";
import { aboutPacks } from "./packs.ts";
import { SECTION_TEXTS } from "./section-texts.ts";

const FORMATS = [COLUMNS_FORMAT, PLACES_FORMAT, NAMES_FORMAT];
const TYPES = {
  f64: "IEEE 754 double, 8 bytes",
  u32: "unsigned, 4 bytes",
  i32: "signed (two's complement), 4 bytes",
  u16: "unsigned, 2 bytes",
  u8: "unsigned, 1 byte",
};

/** The rows of the worked example: two events of one day, and one of the day before. */
export const EXAMPLE_ROWS: readonly ColumnRow[] = [
  { time: Date.parse("2018-02-06T15:50:43.300Z"), magnitude: 6.4, country: "TW" },
  { time: Date.parse("2018-02-06T00:00:00.001Z"), magnitude: 2.45, country: null },
  { time: Date.parse("2018-02-05T23:59:59.999Z"), magnitude: 6.4, country: "JP" },
];
/** Lengths of their records, bytes. */
export const EXAMPLE_LENGTHS: readonly number[] = [210, 190, 200];

/** `/docs/formats/`: the shards byte for byte, for whoever writes a client in another language. */
export function formatsPage(words: Translations): string {
  return layout(
    {
      path: "docs/formats/",
      languages: "english",
      title: "Quaketree: the formats of the shards",
      description: "The files from which queries are answered, byte for byte.",
      main: html`<h1>The formats of the shards</h1>
<p>Every answer that depends on a query is made of a few immutable files. With this page you can write a client in any language that reads a tree from any file server and answers the same queries, byte for byte.</p>
${aboutTree()}
${aboutRecords()}
<section id="binary"><h2>Binary shards</h2>
<p>Columns, places and names are binary and alike. All numbers are little-endian. A header: four ASCII characters (the magic), the version (u32), the counts (u32 each), then zeros up to a multiple of 8 bytes. Then the sections, one after the other without gaps; each is an array of one type, as long as the count that is named. The file ends where the last section ends. A reader refuses any other length.</p>
${FORMATS.map(formatSection)}
${aboutWords()}</section>
${aboutIds()}
${aboutPacks()}
${aboutSelection()}
${workedExample()}
${aboutDeltas()}
<section id="faults"><h2>What a reader refuses</h2>
<p>The readers of Quaketree refuse whatever its writers would not have written. Their messages are the format, one of these words, and numbers.</p>
<table><thead><tr><th scope="col">Fault</th><th scope="col">Numbers</th><th scope="col">Meaning</th></tr></thead><tbody>
${FAULTS.map(
  ([fault, numbers, meaning]) => html`<tr><td><code>${fault}</code></td><td>${numbers}</td><td>${meaning}</td></tr>
`,
)}</tbody></table></section>`,
    },
    words,
  );
}

function formatSection(format: BinaryFormat): Html {
  const { name, magic, version, counts, sections } = format;
  return html`<section id="${name}"><h3>${name}: <code>${magic}</code>, version ${version}</h3>
<p>The counts, at offsets 8, 12, …: ${counts.map((count, at) => html`${at === 0 ? "" : ", "}<code>${count}</code>`)}. The header has ${headerBytes(format)} bytes.</p>
<table><thead><tr><th scope="col">Section</th><th scope="col">Type</th><th scope="col">Count</th><th scope="col">What it holds</th></tr></thead><tbody>
${sections.map(
  ([
    type,
    count,
    section,
  ]) => html`<tr><td>${section}</td><td><code>${type}</code> (${TYPES[type]})</td><td><code>${count}</code></td><td>${SECTION_TEXTS[`${name}/${section}`]}</td></tr>
`,
)}</tbody></table></section>
`;
}

function aboutTree(): Html {
  return html`<section id="snapshot"><h2>Where the shards are</h2>
<p><a href="/snapshot.json"><code>snapshot.json</code></a> is read first. Its member <code>as_of</code> is the instant that every window ends at; <code>shards</code> has the paths of <code>columns</code>, <code>places</code>, <code>names</code> and <code>ids</code>, and two lists of record shards, <code>days</code> and <code>results</code>, each entry with <code>path</code>, <code>records</code> and <code>bytes</code>. A path is <code>shards/</code>, the SHA-256 of the file in hexadecimal, and an extension: check it, and keep the file for ever. Shards that no snapshot names any more stay for an hour, so that whoever has read a snapshot can finish with it; for a week its answers are at <code>/s/{id}/</code>.</p></section>`;
}

function aboutRecords(): Html {
  return html`<section id="records"><h2>Records</h2>
<p>A record shard is JSON in UTF-8: an array of records, newest first, without any blank between tokens, each exactly as it stands in answers. <code>days</code> are the records of lists, a shard a UTC day, newest day first; <code>results</code> are the records of the search by place. The records of all shards of a list, one shard after the other, are its rows, counted from 0. A row begins in its shard at byte 1 plus, for every row before it in the same shard, its length plus 1 for the comma.</p></section>`;
}

function aboutWords(): Html {
  return html`<section id="words"><h3>Sets of words</h3>
<p>Places and names hold texts as sets of words. The section <code>text</code> has all words in UTF-8 with a line feed between two; they are numbered from 0. The section of sizes (<code>name words</code>, <code>text words</code>) says how many words each text has; <code>words</code> has their numbers, one text after the other. The words of a text are its runs of letters and digits (Unicode categories L and N), with the marks that follow (M), after folding: normalise to NFKD; make lower case; remove the marks U+0300 to U+036F, but for U+0306 directly after и or у and U+0308 directly after і, and U+064B to U+0652; write ß as ss, ı as i, ø as o, đ as d, ħ as h, ł as l, æ as ae, œ as oe, þ as th, ð as d, ə as e, ς as σ, and U+02B9 to U+02C1 as an apostrophe; normalise to NFC. What an apostrophe divides in a text (<code>'</code>, <code>’</code>, <code>‘</code>, <code>\`</code>) is among its words in one as well. A query is folded and split into words without the latter; it matches a text if each of its words is part of some word of the text, and as whole words if each is one of them.</p></section>`;
}

function aboutIds(): Html {
  return html`<section id="ids"><h2>Ids</h2>
<p>ASCII text. The first line is <code>QTI1</code>; then a line an id, sorted by bytes, each ended by a line feed: the id, a blank, and where it leads. In an id every byte of its UTF-8 form other than a–z and 0–9 stands as a hyphen and two hexadecimal digits, unless the id has none such. Behind the blank: <code>&gt;</code> and another id, whose line says more; or <code>!</code> and the time of withdrawal, ms since 1970 UTC; or the slug of the event without the id that it ends in. A <code>=</code> before the slug says that the details of the event are in a pack.</p></section>`;
}

function aboutSelection(): Html {
  return html`<section id="selection"><h2>From a query to an answer</h2>
<p>A list: of the rows with <code>as_of</code> − hours &lt; time ≤ <code>as_of</code>, within the bounds of magnitude and of the country, all are counted, <code>offset</code> are passed over, <code>limit</code> are taken. The body is <code>{"count":N,"earthquakes":[</code> or <code>{"earthquakes":[</code>, the records with commas between them, and <code>]}</code>. A search by place: rows that match by whole words come first, then by class, then newest first; at most 50; <code>{"results":[</code> … <code>]}</code>.</p></section>`;
}

function workedExample(): Html {
  const bytes = writeColumns(EXAMPLE_ROWS, Uint32Array.from(EXAMPLE_LENGTHS));
  const lines = Array.from({ length: Math.ceil(bytes.length / 8) }, (_, at) =>
    Array.from(bytes.subarray(at * 8, at * 8 + 8), (byte) => byte.toString(16).padStart(2, "0")).join(" "),
  );
  return html`<section id="example"><h2>A worked example</h2>
<p>A column shard of three events:</p>
<ol>${EXAMPLE_ROWS.map(
    ({ time, magnitude, country }, at) =>
      html`<li>${new Date(time).toISOString()}, magnitude ${magnitude}, ${country ?? "no country"}, a record of ${EXAMPLE_LENGTHS[at]} bytes</li>`,
  )}</ol>
<pre id="example-bytes">${lines.map((line, at) => `${(at * 8).toString(16).padStart(4, "0")}  ${line}\n`)}</pre>
<p>Offset 0: <code>QTC1</code>, version 2; 3 rows, 2 days, 2 magnitudes; 4 bytes of padding. At 18 (hexadecimal) the magnitudes 2.45 and 6.4; at 28 the three times; at 34 the three lengths; at 40 the days 17568 and 17567; at 48 their rows, 2 and 1; at 50 the magnitudes of the rows, 1, 0, 1; at 56 the countries ${COUNTRY_CODES.indexOf("TW")}, ${NO_COUNTRY} and ${COUNTRY_CODES.indexOf("JP")}.</p></section>`;
}
