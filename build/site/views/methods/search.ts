import { MAJOR_MAGNITUDE } from "../../../catalogue/classify.ts";
import { TRANSLITERATIONS } from "../../../contract/wire/fold.ts";
import { MAXIMUM_FOUND } from "../../../rewrite/search-events.ts";
import { type Html, html } from "../../html.ts";

/** What a search compares, and in which order it tells what it has found. */
export function searchText(): Html {
  const typed = Object.entries(TRANSLITERATIONS).map(([letter, letters]) => `${letter} as ${letters}`);
  return html`<p>A recent earthquake is searched by its place as the agency words it. A historical one also by the words that each catalogue has for the place, by its names (its own, in other languages, in older books, by the day), and by its year: <code>tohoku</code>, <code>boxing day</code>, <code>1755 lisbon</code>, <code>sparta 464 bc</code>. Only earthquakes with a known magnitude are found. A country is searched by its names in some thirty languages, its own among them, and by its two codes of ISO 3166-1; an entry of the glossary by its term, short forms and other spellings of it, and its definition.</p>
<p>Every word of the query must occur in some word of that. Case, accents, ligatures, full-width forms and the vowel signs of Arabic do not matter, and ${typed.join(", ")} may be typed. What makes another letter is no accent: й is not и, أ not ا, ガ not カ. Apostrophes may be left out, and what stands on either side of one is found alone: <code>laquila</code>, <code>aquila</code>.</p>
<p>Of earthquakes first come those in which every word of the query is a whole word, then major ones (magnitude ${MAJOR_MAGNITUDE} and more) before significant and other ones, then the newest. Of countries and terms first come those that are called just as was asked, then whole words, then parts of words, last what only a definition holds, each by name. At most ${MAXIMUM_FOUND} of each.</p>`;
}
