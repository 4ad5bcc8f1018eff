import { MOST_IN_PACK } from "../../../shards/packs.ts";
import { type Html, html } from "../../html.ts";

/** Where details are that have no files of their own. */
export function aboutPacks(): Html {
  return html`<section id="packs"><h2>Packs</h2>
<p>Only in trees that were built so: the details of small events, up to ${MOST_IN_PACK} in a file, and a table that <code>snapshot.json</code> names as <code>shards.packs</code>. The table is ASCII text: <code>QTD1</code>, then a line a pack, each of 8 hexadecimal digits, the smallest hash of its range (the first is 0, and they ascend), and 64, the SHA-256 of the pack, which lies at <code>shards/</code>, that, and <code>.json</code>.</p>
<p>The details of an event are in the last pack whose range does not begin behind the hash of the event's own id: the low 32 bits of cyrb53 (seed 0) over the bytes of the id as it stands in slugs. A pack is JSON: the first line is <code>{"pack":"</code>, where its range begins, a slash, how many leading bits all its hashes share, and <code>","earthquakes":[</code>; then a line for each event, which but for a comma at its end is the answer to the byte, and begins with <code>{"event_id":</code>; then <code>]}</code>.</p></section>`;
}
