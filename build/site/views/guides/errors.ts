import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const ERRORS: Guide = {
  slug: "errors",
  title: "Errors",
  description: "Understand what is refused and why, and tell a mistake of yours from an outage.",
  body: [
    html`<p>A filter that silently does not apply is the worst fault that a data API can have. So a parameter that is unknown, repeated, empty, of the wrong type or out of bounds is an error, never clamped and never ignored. Errors are problem documents (RFC 9457) on every host, also for an address that is not there.</p>`,
    {
      language: "sh",
      code: `curl -s 'http://localhost:8080/api/v1/earthquakes/?min_magnitude=5&limit=1000'`,
      prints: /"status":400.*"errors":\[.*min_mag/,
    },
    html`<p><code>errors</code> names each parameter, what was given, what is allowed, and the nearest known name. <code>type</code> is the address of a page that explains the kind.</p>`,
    {
      language: "js",
      code: `async function ask(path) {
  const answer = await fetch(new URL(path, "http://localhost:8080/"));
  if (answer.ok) return answer.json();
  const problem = await answer.json();
  if (answer.status === 503) return console.log("no tree there; try again in", answer.headers.get("retry-after"), "s");
  console.log(answer.status, problem.type, problem.detail);
  for (const { parameter, given, allowed, hint } of problem.errors ?? []) console.log(parameter, given, allowed, hint ?? "");
}
await ask("/api/v1/countries/atlantis/");
await ask("/api/recent/?limit=0");`,
      prints: /404 \/docs\/problems\/not-found\/[\s\S]*400 \/docs\/problems\/invalid-parameter\/[\s\S]*limit 0/,
    },
    html`<table><thead><tr><th scope="col">Status</th><th scope="col">What to do</th></tr></thead><tbody>
<tr><td>308</td><td>Follow it: an address without its last slash, or an older name of an event. Links to events do not die.</td></tr>
<tr><td>400</td><td>Mend the query; asking again gives the same.</td></tr>
<tr><td>404</td><td>There is no such thing. After 90 days also: an event that its agency has withdrawn.</td></tr>
<tr><td>405</td><td>Only GET, HEAD and OPTIONS.</td></tr>
<tr><td>410</td><td>The agency has withdrawn the event; the document says when.</td></tr>
<tr><td>503</td><td>The host has no tree yet; wait as long as <code>Retry-After</code> says.</td></tr>
</tbody></table>
<p>All kinds are listed in the <a href="/docs/#errors">documentation</a>. Errors may be kept for at most a minute by caches.</p>`,
  ],
};
