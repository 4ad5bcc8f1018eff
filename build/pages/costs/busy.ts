import { type Html, html } from "../html.ts";
import { bytes, number, percent, requestsASecond } from "./amounts.ts";
import type { Costs, Reading } from "./figures.ts";
import { table } from "./table.ts";

/** How it behaves when very many ask. */
export function aboutBusy({ reading, single, distinct, processor }: Costs): Html {
  const most = reading.at(-1);
  if (!most) return html``;
  const dearest = Math.max(0, ...processor.map(({ us }) => us));
  return html`<section id="busy"><h2>At ${requestsASecond(most.rate)}</h2>
<p>What reaches the origin a second, of ${number(most.rate)}:</p>
${table(
  ["Callers", "a cache before a Node host or a Worker", "S3 behind CloudFront", "answered by CloudFront's function"],
  [
    row(`the mix, ${number(most.locations)} edge locations`, most),
    row("the mix, one location (or a second tier before the origin)", single),
    row("nothing but queries that nobody has asked before", distinct),
  ],
)}<p>What is asked again is asked of the cache: a location asks the origin for a key once in 30 s, and for those who come while that answer is on its way, however many ask for it after. So what the origin hears is bounded by the number of different queries, locations and half minutes, and hardly grows with the number of callers. The cache absorbs ${percent(most.worker.hits + most.worker.renewed, most.worker.requests)} of the mix's requests to the API, and ${percent(single.worker.hits + single.worker.renewed, single.worker.requests)} where a second tier stands before the origin. Against queries that are all different no cache helps: they all reach a Node host or a Worker, and none of them S3, because the function refuses what no file answers. (Workers Cache has a second tier and collapses requests, and CloudFront does within a location, as they say; neither is counted on here.)</p>
<p>A Worker without Workers Cache is asked for every request to the API: ${number(perSecond(most.worker.requests, most))} a second here. Static assets never reach it. ${bytes(perSecond(most.files.bytes, most))} a second leave the edge.</p>
${dearest > 0 ? aboutProcessor(processor, most, dearest) : null}</section>
`;
}

function row(name: string, reading: Reading): string[] {
  const { kinds, files } = reading;
  const origin = kinds.reduce((sum, { renewed, misses }) => sum + renewed + misses, 0);
  return [
    name,
    number(perSecond(origin, reading)),
    number(perSecond(files.renewed + files.misses, reading)),
    number(perSecond(files.refused, reading)),
  ];
}

function aboutProcessor(processor: Costs["processor"], most: Reading, dearest: number): Html {
  const queries = [...new Set(processor.map(({ query }) => query))];
  const time = (host: string, query: string) => {
    const found = processor.find((one) => one.host === host && one.query === query);
    return found ? `${number(found.us)} µs` : "";
  };
  const size = (query: string) => bytes(processor.find((one) => one.query === query)?.bytes ?? 0);
  return html`<p>Processor time of a request, measured with the benchmark's load (<code>npm run bench</code>) on one of two shared cores of a cloud machine that had other work: of the whole process, with all that HTTP takes.</p>
${table(
  ["Query", "body", "Node host", "Worker in workerd"],
  queries.map((query) => [query, size(query), time("node", query), time("workerd", query)]),
)}<p>At the dearest, ${number(dearest)} µs, ${requestsASecond(most.rate)} that all reach the origin keep ${number((most.rate * dearest) / 1e6)} cores busy; a Worker may use 10 ms for a request on the free plan. In the bills every run of the Worker counts as the dearest of these.</p>
`;
}

function perSecond(value: number, { seconds }: Reading): number {
  return value / seconds;
}
