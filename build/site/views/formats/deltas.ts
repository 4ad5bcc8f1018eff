import { DELTA_KINDS, deltaFolder, replacedFile } from "../../../tree/unindexed.ts";
import { type Html, html } from "../../html.ts";

/** What leads from one snapshot to a later one, for whoever writes a mirror in another language. */
export function aboutDeltas(): Html {
  const folders = DELTA_KINDS.map((kind, at) => html`${at === 0 ? "" : ", "}<code>${deltaFolder(kind)}</code>`);
  return html`<section id="deltas"><h2>Deltas</h2>
<p>Who has a copy of a tree can bring it up to date without reading the index. A delta that leads on from a snapshot lies in one of ${folders}, under its <code>as_of</code> without hyphens and colons, a hyphen, its <code>id</code>, and <code>.delta</code>: for example <code>deltas/step/20261121T081500.000Z-0123456789abcdef.delta</code>. A step leads to the next snapshot; the others from the first of an hour or day (UTC) to the first of a later one. There need not be any; then compare the index.</p>
<p>The file is one brotli stream. It begins with a line of JSON: <code>format</code> (1), <code>from</code> and <code>to</code> (each <code>id</code>, <code>sequence</code>, <code>as_of</code>), <code>sections</code> (by <code>name</code> of the index section: entries to <code>put</code>, and paths that are <code>gone</code>), <code>contents</code>. What follows the line feed tells the contents, one after the other, each <code>length</code> bytes: whole where <code>base</code> is null, otherwise as a difference to the file of the older tree that has the SHA-256 <code>base</code>, in the <a href="https://fossil-scm.org/home/doc/trunk/www/delta_format.wiki">delta format of Fossil</a>. Each content has <code>bytes</code> bytes and the hash <code>sha256</code>.</p>
<p>A section of the index is a JSON array sorted by path, an entry a line: <code>[</code>, line feed, entries with a comma and a line feed between them, line feed, <code>]</code>, line feed; <code>[]</code> and a line feed where it is empty. After the last delta each section has to have the hash that <code>snapshot.json</code> names; nothing else vouches for it.</p>
<p>Where a tree is published to an object store, a file that does not fit the snapshot that you hold has been replaced meanwhile: its former bytes lie for an hour under <code>${replacedFile("")}</code> and their SHA-256.</p></section>`;
}
