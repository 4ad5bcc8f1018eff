import type { Costs, Month, Price, Prices, Reading } from "../../build/pages/costs/figures.ts";

/** A month here, days and seconds. */
const MONTH_DAYS = 30;
const MONTH_SECONDS = MONTH_DAYS * 86_400;

const GB = 1e9;

/** What a quantity costs, USD: first what is free, then step by step. */
export function costOf(
  quantity: number,
  { per, steps, free, rounded }: Pick<Price, "per" | "steps" | "free" | "rounded">,
): number {
  const over = Math.max(0, quantity - free);
  const billed = rounded ? Math.ceil(over / per) * per : over;
  let cost = 0;
  let from = 0;
  for (const { to = Number.POSITIVE_INFINITY, usd } of steps) {
    cost += (Math.max(0, Math.min(billed, to) - from) / per) * usd;
    from = to;
  }
  return cost;
}

/** Everything that a month is counted from. */
export type Counted = Omit<Costs, "months">;

/** What a month costs on each host, for publishing alone and at each rate that was simulated. */
export function monthsOf(counted: Counted, prices: Prices): Month[] {
  const bill = createBill(prices);
  return [
    { host: "cloudfront", rate: 0, ...bill(objectStore(S3, counted)) },
    { host: "r2", rate: 0, ...bill(objectStore(R2, counted)) },
    { host: "worker", rate: 0, ...bill([["workers-plan", 1]]) },
    { host: "worker-cache", rate: 0, ...bill([["workers-plan", 1]]) },
    ...counted.reading.flatMap((reading): Month[] => [
      {
        host: "cloudfront",
        rate: reading.rate,
        ...bill([...objectStore(S3, counted, reading), ...cloudfront(reading)]),
      },
      { host: "r2", rate: reading.rate, ...bill(objectStore(R2, counted, reading)) },
      { host: "worker", rate: reading.rate, ...bill(worker(counted, reading, reading.worker.requests)) },
      { host: "worker-cache", rate: reading.rate, ...bill(worker(counted, reading, asked(reading.worker))) },
    ]),
  ];
}

/** Identifier of a price, and how much of it. */
type Used = readonly [id: string, quantity: number];

function createBill({ prices }: Prices): (used: readonly Used[]) => Pick<Month, "lines" | "usd"> {
  return (used) => {
    const lines = used.map(([id, quantity]) => {
      const price = prices.find((one) => one.id === id);
      if (!price) throw new Error(`there is no price ${id}`);
      return { what: price.what, quantity: whole(quantity), unit: price.unit, usd: cents(costOf(quantity, price)) };
    });
    return { lines, usd: cents(lines.reduce((sum, { usd }) => sum + usd, 0)) };
  };
}

/** What an object store bills, by the identifiers of its prices: writing, reading, keeping. */
const S3 = { writing: "s3-put", reading: "s3-get", keeping: "s3-storage" };
const R2 = { writing: "r2-class-a", reading: "r2-class-b", keeping: "r2-storage" };

function objectStore(prices: typeof S3, { publishing }: Counted, reading?: Reading): Used[] {
  const { day, stored_bytes_month: stored } = publishing;
  const misses = reading ? inAMonth(asked(reading.files), reading) : 0;
  return [
    [prices.writing, (day.put + day.copy + day.list) * MONTH_DAYS],
    [prices.reading, day.get * MONTH_DAYS + misses],
    [prices.keeping, stored / GB],
  ];
}

function cloudfront(reading: Reading): Used[] {
  const { requests, bytes, invocations } = reading.files;
  return [
    ["cloudfront-requests", inAMonth(requests, reading)],
    ["cloudfront-transfer", inAMonth(bytes, reading) / GB],
    ["cloudfront-functions", inAMonth(invocations, reading)],
  ];
}

/** @param runs how often the Worker ran */
function worker({ processor }: Counted, reading: Reading, runs: number): Used[] {
  const times = processor.filter(({ host }) => host === "workerd").map(({ us }) => us);
  // The dearest kind of query that was measured, for all.
  const ms = Math.max(0, ...times) / 1000;
  return [
    ["workers-plan", 1],
    ["workers-requests", inAMonth(reading.worker.requests, reading)],
    ["workers-cpu", inAMonth(runs, reading) * ms],
  ];
}

/** Requests that the origin heard of. */
function asked({ renewed, misses }: { renewed: number; misses: number }): number {
  return renewed + misses;
}

function inAMonth(counted: number, { seconds }: Reading): number {
  return (counted / seconds) * MONTH_SECONDS;
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

function whole(quantity: number): number {
  return quantity < 100 ? Math.round(quantity * 100) / 100 : Math.round(quantity);
}
