/** The introduction of the OpenAPI document, CommonMark: what holds for every endpoint. */
export const INTRODUCTION = `Earthquakes of the last 30 days and of history, countries, tectonic plates and a glossary of seismology, read-only, without key or account.

**As of.** Every answer holds for one instant, the newest moment for which the agencies had been read; the header \`X-As-Of\` states it. All windows (\`hours\`, \`days\`, \`last_24h\`, \`recent_30d\`) end there and not at your clock, so one snapshot gives the same bytes for ever, on every host. \`/s/\`, the id that the header \`X-Snapshot\` states, and then the path ask a snapshot again after others have taken its place: for a week as a rule, by caches for ever, on hosts that run the rewrite layer.

**Which earthquakes.** Only earthquakes: no blasts, explosions or ice quakes. Lists and feeds hold those whose magnitude, depth and position are all known; magnitudes of zero and below are real. *Significant* means magnitude 6.0 and more, USGS significance 600 and more, or a member of the historical catalogue; *major* means magnitude 7.0 and more. Order: newest first, equal times by \`event_id\`.

**Requests.** GET, HEAD and OPTIONS. Paths end in \`/\` (this document's excepted) and are exact; without the closing slash the answer is a 308. Integers are decimal digits; numbers an optional sign, digits, an optional fraction, no exponent.

**Errors** are problem documents (RFC 9457). A parameter that is unknown, repeated, empty, of the wrong type or out of bounds is an error that says what is allowed. Nothing is clamped and nothing is ignored.

**Caching.** Answers carry a strong \`ETag\`; ask again with \`If-None-Match\`. Any origin may read them from a browser.

**Terms.** The software is under the MIT licence. The data have terms of their own: events of the U.S. Geological Survey and of NOAA are in the public domain; facts on countries are from world-countries under ODbL 1.0, outlines from Natural Earth (public domain); plate areas and poles follow Bird (2003), doi:10.1029/2001GC000252. \`/api/\` lists the data sets of this snapshot, each with its licence and the attribution that it asks for.`;

/** The tags of endpoints, in the order of the documentation. */
export const TAGS = [
  { name: "Earthquakes", description: "Recent earthquakes as lists, as GeoJSON, and one by one." },
  { name: "Search", description: "By place name, and over everything." },
  { name: "Countries", description: "250 countries with their seismic zone, totals, recent and notable earthquakes." },
  { name: "Plates", description: "The 52 tectonic plates of Bird's model PB2002 and their boundaries." },
  { name: "Glossary", description: "Terms of seismology." },
  { name: "Service", description: "Statistics, the index, and this description." },
] as const;
