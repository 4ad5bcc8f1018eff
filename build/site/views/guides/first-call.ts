import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const FIRST_CALL: Guide = {
  slug: "first-call",
  title: "First call",
  description: "Ask for earthquakes, from a shell, a browser or a notebook, without a key.",
  body: [
    html`<p>There is no key, no sign-up and no cookie. Every answer is JSON, may be asked for from any web page, and is the same file for everybody.</p>
<h2>From a shell</h2>`,
    {
      language: "sh",
      code: `curl -s 'http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5&limit=3'`,
      prints: /^\{"count":\d+,"earthquakes":\[/,
    },
    html`<p><code>count</code> is the number of all that match; <code>earthquakes</code> are the newest of them. Times are UTC, depths in km, positions in degrees.</p>
<h2>From JavaScript</h2>`,
    {
      language: "js",
      code: `const answer = await fetch("http://localhost:8080/api/recent/?min_magnitude=5&limit=3");
const { earthquakes } = await answer.json();
for (const { magnitude, place_description, occurred_at } of earthquakes) {
  console.log(magnitude, place_description, new Date(occurred_at).toUTCString());
}
console.log("as of", answer.headers.get("x-as-of"));`,
      prints: /as of \d{4}-\d{2}-\d{2}T/,
    },
    html`<h2>From a notebook</h2>
<p>The live feed is GeoJSON, which GeoPandas, QGIS and every map library read as it is.</p>`,
    {
      language: "python",
      code: `import json, urllib.request

with urllib.request.urlopen("http://localhost:8080/api/live-feed/?hours=168") as answer:
    feed = json.load(answer)
    as_of = answer.headers["X-As-Of"]

strongest = max(feed["features"], key=lambda one: one["properties"]["magnitude"])
print(len(feed["features"]), "earthquakes in the week before", as_of)
print("strongest:", strongest["properties"]["magnitude"], strongest["properties"]["place_description"])`,
      prints: /\d+ earthquakes in the week before \d{4}.*\nstrongest: \d/,
    },
    html`<h2>One earthquake, one country</h2>
<p>Every list gives an <code>event_id</code>. It leads to the whole record: what it did and who says so, where, on which plate, what happened near. <code>-L</code> follows to the readable address.</p>`,
    {
      language: "sh",
      code: `id=$(curl -s 'http://localhost:8080/api/recent/?limit=1&min_magnitude=4.5' | sed 's/.*"event_id":"\\([^"]*\\)".*/\\1/')
curl -sL "http://localhost:8080/api/v1/earthquakes/$id"
curl -s http://localhost:8080/api/v1/countries/japan/`,
      prints: /"event_id":"[\s\S]*"iso2":"JP"/,
    },
    html`<p>Next: <a href="/docs/guides/windows/">windows and as_of</a>, <a href="/docs/guides/paging/">paging</a>, and all endpoints in the <a href="/docs/#reference">reference</a>.</p>`,
  ],
};
