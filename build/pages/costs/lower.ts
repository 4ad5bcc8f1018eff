import { type Html, html } from "../html.ts";
import { dollars, percent, requestsASecond } from "./amounts.ts";
import type { Costs, Month } from "./figures.ts";

/** What most of the money goes for, and what to do about it. */
export function aboutLower({ months, publishing: { kinds } }: Costs): Html {
  const alone = dearestLine(months.find(({ host, rate }) => host === "cloudfront" && rate === 0));
  const busy = months.filter(({ host }) => host === "cloudfront").at(-1);
  const large = dearestLine(busy);
  const requests = kinds.reduce((sum, kind) => sum + kind.requests, 0);
  const of = (wanted: RegExp) =>
    percent(
      kinds.filter(({ kind }) => wanted.test(kind)).reduce((sum, kind) => sum + kind.requests, 0),
      requests,
    );
  return html`<section id="lower"><h2>What dominates, and how to pay less</h2>
<ul>
<li>While few ask, publishing is what costs: “${alone.what}” are ${dollars(alone.usd)} of ${dollars(alone.of)} on S3, and ${of(/^copy of/)} of those requests are copies of what is replaced. They grow with the number of rebuilds that change something: a rebuild every five minutes (<code>rebuild --watch --every 300</code>) costs little more than a fifth.</li>
<li>${of(/pages$/)} of the requests of publishing are for pages: the start page and the map say in each language as of when they hold, so each snapshot has others. ${of(/answers$/)} are for answers, ${of(/index$/)} for the index.</li>
<li>Without <code>--grid</code> there are 18 answers fewer to replace; without <code>--variants</code>, which is off unless you ask for it, an object is one request and not three.</li>
<li>When many ask, it is “${large.what}”: ${dollars(large.usd)} of ${dollars(large.of)} on CloudFront at ${requestsASecond(busy?.rate ?? 0)}. Callers who send <code>If-None-Match</code> are answered without a body; mirrors, the client over a tree and the service worker fetch what changed once and then ask nobody.</li>
<li>On Cloudflare transfer is free and a Worker pays by the request: whatever is asked for as a file (pages, shards, the tree by the client) is free, so a map that reads the tree through the client costs nothing.</li>
</ul></section>
`;
}

function dearestLine(month: Month | undefined): { what: string; usd: number; of: number } {
  const line = month?.lines.toSorted((a, b) => b.usd - a.usd)[0];
  return { what: line?.what ?? "", usd: line?.usd ?? 0, of: month?.usd ?? 0 };
}
