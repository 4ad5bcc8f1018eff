import { type Html, html } from "../html.ts";
import { layout } from "../layout.ts";
import type { Words } from "../words.ts";
import { bytes, dollars, number, requestsASecond } from "./amounts.ts";
import { aboutBusy } from "./busy.ts";
import type { Costs, Month, Prices } from "./figures.ts";
import { HOST_NAMES } from "./host-names.ts";
import { aboutLower } from "./lower.ts";
import { aboutMonths } from "./months.ts";
import { aboutReading } from "./reading.ts";
import { table } from "./table.ts";

/** `/docs/costs/`: what a month costs, from counted requests and listed prices. Pure. */
export function costsPage(costs: Costs, prices: Prices, words: Words): string {
  return layout(
    {
      path: "docs/costs/",
      languages: "english",
      title: "Quaketree: what it costs to run",
      description: "What a month of Quaketree costs, at a rebuild a minute, from counted requests.",
      main: html`<h1>What it costs to run</h1>
<p class="lead">At a rebuild a minute, on S3 with CloudFront and on Cloudflare. Requests were counted in a simulated day; the prices are those of lists that anybody can read. Nothing here is an offer, and taxes come on top.</p>
${aboutHosts(costs)}
${aboutPublishing(costs)}
${aboutReading(costs)}
${aboutBusy(costs)}
${aboutLower(costs)}
${aboutMonths(costs)}
${aboutPrices(prices)}
${aboutLimits(costs)}`,
    },
    words,
  );
}

const HOSTS = ["cloudfront", "r2", "worker", "worker-cache"] as const;

function aboutHosts({ months, reading }: Costs): Html {
  const rates = [0, ...reading.map(({ rate }) => rate)];
  const usd = (host: Month["host"], rate: number) => {
    const month = months.find((one) => one.host === host && one.rate === rate);
    return month ? dollars(month.usd) : "";
  };
  const heads = rates.map((rate) => (rate === 0 ? "nobody asks" : requestsASecond(rate)));
  return html`<section id="hosts"><h2>A month of 30 days</h2>
${table(
  ["Host", ...heads],
  HOSTS.map((host) => [HOST_NAMES[host], ...rates.map((rate) => usd(host, rate))]),
)}<ul>
<li><strong>${HOST_NAMES.cloudfront}</strong>: <code>quaketree publish</code> to S3, and before it CloudFront with the function that <code>quaketree host cloudfront</code> prints, at the viewer's request and response. It answers what lies there as a file; every other query is refused with the reason (or read by the client from the tree).</li>
<li><strong>${HOST_NAMES.r2}</strong>: the same files in a public bucket with Cloudflare's cache before it and nothing that computes: for the client, service workers and mirrors, which do the rewrite themselves.</li>
<li><strong>${HOST_NAMES.worker}</strong>: <code>quaketree host worker</code>. Everything under <code>/api/</code> and <code>/s/</code> is a request to the Worker and billed; pages, assets, shards, the index, deltas and <code>snapshot.json</code> are static assets and free. With Workers Cache (<code>"cache": {"enabled": true, "cross_version_cache": true}</code> in <code>wrangler.jsonc</code>) a hit is billed as a request all the same, but no processor time.</li>
</ul></section>
`;
}

