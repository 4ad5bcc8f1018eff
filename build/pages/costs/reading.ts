import { type Html, html } from "../html.ts";
import { bytes, number, percent, requestsASecond } from "./amounts.ts";
import type { Costs, Reading } from "./figures.ts";
import { table } from "./table.ts";

/** Who asks, and what caches make of it. */
export function aboutReading({ mix, reading, latency_ms: latency }: Costs): Html {
  const [first] = reading;
  return html`<section id="reading"><h2>A day of reading</h2>
<p>Who asks is an assumption, made up for this page:</p>
${table(
  ["Callers", "of all requests", "what they ask for"],
  mix.map(({ name, share, about }) => [name, percent(share, 1), about]),
)}<p>They ask at random moments, from ${number(first?.locations ?? 0)} edge locations, of which the n-th has 1/n of the first one's callers. Each location has a cache of its own that keeps what the hosts' real <code>Cache-Control</code> allows: 30 s, and up to 60 s more while a newer answer is fetched, for whatever a rebuild may change. The answers are those of the Node host over loopback, the files those of the published tree. The caches are the worst lawful ones: no second tier, no collapsing of requests, so that whoever asks while an answer is on its way (${number(latency)} ms) goes to the origin too. Real ones do better.</p>
${reading.map(
  (one) => html`<h3>${requestsASecond(one.rate)}, ${howLong(one.seconds)}</h3>
${table(
  ["Callers", "requests", "from the cache", "of these renewed meanwhile", "to the origin", "sent"],
  one.kinds.map(({ name, requests, hits, renewed, misses, bytes: sent }) => [
    name,
    number(requests),
    percent(hits + renewed, requests),
    percent(renewed, requests),
    percent(misses, requests),
    bytes(sent),
  ]),
)}${outcomes(one)}`,
)}</section>
`;
}

function outcomes({ worker, files }: Reading): Html {
  return html`<p>Of ${number(files.requests)} requests ${number(worker.requests)} are for the API (${percent(worker.requests, files.requests)}), which on Cloudflare are the Worker's; with a cache before it, it would run for ${number(worker.renewed + worker.misses)} of them. On CloudFront the function answers ${percent(files.refused, files.requests)} itself, because no file does, and S3 hears of ${number(files.renewed + files.misses)} (${percent(files.renewed + files.misses, files.requests)}).</p>
`;
}

function howLong(seconds: number): string {
  if (seconds === 86_400) return "for a day";
  if (seconds === 3_600) return "for an hour";
  return seconds % 60 === 0 ? `for ${number(seconds / 60)} minutes` : `for ${number(seconds)} s`;
}
