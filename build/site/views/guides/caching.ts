import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const CACHING: Guide = {
  slug: "caching",
  title: "Caching and polling",
  description: "Poll as often as you like and pay only for what changed.",
  body: [
    html`<p>Every answer has a strong <code>ETag</code> made from its content. Send it back as <code>If-None-Match</code>: where nothing changed the answer is 304 without a body. Browsers and most HTTP libraries with a cache do that by themselves.</p>`,
    {
      language: "sh",
      code: `tag=$(curl -sI http://localhost:8080/api/live-feed/ | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -s -o /dev/null -w '%{http_code} %{size_download} bytes\\n' -H "If-None-Match: $tag" http://localhost:8080/api/live-feed/`,
      prints: /^304 0 bytes/,
    },
    html`<p>How long an answer may be kept stands in <code>Cache-Control</code>:</p>
<table><thead><tr><th scope="col">What</th><th scope="col">Kept for</th><th scope="col">Why</th></tr></thead><tbody>
<tr><td>lists, feed, search, statistics, events</td><td>30 s, and while a newer one is fetched (<code>stale-while-revalidate</code>)</td><td>a rebuild may change them each minute</td></tr>
<tr><td>glossary, plates, boundaries</td><td>5 minutes</td><td>they change when the data are edited</td></tr>
<tr><td>shards, named by their content</td><td>for ever (<code>immutable</code>)</td><td>another content has another name</td></tr>
<tr><td>errors</td><td>at most a minute</td><td>what is missing may come</td></tr>
</tbody></table>
<p>If the origin fails, a cache may go on with what it has for a day (<code>stale-if-error</code>): <code>X-As-Of</code> always says how old that is.</p>
<p>Polling more often than the publisher rebuilds brings nothing: <code>expected_interval_s</code> in <a href="/snapshot.json">snapshot.json</a> says how often that is.</p>`,
    {
      language: "js",
      code: `const URL = "http://localhost:8080/api/live-feed/?hours=1";
let tag;
async function look() {
  const answer = await fetch(URL, { headers: tag ? { "if-none-match": tag } : {} });
  if (answer.status === 304) return "nothing new";
  tag = answer.headers.get("etag");
  const { features } = await answer.json();
  return \`\${features.length} earthquakes\`;
}
console.log(await look());
console.log(await look());`,
      prints: /\d+ earthquakes\nnothing new/,
    },
  ],
};
