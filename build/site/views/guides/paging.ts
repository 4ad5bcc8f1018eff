import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const PAGING: Guide = {
  slug: "paging",
  title: "Paging",
  description: "Read every match of a query, none twice and none left out, also while the data are being rebuilt.",
  body: [
    html`<p><code>/api/v1/earthquakes/</code> gives up to 500 events at a time (<code>limit</code>, 100 where nothing is said). The <code>Link</code> header says where the next page is; its addresses are relative to the one you asked for.</p>`,
    {
      language: "sh",
      code: `curl -sI 'http://localhost:8080/api/v1/earthquakes/?days=30&limit=50' | grep -i '^link:'`,
      prints: /rel="next"/i,
    },
    html`<p>Follow <code>rel="next"</code> until there is none. <code>page=2</code> with a <code>limit</code> means the same as an <code>offset</code>; give one of the two.</p>
<h2>When the data move</h2>
<p>A rebuild between two pages would shift them. <code>X-Snapshot</code> names the state that an answer was made of; if it changes on the way, begin again. Nothing is ever mixed within one answer.</p>`,
    {
      language: "python",
      code: `import json, re, urllib.parse, urllib.request

FIRST = "http://localhost:8080/api/v1/earthquakes/?days=30&min_mag=2.5&limit=500"

def pages(url):
    snapshot = None
    while url:
        with urllib.request.urlopen(url) as answer:
            if snapshot not in (None, answer.headers["X-Snapshot"]):
                raise RuntimeError("the data moved on: begin again")
            snapshot = answer.headers["X-Snapshot"]
            yield json.load(answer)
            link = re.search(r'<([^>]*)>;\\s*rel="next"', answer.headers.get("Link", ""))
            url = urllib.parse.urljoin(url, link.group(1)) if link else None

read = list(pages(FIRST))
events = [event for page in read for event in page["earthquakes"]]
print(len(events), "of", read[0]["count"], len({event["event_id"] for event in events}), "different")`,
      prints: /^(\d+) of \1 \1 different/,
    },
    html`<p>In JavaScript the <a href="/docs/guides/client/">client</a> does this for you: <code>earthquakePages()</code>.</p>`,
  ],
};
