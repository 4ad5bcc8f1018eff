import { DETAIL_RULE } from "../../../agencies/usgs/details.ts";
import { MODERN, WORLDWIDE } from "../../../agencies/usgs/events/complete.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import {
  EARTHQUAKE_TYPES,
  MAJOR_MAGNITUDE,
  SIGNIFICANT_MAGNITUDE,
  SIGNIFICANT_SIG,
} from "../../../catalogue/classify.ts";
import { OFFSHORE_KM, TERRITORY_RULE } from "../../../catalogue/locate/locate-country.ts";
import { ZONE_RULE } from "../../../catalogue/zones/zone.ts";
import { HIGHLIGHTS, NEIGHBOURS, RECENT_HOURS } from "../../../contract/texts/vocabulary.ts";
import { classList } from "../../../contract/wire/impact.ts";
import { CURVATURE_CORRECTION, LEAST_EVENTS } from "../../../seismology/frequency-magnitude.ts";
import { dateWords } from "../../format/amounts.ts";
import { type Html, html } from "../../html.ts";
import type { Translations } from "../../i18n/translations.ts";
import { layout } from "../../layout.ts";
import { associationText } from "./association.ts";
import { motionText } from "./motion.ts";
import { searchText } from "./search.ts";

/** `/methods/`: how every figure that is not an agency's own was reached, from the numbers that the program itself uses. */
export function methodsPage(
  catalogue: Pick<Catalogue, "complete" | "boundaries" | "plates">,
  words: Translations,
): string {
  const { complete, boundaries } = catalogue;
  const measured = boundaries.some(({ accuracy }) => accuracy === "measured");
  return layout(
    {
      path: "methods/",
      languages: "english",
      title: "Quaketree: methods",
      description: "How the figures of the Quaketree earthquake API are reached, with references.",
      main: html`<h1>Methods</h1>
<p>What an agency says is passed on as it says it. This page tells how the rest is reached; its numbers are those that the program works with.</p>
${section(
  "events",
  "Which events there are",
  html`<p>An earthquake is what its agency calls ${[...EARTHQUAKE_TYPES].join(" or ")}; blasts, explosions, ice quakes and the like are not served. Recent ones are those of the ${RECENT_HOURS} hours before the instant of the snapshot; they need a known magnitude, depth and position. Historical ones are the entries of a catalogue of significant earthquakes; what is unknown of them stays unknown.</p>
<p><em>Significant</em>: magnitude ${SIGNIFICANT_MAGNITUDE} and more, or a USGS significance of ${SIGNIFICANT_SIG} and more, or an entry of the historical catalogue. <em>Major</em>: magnitude ${MAJOR_MAGNITUDE} and more. Magnitudes are compared as published; different kinds of magnitude are not converted into each other.</p>`,
)}
${section("one", "Which reports are one earthquake", associationText())}
${section(
  "where",
  "Where an earthquake is",
  html`<p>Country: the one whose territory the epicentre lies in (Natural Earth, 1:10 million), otherwise the one with the nearest coast within ${OFFSHORE_KM} km (200 nautical miles), with the distance. Beyond that, none. ${TERRITORY_RULE} Where no agency names the place, it is the country, or how far off its coast; beyond that, the position.</p>
<p>Compared with what agencies name: of 26,732 earthquakes on land whose place the USGS ends with a country or a US state, 99.6 % are in that country here, of 30,922 on land and at sea 99.2 %. Of 6,148 that NOAA lists since antiquity 96.1 % are in the country of its column, 97.6 % as far as the digits of their positions tell and with all the countries that it names for them; on land 97.3 % and 98.6 % of 4,092. The others lie across a border from the nearest town or from the damage, or at sea nearer to another coast.</p>
<p>${measured ? html`Plate: the outline of Bird (2003) that holds the epicentre; distance: to his nearest boundary line.` : html`Plate: the side of the nearest boundary line on which the epicentre lies. The lines are schematic here, drawn from general knowledge and good to about 100 km: near a boundary the plate is a guess.`} Distances are great circles on a sphere of 6,371 km.</p>`,
)}
${section(
  "totals",
  "What totals count",
  html`<p>${complete ? html`Every earthquake of magnitude ${complete.magnitude} and more that the USGS has from ${dateWords(complete.from)} to ${dateWords(complete.to)}, and whatever else is known: smaller ones, and historical ones before.` : html`The earthquakes that this tree lists, recent and historical, and what else of the USGS has been kept. Of no span is it known to be complete, so they say little about how common earthquakes are.`} Aftershocks count like all others. The counts of the last hours and days in <code>/api/v1/stats/</code> are of what the agencies report with magnitude, depth and position: of magnitude ${WORLDWIDE} and more all, below that what dense networks see.</p>
<p>How often earthquakes of each size happen follows the law of Gutenberg and Richter (1944), log<sub>10</sub> N = a − b M. b is found by maximum likelihood (Aki 1965, with Utsu's correction for classes of a tenth), its standard error after Shi and Bolt (1982), above the magnitude from which counts are complete: the class with the most earthquakes (Wiemer and Wyss 2000) and ${CURVATURE_CORRECTION / 10} more (Woessner and Wiemer 2005), or the least magnitude that was asked for, where the counts fall from there on. Only whole years since ${new Date(MODERN).getUTCFullYear()}, when the worldwide catalogue of the USGS as it is today begins, and magnitudes of at least ${WORLDWIDE}, which the USGS reports wherever they happen. With fewer than ${LEAST_EVENTS} earthquakes there is no figure. The correction for classes leaves b too small by (b × 0.1 × ln 10)² / 12, less than a hundredth of it. Magnitudes are of several kinds, the smaller ones mostly of body waves, the larger mostly of moment, and the law is steeper where they meet: of all earthquakes of 2013 to 2016 b is 1.24 from magnitude 4.5 on, 1.07 from 5.0 and 0.98 from 5.5. So b compares countries with each other rather than with published ones; for shallow ones from 5.7 on it is 1.00 ± 0.03, and Bird and Kagan (2004) have 0.92 to 0.99. It describes the past and is no forecast.</p>`,
)}
${section(
  "zone",
  "Seismic zone",
  html`<p>${ZONE_RULE}</p>
<p>The figures from which the zone of a country follows, and the points of each, stand in <code>zone_basis</code> of its profile. The rate counts the same years as the law of Gutenberg and Richter, aftershocks included, on the territory and the sea whose nearest coast it is; the interval is the exact one for a Poisson distribution (Garwood 1936), in truth wider, since earthquakes come in clusters. The area is fair to a country of many islands; a large country is diluted by its quiet parts, which its largest magnitude is not. The third bound of the rate is the mean of the whole Earth. Boundaries whose plates part do not count for the guess, since they break in small pieces (Bird, Kagan and Jackson 2002). Deaths are those of the country that the epicentre is in or off; where only a class is known, its least number.</p>
<p>It is a rough classification for orientation and no hazard model: for building, ask your national one.</p>`,
)}
${section("plates", "How plates move", motionText(catalogue))}
${section(
  "lists",
  "What happened near, and what a country remembers",
  html`<p>An earthquake of magnitude ${NEIGHBOURS.fromMagnitude} and more tells how many earthquakes of the historical catalogue, older or younger, have their epicentres within ${NEIGHBOURS.withinKm} km of its own, and names the ${NEIGHBOURS.named} strongest. Depths are not compared, and old epicentres can be tens of kilometres off.</p>
<p>A country's ${HIGHLIGHTS} strongest, deadliest and most recent significant earthquakes are taken from those that have a record of their own: recent ones, and those of the historical catalogue. What only an archive holds is counted in totals, but not named. Where of deaths only the class is known, the earthquake is ranked by the least number of the class.</p>`,
)}
${section(
  "impact",
  "Impact and tsunami",
  html`<p>Whose each figure is stands in <code>impact.sources</code> of the earthquake's record: agency, product, who contributed it, and when it was last changed. The first of a kind is the one that is given; what others say of the same stands after it and is not averaged. Alert level, felt reports, intensities and significance are those of the USGS's feed. Which product a figure is from, and of what date, is read in the USGS's detail of the event, for recent earthquakes of a significance of ${DETAIL_RULE.significance} and more, with an alert level, or flagged for tsunamis; each again when it has changed and is ${(1 + DETAIL_RULE.waitShare).toFixed(1)} times as old as at the last reading. Where that says another number than the feed, the feed is newer, and no date is given. An alert level of null means that the USGS did not estimate the impact, never "green".</p>
<p>Losses are those of NOAA NCEI, or without its table of our list of notable earthquakes. Where NOAA has one figure for the earthquake (<code>earthquake</code>) and one with its tsunami, fires and landslides (<code>total</code>), the larger is given and both stand in <code>sources</code>. Where only the order of magnitude is known, the <code>…_class</code> gives it and <code>class_words</code> says it in words (people and houses: ${classList("deaths")}; damage in US dollars: ${classList("damage_million_usd")}); no number is made of it. Null is never zero: zero is a figure that somebody gave. Beside the largest intensity of felt reports stands that of NOAA's table, which is from surveys and old reports.</p>
<p><code>tsunami_flag</code> is the agency's mark for large earthquakes at sea, or a tsunami in the historical catalogue. It says nothing about whether there is a tsunami now.</p>`,
)}
${section("search", "How search finds", searchText())}
${section("faults", "When agencies err", html`<p>An answer that is malformed, older than the last one, or that has lost much of what it should list is set aside with its reason, which the status page of a live service tells; what was known before stays. That an event is missing from an answer does not withdraw it: that takes the agency's own word, or its absence from several good answers over days.</p>`)}
${section(
  "references",
  "References",
  html`<ul>
${REFERENCES.map(
  (reference) => html`<li>${reference}</li>
`,
)}</ul>`,
)}`,
    },
    words,
  );
}

function section(id: string, title: string, text: Html): Html {
  return html`<section id="${id}"><h2>${title}</h2>
${text}</section>`;
}

const REFERENCES = [
  "Aki, K. (1965): Maximum likelihood estimate of b in the formula log N = a − bM and its confidence limits. Bull. Earthq. Res. Inst. 43, 237–239.",
  "Bird, P. (2003): An updated digital model of plate boundaries. Geochem. Geophys. Geosyst. 4(3), 1027, doi:10.1029/2001GC000252.",
  "Cox, A., and Hart, R. B. (1986): Plate Tectonics: How It Works. Blackwell, Palo Alto, chapter 4.",
  "Bird, P., Kagan, Y. Y., and Jackson, D. D. (2002): Plate tectonics and earthquake potential of spreading ridges and oceanic transform faults. AGU Geodyn. Ser. 30, 203–218.",
  "Bird, P., and Kagan, Y. Y. (2004): Plate-tectonic analysis of shallow seismicity. Bull. Seismol. Soc. Am. 94, 2380–2399.",
  "Garwood, F. (1936): Fiducial limits for the Poisson distribution. Biometrika 28, 437–442.",
  "Gutenberg, B., and Richter, C. F. (1944): Frequency of earthquakes in California. Bull. Seismol. Soc. Am. 34, 185–188.",
  "NGDC/WDS Global Significant Earthquake Database. NOAA National Centers for Environmental Information, doi:10.7289/V5TD9V7K.",
  "Shi, Y., and Bolt, B. A. (1982): The standard error of the magnitude-frequency b value. Bull. Seismol. Soc. Am. 72, 1677–1687.",
  "Utsu, T. (1966): A statistical significance test of the difference in b-value between two earthquake groups. J. Phys. Earth 14, 37–40.",
  "Wiemer, S., and Wyss, M. (2000): Minimum magnitude of completeness in earthquake catalogs. Bull. Seismol. Soc. Am. 90, 859–869.",
  "Woessner, J., and Wiemer, S. (2005): Assessing the quality of earthquake catalogues. Bull. Seismol. Soc. Am. 95, 684–698.",
];
