import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const WINDOWS: Guide = {
  slug: "windows",
  title: "Windows and as_of",
  description: "Know which stretch of time an answer is about, and how old it is.",
  body: [
    html`<p>Every answer holds for one instant, <code>as_of</code>: the newest moment for which the agencies had been read. It stands in the <code>X-As-Of</code> header and in <a href="/snapshot.json">snapshot.json</a>, never in a body. Every window (<code>hours</code>, <code>days</code>, <code>last_24h</code>) ends there, not at your clock: an event belongs to the last <code>h</code> hours where <code>as_of − h < occurred_at ≤ as_of</code>.</p>
<p>So the same snapshot gives the same bytes for ever. And an answer about the last hour that was made an hour ago is about the hour before: look at its age before you say <em>now</em>.</p>`,
    {
      language: "js",
      code: `const record = await (await fetch("http://localhost:8080/snapshot.json")).json();
const ageMinutes = (Date.now() - Date.parse(record.as_of)) / 60_000;
const stale = ageMinutes * 60 > record.stale_after_s;
console.log(\`as of \${record.as_of}, \${Math.round(ageMinutes)} minutes ago, \${stale ? "stale" : "fresh"}\`);
for (const { name, as_of } of record.sources) console.log(name, as_of ?? "does not age by the minute");`,
      prints: /as of \d{4}.*minutes ago, (stale|fresh)\n.*USGS/,
    },
    html`<p><code>stale_after_s</code> is what the publisher promises; each source has its own <code>as_of</code>, since one agency may be silent while another is not. Where somebody rebuilds on a schedule, <code>/status/</code> tells how the last run went.</p>
<h2>The same instant again</h2>
<p>Pages of a list, several queries that are to fit together, a figure in an article: ask them all of one snapshot. Its id stands in the <code>X-Snapshot</code> header; put <code>/s/</code> and the id before the path. Such an answer never changes, so caches may keep it for ever, and a link to it shows everybody what you saw.</p>`,
    {
      language: "js",
      code: `const BASE = "http://localhost:8080";
const now = await fetch(BASE + "/api/v1/earthquakes/?min_mag=4.5&limit=2");
const id = now.headers.get("x-snapshot");
const again = await fetch(\`\${BASE}/s/\${id}/api/v1/earthquakes/?min_mag=4.5&limit=2\`);
console.log("the same", (await now.text()) === (await again.text()));
console.log(again.headers.get("cache-control"));`,
      prints: /the same true\n.*immutable/,
    },
    html`<p>A snapshot can be asked for a week after another has taken its place, unless the operator keeps fewer or more; then the answer is a 404 that says from when on there are any (<a href="/docs/problems/unknown-snapshot/">unknown-snapshot</a>). Every query of the API can be asked in this way, but pages and <a href="/api/changes/">/api/changes/</a> cannot. Node hosts and Workers keep snapshots; hosts that only rewrite URLs have the current one alone.</p>
<h2>Bounds are exact</h2>
<p>Magnitudes are compared as the agency published them: 2.45 is not 2.5 or more. Bounds are inclusive. What is not known is never taken for zero.</p>`,
    {
      language: "sh",
      code: `curl -s 'http://localhost:8080/api/v1/earthquakes/?hours=24&min_mag=2.5&max_mag=4.4&limit=2'`,
      prints: /"count":\d+/,
    },
    html`<h2>Which events there are</h2>
<p>Recent ones are those of the last 720 hours that have magnitude, depth and position. Those of the historical catalogue, of any age, are found by <code>/api/search/</code>, in the records of countries, and under their own addresses. Below magnitude 4.5 the world is not covered evenly: only dense networks see small ones. See the <a href="/methods/">methods</a>.</p>`,
  ],
};