function aboutPublishing({ publishing, mirrors }: Costs): Html {
  const { day, minutes, kinds, first, hour, stretches, events, added, revised } = publishing;
  const parts = [
    ["a minute", minutes.plain],
    ["the first minute of an hour", minutes.hour],
    ["the first minute of a day", minutes.day],
  ] as const;
  return html`<section id="publishing"><h2>A day of publishing</h2>
<p>${number(events)} earthquakes of 30 days; ${number(added)} new ones and ${number(revised)} revisions a day, spread evenly. Minute by minute the tree was built from the store with <code>--grid</code> and published, by the real program with its real S3 target, to a store in memory that speaks S3's protocol and counts: ${stretches.map(({ begin, minutes: count }, at) => `${at === 0 ? "" : ", and "}${number(count)} ${count === 1 ? "minute" : "minutes"} from ${begin}`)}. A day is put together of three kinds of minutes:</p>
${table(
  ["Kind", "counted", "in a day", "PUT", "COPY", "GET", "LIST", "DELETE", "sent"],
  parts.map(([name, { counted, in_a_day: inADay, mean }]) => [
    name,
    number(counted),
    number(inADay),
    number(mean.put),
    number(mean.copy),
    number(mean.get),
    number(mean.list),
    number(mean.delete),
    bytes(mean.sent_bytes),
  ]),
)}<p>In a day: ${number(day.put)} PUT, ${number(day.copy)} COPY, ${number(day.get)} GET, ${number(day.list)} LIST, ${number(day.delete)} DELETE, ${bytes(day.sent_bytes)} sent. The first publishing of all takes ${number(first.objects)} PUT and ${bytes(first.bytes)}. What the PUT and COPY requests of a day are for:</p>
${table(
  ["What", "requests", "sent or copied"],
  kinds.map(({ kind, requests, bytes: sent }) => [kind, number(requests), bytes(sent)]),
)}<p>A copy is made before a path gets other bytes, so that whoever holds the snapshot before still finds them. Copies stay for an hour, and so do shards that no snapshot names any more: ${number(hour.copies)} copies of ${bytes(hour.copy_bytes)} and ${number(hour.shards)} shards of ${bytes(hour.shard_bytes)} at any time. Each publishing lists the copies; those pages of a listing are counted for a whole hour of them. With deltas and pins, which stay for a day to a month, ${bytes(publishing.stored_bytes_month)} lie there.</p>
<p>A mirror that follows by the minute asked ${number(mirrors.requests)} times a minute for ${bytes(mirrors.bytes)} together, compressed (${number(mirrors.minutes)} minutes counted); its first copy took ${number(mirrors.first_requests)} requests and ${bytes(mirrors.first_bytes)}.</p></section>
`;
}

function aboutPrices({ checked, prices }: Prices): Html {
  return html`<section id="prices"><h2>The prices</h2>
<p>In US dollars, looked up on ${checked}. Where the provider's own page could be read in the copy that we had, it says so; the others we could not confirm there (S3's page fills its prices in by a program) and took from what others write of them. Look at the page before you rely on it.</p>
${table(
  ["What", "price", "free each month", "read", "page"],
  prices.map(({ what, unit, per, steps, free, read, url }) => [
    what,
    steps
      .map(
        ({ to, usd }) =>
          `$${usd} ${per === 1 ? `a ${unit.replace(/s$/, "")}` : `for ${number(per)} ${unit}`}${to === undefined ? "" : ` up to ${number(to)}`}`,
      )
      .join("; "),
    free === 0 ? "none" : `${number(free)} ${unit}`,
    read === "provider" ? "on the provider's page" : "not confirmed there",
    html`<a href="${url}">${new URL(url).host}</a>`,
  ]),
)}</section>
`;
}

function aboutLimits({ measured, publishing }: Costs): Html {
  return html`<section id="limits"><h2>What is not in it</h2>
<ul>
<li>The machine that rebuilds, names, logs, firewalls, support; free allowances that end with an account's first year.</li>
<li>On Workers each rebuild is a deployment that uploads about ${number(publishing.changed_files)} files, and the compressed variants of those that are answers. That is free, but we have not tried it against the platform each minute for a month: its limits for deployments, and for files (20,000, or 100,000 on the paid plan), may ask for a slower pace.</li>
<li>Callers are assumed to be in the regions of the lowest prices; elsewhere CloudFront's transfer costs up to twice as much. With enough traffic providers bargain, and CloudFront sells flat-rate plans too.</li>
<li>Requests that an attacker sends cost as much as others.</li>
</ul>
<p>Counted on ${measured} by <code>npm run measure:costs</code>, which writes these figures; <code>npm run measure:costs -- --prices</code> works the money out again when a price has changed.</p></section>
`;
}
