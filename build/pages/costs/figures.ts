import { readFileSync } from "node:fs";
import { z } from "zod";

const count = z.number().nonnegative();

/** What a store bills for, of a minute or a day. Bytes are those of bodies that were sent. */
const requests = z.strictObject({ put: count, copy: count, get: count, list: count, delete: count, sent_bytes: count });

const minuteKind = z.strictObject({
  /** How many were counted, and how many a day has. */
  counted: count,
  in_a_day: count,
  mean: requests,
});

/** What became of requests at the edge. `renewed`: answered from the cache, while the origin was asked. */
const outcome = z.strictObject({ requests: count, hits: count, renewed: count, misses: count, bytes: count });

const reading = z.strictObject({
  /** Requests a second, for so many seconds, over so many edge locations. */
  rate: count,
  seconds: count,
  locations: count,
  /** By kind of caller, with the headers of the Node host, which are those of the Worker. */
  kinds: z.array(outcome.extend({ name: z.string() })),
  /** Of these, what the Worker's routes take. */
  worker: outcome,
  /** Through the function for CloudFront, with the headers of published objects. */
  files: outcome.extend({
    /** Answered by the function itself: queries that no file answers. */
    refused: count,
    /** How often the function runs. */
    invocations: count,
  }),
});

const line = z.strictObject({ what: z.string(), quantity: count, unit: z.string(), usd: count });

const COSTS_SCHEMA = z.strictObject({
  measured: z.iso.date(),
  publishing: z.strictObject({
    events: count,
    /** New and revised earthquakes a day. */
    added: count,
    revised: count,
    /** When the minutes were that were counted: each stretch after a publishing that does not count. */
    stretches: z.array(z.strictObject({ begin: z.iso.datetime(), minutes: count })),
    minutes: z.strictObject({ plain: minuteKind, hour: minuteKind, day: minuteKind }),
    /** Put together of the three kinds of minutes. */
    day: requests,
    /** What the PUT and COPY requests of a day are for, the most first; bytes that were sent, or copied within the store. */
    kinds: z.array(z.strictObject({ kind: z.string(), requests: count, bytes: count })),
    /** The first time, when everything is sent. */
    first: z.strictObject({ objects: count, bytes: count }),
    /** What an hour brings of copies and shards: so much stays, since they stay for an hour. */
    hour: z.strictObject({ copies: count, copy_bytes: count, shards: count, shard_bytes: count }),
    /** What lies there when everything has come together that stays for a month at the most. */
    stored_bytes_month: count,
    /** Files that a minute changes: what a deployment has to upload. */
    changed_files: count,
  }),
  mirrors: z.strictObject({ minutes: count, requests: count, bytes: count, first_requests: count, first_bytes: count }),
  latency_ms: count,
  mix: z.array(z.strictObject({ name: z.string(), share: count, about: z.string() })),
  reading: z.array(reading),
  /** One location alone, and nothing but queries that nobody has asked before; both at the highest rate. */
  single: reading,
  distinct: reading,
  /** Processor time of a request in µs, as far as it was measured. */
  processor: z.array(z.strictObject({ host: z.string(), query: z.string(), bytes: count, us: count })),
  months: z.array(
    z.strictObject({
      host: z.enum(["cloudfront", "worker", "worker-cache", "r2"]),
      /** Requests a second; 0: publishing alone. */
      rate: count,
      lines: z.array(line),
      usd: count,
    }),
  ),
});

/** `data/costs.json`, as `npm run measure:costs` writes it. */
export type Costs = z.infer<typeof COSTS_SCHEMA>;
export type Month = Costs["months"][number];
export type Reading = Costs["reading"][number];

const price = z.strictObject({
  id: z.string(),
  what: z.string(),
  unit: z.string(),
  /** USD for so many units, in steps where more is cheaper: each for the units up to `to`, the last for all others. */
  per: z.number().positive(),
  steps: z.array(z.strictObject({ to: z.number().positive().optional(), usd: count })).min(1),
  /** Units of each month that cost nothing. */
  free: count,
  /** Whether begun quantities of `per` are billed as whole ones. */
  rounded: z.boolean(),
  url: z.url(),
  /** Where it was read: on the provider's own page, or in what others say of it. */
  read: z.enum(["provider", "others"]),
  /** Date of the page as it was read; null where the copy that was read tells none. */
  page_date: z.string().nullable(),
});

const PRICES_SCHEMA = z.strictObject({ checked: z.iso.date(), prices: z.array(price) });

/** `data/prices.json`. */
export type Prices = z.infer<typeof PRICES_SCHEMA>;
export type Price = Prices["prices"][number];

const DATA = new URL("../../../data/", import.meta.url);

/** @throws Error where the file is not what its schema says */
export function readCosts(): Costs {
  return COSTS_SCHEMA.parse(JSON.parse(readFileSync(new URL("costs.json", DATA), "utf8")));
}

/** @throws Error where the file is not what its schema says */
export function readPrices(): Prices {
  return PRICES_SCHEMA.parse(JSON.parse(readFileSync(new URL("prices.json", DATA), "utf8")));
}
